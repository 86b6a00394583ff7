//! A picture that stands alone: an SVG with the looks that the page's styles give it, and its text.

use leptos::prelude::window;
use maud::html;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::by_name::{call, get, text};
use crate::live;
use crate::words::number::px;

/// What styles say of how a picture looks. All of it but the opacity goes on to what is inside, unless that says otherwise.
const LOOKS: [&str; 15] = [
    "opacity",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "paint-order",
    "font-family",
    "font-size",
    "font-weight",
    "font-variant-numeric",
    "text-anchor",
];

/// A caption's letters, about, and its lines, in pixels.
const LETTER: f64 = 6.6;
const LINE: f64 = 17.0;

/// A picture that stands alone as a file has it.
pub fn in_file(picture: &str) -> String {
    picture.replace(&format!(" {}=\"", live::CSS), " style=\"")
}

/// The picture standing alone, as markup for the page ([`in_file`] for elsewhere), with what is seen `over` it, on the theme's ground; with a title and a description, which stand below
/// it, too, where there is one. Nothing where the browser can't tell.
pub fn alone(svg: &Element, title: &str, about: &str, over: &str) -> String {
    let copy: Element = call(svg, "cloneNode", &[true.into()]).unchecked_into();
    let looks = style_of(svg);
    let [all, copies] = [svg, &copy].map(|of| call(of, "querySelectorAll", &["*".into()]));
    for nth in (0..).map(|nth: u32| nth.to_string()) {
        let (one, own) = (get(&all, &nth), get(&copies, &nth));
        if one.is_undefined() {
            break;
        }
        let around = style_of(&get(&one, "parentElement"));
        let told =
            told(&style_of(&one), |name, own| if name == "opacity" { own == "1" } else { value(&around, name) == own });
        if !told.is_empty() {
            live::set(own.unchecked_ref(), live::CSS, Some(&told));
        }
    }
    live::set(&copy, live::CSS, Some(&told(&looks, |_, _| false)));
    // One without a frame of its own says how large it is.
    let number = |of: &JsValue, name| get(of, name).as_f64().unwrap_or_default();
    let base = |name| get(&get(svg, name), "baseVal");
    let [width, mut height] = ["width", "height"].map(|side| match svg.has_attribute("viewBox") {
        true => number(&base("viewBox"), side),
        false => number(&base(side), "value"),
    });
    let most = ((width - 16.0) / LETTER).max(12.0) as usize;
    let caption: Vec<_> =
        [title, about].into_iter().filter(|_| !about.is_empty()).flat_map(|text| wrapped(text, most)).collect();
    let foot = height + 8.0;
    if !caption.is_empty() {
        height = foot + LINE * caption.len() as f64;
    }
    live::set(&copy, "viewBox", Some(&format!("0 0 {} {}", px(width), px(height))));
    live::set(&copy, "width", Some(&px(width)));
    live::set(&copy, "height", Some(&px(height)));
    live::set(&copy, "xmlns", Some("http://www.w3.org/2000/svg"));
    let [ground, ink] = ["flood-color", "color"].map(|name| plain(&value(&looks, name)).0);
    let head = html! { title { (title) } desc { (about) } rect width="100%" height="100%" fill=(ground) {} };
    let below = html! {
        g.caption font-family="sans-serif" font-size="12" fill=(ink) stroke="none" {
            @for (line, nth) in caption.iter().zip(1u32..) { text x="8" y=(px(foot + LINE * f64::from(nth) - 5.0)) { (line) } }
        }
    };
    copy.set_inner_html(&(head.0 + &text(&get(&copy, "innerHTML")) + over + &below.0));
    // Told as HTML, which is XML, too, as long as nothing in a picture is kept together by `&nbsp;`.
    text(&get(&copy, "outerHTML"))
}

/// A text in lines of so many letters at most, broken between words, and between the settings of a link.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut room = most;
    for word in text.split_inclusive([' ', '&']) {
        let letters = word.chars().count();
        if letters > room && room < most {
            lines.push(String::new());
            room = most;
        }
        for letter in word.chars() {
            if room == 0 {
                lines.push(String::new());
                room = most;
            }
            lines.last_mut().into_iter().for_each(|line| line.push(letter));
            room -= 1;
        }
    }
    lines
}

fn style_of(element: &JsValue) -> JsValue {
    call(&window(), "getComputedStyle", std::slice::from_ref(element))
}

fn value(looks: &JsValue, name: &str) -> String {
    text(&call(looks, "getPropertyValue", &[name.into()]))
}

/// How an element looks, as far as that is not said by what is around it.
fn told(looks: &JsValue, is_said: impl Fn(&str, &str) -> bool) -> String {
    let mut told = String::new();
    for name in LOOKS {
        let own = value(looks, name);
        if !is_said(name, &own) {
            let (colour, cover) = plain(&own);
            told += &format!("{name}:{colour};");
            if let Some(cover) = cover {
                told += &format!("{name}-opacity:{cover};");
            }
        }
    }
    told
}

/// A colour as programs that are no browser know it: mixed ones are told by their parts, from 0 to 1, and after a slash how
/// much they cover, which those programs are told apart.
fn plain(value: &str) -> (String, Option<&str>) {
    let parts = value.strip_prefix("color(srgb ").and_then(|rest| rest.strip_suffix(')'));
    let Some(parts) = parts else { return (value.to_owned(), None) };
    let (parts, cover) = parts.split_once('/').map_or((parts, None), |(parts, cover)| (parts, Some(cover.trim())));
    let number = parts.trim().split(' ').fold(0, |number, part| number << 8 | byte(part));
    (format!("#{number:06x}"), cover)
}

/// A decimal number from 0 to 1, as a byte. By whole numbers, as all that the page reads and prints.
fn byte(part: &str) -> u64 {
    let Some((whole, decimals)) = part.split_once('.') else { return if part == "1" { 255 } else { 0 } };
    if whole != "0" || decimals.contains('e') {
        return 0;
    }
    let digits = decimals.bytes().chain(std::iter::repeat(b'0')).take(6);
    let millionths = digits.fold(0, |number, digit| number * 10 + u64::from(digit.saturating_sub(b'0')));
    (millionths * 255 + 500_000) / 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_broken_between_words_and_a_long_word_anywhere() {
        assert_eq!(wrapped("one two three", 8), ["one two ", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrapped("?a=1&b=22&c=3", 6), ["?a=1&", "b=22&", "c=3"]);
    }

    #[test]
    fn mixed_colours_are_told_as_all_programs_know_them() {
        for (value, told, cover) in [
            ("color(srgb 1 0.5 0)", "#ff8000", None),
            ("color(srgb 0.854902 0.1 1e-7)", "#da1a00", None),
            ("color(srgb 0 0.5 1 / 0.13)", "#0080ff", Some("0.13")),
            ("rgb(1, 2, 3)", "rgb(1, 2, 3)", None),
            ("url(\"#over\")", "url(\"#over\")", None),
        ] {
            assert_eq!(plain(value), (told.to_owned(), cover));
        }
    }
}
