//! A part as one of Leptos's views: it is there already, and never changes as a whole.

use leptos::attr::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::no_attrs;
use leptos::tachys::view::{Position, PositionState, Render, RenderHtml};
use web_sys::Element;

use super::Part;

impl Render for Part {
    type State = Element;

    fn build(self) -> Element {
        self.0.take()
    }

    fn rebuild(self, _: &mut Element) {}
}

no_attrs!(Part);

/// For a server, which this page has none of.
impl RenderHtml for Part {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(self, buf: &mut String, _: &mut Position, _: bool, _: bool, _: Vec<AnyAttribute>) {
        buf.push_str(&self.0.outer_html());
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Element {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}
