//! What can be taken away: the stage, diagrams and tables as files, and the page on paper.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::trace::{Outcome, Trace};

tests![
    a_saved_stage_has_the_dots_of_the_moment_and_a_caption,
    a_saved_diagram_stands_alone,
    all_events_are_rows_of_the_file,
    every_tab_with_a_table_gives_its_rows,
    paper_has_the_settings_and_the_link_and_nothing_to_press,
];

/// Has a file made by the row in this place, and what it holds.
async fn saved(page: &Page, place: &str, kind: &str) -> Result<String> {
    let script = format!("document.querySelector('{place} [data-save={kind}]').click(); return null");
    eventually("the row is there", async || {
        page.ask(&format!("return !!document.querySelector('{place} [data-save={kind}]')")).await
    })
    .await?;
    page.ask::<Option<()>>(&script).await?;
    let ends = format!(
        "return (document.querySelector('{place} .saved').textContent ?? '').endsWith('.{kind} is given to the browser.')"
    );
    eventually("it is given", async || page.ask(&ends).await).await?;
    let script = format!(
        "const {{ href }} = document.querySelector('{place} .export a'), comma = href.indexOf(',');
        return href.slice(0, comma).includes('base64') ? href : decodeURIComponent(href.slice(comma + 1))"
    );
    page.ask(&script).await
}

// (What is parsed in the page is under its policy, which takes no styles told as text.)
const PARSED: &str = "const plain = arguments[0].replaceAll(/ style=\"[^\"]*\"/g, '');
    const told = new DOMParser().parseFromString(plain, 'image/svg+xml');
    const crosses = [...told.querySelectorAll('.crosses')].map((one) => one.getAttribute('d').split('L').length - 1);
    return [told.querySelectorAll('parsererror').length, told.querySelectorAll('circle.dot').length,
        crosses.reduce((sum, one) => sum + one, 0) / 2, told.querySelectorAll('.caption text').length]";

async fn a_saved_stage_has_the_dots_of_the_moment_and_a_caption(page: &Page) -> Result<()> {
    page.saves_nothing();
    for query in ["strategy=local", "strategy=get-set&rtt=2ms&t=14ms", "strategy=incr&t=0ms"] {
        page.open(query).await?;
        page.open_dialog("share").await?;
        let svg = saved(page, "#share", "svg").await?;
        let [wrong, dots, crosses, lines]: [u32; 4] = page.ask_about(PARSED, vec![svg.as_str().into()]).await?;
        let link = page.link().await?;
        let trace = Trace::of(&link.scenario);
        let moment = trace.moment(link.playhead.unwrap_or_else(|| trace.end()));
        let count = |outcome| moment.servers.iter().map(|server| server.count(outcome) as u32).sum::<u32>();
        let passed = count(Outcome::Allowed) + count(Outcome::Over);
        let still = link.scenario.requests() - moment.sent + passed;
        let moving = moment.sent - passed - count(Outcome::Refused);
        ensure!(wrong == 0 && crosses == count(Outcome::Refused), "{query}: {crosses} crosses, {wrong} errors");
        ensure!((still..=still + moving).contains(&dots), "{query}: {dots} dots, {still} still, {moving} moving");
        ensure!(lines >= 2 && svg.contains("Limit: 10 in 1 s") && svg.contains("?strategy="), "{query}: {svg}");
        let png = saved(page, "#share", "png").await?;
        ensure!(png.starts_with("data:image/png;base64,"), "{query}: no picture");
        let csv = saved(page, "#share", "csv").await?;
        let all = csv.lines().last().context("a last line")?;
        ensure!(all.starts_with(&format!("all,{passed},{},", count(Outcome::Over))), "{query}: {csv}");
    }
    Ok(())
}

