//! A picture whose pieces change by themselves.

use maud::Markup;
use web_sys::Element;

use super::{effect, tell};

/// Keeps what is in a picture's groups, one after the other: one that is told as before is not touched, so that it need not be
/// laid out anew.
pub fn pieces(picture: &Element, tell_all: impl Fn() -> Vec<Markup> + 'static) {
    let groups = picture.children();
    let mut before = Vec::new();
    effect(move || {
        let told: Vec<_> = tell_all().into_iter().map(|piece| piece.0).collect();
        for (piece, nth) in told.iter().zip(0..) {
            if before.get(nth as usize) != Some(piece) {
                groups.item(nth).into_iter().for_each(|group| tell(&group, piece));
            }
        }
        before = told;
    });
}
