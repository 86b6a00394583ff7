//! Every tab, and every control under it, without a mouse.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use thirtyfour::Key;

tests![
    arrow_keys_go_from_tab_to_tab,
    every_control_under_every_tab_is_reached_by_tab,
    the_races_buttons_are_pressed_by_enter_and_space,
    the_focus_stays_when_the_race_is_told_anew,
    bars_steppers_and_styles_are_pressed_by_enter_and_space,
];

const TABS: [&str; 9] = ["race", "break", "orders", "compare", "runs", "failure", "cost", "code", "events"];

async fn arrow_keys_go_from_tab_to_tab(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=12.3ms").await?;
    page.tab_to("[role=tab]").await?;
    let on = async |tab: &str| {
        eventually_eq("the tab", tab.to_owned(), async || page.tab().await).await?;
        ensure!(page.is_focused(&format!("#tab-{tab}")).await?, "the focus went to {:?}", page.focus().await?);
        anyhow::Ok(())
    };
    on("race").await?;
    for tab in ["break", "orders", "compare", "runs", "failure", "cost", "code", "events", "race"] {
        page.press(Key::Right).await?;
        on(tab).await?;
    }
    for tab in ["events", "code"] {
        page.press(Key::Left).await?;
        on(tab).await?;
    }
    page.press(Key::Home).await?;
    on("race").await?;
    page.press(Key::End).await?;
    on("events").await?;
    // None of that was for the playhead.
    ensure!(page.link().await?.to_string() == "strategy=get-set&t=12.3ms&tab=events", "{}", page.address().await?);
    Ok(())
}

async fn every_control_under_every_tab_is_reached_by_tab(page: &Page) -> Result<()> {
    for tab in TABS {
        for strategy in ["get-set", "incr"] {
            page.open(&format!("strategy={strategy}&tab={tab}&order=1")).await?;
            if tab == "orders" {
                page.counted_orders().await?;
            }
            if tab == "runs" {
                // By then there is nothing to cancel.
                page.sweep_rests().await?;
            }
            let wanted = "return [...document.querySelectorAll(`[role=tabpanel] :is(button, input, select, pre)`)].filter((item) =>
                item.checkVisibility() && !item.closest('td')).map((item) => item.getAttribute('aria-label')
                ?? item.labels?.[0]?.textContent ?? item.textContent.trim())";
            let wanted: Vec<String> = page.ask(wanted).await?;
            ensure!(!wanted.is_empty(), "{tab} has nothing to press");
            let order: Vec<_> = page.tab_order().await?.into_iter().map(|focus| focus.label).collect();
            let mut rest = order.iter().skip_while(|label| !TITLES.contains(&label.as_str()));
            for label in wanted {
                ensure!(rest.any(|one| *one == label), "{strategy}, {tab}: Tab does not lead to {label}: {order:?}");
            }
        }
    }
    Ok(())
}

const TITLES: [&str; 9] = [
    "The race",
    "Break it",
    "All orders",
    "Compare",
    "Many runs",
    "When it fails",
    "What it costs",
    "Code",
    "Every event",
];

async fn the_races_buttons_are_pressed_by_enter_and_space(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let request = async || anyhow::Ok(page.link().await?.request);
    for (button, key) in [("next", Key::Enter), ("next", Key::Space), ("previous", Key::Enter)] {
        let before = request().await?;
        page.tab_to(&format!("#panel-race [data-do={button}]")).await?;
        page.press(key).await?;
        eventually("another request is chosen", async || Ok(request().await? != before)).await?;
    }
    for (button, key) in [("back", Key::Space), ("on", Key::Enter), ("back", Key::Enter)] {
        let before = page.link().await?.playhead;
        page.tab_to(&format!("#panel-race [data-do={button}]")).await?;
        page.press(key).await?;
        eventually("the playhead moves", async || Ok(page.link().await?.playhead != before)).await?;
        page.shows_its_address().await?;
    }
    for (button, key) in [("pausing", Key::Space), ("pausing", Key::Enter), ("all", Key::Enter), ("all", Key::Space)] {
        let script = format!("return document.querySelector('#panel-race [data-do={button}]').ariaPressed");
        let before: String = page.ask(&script).await?;
        page.tab_to(&format!("#panel-race [data-do={button}]")).await?;
        page.press(key).await?;
        eventually("the button is down, or up", async || Ok(page.ask::<String>(&script).await? != before)).await?;
    }
    page.tab_to("#panel-race [data-do=smallest]").await?;
    page.press(Key::Enter).await?;
    eventually_eq("the servers", 2, async || Ok(page.link().await?.scenario.servers)).await?;
    ensure!(!page.shown().await?.playing, "it plays");
    Ok(())
}

async fn the_focus_stays_when_the_race_is_told_anew(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    for button in ["next", "back", "pausing", "all", "smallest"] {
        let button = format!("#panel-race [data-do={button}]");
        page.tab_to(&button).await?;
        page.press(Key::Enter).await?;
        page.shows_its_address().await?;
        ensure!(page.is_focused(&button).await?, "{button}: the focus went to {:?}", page.focus().await?);
    }
    // An offer that was taken is gone; what takes its place is not told, but the keys still work.
    page.open("strategy=get-set&burst=10").await?;
    page.tab_to("#panel-race .race-none button").await?;
    page.press(Key::Enter).await?;
    eventually("something goes over the limit", async || Ok(page.shown().await?.marks > 0)).await?;
    page.press("o").await?;
    page.shows_its_address().await?;
    Ok(())
}

async fn bars_steppers_and_styles_are_pressed_by_enter_and_space(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=orders").await?;
    page.tab_to("#panel-orders [data-do=requests-more]").await?;
    page.press(Key::Enter).await?;
    eventually_eq("the requests", 3, async || Ok(page.link().await?.small.requests)).await?;
    page.counted_orders().await?;
    ensure!(page.is_focused("#panel-orders [data-do=requests-more]").await?, "{:?}", page.focus().await?);
    page.tab_to("#panel-orders .bars button").await?;
    page.press(Key::Space).await?;
    eventually("its order is shown", async || Ok(page.text("#panel-orders .example").await?.starts_with("Order ")))
        .await?;
    page.tab_to("#panel-orders [data-do=by-hand]").await?;
    page.press(Key::Enter).await?;
    eventually_eq("the tab", "break".to_owned(), async || page.tab().await).await?;
    ensure!(page.is_focused("#tab-break").await?, "the focus went to {:?}", page.focus().await?);
    page.open("strategy=get-set&tab=code").await?;
    for (style, key) in [("go", Key::Enter), ("python", Key::Space)] {
        let button = format!("#panel-code [data-style={style}]");
        page.tab_to(&button).await?;
        page.press(key).await?;
        let on = format!("return document.querySelector('{button}').ariaPressed === 'true'");
        eventually("the style is on", async || page.ask(&on).await).await?;
        ensure!(page.is_focused(&button).await?, "the focus went to {:?}", page.focus().await?);
    }
    Ok(())
}
