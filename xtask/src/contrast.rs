//! Contrast of the page's colours (WCAG 2.2: 1.4.3 and 1.4.11), worked out from the table that all styles take them from.

use std::collections::HashMap;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::project;

/// The least contrast of letters to their ground.
const LETTERS: f64 = 4.5;
/// The least contrast of what a control or a mark is known by.
const MARKS: f64 = 3.0;

/// What stands on what, by the tokens' names.
const PAIRS: [(&[&str], &[&str], f64); 6] = [
    (&["ink", "soft", "accent", "allowed", "refused", "over"], &["page", "card", "wash"], LETTERS),
    (&["on-accent"], &["accent"], LETTERS),
    (&["ink"], &["stale-wash"], LETTERS),
    // The edges of fields and lists.
    (&["control"], &["page", "card"], MARKS),
    // What is on its way, and stale reads among it, has an edge in this.
    (&["flight-edge"], &["card"], MARKS),
    // A slider up to its value, and beyond.
    (&["accent"], &["faint"], MARKS),
];

/// A theme's colours by their tokens' names.
type Theme = HashMap<String, [f64; 3]>;

/// Every pair has the contrast that it needs, in every theme.
pub fn check() -> Result<()> {
    let table = fs::read_to_string(project::root().join("style/tokens.css"))?;
    let themes = themes(&table)?;
    let mut weak = Vec::new();
    for (name, theme) in &themes {
        weak.extend(too_weak(theme)?.into_iter().map(|pair| format!("{name}: {pair}")));
    }
    ensure!(weak.is_empty(), "too little contrast in style/tokens.css:\n{}", weak.join("\n"));
    println!("Letters and marks have enough contrast in all {} themes", themes.len());
    Ok(())
}

/// The pairs that have less than they need.
fn too_weak(theme: &Theme) -> Result<Vec<String>> {
    let colour = |name: &str| theme.get(name).with_context(|| format!("there is no colour --{name}"));
    let mut weak = Vec::new();
    for (above, below, least) in PAIRS {
        for (one, other) in above.iter().flat_map(|one| below.iter().map(move |other| (one, other))) {
            let contrast = contrast(*colour(one)?, *colour(other)?);
            if contrast < least {
                weak.push(format!("{one} on {other} has {contrast:.2} of {least}"));
            }
        }
    }
    Ok(weak)
}

/// The themes of a table of tokens: light, dark, and the projector's, which is light but for its own.
fn themes(table: &str) -> Result<[(&'static str, Theme); 3]> {
    let light = colours(block(table, ":root {")?, 0);
    let dark = colours(block(table, ":root {")?, 1);
    let mut projector = light.clone();
    // (It comes twice: the first time for its colour scheme.)
    let (_, own) = table.rsplit_once(":root[data-theme='projector'] {").context("no theme for projectors")?;
    projector.extend(colours(own, 0));
    Ok([("light", light), ("dark", dark), ("projector", projector)])
}

/// What is between a rule's braces.
fn block<'a>(table: &'a str, selector: &str) -> Result<&'a str> {
    let (_, rest) = table.split_once(selector).with_context(|| format!("there is no {selector}"))?;
    Ok(rest.split_once('}').context("a rule has an end")?.0)
}

/// The colours among the tokens; of two for light and dark, this one.
fn colours(rule: &str, nth: usize) -> Theme {
    let tokens = rule.lines().filter_map(|line| line.trim().strip_prefix("--")?.trim_end_matches(';').split_once(": "));
    let colour = |value: &str| {
        let pair = value.strip_prefix("light-dark(").and_then(|pair| pair.strip_suffix(')'));
        hex(pair.map_or(value, |pair| pair.split(", ").nth(nth).unwrap_or_default()))
    };
    tokens.filter_map(|(name, value)| Some((name.to_owned(), colour(value)?))).collect()
}

/// Red, green and blue from 0 to 1.
fn hex(text: &str) -> Option<[f64; 3]> {
    let number = u32::from_str_radix(text.strip_prefix('#').filter(|digits| digits.len() == 6)?, 16).ok()?;
    Some([16, 8, 0].map(|shift| f64::from(number >> shift & 0xff) / 255.0))
}

/// The contrast of two colours, from 1 to 21, as WCAG defines it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_as_wcag_defines_it() {
        let [black, white, grey] = ["#000000", "#ffffff", "#767676"].map(|text| hex(text).unwrap());
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        // The lightest grey for letters on white.
        assert!((contrast(white, grey) - 4.54).abs() < 0.005);
    }

    #[test]
    fn a_colour_that_is_too_light_is_found_in_its_theme_alone() {
        let names = ["soft", "accent", "allowed", "refused", "over", "control", "flight-edge"];
        let rest = names.map(|name| format!("--{name}: light-dark(#000000, #ffffff);\n")).concat();
        let grounds = ["page", "card", "wash", "stale-wash", "on-accent", "faint"];
        let grounds = grounds.map(|name| format!("--{name}: light-dark(#ffffff, #000000);\n")).concat();
        let table = format!(
            ":root {{\n--ink: light-dark(#000000, #555555);\n{rest}{grounds}}}\n\
             :root[data-theme='projector'] {{\n--over: #bbbbbb;\n}}\n"
        );
        let [light, dark, projector] = themes(&table).unwrap().map(|(_, theme)| too_weak(&theme).unwrap());
        assert!(light.is_empty(), "{light:?}");
        assert_eq!(dark.len(), 4, "{dark:?}");
        assert!(dark.iter().all(|pair| pair.starts_with("ink on ")), "{dark:?}");
        assert_eq!(projector.len(), 3, "{projector:?}");
        assert!(projector.iter().all(|pair| pair.starts_with("over on ")), "{projector:?}");
    }
}
