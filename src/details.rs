//! What lies below the verdict: tabs with the run in detail.

use leptos::prelude::*;

use crate::events::EventTable;

/// The tabs.
#[component]
pub fn Details() -> impl IntoView {
    view! {
        <section class="details" aria-labelledby="events-title">
            <h2 id="events-title" class="tab">"Every event"</h2>
            <EventTable/>
        </section>
    }
}
