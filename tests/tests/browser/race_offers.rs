//! Where nothing went over the limit the race says so, and offers what would; and the smallest race that does.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::{Page, numbers};
use lab_tests::tests;
use limit_sim::scenario::{Arrivals, Strategy};
use limit_sim::trace::Trace;

tests![
    where_nothing_went_over_it_says_so_and_each_offer_changes_that,
    where_nothing_ever_goes_over_it_offers_the_proof,
    where_something_went_over_nothing_is_offered,
    the_smallest_race_has_two_servers_that_both_let_one_through,
];

const SAID: &str = "Nothing went over the limit in this run";

async fn where_nothing_went_over_it_says_so_and_each_offer_changes_that(page: &Page) -> Result<()> {
    for query in [
        "strategy=get-set&burst=10",
        "strategy=get-set&rtt=0ms&spread=1s",
        "strategy=get-incr&rtt=0.3ms&spread=900ms",
        "strategy=get-incr&burst=2&limit=2",
        "strategy=local&burst=10",
        "strategy=local&servers=1",
    ] {
        page.open(query).await?;
        let (_, trace) = page.shows_its_address().await?;
        ensure!(trace.verdict().over == 0, "{query} is over the limit: not for this test");
        eventually(&format!("{query}: an offer"), async || Ok(!page.race().await?.offers.is_empty())).await?;
        let race = page.race().await?;
        ensure!(race.none.strip_prefix(SAID).is_some_and(|why| why.len() > 20), "{query}: {}", race.none);
        ensure!(race.offers.iter().all(|one| one.starts_with("Try ")), "{:?}", race.offers);
        let entries = page.history().await?;
        for (nth, offer) in race.offers.iter().enumerate() {
            page.click_button(offer).await?;
            eventually("something goes over the limit", async || Ok(page.shown().await?.marks > 0)).await?;
            let (shown, trace) = page.shows_its_address().await?;
            ensure!(trace.verdict().over > 0, "{offer} led to {}", shown.query);
            let after = page.race().await?;
            ensure!(after.none.is_empty() && after.title.ends_with("over the limit"), "{after:?}");
            ensure!(nth > 0 || page.history().await? == entries + 1, "{offer} is no step of the history");
            page.back().await?;
            eventually_eq("what is said", race.none.clone(), async || Ok(page.race().await?.none)).await?;
            eventually_eq("what is offered", race.offers.clone(), async || Ok(page.race().await?.offers)).await?;
        }
    }
    Ok(())
}

async fn where_nothing_ever_goes_over_it_offers_the_proof(page: &Page) -> Result<()> {
    for strategy in ["split", "incr"] {
        page.open(&format!("strategy={strategy}")).await?;
        let race = page.race().await?;
        ensure!(race.none.strip_prefix(SAID).is_some_and(|why| why.len() > 20), "{strategy}: {}", race.none);
        ensure!(race.offers == ["See all orders"], "{strategy}: {:?}", race.offers);
        page.click_button("See all orders").await?;
        eventually_eq("the tab", "orders".to_owned(), async || page.tab().await).await?;
        let finding = page.counted_orders().await?.finding;
        ensure!(finding.contains("none of the"), "{strategy}: {finding}");
    }
    Ok(())
}

async fn where_something_went_over_nothing_is_offered(page: &Page) -> Result<()> {
    for strategy in ["local", "get-set", "get-incr"] {
        page.open(&format!("strategy={strategy}")).await?;
        let race = page.race().await?;
        ensure!(race.none.is_empty() && race.offers.is_empty(), "{race:?}");
    }
    Ok(())
}

async fn the_smallest_race_has_two_servers_that_both_let_one_through(page: &Page) -> Result<()> {
    for query in ["strategy=incr&servers=9&rtt=30ms&t=3ms", "strategy=get-set&arrivals=random&seed=8", "strategy=local"]
    {
        page.open(query).await?;
        page.click_button("The smallest race").await?;
        eventually_eq("the servers", 2, async || Ok(page.link().await?.scenario.servers)).await?;
        let (shown, trace) = page.shows_its_address().await?;
        let scenario = shown.link().scenario;
        ensure!(scenario.strategy == Strategy::GetSet && scenario.arrivals == Arrivals::Even, "{}", shown.query);
        ensure!((scenario.servers, scenario.burst, scenario.limit) == (2, 2, 1), "{}", shown.query);
        page.click_button("To the end").await?;
        eventually_eq("the playhead", None, async || Ok(page.link().await?.playhead)).await?;
        let (shown, _) = page.shows_its_address().await?;
        let through: Vec<_> = shown.tallies.iter().map(|text| numbers(text)).collect();
        ensure!(through == [[1, 0], [1, 0]], "the servers let through and refuse {through:?}");
        let race = page.race().await?;
        ensure!(race.title.ends_with("over the limit"), "{}", race.title);
        ensure!(race.diagram.messages.len() == 4 && race.diagram.lanes.len() == 4, "{:?}", race.diagram);
        let reads: Vec<_> = race.diagram.messages.iter().filter(|one| one.command.contains("GET")).collect();
        ensure!(reads.iter().all(|one| one.reply.ends_with("(nil)")), "both read that nobody was counted: {reads:?}");
        ensure!(Trace::of(&scenario) == trace, "{}", shown.query);
        let stale = trace.stale_reads();
        stale.first().context("a stale read")?;
        ensure!(race.sentence.contains("stale"), "{}", race.sentence);
    }
    Ok(())
}
