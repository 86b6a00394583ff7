//! While the run plays, all parts of the page show one and the same instant.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::trace::Trace;

tests![
    playing_goes_forward_only_and_stops_at_the_end,
    the_stage_counts_what_has_happened_by_the_playhead,
    playing_from_the_end_starts_over,
    a_change_while_it_plays_stops_it_and_shows_the_new_run,
    scrubbing_while_it_plays_pauses_it,
];

async fn playing_goes_forward_only_and_stops_at_the_end(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&t=0ms&tab=events")).await?;
        let (_, trace) = page.shows_its_address().await?;
        page.choose("pace", "50").await?;
        page.click_button("Play").await?;
        let (mut before, mut seen) = (0.0, 0);
        loop {
            let shown = page.shown().await?;
            shown.agrees_with(&trace)?;
            let position = shown.playhead.position;
            ensure!(position >= before, "the playhead went back from {before} to {position}");
            seen += usize::from(position > before);
            before = position;
            if !shown.playing {
                ensure!(position == shown.playhead.max, "it stopped at {position} of {}", shown.playhead.max);
                break;
            }
        }
        ensure!(seen > 2, "it was seen at {seen} instants only");
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.link().playhead.is_none(), "{}", shown.query);
    }
    Ok(())
}

async fn the_stage_counts_what_has_happened_by_the_playhead(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        let scenario = format!("strategy={strategy}&servers=5&rtt=6ms&jitter=exponential&seed=11");
        let trace = Trace::of(&scenario.parse::<limit_sim::scenario::Link>().expect("a good link").scenario);
        let last = trace.events().len() - 1;
        for part in 0..=8 {
            let at = trace.events()[last * part / 8].at;
            page.open(&format!("{scenario}&t={at}&tab=events")).await?;
            let (shown, trace) = page.shows_its_address().await?;
            let moment = trace.moment(at);
            shown.stage_shows(&moment)?;
            let to_come = trace.scenario().burst - moment.sent;
            ensure!(shown.to_come == Some(to_come), "{:?} are to come and not {to_come}, at {at}", shown.to_come);
        }
    }
    Ok(())
}

async fn playing_from_the_end_starts_over(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.click_button("Play").await?;
    let began = async || {
        let shown = page.shown().await?;
        Ok(shown.playing && shown.playhead.position < shown.playhead.max)
    };
    eventually("it plays from the start", began).await
}

async fn a_change_while_it_plays_stops_it_and_shows_the_new_run(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=0ms").await?;
    page.click_button("Play").await?;
    eventually("it plays", async || Ok(page.shown().await?.playing)).await?;
    page.pick("incr").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(!shown.playing && shown.strategy == "incr", "{shown:?}");
    Ok(())
}

async fn scrubbing_while_it_plays_pauses_it(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=0ms").await?;
    page.click_button("Play").await?;
    eventually("it plays", async || Ok(page.shown().await?.playing)).await?;
    page.click_along(".scrub", 0.8).await?;
    eventually("it pauses", async || Ok(!page.shown().await?.playing)).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(!shown.playing && shown.link().playhead.is_some(), "{shown:?}");
    Ok(())
}
