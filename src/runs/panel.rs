//! The panel.

use maud::html;

use crate::part::Part;

/// The tab's first half.
pub fn runs_panel() -> Part {
    Part::new(html! { div.runs { h2 { "Many runs" } } })
}
