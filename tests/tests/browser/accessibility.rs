//! axe-core finds nothing wrong, in any state.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;
use thirtyfour::Key;

tests![
    axe_finds_nothing_in_any_state_in_english,
    axe_finds_nothing_in_any_state_in_hindi,
    what_is_said_of_a_step_is_read_out,
];

/// A theme, and a window's size: where all of axe-core's rules are tried, or only that of contrast.
type Look = (&'static str, (u32, u32), bool);

const LAPTOP: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (360, 740);

const ENGLISH: [Look; 3] = [("light", LAPTOP, true), ("dark", PHONE, true), ("projector", LAPTOP, false)];
const HINDI: [Look; 2] = [("dark", LAPTOP, false), ("light", PHONE, true)];

/// States of the first view, beside those of the tabs.
const FIRST: [&str; 5] = [
    "strategy=local",
    "strategy=split&t=20ms",
    "strategy=get-incr&servers=32&burst=1000&balancer=least-busy",
    "strategy=multi-exec&t=20ms&redis=down@5ms..20ms,slow@25ms..30msx20,flush@35ms&crash=s2@30ms&scale=%2B2@12ms&deploy=15ms..35ms&skew=5ms",
    "strategy=sync-all&burst=0&server=8&colour=red",
];

async fn in_these_looks(page: &Page, looks: &[Look], state: &str) -> Result<()> {
    for (theme, (width, height), all) in looks {
        page.resize(*width, *height).await?;
        page.ask_about::<()>("document.documentElement.dataset.theme = arguments[0]", vec![(*theme).into()]).await?;
        let state = format!("{state}, {theme}, {width} px");
        if *all { page.is_accessible(&state).await? } else { page.has_contrast(&state).await? }
    }
    page.resize(LAPTOP.0, LAPTOP.1).await
}

/// All states one after another, as Back and Forward would go through them.
async fn in_every_state(page: &Page, language: &str, looks: &[Look]) -> Result<()> {
    page.open(&format!("strategy=get-set&lang={language}")).await?;
    for query in FIRST.iter().chain(&crate::details_layout::STATES) {
        page.go_to(query).await?;
        let rests = "return ![...document.querySelectorAll('.panel progress')].some((one) => one.checkVisibility())";
        eventually("all is counted", async || page.ask(rests).await).await?;
        in_these_looks(page, looks, &format!("{language}, {query}")).await?;
    }
    page.ask::<()>("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await?;
    in_these_looks(page, looks, &format!("{language}, unfolded")).await?;
    for field in ["servers", "limit"] {
        page.type_into(field, "none").await?;
    }
    page.click(".about-it").await?;
    in_these_looks(page, looks, &format!("{language}, wrong fields and cards")).await?;
    for dialog in ["share", "keys", "strategies", "gallery"] {
        page.open_dialog(dialog).await?;
        in_these_looks(page, looks, &format!("{language}, {dialog}")).await?;
        page.picture(&format!("dialogs/{dialog}-{language}")).await?;
        page.press(Key::Escape).await?;
    }
    Ok(())
}

async fn axe_finds_nothing_in_any_state_in_english(page: &Page) -> Result<()> {
    in_every_state(page, "en", &ENGLISH).await?;
    // A hint, a choice that can't be taken, and a count that was stopped.
    page.go_to("strategy=get-set&tab=break&order=1.1").await?;
    for button in ["Hint", "more requests", "Hint"] {
        page.click_button(button).await?;
        in_these_looks(page, &ENGLISH, &format!("after {button}")).await?;
    }
    page.go_to(crate::orders::LONG).await?;
    page.click("[data-do=cancel]").await?;
    in_these_looks(page, &ENGLISH, "a cancelled count").await
}

async fn axe_finds_nothing_in_any_state_in_hindi(page: &Page) -> Result<()> {
    in_every_state(page, "hi", &HINDI).await
}

/// What is read out when it changes must be in the page before it does.
async fn what_is_said_of_a_step_is_read_out(page: &Page) -> Result<()> {
    for (tab, place, press) in [("break", ".board-said", "1"), ("orders", ".found", "requests-more")] {
        page.open(&format!("strategy=get-set&tab={tab}")).await?;
        if tab == "orders" {
            page.counted_orders().await?;
        }
        let place = format!("#panel-{tab} {place}[role=status]");
        let before = page.text(&place).await?;
        ensure!(!before.is_empty(), "nothing is said in {place}");
        page.ask_about::<()>("document.querySelector(arguments[0]).here = true", vec![place.as_str().into()]).await?;
        page.click(&format!("#panel-{tab} [data-do='{press}']")).await?;
        eventually(&format!("{place} says something else"), async || {
            let now = page.text(&place).await?;
            Ok(!now.is_empty() && now != before)
        })
        .await?;
        let script = "return document.querySelector(arguments[0]).here === true";
        ensure!(page.ask_about::<bool>(script, vec![place.as_str().into()]).await?, "{place} is another than before");
    }
    Ok(())
}
