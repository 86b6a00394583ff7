//! A diagram in words, step by step, for those who don't see it.

use limit_sim::trace::Trace;
use maud::{Markup, html};
use web_sys::Element;

use crate::language::t;
use crate::live;
use crate::words::number::stamp;
use crate::words::step;

/// The steps of these requests: each command, each decision, and how a server goes on from a reply. In a run they have their
/// times; in an order all of them have happened, and the last is where it stands.
pub fn listed(trace: &Trace, shown: &[u32], timed: bool) -> Markup {
    let steps = trace.steps(shown);
    html! {
        ol.unseen aria-label=(t("The steps of this race")) {
            @for (nth, text) in steps.iter().zip(step::all(trace, &steps)) {
                li aria-current=[(!timed && steps.last() == Some(nth)).then_some("step")] { @if timed { (stamp(trace.events()[*nth].at)) " ms: " } (text) }
            }
        }
    }
}

/// Marks the step that so many events have come to.
pub fn mark(list: &Element, trace: &Trace, shown: &[u32], past: usize) {
    const CURRENT: &str = "aria-current";
    let now = trace.steps(shown).partition_point(|nth| *nth < past);
    let find = |selector: &str| list.query_selector(selector).ok().flatten();
    let (before, now) = (find("[aria-current]"), find(&format!("li:nth-child({now})")));
    before.into_iter().for_each(|item| live::set(&item, CURRENT, None));
    now.into_iter().for_each(|item| live::set(&item, CURRENT, Some("step")));
}
