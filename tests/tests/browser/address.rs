//! The page's state is in its address: links, reload, Back and Forward.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::page::{Page, Shown};
use lab_tests::tests;
use thirtyfour::Key;

tests![
    values_over_a_hundred_show_right_on_load,
    reload_restores_everything,
    a_shared_link_restores_everything_for_somebody_else,
    the_link_can_be_copied_by_a_button,
    back_and_forward_go_through_what_was_done,
    dragging_a_slider_is_one_step_of_the_history,
    holding_an_arrow_key_is_one_step_of_the_history,
    changes_of_one_control_with_a_pause_between_are_steps_of_their_own,
    moving_the_playhead_adds_nothing_to_the_history,
];

const STATE: &str = "strategy=get-set&servers=7&burst=237&spread=65ms&arrivals=even&limit=31&window=500ms&rtt=3.7ms&\
                     jitter=exponential&balancer=least-busy&work=12ms&seed=4242&t=12.345678ms&tab=events";

/// All that a link must restore.
fn restored(shown: &Shown) -> impl PartialEq + std::fmt::Debug + use<> {
    let sliders =
        shown.sliders.iter().map(|(name, slider)| (name.clone(), slider.position as u64, slider.spoken.clone()));
    // Filters are no link's, and there only once their tab was opened.
    let lists = shown.lists.iter().filter(|(name, _)| !["pace", "filter-server"].contains(&name.as_str()));
    (
        (shown.query.clone(), shown.hash.clone(), shown.strategy.clone(), shown.story.clone(), shown.clock.clone()),
        (shown.playhead.position as u64, shown.row.as_ref().map(|row| row.nth), shown.tallies.clone()),
        (
            shown.fields.clone(),
            sliders.collect::<Vec<_>>(),
            lists.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>(),
        ),
    )
}

fn same(before: &Shown, after: &Shown) -> Result<()> {
    ensure!(restored(before) == restored(after), "{:?}\nbecame\n{:?}", restored(before), restored(after));
    Ok(())
}

async fn values_over_a_hundred_show_right_on_load(page: &Page) -> Result<()> {
    page.open("strategy=get-set&burst=500&servers=32&rtt=500ms&limit=5000").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["burst"] == "500" && shown.sliders["burst"].spoken == "500 requests", "{shown:?}");
    ensure!(shown.fields["limit"] == "5000" && shown.fields["rtt"] == "500", "{shown:?}");
    ensure!(shown.playhead.position == shown.playhead.max && shown.playhead.max > 100.0, "{:?}", shown.playhead);
    for name in ["servers", "rtt"] {
        ensure!(shown.sliders[name].position == shown.sliders[name].max, "{name}: {:?}", shown.sliders[name]);
    }
    let there = shown.sliders["burst"].position;
    page.open("burst=1000").await?;
    let (shown, _) = page.shows_its_address().await?;
    let burst = &shown.sliders["burst"];
    ensure!(burst.position == burst.max && burst.position > there, "1000 stands at {burst:?}, and 500 at {there}");
    Ok(())
}

async fn reload_restores_everything(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open("tab=events").await?;
        page.pick(strategy).await?;
        page.type_into("burst", "120").await?;
        page.choose("balancer", "least-busy").await?;
        page.click_along("#servers-slider", 0.3).await?;
        page.click_along(".scrub", 0.4).await?;
        // If that was on a mark, its race was opened.
        page.open_tab("events").await?;
        page.click_button("Next event").await?;
        let (before, _) = page.shows_its_address().await?;
        page.reload().await?;
        let (after, _) = page.shows_its_address().await?;
        same(&before, &after)?;
    }
    Ok(())
}

async fn a_shared_link_restores_everything_for_somebody_else(page: &Page) -> Result<()> {
    page.open(STATE).await?;
    let (before, _) = page.shows_its_address().await?;
    let link = page.shared_link().await?;
    page.press(Key::Escape).await?;
    page.visit("about:blank").await?;
    page.visit(&link).await?;
    page.runs().await?;
    let (after, _) = page.shows_its_address().await?;
    same(&before, &after)?;
    ensure!(page.link().await? == STATE.parse().expect("a good link"), "{}", after.query);
    Ok(())
}

