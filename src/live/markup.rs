//! Markup as it gets into the page.

use web_sys::Element;

use super::set_style;

/// What markup says of an element's own style: the page's policy forbids `style` in it (xtask/src/policy.rs).
pub const CSS: &str = "data-css";

/// Puts markup in an element, in the place of what is there.
pub fn tell(place: &Element, told: &str) {
    place.set_inner_html(told);
    while let Ok(Some(styled)) = place.query_selector("[data-css]") {
        set_style(&styled, &styled.get_attribute(CSS).unwrap_or_default());
        let _ = styled.remove_attribute(CSS);
    }
}
