//! What makes links for other pages, in "Share".

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Embed, Link, Tab, Theme};
use thirtyfour::prelude::*;

tests![
    what_is_ticked_is_in_the_link,
    everything_is_locked_with_one_tick,
    each_text_is_copied_as_it_is_shown,
    the_preview_is_loaded_when_it_is_unfolded_and_follows,
    it_can_be_done_by_keys_alone,
    it_fits_a_narrow_window,
    axe_finds_nothing_in_it,
];

const STATE: &str = "strategy=get-set&servers=8&t=12.3ms";

async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    page.open_dialog("share").await?;
    page.click("#share .into-page > summary").await?;
    let there = "return !!document.querySelector('#share .build')";
    eventually("it is there", async || page.ask(there).await).await
}

/// The text of the nth kind.
async fn text(page: &Page, nth: usize) -> Result<String> {
    page.ask(&format!("return document.querySelector(\"[data-snippet='{nth}'] textarea\").value")).await
}

/// The link that is made.
async fn made(page: &Page) -> Result<Link> {
    let address = text(page, 0).await?;
    let (_, query) = address.split_once('?').context("a query")?;
    let (link, problems) = Link::read(query);
    ensure!(problems.is_empty(), "{problems:?}");
    Ok(link)
}

async fn what_is_ticked_is_in_the_link(page: &Page) -> Result<()> {
    open(page, STATE).await?;
    let link = made(page).await?;
    let now = page.link().await?;
    ensure!(link.scenario == now.scenario && link.playhead == now.playhead, "{link}");
    ensure!(
        link.embedding.embed == Embed::Yes && link.embedding.lock.is_empty() && link.embedding.tabs.is_empty(),
        "{link}"
    );
    page.click(".build [data-group='0'] summary").await?;
    page.click(".build [data-tick=lock][value=strategy]").await?;
    page.click(".build [data-group='1'] summary").await?;
    page.click(".build [data-all='hide-1']").await?;
    page.click(".build [data-tick=tab][value=events]").await?;
    page.click(".build .ticks [data-tick=hide][value=title]").await?;
    page.ask::<()>(
        "const list = document.querySelector('.build [data-set=theme]');
        list.value = 'dark';
        list.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await?;
    let link = made(page).await?;
    ensure!(link.embedding.lock == ["strategy"], "{link}");
    let hidden = ["servers", "rtt", "jitter", "balancer", "work", "nodes", "title"];
    ensure!(link.embedding.hide.len() == hidden.len() && hidden.iter().all(|one| link.embedding.hides(one)), "{link}");
    ensure!(!link.embedding.tabs.contains(&Tab::Events) && link.embedding.tabs.len() == Tab::ALL.len() - 1, "{link}");
    ensure!(link.embedding.theme == Theme::Dark, "{link}");
    let counts: Vec<String> =
        page.ask("return [...document.querySelectorAll('.build .count')].map((one) => one.textContent)").await?;
    ensure!(counts[0] == "1 locked" && counts[1] == "6 hidden" && counts[2].is_empty(), "{counts:?}");
    let some: bool = page.ask("return document.querySelector(\".build [data-all='lock-0']\").indeterminate").await?;
    ensure!(some, "some of a group are ticked, and it does not say so");
    // The page itself is as it was.
    ensure!(page.link().await? == now, "the page has changed");
    Ok(())
}

async fn everything_is_locked_with_one_tick(page: &Page) -> Result<()> {
    open(page, STATE).await?;
    page.click(".build [data-all=lock]").await?;
    let address = text(page, 0).await?;
    ensure!(address.contains("&lock=all") && !address.contains("hide="), "{address}");
    page.click(".build [data-all=lock]").await?;
    ensure!(!text(page, 0).await?.contains("lock"), "it is still locked");
    Ok(())
}

async fn each_text_is_copied_as_it_is_shown(page: &Page) -> Result<()> {
    page.before_each_page(
        "window.copied = [];
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied.push(text); } } })",
    );
    open(page, STATE).await?;
    let count: usize = page.ask("return document.querySelectorAll('[data-snippet]').length").await?;
    ensure!(count == 8, "{count} texts");
    for nth in 0..count {
        page.click(&format!("[data-snippet='{nth}'] button")).await?;
        page.text_becomes(&format!("[data-snippet='{nth}'] .said"), "Copied.").await?;
        let copied: Vec<String> = page.ask("return window.copied").await?;
        ensure!(copied.last() == Some(&text(page, nth).await?), "{copied:?}");
    }
    // The frame is the link, as a browser reads it.
    let source: String = page
        .ask(
            "const place = document.createElement('template');
            // (The page's policy lets no markup have a style.)
            place.innerHTML = document.querySelector(\"[data-snippet='1'] textarea\").value.replace(/ style=.*?>/, '>');
            return place.content.querySelector('iframe').getAttribute('src')",
        )
        .await?;
    ensure!(source == text(page, 0).await?, "{source}");
    Ok(())
}

