//! "Compare": several strategies on the same requests.

use leptos::prelude::*;
use maud::html;

use crate::part::Part;

/// The tab's panel.
#[component]
pub fn ComparePanel() -> impl IntoView {
    Part::new(html! { div.compare { h2 { "The same requests, several strategies" } } })
}
