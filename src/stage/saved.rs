//! The stage as it is saved and printed: what is seen at the playhead, its dots among it.

use leptos::prelude::*;
use maud::Markup;
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::dots::{self, Frame};
use super::ink::Ink;
use super::layout::Layout;
use super::recorder::recorded;
use crate::export::by_name::{call, get};
use crate::lab::Lab;

/// Where the stage's still part stands, if there is anything in it.
pub fn scene() -> Option<Element> {
    let scene = document().query_selector(".stage .scene").ok().flatten();
    scene.filter(|scene| scene.query_selector("text").is_ok_and(|words| words.is_some()))
}

/// What stands on the canvas now, as SVG.
pub fn dots(lab: Lab) -> Markup {
    let Some(canvas) = document().query_selector(".stage canvas").ok().flatten() else { return Markup::default() };
    let (run, now, moment) = untrack(|| (lab.run(), lab.now(), lab.moment()));
    let size = |side: &str| get(&canvas, side).as_f64().unwrap_or_default();
    let layout = Layout::new(size("clientWidth"), size("clientHeight"), run.trace.servers());
    let ink = Ink::of(&canvas);
    let still: JsValue = call(&window(), "matchMedia", &["(prefers-reduced-motion: reduce)".into()]);
    let flights = get(&still, "matches").as_bool() != Some(true);
    let frame = Frame { run: &run, now, moment: &moment, layout: &layout, ink: &ink, scale: 1.0, flights };
    recorded(|recorder| dots::draw(recorder, &frame))
}