async fn the_preview_is_loaded_when_it_is_unfolded_and_follows(page: &Page) -> Result<()> {
    open(page, STATE).await?;
    let frames = "return document.querySelectorAll('.build iframe').length";
    ensure!(page.ask::<u32>(frames).await? == 0, "it is loaded though nobody looks");
    let history = page.history().await?;
    page.click(".build .preview summary").await?;
    let within = "document.querySelector('.build iframe')?.contentDocument";
    let servers = format!("return {within}?.querySelector('[name=servers]')?.value ?? null");
    eventually_eq("the preview", Some("8".to_owned()), async || page.ask(&servers).await).await?;
    for (width, wanted) in [("360", 360), ("800", 800)] {
        page.click(&format!(".build [data-width='{width}']")).await?;
        eventually_eq("its width", wanted, async || {
            page.ask::<u32>("return document.querySelector('.build iframe').clientWidth").await
        })
        .await?;
    }
    page.click(".build [data-width=full]").await?;
    page.click(".build .ticks [data-tick=hide][value=controls]").await?;
    let hidden = format!("return {within}?.querySelector('.controls')?.checkVisibility() ?? null");
    eventually_eq("the controls", Some(false), async || page.ask(&hidden).await).await?;
    ensure!(page.history().await? == history, "the preview makes entries in the history");
    page.click(".build .preview summary").await?;
    eventually("it is gone", async || Ok(page.ask::<u32>(frames).await? == 0)).await
}

async fn it_can_be_done_by_keys_alone(page: &Page) -> Result<()> {
    page.open(STATE).await?;
    page.tab_to("[data-opens=share]").await?;
    page.press(Key::Enter).await?;
    eventually("the focus is at the link", async || page.is_focused("#share [name=link]").await).await?;
    page.tab_to("#share .into-page > summary").await?;
    page.press(Key::Enter).await?;
    eventually("it is there", async || page.ask("return !!document.querySelector('#share .build')").await).await?;
    page.tab_to(".build [data-set=theme]").await?;
    page.tab_to(".build [data-tick=tab][value=cost]").await?;
    page.press(" ").await?;
    page.tab_to(".build [data-group='0'] summary").await?;
    page.press(Key::Enter).await?;
    page.tab_to(".build [data-tick=lock][value=rule]").await?;
    page.press(" ").await?;
    page.tab_to(".build [data-snippet='2'] button").await?;
    let link = made(page).await?;
    ensure!(link.embedding.lock == ["rule"] && !link.embedding.tabs.contains(&Tab::Cost), "{link}");
    ensure!(text(page, 2).await?.contains(" lock=\"rule\""), "{}", text(page, 2).await?);
    page.press(Key::Escape).await?;
    eventually("the focus is back", async || page.is_focused("[data-opens=share]").await).await?;
    // It did not play meanwhile.
    ensure!(page.link().await?.to_string() == STATE, "{}", page.link().await?);
    Ok(())
}

async fn it_fits_a_narrow_window(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (1280, 800)] {
        page.resize(width, height).await?;
        open(page, STATE).await?;
        page.ask::<()>("document.querySelectorAll('.build details').forEach((one) => { one.open = true; })").await?;
        let wide = "const dialog = document.querySelector('#share');
            return [...dialog.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > dialog.getBoundingClientRect().right
                && !one.closest('.window') && one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))";
        let wide: Vec<String> = page.ask(wide).await?;
        ensure!(wide.is_empty(), "at {width} px these are too wide: {wide:?}");
        page.picture(&format!("builder/{width}")).await?;
    }
    Ok(())
}

async fn axe_finds_nothing_in_it(page: &Page) -> Result<()> {
    for theme in ["light", "dark", "projector"] {
        for (width, height) in [(1280, 800), (360, 740)] {
            page.resize(width, height).await?;
            open(page, &format!("{STATE}&theme={theme}")).await?;
            page.ask::<()>(
                "document.querySelectorAll('.build details:not(.preview)').forEach((one) => { one.open = true; })",
            )
            .await?;
            page.is_accessible(&format!("builder, {theme}, {width} px")).await?;
        }
    }
    Ok(())
}
