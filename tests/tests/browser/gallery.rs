//! The gallery of scenarios.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::headless::Headless;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::Link;
use limit_sim::verdict::Verdict;
use serde::Deserialize;
use thirtyfour::Key;

tests![
    each_entry_says_what_its_run_comes_to,
    the_claims_of_the_lessons_are_among_them,
    an_entry_is_followed_without_loading_the_page,
    what_is_embedded_and_locked_stays,
    it_can_be_left_out,
    it_is_used_by_keyboard_alone,
    axe_finds_nothing_in_the_gallery,
];

#[derive(Deserialize)]
struct Entry {
    link: String,
    href: String,
    comes: String,
}

/// Opens it, and waits until all is worked out.
async fn open(page: &Page) -> Result<Vec<Entry>> {
    page.open_dialog("gallery").await?;
    let done = "return !!document.querySelector('#gallery .entries:not([aria-busy]) .comes')
        && [...document.querySelectorAll('#gallery .comes')].length > 60
        && [...document.querySelectorAll('#gallery .comes')].every((one) => one.textContent.length > 3)";
    eventually("all runs are done", async || page.ask(done).await).await?;
    let script = "return [...document.querySelectorAll('#gallery li')].map((one) => ({
        link: one.querySelector('a').dataset.link,
        href: one.querySelector('a').getAttribute('href'),
        comes: one.querySelector('.comes').textContent }))";
    page.ask(script).await
}

async fn each_entry_says_what_its_run_comes_to(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    for Entry { link, href, comes } in open(page).await? {
        let read: Link = link.parse().map_err(|problems| anyhow::anyhow!("{link}: {problems:?}"))?;
        ensure!(href == format!("?{read}"), "{href} is not {link}");
        if link.contains("cost-rate") || link.ends_with("tab=cost") {
            ensure!(comes.contains("of a Redis node"), "{comes}");
            continue;
        }
        let Verdict { allowed, over, falsely_refused, .. } = Verdict::of(&read.scenario);
        let numbers: String = comes.chars().filter(|one| *one != ',').collect();
        let begins = format!("{allowed} of {} let through", read.scenario.requests());
        ensure!(numbers.starts_with(&begins), "{link}: {comes}; not {begins}");
        ensure!((over > 0) == numbers.contains(&format!("; {over} over")), "{link}: {comes}");
        ensure!((over + falsely_refused == 0) == comes.ends_with("exact"), "{link}: {comes}");
    }
    Ok(())
}

async fn the_claims_of_the_lessons_are_among_them(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    let entries = open(page).await?;
    let claims = include_str!("../../../docs/claims.txt").lines().filter(|line| !line.starts_with("# "));
    for claim in claims {
        let link = claim.split(" | ").nth(2).unwrap_or_default();
        ensure!(entries.iter().any(|entry| entry.link == link), "the gallery lacks {link}");
    }
    // The headless program has the same numbers.
    let first = &entries[0];
    let headless = Headless::build()?.run(&first.link)?;
    ensure!(first.comes.starts_with(&format!("{} of", headless["allowed"])), "{}: {headless}", first.comes);
    Ok(())
}

async fn an_entry_is_followed_without_loading_the_page(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.ask::<()>("window.here = true").await?;
    open(page).await?;
    page.click("#gallery [data-link='strategy=split&burst=10']").await?;
    eventually_eq("the strategy", "split".to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    ensure!(page.ask::<bool>("return window.here && !document.querySelector('dialog[open]')").await?, "it stays open");
    page.back().await?;
    eventually_eq("the strategy", "incr".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn what_is_embedded_and_locked_stays(page: &Page) -> Result<()> {
    page.open("strategy=incr&burst=25&embed=1&lock=burst").await?;
    let entries = open(page).await?;
    ensure!(entries.iter().all(|one| ["burst=25", "embed=1", "lock=burst"].iter().all(|own| one.href.contains(own))));
    page.click("#gallery [data-link='strategy=local']").await?;
    eventually_eq("the strategy", "local".to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    ensure!(page.link().await?.scenario.burst == 25, "the burst is {}", page.link().await?.scenario.burst);
    Ok(())
}

async fn it_can_be_left_out(page: &Page) -> Result<()> {
    page.open("strategy=incr&hide=gallery").await?;
    ensure!(page.ask::<bool>("return !document.querySelector('[data-opens=gallery], #gallery')").await?, "it is there");
    page.open_dialog("share").await
}

async fn it_is_used_by_keyboard_alone(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.ask::<()>("document.querySelector('[data-opens=gallery]').focus()").await?;
    page.press(Key::Enter + "").await?;
    eventually("it opens", async || page.ask("return !!document.querySelector('#gallery[open] li')").await).await?;
    ensure!(page.is_focused("#gallery .first").await?, "the focus went to {:?}", page.focus().await?);
    page.press(Key::Tab + "").await?;
    ensure!(page.is_focused("#gallery li a").await?, "the focus went to {:?}", page.focus().await?);
    page.press(Key::Tab + "").await?;
    ensure!(page.is_focused("#gallery li:nth-child(2) a").await?, "the focus went to {:?}", page.focus().await?);
    page.press(Key::Enter + "").await?;
    eventually_eq("the strategy", "local".to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    ensure!(page.is_focused("[data-opens=gallery]").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn axe_finds_nothing_in_the_gallery(page: &Page) -> Result<()> {
    for (width, height) in [(1280, 800), (360, 740)] {
        for theme in ["light", "dark"] {
            page.resize(width, height).await?;
            page.open(&format!("strategy=incr&theme={theme}")).await?;
            open(page).await?;
            page.is_accessible(&format!("gallery, {theme}, {width} px")).await?;
            page.picture(&format!("gallery/{theme}-{width}")).await?;
            let wide = "const it = document.querySelector('#gallery'); return it.scrollWidth > it.clientWidth";
            ensure!(!page.ask::<bool>(wide).await?, "it is wider than its dialog at {width} px");
        }
    }
    Ok(())
}
