//! Where on the play bar requests went over the limit.

use leptos::prelude::*;

use crate::lab::use_lab;
use crate::words::number::percent;

/// The marks: for the mouse only. By keyboard, `o` goes from one to the next.
#[component]
pub fn Marks() -> impl IntoView {
    let lab = use_lab();
    view! {
        <span class="marks" aria-hidden="true">
            {move || {
                let run = lab.run();
                let end = run.trace.end().nanos();
                let marks = run.over.iter().map(|at| {
                    let at = *at;
                    let place = percent(at.nanos(), end);
                    view! { <i style:left=place title="Over the limit" on:click=move |_| lab.seek(at)></i> }
                });
                marks.collect_view()
            }}
        </span>
    }
}
