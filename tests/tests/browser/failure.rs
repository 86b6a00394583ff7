//! "When it fails": one outage before three endpoints, slow beside down, and the lessons' claims.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Link, OnFailure, Scenario, Tab};
use limit_sim::trace::{During, Trace};

tests![
    the_lessons_evening_comes_out_differently_for_each_endpoint,
    another_policy_for_codes_changes_the_bill,
    a_price_that_is_typed_changes_the_bill_and_a_wrong_one_is_told,
    where_nothing_fails_an_outage_is_offered_and_fills_the_panel,
    a_strategy_that_never_asks_redis_says_so_and_offers_one_that_does,
    with_no_timeout_most_wait_with_a_short_one_few_and_down_nobody,
    the_pictures_show_how_far_things_are_at_the_playhead,
    a_claims_link_plays_its_run_and_back_leads_back,
];

const EVENING: &str = "strategy=script&rule=token-bucket&servers=8&limit=300&window=60s&traffic=steady&rate=36&for=300s&users=16\
    &greedy=20&redis=down@60s..240s&timeout=10ms&tab=failure&stands-for=100";
const SLOW: &str = "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&tab=failure";

async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    let calm = "return document.querySelector('.failure')?.getAttribute('aria-busy') === 'false'";
    eventually("the panel is that of the last run", async || page.ask(calm).await).await
}

fn during(query: &str, policy: OnFailure) -> Result<During> {
    let link: Link = query.parse().map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    let scenario = Scenario { on_failure: policy, ..link.scenario };
    let outage = scenario.outage().context("an outage")?;
    Ok(Trace::of(&scenario).during(outage.from, outage.until))
}

/// Digits alone, of a number that is written in threes.
fn number(text: &str) -> Option<u32> {
    text.replace(',', "").parse().ok()
}

/// How many each endpoint let through.
async fn through(page: &Page) -> Result<Vec<Option<u32>>> {
    let script = "return [...document.querySelectorAll('.failure article .tally b')].map(one => one.textContent)";
    Ok(page.ask::<Vec<String>>(script).await?.iter().map(|text| number(text)).collect())
}

/// What the messages cost, in the outage and in the whole run.
async fn bill(page: &Page) -> Result<Vec<String>> {
    page.ask("return [...document.querySelectorAll('.failure .bill b')].map(one => one.textContent)").await
}

