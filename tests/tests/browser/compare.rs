//! "Compare": several strategies on the same requests.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Link, Scenario, Strategy};
use limit_sim::time::Time;
use limit_sim::trace::{Event, Outcome, Trace};
use limit_sim::verdict::Verdict;

tests![
    the_lessons_four_stand_side_by_side_each_with_its_own_numbers,
    all_of_them_show_how_far_things_are_at_the_playhead,
    the_table_has_the_same_in_numbers,
    a_strategy_that_is_picked_twice_changes_places_and_the_address_says_so,
    a_strategy_that_cannot_count_by_the_rule_says_so_and_the_others_are_compared,
    what_was_measured_on_a_real_redis_is_shown_point_for_point,
];

/// What stands above each picture.
const HEADS: &str = "return [...document.querySelectorAll('.compare article:not([hidden])')].map(one => \
    [one.querySelector('h4').textContent, one.querySelector('.tally')?.innerText.replace(/\\s+/g, ' ') ?? ''])";
/// The cells of the comparison's table.
const CELLS: &str = "return [...document.querySelectorAll('.compare .numbers tbody tr')].map(row => \
    [...row.cells].map(cell => cell.textContent))";

async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(&format!("tab=compare&{query}")).await?;
    let calm = "return document.querySelector('.compare')?.getAttribute('aria-busy') === 'false'";
    eventually("the comparison is that of the last run", async || page.ask(calm).await).await
}

fn scenario(query: &str) -> Result<Scenario> {
    let link: Link = query.parse().map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    Ok(link.scenario)
}

/// What a head says of a run by an instant.
fn tally(scenario: &Scenario, now: Time) -> String {
    let trace = Trace::of(scenario);
    let past = || trace.events()[..trace.events_by(now)].iter().filter_map(Event::outcome);
    let through = past().filter(|one| *one != Outcome::Refused).count();
    let over = past().filter(|one| *one == Outcome::Over).count();
    let Verdict { due, falsely_refused, .. } = trace.verdict();
    let ended = trace.events().iter().all(|event| event.outcome().is_none() || event.at <= now);
    match (over, falsely_refused) {
        (1.., _) => format!("{through} of {due} +{over} over"),
        (0, 1..) if ended => format!("{through} of {due} {falsely_refused} short"),
        _ => format!("{through} of {due}"),
    }
}

async fn heads(page: &Page) -> Result<Vec<String>> {
    let heads: Vec<[String; 2]> = page.ask(HEADS).await?;
    Ok(heads.into_iter().map(|[_, tally]| tally.trim().to_owned()).collect())
}

const FOUR: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

async fn the_lessons_four_stand_side_by_side_each_with_its_own_numbers(page: &Page) -> Result<()> {
    for query in ["", "servers=8&burst=200&rtt=5ms", "traffic=steady&rate=300&for=2s"] {
        open(page, query).await?;
        let base = scenario(query)?;
        let expected: Vec<_> = FOUR.map(|strategy| tally(&Scenario { strategy, ..base }, END)).into();
        eventually_eq("the heads", expected, async || heads(page).await).await?;
        let places: Vec<[f64; 2]> = page
            .ask("return [...document.querySelectorAll('.compare svg[role=img]:not(.measured)')].map(one => one.getBoundingClientRect()).map(one => [one.left, one.width])")
            .await?;
        ensure!(places.len() == 4 && places.windows(2).all(|two| two[0][1] == two[1][1]), "{places:?}");
    }
    Ok(())
}

const END: Time = Time::from_nanos(u64::MAX);

async fn all_of_them_show_how_far_things_are_at_the_playhead(page: &Page) -> Result<()> {
    open(page, "t=20ms").await?;
    let at = Time::from_nanos(20_000_000);
    let expected: Vec<_> = FOUR.map(|strategy| tally(&Scenario { strategy, ..Scenario::default() }, at)).into();
    eventually_eq("the heads", expected, async || heads(page).await).await?;
    let covers = "return [...document.querySelectorAll('.compare .to-come')].map(one => \
        new DOMMatrix(getComputedStyle(one).transform).e)";
    let covers: Vec<f64> = page.ask(covers).await?;
    ensure!(covers.len() == 4 && covers.iter().all(|one| *one > 0.0 && *one == covers[0]), "{covers:?}");
    Ok(())
}

async fn the_table_has_the_same_in_numbers(page: &Page) -> Result<()> {
    open(page, "compare=script,lease,owner&servers=5&rule=token-bucket").await?;
    let base = scenario("servers=5&rule=token-bucket")?;
    let cells = async || page.ask::<Vec<Vec<String>>>(CELLS).await;
    eventually("three rows", async || Ok(cells().await?.len() == 3)).await?;
    for (row, strategy) in cells().await?.iter().zip([Strategy::Script, Strategy::Lease, Strategy::Owner]) {
        let verdict = Verdict::of(&Scenario { strategy, ..base });
        let expected = [
            format!("{} of {}", verdict.allowed, verdict.due),
            verdict.over.to_string(),
            verdict.falsely_refused.to_string(),
        ];
        ensure!(row[1..4] == expected, "{strategy:?}: {row:?}");
        ensure!(row[5] == verdict.worst_case.to_string(), "{strategy:?}: {row:?}");
    }
    // Where something goes wrong there is no bound but all requests, which says nothing.
    open(page, "compare=incr,script&redis=down@10ms..30ms&on-failure=closed").await?;
    let unbounded = async || Ok(cells().await?.iter().map(|row| row[5].clone()).collect::<Vec<_>>());
    eventually_eq("no bound", vec!["\u{2014}".to_owned(); 2], unbounded).await?;
    Ok(())
}

async fn a_strategy_that_is_picked_twice_changes_places_and_the_address_says_so(page: &Page) -> Result<()> {
    open(page, "").await?;
    page.choose("compare-1", "incr").await?;
    let compared = async || Ok(page.link().await?.compare);
    let swapped = vec![Strategy::Incr, Strategy::Split, Strategy::GetSet, Strategy::Local];
    eventually_eq("the address", swapped, compared).await?;
    page.choose("compare-4", "none").await?;
    eventually_eq("the address", vec![Strategy::Incr, Strategy::Split, Strategy::GetSet], compared).await?;
    page.choose("compare-4", "cas").await?;
    let four = vec![Strategy::Incr, Strategy::Split, Strategy::GetSet, Strategy::Cas];
    eventually_eq("the address", four.clone(), compared).await?;
    page.reload().await?;
    eventually_eq("after a reload", four, compared).await
}

async fn a_strategy_that_cannot_count_by_the_rule_says_so_and_the_others_are_compared(page: &Page) -> Result<()> {
    open(page, "strategy=script&rule=gcra&compare=script,incr").await?;
    let said = "return document.querySelector('.compare article:nth-of-type(2)').innerText";
    let said = async || page.ask::<String>(said).await;
    eventually("the reason", async || Ok(said().await?.contains("only goes up"))).await?;
    let base = scenario("strategy=script&rule=gcra")?;
    eventually_eq("the other", tally(&base, END), async || heads(page).await?.into_iter().next().context("a head"))
        .await
}

async fn what_was_measured_on_a_real_redis_is_shown_point_for_point(page: &Page) -> Result<()> {
    open(page, "").await?;
    let rows = include_str!("../../../docs/measured.txt").lines().count() - 1;
    let points = "return document.querySelectorAll('.compare .measured path.real').length";
    eventually_eq("a point for each row", rows, async || page.ask(points).await).await?;
    let cells = "return document.querySelectorAll('.compare .real tbody tr').length";
    eventually_eq("a line for each row", rows, async || page.ask(cells).await).await
}
