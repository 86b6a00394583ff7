//! On a phone, by fingers.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Tab};

tests![
    whatever_is_tapped_is_large_enough,
    sliders_and_playhead_follow_a_finger,
    the_page_scrolls_from_stage_and_sliders,
    break_it_is_played_by_taps,
];

/// What a finger or a mouse is aimed at and is smaller than this, but for links within sentences and what is also set by something
/// that is larger (blocks below the bar, by the fields in the strip).
const SMALL: &str = "
    const open = document.querySelector('dialog[open]') ?? document.body;
    const all = [...open.querySelectorAll('button, select, summary, input, textarea, a[href]:not(p a, .key-points a), [role=tab]')];
    return all.filter((item) => item.checkVisibility() && !item.matches('.unseen')).flatMap((item) => {
        const label = item.matches('[type=radio], [type=checkbox]') ? item.closest('label') : null;
        const { width, height } = (label ?? item).getBoundingClientRect();
        if (Math.min(width, height) > arguments[0] - 0.5) return [];
        return [`${item.outerHTML.slice(0, 80)}: ${width.toFixed(1)} x ${height.toFixed(1)}`];
    })";

async fn are_large_enough(page: &Page, least: u32, state: &str, small: &mut Vec<String>) -> Result<()> {
    page.ask::<()>("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await?;
    let found: Vec<String> = page.ask_about(SMALL, vec![least.into()]).await?;
    small.extend(found.into_iter().map(|what| format!("{state}: {what}")));
    small.dedup();
    Ok(())
}

async fn whatever_is_tapped_is_large_enough(page: &Page) -> Result<()> {
    let mut small = Vec::new();
    for (least, phone) in [(24, false), (44, true)] {
        if phone {
            page.is_phone(360, 740).await?;
        }
        page.open("strategy=get-set&redis=down@5ms..20ms").await?;
        for tab in Tab::NAMES {
            page.go_to(&format!("strategy=get-set&redis=down@5ms..20ms&tab={tab}")).await?;
            are_large_enough(page, least, &format!("{least} px, {tab}"), &mut small).await?;
        }
        page.open("strategy=get-set&task=outage").await?;
        for dialog in ["gallery", "share", "keys", "strategies"] {
            page.open_dialog(dialog).await?;
            are_large_enough(page, least, &format!("{least} px, {dialog}"), &mut small).await?;
            page.ask::<()>("document.querySelector('dialog[open]').close()").await?;
        }
        eventually("the lesson is there", async || Ok(!page.text(".task h3").await?.is_empty())).await?;
        are_large_enough(page, least, &format!("{least} px, lesson"), &mut small).await?;
    }
    none("too small", &small)
}

async fn on_a_phone(page: &Page, query: &str) -> Result<()> {
    page.is_phone(360, 740).await?;
    page.open(query).await
}

async fn sliders_and_playhead_follow_a_finger(page: &Page) -> Result<()> {
    on_a_phone(page, "strategy=get-set").await?;
    for slider in ["#burst-slider", "#rtt-slider", ".scrub"] {
        let position = format!("const slider = document.querySelector('{slider}'); return slider.value / slider.max");
        let [left, top, width, height] = page.place_of(slider).await?;
        let part = async || page.ask::<f64>(&position).await;
        let from = left + 13.0 + part().await? * (width - 26.0);
        let (middle, scrolled) = (top + height / 2.0, page.scrolled().await?);
        page.swipe([from, middle], [left + width * 0.75, middle]).await?;
        eventually(&format!("{slider} follows"), async || Ok((part().await? - 0.75).abs() < 0.05)).await?;
        ensure!(page.scrolled().await? == scrolled, "{slider}: the page has scrolled");
    }
    page.shows_its_address().await?;
    Ok(())
}

async fn the_page_scrolls_from_stage_and_sliders(page: &Page) -> Result<()> {
    on_a_phone(page, "strategy=get-set&redis=down@5ms..20ms").await?;
    page.panel_is_there().await?;
    for place in [".stage", "#burst-slider", ".scrub", ".lanes", ".cards", ".tabs"] {
        let before = page.shown().await?;
        let [left, top, width, _] = page.place_of(place).await?;
        let (x, y, scrolled) = (left + width / 4.0, top + 8.0, page.scrolled().await?);
        page.swipe([x, y], [x, y - 150.0]).await?;
        let down = async || Ok(page.scrolled().await? > scrolled + 60.0);
        eventually(&format!("the page scrolls from {place}"), down).await?;
        // What has followed the finger before is put back.
        let query = async || Ok(page.shown().await?.query);
        eventually_eq(&format!("the address after {place}"), before.query, query).await?;
    }
    Ok(())
}

async fn break_it_is_played_by_taps(page: &Page) -> Result<()> {
    on_a_phone(page, "strategy=get-set&tab=break").await?;
    for choice in [1, 2, 1, 2] {
        let before = page.text(".board-said").await?;
        page.tap(&format!(".pick[data-do='{choice}']")).await?;
        eventually("something else is said", async || Ok(page.text(".board-said").await? != before)).await?;
    }
    eventually_eq("the order", "1.2.1.2".to_owned(), async || {
        let order: Vec<_> = page.link().await?.order.iter().map(u8::to_string).collect();
        Ok(order.join("."))
    })
    .await?;
    ensure!(page.text(".score").await?.contains('2'), "{}", page.text(".score").await?);
    Ok(())
}
