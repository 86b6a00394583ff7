//! Strategies in groups, counting rules, the settings that go with them, and streams.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::expected::same_verdict;
use lab_tests::headless::Headless;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Rule, Scenario, Strategy, misfit};

tests![
    a_strategy_of_each_group_is_chosen_and_stands_in_front,
    every_strategy_with_every_rule_comes_out_as_without_a_browser,
    a_rule_that_does_not_go_with_the_strategy_is_refused_with_the_reason_and_an_offer,
    a_strategy_that_cannot_count_by_the_rule_goes_back_to_fixed_windows_and_says_so,
    the_cards_of_strategy_and_rule_open_and_follow_the_choice,
    settings_are_there_only_where_they_matter,
    a_capacity_that_is_left_out_follows_the_limit,
    a_stream_comes_out_as_without_a_browser,
    a_stream_of_too_many_requests_is_refused_with_the_reason,
    a_burst_across_the_boundary_lets_twice_the_limit_through,
];

async fn a_strategy_of_each_group_is_chosen_and_stands_in_front(page: &Page) -> Result<()> {
    page.open("").await?;
    let before = page.history().await?;
    for (nth, strategy) in ["owner", "read-write", "script", "lease"].into_iter().enumerate() {
        page.pick(strategy).await?;
        let front = async || page.ask("return document.querySelector('.switcher .other input').value").await;
        eventually_eq("what stands in front", strategy.to_owned(), front).await?;
        ensure!(page.find(".switcher .other").await?.is_displayed().await?, "{strategy} is not in front");
        ensure!(!page.find("#strategies").await?.is_displayed().await?, "the dialog is still open");
        ensure!(page.history().await? == before + nth as u32 + 1, "{strategy} is not one step in the history");
        page.shows_its_address().await?;
    }
    page.pick("local").await?;
    ensure!(!page.find(".switcher .other").await?.is_displayed().await?, "a fifth stands in front beside the four");
    Ok(())
}

async fn every_strategy_with_every_rule_comes_out_as_without_a_browser(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    page.open("").await?;
    for strategy in Strategy::ALL {
        for rule in Rule::ALL {
            if misfit(&Scenario { strategy: *strategy, rule: *rule, ..Scenario::default() }).is_some() {
                continue;
            }
            let text = format!("strategy={}&rule={}", strategy.name(), rule.name());
            page.go_to(&text).await?;
            let (shown, _) = page.shows_its_address().await.with_context(|| text.clone())?;
            same_verdict(&shown, &headless.run(&text)?).with_context(|| text.clone())?;
            ensure!(shown.story.ends_with('.') && shown.what.ends_with('.'), "{text}: {shown:?}");
        }
    }
    Ok(())
}

