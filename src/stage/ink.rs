//! The canvas's colours: the theme's, as the style sheet resolves them.

use leptos::prelude::window;

/// What the canvas draws with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ink {
    /// Let through.
    pub allowed: String,
    /// Refused.
    pub refused: String,
    /// Over the limit.
    pub over: String,
    /// On its way.
    pub flight: String,
    /// The edge of what is on its way.
    pub edge: String,
    /// On its way with a stale value.
    pub stale: String,
    /// What is behind everything.
    pub ground: String,
}

impl Ink {
    /// The colours that the style sheet gives the stage's canvas for this (`stage.css`).
    pub fn of(canvas: &web_sys::Element) -> Self {
        let Ok(Some(style)) = window().get_computed_style(canvas) else { return Self::default() };
        let colour = |name: &str| style.get_property_value(name).unwrap_or_default();
        Self {
            allowed: colour("color"),
            refused: colour("caret-color"),
            over: colour("stop-color"),
            flight: colour("fill"),
            edge: colour("stroke"),
            stale: colour("flood-color"),
            ground: colour("lighting-color"),
        }
    }
}
