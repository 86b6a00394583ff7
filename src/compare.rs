//! "Compare": several strategies on the same requests.

use maud::html;

use crate::part::Part;

/// The tab's panel.
pub fn compare_panel() -> Part {
    Part::new(html! { div.compare { h2 { "The same requests, several strategies" } } })
}
