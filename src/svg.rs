//! The few elements that the pictures are made of, as markup.

use maud::{Markup, html};

use crate::words::number::px;

/// A line of words: how it looks, which end of it stands at the place, the place, the words.
pub fn text(class: &str, anchor: &str, x: f64, y: f64, words: &str) -> Markup {
    html! { text class=(class) text-anchor=(anchor) x=(px(x)) y=(px(y)) { (words) } }
}

/// A straight line from one place to another.
pub fn line(class: &str, x1: f64, y1: f64, x2: f64, y2: f64) -> Markup {
    path(class, &format!("M{} {}L{} {}", px(x1), px(y1), px(x2), px(y2)))
}

/// A path.
pub fn path(class: &str, way: &str) -> Markup {
    html! { path class=(class) d=(way) {} }
}

/// Goes on to a place, or begins there.
pub fn on(way: &mut String, x: f64, y: f64) {
    way.push(if way.is_empty() { 'M' } else { 'L' });
    *way += &px(x);
    way.push(' ');
    *way += &px(y);
}

/// A rectangle with round corners.
pub fn rect(class: &str, x: f64, y: f64, width: f64, height: f64, round: u32) -> Markup {
    html! { rect class=(class) x=(px(x)) y=(px(y)) width=(px(width)) height=(px(height)) rx=(round) {} }
}

/// A disc, or a ring.
pub fn circle(class: &str, x: f64, y: f64, radius: f64) -> Markup {
    html! { circle class=(class) cx=(px(x)) cy=(px(y)) r=(px(radius)) {} }
}
