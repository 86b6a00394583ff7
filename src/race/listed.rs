//! The diagram in words, step by step, for those who don't see it.

use limit_sim::trace::Kind;
use maud::{Markup, html};

use super::rows::Picture;
use crate::words::number::stamp;
use crate::words::step;

/// The steps: each command, and each decision.
pub fn listed(picture: &Picture) -> Markup {
    let events = picture.trace.events();
    let steps = events.iter().enumerate().filter(|(_, event)| {
        picture.shown.contains(&event.request.number)
            && matches!(event.kind, Kind::Executed { .. } | Kind::Decided { .. })
    });
    let steps: Vec<_> = steps.collect();
    let now = steps.iter().rposition(|(nth, _)| *nth < picture.past);
    html! {
        ol.unseen aria-label="The steps of this race" {
            @for (place, (nth, event)) in steps.iter().enumerate() {
                li aria-current=[(now == Some(place)).then_some("step")] {
                    @if picture.timed { (stamp(event.at)) " ms: " }
                    (step::of(picture.trace, *nth))
                }
            }
        }
    }
}
