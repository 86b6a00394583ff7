//! A picture whose pieces change by themselves.

use maud::Markup;
use web_sys::Element;

use super::{effect, tell};

/// Keeps what is in a picture's groups, one after the other: one that is told as before is not touched, so that it need not be
/// laid out anew; one that is not told is empty.
pub fn pieces(picture: &Element, tell_all: impl Fn() -> Vec<Markup> + 'static) {
    let groups = picture.children();
    let mut before = vec![String::new(); groups.length() as usize];
    effect(move || {
        let mut told = tell_all().into_iter();
        for (before, nth) in before.iter_mut().zip(0..) {
            let piece = told.next().unwrap_or_default().0;
            if *before != piece {
                groups.item(nth).into_iter().for_each(|group| tell(&group, &piece));
                *before = piece;
            }
        }
    });
}