async fn a_saved_diagram_stands_alone(page: &Page) -> Result<()> {
    page.saves_nothing();
    for (query, place) in
        [("strategy=get-set&tab=race", "#panel-race"), ("strategy=get-set&tab=break&order=1.2.1.2", "#panel-break")]
    {
        page.open(query).await?;
        page.panel_is_there().await?;
        let svg = saved(page, place, "svg").await?;
        let [wrong, _, _, lines]: [u32; 4] = page.ask_about(PARSED, vec![svg.as_str().into()]).await?;
        ensure!(wrong == 0 && lines >= 2 && !svg.contains("var("), "{place}: {wrong} errors, {lines} lines");
        ensure!(saved(page, place, "png").await?.starts_with("data:image/png;base64,"), "{place}: no picture");
    }
    Ok(())
}

async fn all_events_are_rows_of_the_file(page: &Page) -> Result<()> {
    page.saves_nothing();
    for query in ["strategy=get-set&tab=events", "strategy=sync-all&redis=down@10ms..30ms&timeout=5ms&tab=events"] {
        page.open(query).await?;
        page.panel_is_there().await?;
        let events = Trace::of(&page.link().await?.scenario).events().len();
        let csv = saved(page, "#panel-events", "csv").await?;
        ensure!(csv.lines().count() == events + 1, "{query}: {} lines for {events} events", csv.lines().count());
        let json: serde_json::Value = serde_json::from_str(&saved(page, "#panel-events", "json").await?)?;
        ensure!(json["rows"].as_array().map(Vec::len) == Some(events + 1), "{query}: other rows");
        ensure!(json["link"].as_str().is_some_and(|link| link.contains("?strategy=")), "{query}: {}", json["link"]);
    }
    Ok(())
}

async fn every_tab_with_a_table_gives_its_rows(page: &Page) -> Result<()> {
    page.saves_nothing();
    let failing = "strategy=incr&limit=100&traffic=steady&rate=400&redis=down@1300ms..1800ms&on-failure=local";
    for (tab, query) in [("orders", "strategy=get-set"), ("compare", ""), ("cost", ""), ("failure", failing)] {
        page.open(&format!("tab={tab}&{query}")).await?;
        page.panel_is_there().await?;
        let place = format!("#panel-{tab}");
        let there = format!("return !!document.querySelector('{place} tr, {place} .bill dl, {place} .bars button')");
        eventually("there are rows", async || page.ask(&there).await).await?;
        let csv = saved(page, &place, "csv").await?;
        ensure!(csv.lines().count() > 1, "{tab}: {csv}");
        let json: serde_json::Value = serde_json::from_str(&saved(page, &place, "json").await?)?;
        ensure!(json["rows"].as_array().is_some_and(|rows| rows.len() > 1), "{tab}: {json}");
    }
    Ok(())
}

const PRESSED: &str = "const shown = (one) => one.checkVisibility({ visibilityProperty: true });
    return [...document.querySelectorAll('button, input, select, .playbar, .switcher, [role=slider]')]
        .filter((one) => !one.closest('td') && shown(one)).map((one) => one.outerHTML.slice(0, 120))";

async fn paper_has_the_settings_and_the_link_and_nothing_to_press(page: &Page) -> Result<()> {
    page.open("strategy=get-set&rtt=3ms").await?;
    page.panel_is_there().await?;
    page.print().await?;
    eventually("the link is there", async || {
        page.ask("return document.querySelector('.on-paper .link')?.checkVisibility() ?? false").await
    })
    .await?;
    let link = page.text(".on-paper .link a").await?;
    ensure!(link == page.address().await?, "{link} is not the address");
    ensure!(page.text(".on-paper table").await?.contains("3 ms"), "the settings are not there");
    let pressed: Vec<String> = page.ask(PRESSED).await?;
    ensure!(pressed.is_empty(), "{pressed:?}");
    let shown = "return ['.outcome', '.on-paper svg', '.race-picture svg', '#lab h1'].filter((one) => \
        !document.querySelector(one)?.checkVisibility()).concat(document.querySelector('.stage').checkVisibility() ? ['two stages'] : [])";
    let missing: Vec<String> = page.ask(shown).await?;
    ensure!(missing.is_empty(), "{missing:?}");
    Ok(())
}
