//! A picture that stands alone: an SVG with the looks that the page's styles give it, and its text.

use leptos::prelude::window;
use maud::html;
use wasm_bindgen::JsCast;
use web_sys::{CssStyleDeclaration, Element, XmlSerializer};

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

/// The picture as a file, with a title and a description, on the theme's ground; none where the browser can't tell.
pub fn alone(svg: &Element, title: &str, about: &str) -> Option<String> {
    let copy = svg.clone_node_with_deep(true).ok()?.dyn_into::<Element>().ok()?;
    let looks = style_of(svg)?;
    copy.set_attribute("style", &told(&looks, None)).ok()?;
    let (all, copies) = (svg.get_elements_by_tag_name("*"), copy.get_elements_by_tag_name("*"));
    for nth in 0..all.length() {
        let (one, own) = (all.item(nth)?, copies.item(nth)?);
        let around = style_of(&one.parent_element()?)?;
        let told = told(&style_of(&one)?, Some(&around));
        if !told.is_empty() {
            own.set_attribute("style", &told).ok()?;
        }
    }
    let frame = svg.get_attribute("viewBox")?;
    let mut sides = frame.split(' ').skip(2);
    let (width, height) = (sides.next()?, sides.next()?);
    copy.set_attribute("width", width).ok()?;
    copy.set_attribute("height", height).ok()?;
    let ground = looks.get_property_value("--card").unwrap_or_default();
    let head = html! { title { (title) } desc { (about) } rect width="100%" height="100%" style={ "fill:" (plain(&ground)) } {} };
    copy.insert_adjacent_html("afterbegin", &head.0).ok()?;
    XmlSerializer::new().ok()?.serialize_to_string(&copy).ok()
}

fn style_of(element: &Element) -> Option<CssStyleDeclaration> {
    window().get_computed_style(element).ok()?
}

/// How an element looks, as far as what is around it does not say so.
fn told(looks: &CssStyleDeclaration, around: Option<&CssStyleDeclaration>) -> String {
    let mut told = String::new();
    for name in LOOKS {
        let value = looks.get_property_value(name).unwrap_or_default();
        let same = match around {
            None => false,
            Some(_) if name == "opacity" => value == "1",
            Some(around) => around.get_property_value(name).is_ok_and(|around| around == value),
        };
        if !same {
            told += &format!("{name}:{};", plain(&value));
        }
    }
    told
}

/// A colour as programs that are no browser know it: mixed ones are told by their parts, from 0 to 1.
fn plain(value: &str) -> String {
    let parts = value.strip_prefix("color(srgb ").and_then(|rest| rest.strip_suffix(')'));
    let Some(parts) = parts else { return value.to_owned() };
    let [red, green, blue] = [0, 1, 2].map(|nth| byte(parts.split(' ').nth(nth).unwrap_or_default()));
    format!("#{red:02x}{green:02x}{blue:02x}")
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
    fn mixed_colours_are_told_as_all_programs_know_them() {
        for (value, told) in [
            ("color(srgb 1 0.5 0)", "#ff8000"),
            ("color(srgb 0.854902 0.1 1e-7)", "#da1a00"),
            ("rgb(1, 2, 3)", "rgb(1, 2, 3)"),
            ("url(\"#over\")", "url(\"#over\")"),
        ] {
            assert_eq!(plain(value), told);
        }
    }
}
