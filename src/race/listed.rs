//! The diagram in words, step by step, for those who don't see it.

use maud::{Markup, html};

use super::rows::Picture;
use crate::words::number::stamp;
use crate::words::step;

/// The steps: each command, each decision, and how a server goes on from a reply.
pub fn listed(picture: &Picture) -> Markup {
    let steps = picture.trace.steps(picture.shown);
    let now = steps.iter().rposition(|nth| *nth < picture.past);
    html! {
        ol.unseen aria-label="The steps of this race" {
            @for (place, nth) in steps.iter().enumerate() {
                li aria-current=[(now == Some(place)).then_some("step")] {
                    @if picture.timed { (stamp(picture.trace.events()[*nth].at)) " ms: " }
                    (step::of(picture.trace, *nth))
                }
            }
        }
    }
}
