//! "What it costs": the lessons' numbers, and the reader's own.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Calls, Costs, Strategy, Tab};
use limit_sim::time::Span;
use thirtyfour::Key;

tests![
    at_its_start_it_says_what_the_lesson_says,
    a_slider_that_is_moved_by_keys_changes_the_calls,
    two_hundred_thousand_requests_take_several_nodes,
    one_key_that_is_too_much_leads_to_strategies_that_ask_less_often,
    what_is_typed_wrong_is_told_and_nothing_is_lost,
    a_link_brings_it_all_back,
    the_lessons_cases_are_a_press_away,
    the_run_above_says_what_a_check_asks,
    the_simulation_measures_what_the_formula_says,
];

const ANSWER: &str = ".cost .answer h3";
const LESSON: &str = "One Redis is enough, 5.4% used.";

async fn answers(page: &Page, text: &str) -> Result<()> {
    page.text_becomes(ANSWER, text).await
}

/// The number below a heading.
async fn number(page: &Page, heading: &str) -> Result<String> {
    let script = "return [...document.querySelectorAll('.cost dl')].find(one => \
        one.querySelector('dt').textContent === arguments[0])?.querySelector('strong').textContent ?? ''";
    page.ask_about(script, vec![heading.into()]).await
}

async fn shows(page: &Page, heading: &str, text: &str) -> Result<()> {
    eventually_eq(heading, text.to_owned(), async || number(page, heading).await).await
}

async fn at_its_start_it_says_what_the_lesson_says(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.open_tab("cost").await?;
    answers(page, LESSON).await?;
    shows(page, "Redis calls a second", "5,400").await?;
    shows(page, "Used of one node", "5.4%").await?;
    shows(page, "Nodes", "1").await?;
    shows(page, "Memory", "20 MB").await?;
    shows(page, "Of a request\u{2019}s time", "0.9%").await?;
    let beside = page.text(".cost .answer p").await?;
    ensure!(beside.contains("10.8%"), "a script is not told of: {beside}");
    ensure!(page.link().await?.to_string() == "strategy=incr&tab=cost", "{}", page.address().await?);
    Ok(())
}

async fn a_slider_that_is_moved_by_keys_changes_the_calls(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost").await?;
    page.tab_to("#cost-rate-slider").await?;
    page.press(Key::Right).await?;
    shows(page, "Redis calls a second", "6,000").await?;
    page.press(Key::Left).await?;
    page.press(Key::Left).await?;
    shows(page, "Redis calls a second", "4,500").await?;
    page.press(Key::End).await?;
    shows(page, "Redis calls a second", "1,500,000").await?;
    ensure!(page.is_focused("#cost-rate-slider").await?, "the focus went to {:?}", page.focus().await?);
    eventually_eq("the address", 1_000_000, async || Ok(page.link().await?.costs.rate)).await
}

async fn two_hundred_thousand_requests_take_several_nodes(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost").await?;
    page.type_into("cost-rate", "200000").await?;
    answers(page, "One Redis would be 300% used. It takes 5 nodes, each 60% used.").await?;
    shows(page, "Nodes", "5").await
}

async fn one_key_that_is_too_much_leads_to_strategies_that_ask_less_often(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost&cost-rate=200000&cost-hot=120000").await?;
    answers(page, "One key alone is too much for any number of nodes: it asks for 120% of the one node that it is on.")
        .await?;
    shows(page, "Nodes", "none").await?;
    shows(page, "A call waits", "without bound").await?;
    page.click_button("Compare strategies that do").await?;
    eventually_eq("the tab", "compare".to_owned(), async || page.tab().await).await?;
    let compared = async || Ok(page.link().await?.compare);
    let all = vec![Strategy::Incr, Strategy::SyncAll, Strategy::SyncShare, Strategy::Lease];
    eventually_eq("the strategies", all, compared).await
}