async fn the_link_can_be_copied_by_a_button(page: &Page) -> Result<()> {
    page.open(STATE).await?;
    page.open_dialog("share").await?;
    page.click_button("Copy link").await?;
    // Whether this browser lets pages copy is not the page's doing; to say how it went is.
    let said = async || {
        let said = page.text("dialog[open] [role=status]").await?;
        Ok(said == "Copied." || said.contains("Select the text"))
    };
    eventually_eq("that it says how copying went", true, said).await
}

async fn back_and_forward_go_through_what_was_done(page: &Page) -> Result<()> {
    page.open("tab=events").await?;
    let mut states = vec![page.shows_its_address().await?.0];
    page.pick("get-set").await?;
    states.push(page.shows_its_address().await?.0);
    page.type_into("servers", "12").await?;
    states.push(page.shows_its_address().await?.0);
    page.choose("jitter", "exponential").await?;
    states.push(page.shows_its_address().await?.0);
    page.pick("get-incr").await?;
    states.push(page.shows_its_address().await?.0);
    let last = states.len() - 1;
    for nth in (0..last).rev().chain(1..=last) {
        let back = nth < last && page.shown().await?.query != states[nth.saturating_sub(1)].query;
        if back {
            page.back().await?
        } else {
            page.forward().await?
        }
        let query = async || Ok(page.shown().await?.query);
        eventually_eq("the address", states[nth].query.clone(), query).await?;
        let (shown, _) = page.shows_its_address().await?;
        same(&states[nth], &shown)?;
    }
    Ok(())
}

async fn dragging_a_slider_is_one_step_of_the_history(page: &Page) -> Result<()> {
    // Seeds of their own: an address that is opened again makes no entry.
    for (seed, (name, from, to)) in
        [("servers", 0.1, 0.9), ("burst", 0.4, 0.9), ("rtt", 0.3, 1.0)].into_iter().enumerate()
    {
        page.open(&format!("strategy=get-set&seed={seed}")).await?;
        let (before, _) = page.shows_its_address().await?;
        let entries = page.history().await?;
        page.drag(&format!("#{name}-slider"), from, to).await?;
        let (after, _) = page.shows_its_address().await?;
        ensure!(after.query != before.query, "dragging {name} changed nothing");
        let now = page.history().await?;
        ensure!(now == entries + 1, "dragging {name} made {} steps", now - entries);
        page.back().await?;
        eventually_eq("the address", before.query.clone(), async || Ok(page.shown().await?.query)).await?;
        let (back, _) = page.shows_its_address().await?;
        same(&before, &back)?;
    }
    Ok(())
}

/// Stops the page's clock, so that nothing depends on how fast this machine presses keys.
fn stop_the_clock(page: &Page) {
    page.before_each_page("window.clock = 1e12; Date.now = () => window.clock");
}

async fn holding_an_arrow_key_is_one_step_of_the_history(page: &Page) -> Result<()> {
    stop_the_clock(page);
    page.open("strategy=get-set").await?;
    let entries = page.history().await?;
    page.tab_to("#burst-slider").await?;
    for _ in 0..8 {
        page.press(Key::Right).await?;
    }
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.link().scenario.burst > 50, "{}", shown.query);
    ensure!(page.history().await? == entries + 1, "it made {} steps", page.history().await? - entries);
    Ok(())
}

async fn changes_of_one_control_with_a_pause_between_are_steps_of_their_own(page: &Page) -> Result<()> {
    stop_the_clock(page);
    page.open("").await?;
    let entries = page.history().await?;
    for strategy in ["split", "get-set", "incr"] {
        page.pick(strategy).await?;
        page.ask::<()>("window.clock += 60000").await?;
    }
    ensure!(page.history().await? == entries + 3, "it made {} steps", page.history().await? - entries);
    page.back().await?;
    eventually_eq("the strategy", "get-set".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn moving_the_playhead_adds_nothing_to_the_history(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let entries = page.history().await?;
    page.drag(".scrub", 1.0, 0.3).await?;
    page.click_button("Next event").await?;
    page.press(Key::Home).await?;
    page.press("o").await?;
    let (shown, _) = page.shows_its_address().await?;
    shown.link().playhead.context("a playhead in the address")?;
    ensure!(page.history().await? == entries, "it made {} steps", page.history().await? - entries);
    Ok(())
}