async fn the_lessons_evening_comes_out_differently_for_each_endpoint(page: &Page) -> Result<()> {
    open(page, EVENING).await?;
    let runs = [OnFailure::Local, OnFailure::Closed, OnFailure::Open].map(|policy| during(EVENING, policy));
    let runs: Vec<During> = runs.into_iter().collect::<Result<_>>()?;
    let expected: Vec<_> = runs.iter().map(|one| Some(one.through)).collect();
    eventually_eq("let through", expected, async || through(page).await).await?;
    let said: Vec<String> =
        page.ask("return [...document.querySelectorAll('.failure article .said')].map(one => one.textContent)").await?;
    ensure!(said[0].starts_with("Each server kept to its share of the limit, 37"), "{said:?}");
    ensure!(said[1] == "Nobody got a code for 3 minutes, and nobody could run up the bill.", "{said:?}");
    ensure!(said[2].starts_with("While Redis was down 6,541 searches passed unchecked; 2,760 were"), "{said:?}");
    let scaled = page.text(".failure article:nth-of-type(3) .head .scaled").await?;
    ensure!(scaled == "simulated 6,541; of the evening 654,100", "{scaled}");
    let rows: Vec<Vec<String>> = page
        .ask("return [...document.querySelectorAll('.failure .numbers tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        .await?;
    for (row, run) in rows.iter().zip(&runs) {
        let counts: Vec<_> = row[2..7].iter().map(|text| number(text)).collect();
        let expected = [run.through, run.over, run.refused, run.unheard, run.lost].map(Some);
        ensure!(counts == expected, "{row:?} {run:?}");
    }
    Ok(())
}

async fn another_policy_for_codes_changes_the_bill(page: &Page) -> Result<()> {
    open(page, EVENING).await?;
    eventually("no code is sent in the outage", async || {
        Ok(bill(page).await?.first().is_some_and(|cost| cost == "$0.00"))
    })
    .await?;
    page.choose("policy-1", "local").await?;
    let sent = during(EVENING, OnFailure::Local)?.through * 100 * 5;
    let cost = format!("${},{:03}.{:02}", sent / 100_000, sent / 100 % 1000, sent % 100);
    eventually_eq("the bill", Some(cost), async || Ok(bill(page).await?.into_iter().next())).await?;
    let link = page.link().await?;
    ensure!(link.policies.endpoints == [OnFailure::Local, OnFailure::Local, OnFailure::Open], "{link}");
    Ok(())
}

async fn a_price_that_is_typed_changes_the_bill_and_a_wrong_one_is_told(page: &Page) -> Result<()> {
    open(page, &format!("{EVENING}&policies=local,open,open")).await?;
    let sent = during(EVENING, OnFailure::Open)?.through;
    let type_price = async |text: &str| {
        page.click(".failure [name=price]").await?;
        page.retype(text).await
    };
    type_price("0").await?;
    eventually_eq("the bill", vec!["$0.00".to_owned(); 2], async || bill(page).await).await?;
    type_price("100").await?;
    let cost = format!("${},{:03}.00", sent * 100 / 1000, sent * 100 % 1000);
    eventually_eq("the bill", Some(cost), async || Ok(bill(page).await?.into_iter().next())).await?;
    type_price("1001").await?;
    eventually("what is allowed is told", async || {
        Ok(page.text("#price-problem").await?.contains("a whole number from 0 to 1000"))
    })
    .await?;
    ensure!(page.link().await?.policies.price == 100, "{}", page.address().await?);
    Ok(())
}

async fn where_nothing_fails_an_outage_is_offered_and_fills_the_panel(page: &Page) -> Result<()> {
    let query = "strategy=incr&traffic=steady&rate=200&tab=failure";
    for (nth, redis) in ["down@1s..2s", "silent@1s..2s", "slow@1s..2sx2000"].into_iter().enumerate() {
        open(page, query).await?;
        ensure!(!page.find(".failure .met").await?.is_displayed().await?, "there is nothing to be met");
        page.click(&format!(".failure [data-add='{nth}']")).await?;
        let wanted: Link =
            format!("{query}&redis={redis}").parse().map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
        eventually_eq("the faults", wanted.scenario.faults, async || Ok(page.link().await?.scenario.faults)).await?;
        eventually("three endpoints meet it", async || Ok(through(page).await?.iter().flatten().count() == 3)).await?;
        ensure!(page.find(".failure .met").await?.is_displayed().await?, "it is shown");
    }
    Ok(())
}

async fn a_strategy_that_never_asks_redis_says_so_and_offers_one_that_does(page: &Page) -> Result<()> {
    for (query, strategy) in [("strategy=local", "incr"), ("strategy=split&rule=gcra", "script")] {
        open(page, &format!("{query}&tab=failure&redis=down@10ms..20ms")).await?;
        let said = page.text(".failure .offer").await?;
        ensure!(said.contains("never asks Redis"), "{said}");
        page.click(".failure [data-ask]").await?;
        eventually("three endpoints meet it", async || Ok(through(page).await?.iter().flatten().count() == 3)).await?;
        let address = page.address().await?;
        ensure!(address.contains(&format!("strategy={strategy}")), "{address}");
    }
    Ok(())
}

async fn with_no_timeout_most_wait_with_a_short_one_few_and_down_nobody(page: &Page) -> Result<()> {
    open(page, SLOW).await?;
    let script = "return [...document.querySelectorAll('.failure .slow tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))";
    let rows = async || page.ask::<Vec<Vec<String>>>(script).await;
    eventually("four rows", async || Ok(rows().await?.len() == 4)).await?;
    let rows = rows().await?;
    let waiting = rows.iter().map(|row| row[1].parse::<f64>()).collect::<Result<Vec<_>, _>>()?;
    let [endless, short, long, down] = waiting[..] else { anyhow::bail!("{rows:?}") };
    ensure!(endless >= long && long > 10.0 * short && short > down, "{rows:?}");
    // Little's law beside what was measured.
    let foretold: f64 = rows[1][3].parse()?;
    ensure!((foretold - short).abs() < 0.1 * short, "{rows:?}");
    let run = during(SLOW, OnFailure::Open)?;
    ensure!((endless - run.waiting.mean).abs() < 0.6, "{endless} {run:?}");
    ensure!(page.text(".failure .slow .said").await?.contains("Little\u{2019}s law says"), "the sentence");
    Ok(())
}

async fn the_pictures_show_how_far_things_are_at_the_playhead(page: &Page) -> Result<()> {
    open(page, &format!("{SLOW}&t=1s")).await?;
    let covers = "return [...document.querySelectorAll('.failure .to-come')].map(one => \
        new DOMMatrix(getComputedStyle(one).transform).e)";
    let covers = async || page.ask::<Vec<f64>>(covers).await;
    eventually("three covers", async || Ok(covers().await?.len() == 3)).await?;
    let covers = covers().await?;
    ensure!(covers.iter().all(|one| *one > 0.0 && *one < 272.0 && *one == covers[0]), "{covers:?}");
    Ok(())
}

async fn a_claims_link_plays_its_run_and_back_leads_back(page: &Page) -> Result<()> {
    open(page, "strategy=incr&tab=failure").await?;
    let link = ".failure .claims a[href*='strategy=incr-expire']";
    eventually("the claims are there", async || {
        page.ask_about("return !!document.querySelector(arguments[0])", vec![link.into()]).await
    })
    .await?;
    page.ask::<()>("window.stayed = true").await?;
    page.click(link).await?;
    let wanted: Link = "strategy=incr-expire&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms"
        .parse()
        .map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    eventually_eq("the scenario", wanted.scenario, async || Ok(page.link().await?.scenario)).await?;
    eventually("it plays, or has played", async || {
        let shown = page.shown().await?;
        Ok(shown.playing || page.link().await?.playhead.is_none())
    })
    .await?;
    // What is claimed stands beside the run, and the focus is there.
    eventually("the claim is told", async || Ok(page.text(".failure .played").await?.starts_with("Played above: ")))
        .await?;
    ensure!(page.is_focused(".failure .played").await?, "the focus stayed far below");
    ensure!(page.link().await?.tab == Tab::Failure, "{}", page.address().await?);
    ensure!(page.ask::<bool>("return window.stayed === true").await?, "the page was loaded anew");
    page.back().await?;
    eventually("back where it was", async || Ok(page.link().await?.scenario.rtt != wanted.scenario.rtt)).await?;
    page.text_becomes(".failure .played", "").await
}