async fn what_is_typed_wrong_is_told_and_nothing_is_lost(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost").await?;
    for (field, wrong, allowed, right) in [
        ("cost-rate", "many", "a whole number from 1 to 1000000", "3600"),
        ("cost-checks", "1,5", "a number from 0.1 to 20.0, with at most one decimal", "1.5"),
        ("cost-service", "0", "1us to 10ms, with its unit (us, ms or s)", "10"),
        ("cost-hot", "3601", "0 to 3600, all requests", "0"),
    ] {
        page.type_into(field, wrong).await?;
        let told = format!("\u{201c}{wrong}\u{201d} was not taken. Allowed: {allowed}.");
        page.text_becomes(&format!("#{field}-problem"), &told).await?;
        answers(page, LESSON).await?;
        ensure!(page.link().await?.costs == Costs::default(), "{wrong} in {field} led to {}", page.address().await?);
        let holds = format!("return document.querySelector('[name={field}]').value");
        ensure!(page.ask::<String>(&holds).await? == wrong, "what was typed in {field} is gone");
        page.type_into(field, right).await?;
        page.text_becomes(&format!("#{field}-problem"), "").await?;
    }
    answers(page, LESSON).await
}

async fn a_link_brings_it_all_back(page: &Page) -> Result<()> {
    let query = "strategy=incr&tab=cost&cost-rate=20000&cost-checks=1.0&cost-calls=run&cost-service=20us&cost-hot=5000\
        &cost-buckets=1000000&cost-bytes=250&cost-rtt=500us&cost-work=80ms";
    page.open(query).await?;
    let costs = Costs {
        rate: 20_000,
        checks: 10,
        calls: Calls::Run,
        service: Span::from_micros(20),
        hot: 5_000,
        buckets: 1_000_000,
        bytes: 250,
        rtt: Span::from_micros(500),
        work: Span::from_millis(80),
    };
    let link = page.link().await?;
    ensure!(link.tab == Tab::Cost && link.costs == costs, "{link}");
    shows(page, "Redis calls a second", "20,500").await?;
    shows(page, "Memory", "250 MB").await?;
    let shown = page.shown().await?;
    for (field, text) in [("cost-rate", "20000"), ("cost-checks", "1"), ("cost-service", "20"), ("cost-work", "80")] {
        ensure!(shown.fields[field] == text, "{field} shows {}", shown.fields[field]);
    }
    page.click("[data-do=peak]").await?;
    answers(page, LESSON).await?;
    eventually_eq("the address", "strategy=incr&tab=cost".to_owned(), async || Ok(page.link().await?.to_string()))
        .await?;
    page.reload().await?;
    answers(page, LESSON).await
}

async fn the_lessons_cases_are_a_press_away(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost").await?;
    for (case, answer) in [
        ("endpoint", "One Redis is enough, 50% used."),
        ("key", "One Redis is enough, 16% used."),
        ("script", "One Redis is enough, 40% used."),
        ("slow", "One key alone is too much for any number of nodes: it asks for 120% of the one node that it is on."),
        ("peak", LESSON),
    ] {
        page.tab_to(&format!("[data-do={case}]")).await?;
        page.press(Key::Enter).await?;
        answers(page, answer).await?;
        ensure!(page.is_focused(&format!("[data-do={case}][aria-pressed=true]")).await?, "{case} lost the focus");
    }
    Ok(())
}

async fn the_run_above_says_what_a_check_asks(page: &Page) -> Result<()> {
    page.open("strategy=script&tab=cost").await?;
    page.click("[data-do=own]").await?;
    answers(page, "One Redis is enough, 10.8% used.").await?;
    page.pick("local").await?;
    page.choose("cost-calls", "run").await?;
    answers(page, "This asks Redis nothing: servers count for themselves.").await
}

async fn the_simulation_measures_what_the_formula_says(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=cost&cost-rate=50000&cost-checks=1.0").await?;
    let words = async || page.text(".cost .words b").await;
    eventually("it is measured", async || Ok(!words().await?.is_empty())).await?;
    // At 50% a call waits for half its service.
    let numbers: Vec<f64> = words().await?.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [mean, error] = numbers[..] else { anyhow::bail!("{numbers:?}") };
    ensure!((mean - 5.0).abs() < 4.0 * error && error < 0.5, "{mean} \u{b1} {error}");
    let crosses = "return document.querySelectorAll('.cost svg .measured').length";
    eventually_eq("a cross here and four along the curve", 5, async || page.ask(crosses).await).await
}
