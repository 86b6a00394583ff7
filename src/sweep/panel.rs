//! The panel.

use maud::html;

use crate::part::Part;

/// The tab's second half.
pub fn sweep_panel() -> Part {
    Part::new(html! { div.sweep {} })
}
