//! Parts of the page: an element each, told once as markup, and then kept alive by [`crate::live`].
//!
//! A part's markup says what never changes; what changes in it is found by a selector and kept up to date, what is done in
//! it is heard there. So a part costs its text and a little code, where a view of nodes and closures is a type of its own
//! that Leptos builds machinery for. Parts are views like others, and can stand in them.
//!
//! Parts stay as long as the page. What comes and goes is markup that a part tells anew ([`crate::live::markup`]), without
//! listeners of its own: what is pressed in it is heard where it stands, by its `data-` attributes
//! ([`crate::live::pressed`]).

mod view;

use leptos::prelude::document;
use maud::Markup;
use send_wrapper::SendWrapper;
use web_sys::Element;

use crate::live;

/// A part of the page.
pub struct Part(SendWrapper<Element>);

impl Part {
    /// A part that is this one element.
    pub fn new(told: Markup) -> Self {
        // (Not by `expect`: what prints the error of a document that makes no elements is a kilobyte.)
        let Ok(place) = document().create_element("div") else { unreachable!() };
        live::tell(&place, &told.0);
        Self(SendWrapper::new(place.first_element_child().expect("a part is an element")))
    }

    /// The part's element.
    pub fn root(&self) -> &Element {
        &self.0
    }

    /// What a selector finds in the part.
    ///
    /// # Panics
    /// When there is no such thing: a part only looks for what it has told.
    pub fn find(&self, selector: &str) -> Element {
        let found = self.0.query_selector(selector);
        found.ok().flatten().unwrap_or_else(|| panic!("there is no {selector} in its part"))
    }

    /// The field, list or button of this name.
    ///
    /// # Panics
    /// When there is none, as [`Self::find`].
    pub fn named(&self, name: &str) -> Element {
        self.find(&format!("[name={name}]"))
    }

    /// The same part with others in it, after what it has told.
    pub fn with(self, parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().for_each(|part| drop(self.0.append_child(&part.0)));
        self
    }

    /// The same part with a text that is kept up to date.
    pub fn text(self, tell: impl Fn() -> String + 'static) -> Self {
        live::text(&self.0, tell);
        self
    }
}
