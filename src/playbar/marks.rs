//! Where on the play bar requests went over the limit.

use leptos::prelude::*;

use crate::lab::use_lab;

/// The marks: for the mouse only. By keyboard, `o` goes from one to the next.
#[component]
pub fn Marks() -> impl IntoView {
    let lab = use_lab();
    let run = Memo::new(move |_| lab.run());
    view! {
        <span class="marks" aria-hidden="true">
            {move || {
                let run = run.get();
                let end = run.trace.end().nanos().max(1) as f64;
                let marks = run.over.iter().map(|at| {
                    let at = *at;
                    let place = format!("{}%", 100.0 * at.nanos() as f64 / end);
                    view! { <i style:left=place title="Over the limit" on:click=move |_| lab.seek(at)></i> }
                });
                marks.collect_view()
            }}
        </span>
    }
}