async fn a_rule_that_does_not_go_with_the_strategy_is_refused_with_the_reason_and_an_offer(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.choose("rule", "sliding-log").await?;
    let said = async || Ok(page.text(".put-back").await?.contains("one counter that only goes up"));
    eventually("it is said why not", said).await?;
    let shown = page.shown().await?;
    ensure!(shown.lists["rule"] == "fixed-window" && shown.query == "?strategy=incr", "{shown:?}");
    // Once more is told once more.
    page.choose("rule", "sliding-log").await?;
    eventually_eq("the rule", "fixed-window".to_owned(), async || Ok(page.shown().await?.lists["rule"].clone()))
        .await?;
    page.click("[data-nearest]").await?;
    eventually_eq("the strategy", "script".to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    let shown = page.shows_its_address().await?.0;
    ensure!(shown.lists["rule"] == "sliding-log", "{:?}", shown.lists);
    ensure!(page.text(".put-back").await?.is_empty(), "what was refused is still told");
    Ok(())
}

async fn a_strategy_that_cannot_count_by_the_rule_goes_back_to_fixed_windows_and_says_so(page: &Page) -> Result<()> {
    page.open("strategy=script&rule=gcra").await?;
    page.pick("incr").await?;
    let said = async || Ok(page.text(".put-back").await?.starts_with("GCRA does not go with"));
    eventually("it is said", said).await?;
    let shown = page.shows_its_address().await?.0;
    ensure!(shown.lists["rule"] == "fixed-window" && shown.query == "?strategy=incr", "{shown:?}");
    page.pick("local").await?;
    eventually("it is gone", async || Ok(page.text(".put-back").await?.is_empty())).await
}

async fn the_cards_of_strategy_and_rule_open_and_follow_the_choice(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.click(".about-it").await?;
    let titles = async || {
        page.ask::<Vec<String>>("return [...document.querySelectorAll('#about h2')].map((one) => one.textContent)")
            .await
    };
    let both = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    eventually_eq("the cards", both(["Redis GET then SET", "Fixed window"]), titles).await?;
    ensure!(page.text("#about").await?.contains("Avoid it when"), "a card does not say when to avoid it");
    page.pick("cas").await?;
    page.choose("rule", "token-bucket").await?;
    eventually_eq("the cards", both(["Compare and set", "Token bucket"]), titles).await?;
    page.click(".about-it").await?;
    eventually("they are gone", async || Ok(titles().await?.is_empty())).await
}

async fn settings_are_there_only_where_they_matter(page: &Page) -> Result<()> {
    for (query, there, gone) in [
        (
            "strategy=local",
            "limit window-start users phase spread",
            "capacity refill sync lease retries nodes greedy rate for jitter",
        ),
        ("strategy=script&rule=token-bucket", "capacity refill jitter", "window-start phase sync"),
        ("strategy=sync-all", "sync", "window-start lease retries"),
        ("strategy=lease", "lease", "sync retries"),
        ("strategy=cas", "retries", "lease redis-version"),
        ("strategy=multi-exec", "redis-version", "window-start phase"),
        ("strategy=incr&users=3", "users greedy nodes", "window-start"),
        ("strategy=incr&traffic=steady", "for", "spread"),
    ] {
        page.open(query).await?;
        for (names, shown) in [(there, true), (gone, false)] {
            for name in names.split(' ') {
                let hidden: bool = page
                    .ask(&format!("return (document.getElementById('{name}-setting') ?? document.querySelector('[data-slider={name}]')).hidden"))
                    .await?;
                ensure!(hidden != shown, "{query}: {name} should be {}", if shown { "there" } else { "gone" });
            }
        }
    }
    Ok(())
}

async fn a_capacity_that_is_left_out_follows_the_limit(page: &Page) -> Result<()> {
    page.open("strategy=script&rule=token-bucket").await?;
    page.type_into("capacity", "15").await?;
    eventually_eq("let through", "15".to_owned(), async || Ok(page.shown().await?.allowed().to_owned())).await?;
    page.type_into("capacity", "").await?;
    eventually_eq("let through", "10".to_owned(), async || Ok(page.shown().await?.allowed().to_owned())).await?;
    ensure!(page.shows_its_address().await?.0.fields["capacity"].is_empty(), "the field is not empty");
    Ok(())
}

async fn a_stream_comes_out_as_without_a_browser(page: &Page) -> Result<()> {
    let headless = Headless::build()?;
    page.open("strategy=get-set").await?;
    page.choose("traffic", "steady").await?;
    page.type_into("rate", "400").await?;
    page.type_into("for", "2500ms").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query.contains("traffic=steady") && shown.query.contains("rate=400"), "{}", shown.query);
    same_verdict(&shown, &headless.run(shown.query.trim_start_matches('?'))?)?;
    ensure!(shown.card("allowed").beside == "of 30 due", "{:?}", shown.card("allowed"));
    // As many as there can be.
    page.open("strategy=get-incr&traffic=steady&rate=2000&for=10s").await?;
    let shown = page.shown().await?;
    same_verdict(&shown, &headless.run(shown.query.trim_start_matches('?'))?)?;
    ensure!(shown.marks <= 700, "{} marks", shown.marks);
    Ok(())
}

async fn a_stream_of_too_many_requests_is_refused_with_the_reason(page: &Page) -> Result<()> {
    page.open("strategy=local&traffic=steady&rate=2000&for=10s").await?;
    page.type_into("for", "11s").await?;
    let complaint = page.complaint("for").await?;
    ensure!(complaint.contains("20000 requests"), "{complaint:?}");
    ensure!(page.shown().await?.query.contains("for=10s"), "it was taken all the same");
    // The slider of the rate shortens the stream instead.
    page.click_along("#rate-slider", 1.0).await?;
    let (shown, trace) = page.shows_its_address().await?;
    ensure!(trace.scenario().requests() == 20_000 && trace.scenario().rate == 20_000, "{}", shown.query);
    Ok(())
}

async fn a_burst_across_the_boundary_lets_twice_the_limit_through(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.unfold(".straddle").await?;
    page.click(".straddle").await?;
    eventually_eq("let through", "20".to_owned(), async || Ok(page.shown().await?.allowed().to_owned())).await?;
    let shown = page.shows_its_address().await?.0;
    ensure!(shown.card("allowed").beside == "of 20 due" && shown.query.contains("phase=979ms"), "{shown:?}");
    page.click(".straddle").await?;
    eventually_eq("let through", "10".to_owned(), async || Ok(page.shown().await?.allowed().to_owned())).await
}
