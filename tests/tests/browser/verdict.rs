//! The verdict on the page is the headless program's.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::expected::same_verdict;
use lab_tests::headless::Headless;
use lab_tests::page::Page;
use lab_tests::random::Source;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Link, Strategy};

tests![
    two_hundred_links_have_the_trace_that_they_have_without_a_browser,
    fifty_random_scenarios_come_out_as_they_do_without_a_browser,
    what_goes_wrong_at_random_comes_out_as_it_does_without_a_browser,
    the_lessons_burst_comes_out_as_the_lesson_says,
    the_verdict_follows_a_change_without_a_reload,
];

/// Links and the hashes of their traces, which limit-sim's own tests hold to.
const HASHES: &str = include_str!("../../golden/hashes.txt");

async fn two_hundred_links_have_the_trace_that_they_have_without_a_browser(page: &Page) -> Result<()> {
    page.open("").await?;
    let lines: Vec<_> = HASHES.lines().filter_map(|line| line.split_once('\t')).collect();
    ensure!(lines.len() == 200, "{} links", lines.len());
    for (link, hash) in lines {
        page.turns_to(link).await?;
        let shown = async || page.ask("return document.querySelector('.cards').dataset.traceHash").await;
        eventually_eq(&format!("the hash of {link}"), Some(hash.to_owned()), shown).await?;
    }
    Ok(())
}

async fn fifty_random_scenarios_come_out_as_they_do_without_a_browser(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    page.open("").await?;
    let mut source = Source::announced("fifty random scenarios");
    for nth in 0..50 {
        let scenario = source.scenario(Strategy::ALL[nth % Strategy::ALL.len()]);
        let text = Link { scenario, ..Link::default() }.to_string();
        page.go_to(&text).await?;
        let (shown, _) = page.shows_its_address().await.with_context(|| text.clone())?;
        same_verdict(&shown, &headless.run(&text)?).with_context(|| text)?;
    }
    Ok(())
}

async fn what_goes_wrong_at_random_comes_out_as_it_does_without_a_browser(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    page.open("").await?;
    let mut source = Source::announced("random faults");
    for nth in 0..36 {
        let scenario = source.troubled(Strategy::ALL[nth % Strategy::ALL.len()]);
        let text = Link { scenario, ..Link::default() }.to_string();
        page.go_to(&text).await?;
        let (shown, _) = page.shows_its_address().await.with_context(|| text.clone())?;
        same_verdict(&shown, &headless.run(&text)?).with_context(|| text)?;
    }
    Ok(())
}

async fn the_lessons_burst_comes_out_as_the_lesson_says(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    for strategy in crate::COUNTERS {
        let text = format!("strategy={strategy}");
        page.open(&text).await?;
        let shown = page.shown().await?;
        same_verdict(&shown, &headless.run(&text)?).with_context(|| text)?;
        let exact = matches!(strategy, "incr");
        ensure!(!exact || shown.allowed() == "10", "{strategy} lets {} through", shown.allowed());
    }
    Ok(())
}

async fn the_verdict_follows_a_change_without_a_reload(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    page.open("").await?;
    for strategy in crate::COUNTERS.into_iter().rev() {
        page.pick(strategy).await?;
        page.type_into("servers", "6").await?;
        page.type_into("rtt", "9").await?;
        page.click_along("#burst-slider", 0.8).await?;
        let (shown, _) = page.shows_its_address().await?;
        let text = shown.query.trim_start_matches('?');
        same_verdict(&shown, &headless.run(text)?).with_context(|| text.to_owned())?;
        page.click_button("Reset").await?;
    }
    Ok(())
}
