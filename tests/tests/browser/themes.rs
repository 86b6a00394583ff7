//! Light, dark and projector; motion or none.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use serde::Deserialize;

tests![
    a_theme_that_was_chosen_stays_after_a_reload,
    the_system_decides_while_nobody_chooses,
    a_choice_stands_against_the_system,
    a_theme_has_the_same_colours_whatever_the_system_prefers,
    the_projector_has_larger_letters,
    reduced_motion_starts_paused_and_draws_no_flights,
];

#[derive(Debug, Deserialize, PartialEq)]
struct Look {
    theme: Option<String>,
    paper: String,
    ink: String,
    drawing: String,
}

const LOOK: &str = "const paper = getComputedStyle(document.documentElement).backgroundColor;
    return { theme: document.documentElement.dataset.theme, paper, ink: getComputedStyle(document.body).color,
        drawing: document.querySelector('.stage canvas').toDataURL() };";

/// Waits until nothing about the look changes any more from one frame to the next.
async fn look(page: &Page) -> Result<Look> {
    let mut before: Look = page.ask(LOOK).await?;
    eventually("the look is still", async || {
        page.draws(2).await?;
        let now: Look = page.ask(LOOK).await?;
        let still = now == before;
        before = now;
        Ok(still)
    })
    .await?;
    Ok(before)
}

/// Everything that is drawn has other colours.
fn differ(one: &Look, other: &Look) -> Result<()> {
    ensure!(one.paper != other.paper && one.ink != other.ink, "{} and {} for both", one.paper, one.ink);
    ensure!(one.drawing != other.drawing, "the dots are drawn alike in {:?} and {:?}", one.theme, other.theme);
    Ok(())
}

const MID_FLIGHT: &str = "strategy=get-set&t=20ms";

async fn a_theme_that_was_chosen_stays_after_a_reload(page: &Page) -> Result<()> {
    page.open(MID_FLIGHT).await?;
    let light = look(page).await?;
    for theme in ["dark", "projector", "light"] {
        page.choose("theme", theme).await?;
        let script = "return document.documentElement.dataset.theme";
        eventually_eq("the theme", theme.to_owned(), async || page.ask(script).await).await?;
        let before = look(page).await?;
        if theme == "dark" {
            differ(&light, &before)?;
        }
        page.reload().await?;
        eventually_eq("the theme", theme.to_owned(), async || page.ask(script).await).await?;
        ensure!(look(page).await? == before, "{theme} looks otherwise after a reload");
        ensure!(page.shown().await?.lists["theme"] == theme, "the list shows another theme than {theme}");
    }
    Ok(())
}

async fn the_system_decides_while_nobody_chooses(page: &Page) -> Result<()> {
    page.open(MID_FLIGHT).await?;
    let light = look(page).await?;
    page.prefer("dark", "no-preference").await?;
    let dark = look(page).await?;
    differ(&light, &dark)?;
    page.prefer("light", "no-preference").await?;
    ensure!(look(page).await? == light, "it does not look as before");
    Ok(())
}

async fn a_choice_stands_against_the_system(page: &Page) -> Result<()> {
    page.open(MID_FLIGHT).await?;
    page.choose("theme", "light").await?;
    let light = look(page).await?;
    page.prefer("dark", "no-preference").await?;
    let still_light = look(page).await?;
    ensure!(
        still_light == light,
        "light is not light when the system is dark: {} on {}",
        still_light.ink,
        still_light.paper
    );
    page.choose("theme", "system").await?;
    differ(&light, &look(page).await?)
}

async fn a_theme_has_the_same_colours_whatever_the_system_prefers(page: &Page) -> Result<()> {
    let colours = "const drawing = document.querySelector('.stage canvas').toDataURL();
        const kinds = ['color', 'backgroundColor', 'borderTopColor', 'fill', 'stroke'];
        return [drawing, [...document.querySelectorAll('html, body, body *')].filter((one) => one.checkVisibility()).map((one) => {
            const style = getComputedStyle(one);
            return `${one.localName}.${one.className?.baseVal ?? one.className}: ${kinds.map((kind) => style[kind])}`;
        })]";
    for theme in ["light", "dark", "projector"] {
        let mut seen: Vec<Vec<String>> = Vec::new();
        for system in ["light", "dark"] {
            page.prefer(system, "reduce").await?;
            page.open(&format!("{MID_FLIGHT}&theme={theme}")).await?;
            look(page).await?;
            let (drawing, parts): (String, Vec<String>) = page.ask(colours).await?;
            seen.push([vec![drawing], parts].concat());
        }
        let differ = seen[0].iter().zip(&seen[1]).filter(|(light, dark)| light != dark);
        let differ: Vec<_> = differ.map(|(light, dark)| format!("{light} became {dark}")).take(5).collect();
        none(&format!("{theme}, as soon as the system is dark"), &differ)?;
        ensure!(
            seen[0].len() == seen[1].len() && seen[0].len() > 100,
            "other parts: {} and {}",
            seen[0].len(),
            seen[1].len()
        );
    }
    Ok(())
}

async fn the_projector_has_larger_letters(page: &Page) -> Result<()> {
    page.open(MID_FLIGHT).await?;
    let size = "return parseFloat(getComputedStyle(document.querySelector('.story')).fontSize)";
    let usual: f64 = page.ask(size).await?;
    page.choose("theme", "projector").await?;
    eventually("letters are larger", async || Ok(page.ask::<f64>(size).await? > usual)).await
}

async fn reduced_motion_starts_paused_and_draws_no_flights(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.prefer("light", "no-preference").await?;
        page.open(&format!("strategy={strategy}&t=20.1ms")).await?;
        let flying = look(page).await?;
        page.prefer("light", "reduce").await?;
        page.reload().await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(!shown.playing, "it plays although motion is unwanted");
        ensure!(
            look(page).await?.drawing != flying.drawing,
            "{strategy}: flights are drawn although motion is unwanted"
        );
        page.click_button("Next event").await?;
        page.shows_its_address().await?;
    }
    Ok(())
}
