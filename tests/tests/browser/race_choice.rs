//! Whose race is shown is chosen by marks, on the stage, in the table, and from one to the next.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::Tab;
use limit_sim::trace::{Outcome, Trace};

tests![
    a_mark_on_the_bar_opens_its_requests_race,
    a_mark_on_the_stage_opens_its_requests_race,
    a_row_of_the_table_chooses_its_request,
    next_and_previous_go_through_the_requests_over_the_limit,
    where_none_went_over_next_and_previous_go_through_the_refused,
    what_was_chosen_is_forgotten_with_the_next_run,
];

/// The decisions of an outcome: when, and whose.
fn decided(trace: &Trace, outcome: Outcome) -> Vec<(limit_sim::time::Time, u32)> {
    let events = trace.events().iter().filter(|event| event.outcome() == Some(outcome));
    events.map(|event| (event.at, event.request.number)).collect()
}

async fn shows_the_race_of(page: &Page, request: u32) -> Result<()> {
    let chosen = async || Ok((page.tab().await?, page.link().await?.request));
    eventually_eq("the tab and the request", ("race".to_owned(), Some(request)), chosen).await?;
    let (shown, trace) = page.shows_its_address().await?;
    let title = page.race().await?.title;
    ensure!(title.starts_with(&format!("Request {} ", request + 1)), "{title} for request {}", request + 1);
    let decision = trace.events().iter().find(|event| event.request.number == request && event.outcome().is_some());
    let (at, end) = (decision.context("a decision")?.at, trace.end());
    let playhead = shown.link().playhead.unwrap_or(end);
    ensure!(playhead == at, "the playhead is at {playhead} and not at {at}");
    Ok(())
}

async fn a_mark_on_the_bar_opens_its_requests_race(page: &Page) -> Result<()> {
    let mut pressed = 0;
    for strategy in ["local", "get-set", "get-incr"] {
        page.open(&format!("strategy={strategy}&burst=20&arrivals=even&rtt=40ms&spread=400ms&tab=code")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let over = decided(&trace, Outcome::Over);
        for nth in page.marks_apart().await? {
            page.click_mark(nth).await?;
            shows_the_race_of(page, over[nth].1).await?;
            page.race_comes_into_sight().await?;
            pressed += 1;
        }
    }
    ensure!(pressed > 5, "only {pressed} marks could be told apart");
    Ok(())
}

async fn a_mark_on_the_stage_opens_its_requests_race(page: &Page) -> Result<()> {
    for strategy in ["get-set", "split"] {
        page.open(&format!("strategy={strategy}&burst=28")).await?;
        page.open_tab("code").await?;
        let (_, trace) = page.shows_its_address().await?;
        let server = 1;
        let own: Vec<_> =
            trace.events().iter().filter(|one| one.request.server == server && one.outcome().is_some()).collect();
        let most = (0..trace.scenario().servers).map(|server| {
            trace.events().iter().filter(|one| one.request.server == server && one.outcome().is_some()).count()
        });
        ensure!(most.max() <= Some(14), "the marks are in more than one row");
        let place = format!(".stage :nth-child({} of g.server)", server + 1);
        let [left, top, width, height] = page.place_of(&place).await?;
        // Along the row of marks, each of them is met in turn.
        let mut met: Vec<u32> = Vec::new();
        let mut x = left + 8.0;
        while x < left + width - 8.0 {
            page.ask::<()>("scrollTo({ top: 0, behavior: 'instant' })").await?;
            page.click_at(x, top + height / 2.0).await?;
            let request = page.link().await?.request.context("a request")?;
            shows_the_race_of(page, request).await?;
            page.race_comes_into_sight().await?;
            page.click_button("To the end").await?;
            if met.last() != Some(&request) {
                met.push(request);
            }
            x += 7.0;
        }
        let all: Vec<u32> = own.iter().map(|event| event.request.number).collect();
        let mut in_order = met.iter();
        ensure!(all.iter().all(|one| in_order.any(|other| other == one)), "{strategy}: {met:?} is not {all:?}");
    }
    Ok(())
}

async fn a_row_of_the_table_chooses_its_request(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&t=0ms&tab=events")).await?;
        let (_, trace) = page.shows_its_address().await?;
        for row in [2, 7, 9] {
            page.click(&format!("tr[aria-rowindex='{}'] .what", row + 2)).await?;
            let event = &trace.events()[row];
            let chosen = Some(event.request.number);
            eventually_eq("the request", chosen, async || Ok(page.link().await?.request)).await?;
            let (shown, _) = page.shows_its_address().await?;
            ensure!(shown.link().tab == Tab::Events && shown.link().playhead == Some(event.at), "{}", shown.query);
        }
        page.open_tab("race").await?;
        page.shows_its_address().await?;
        let title = page.race().await?.title;
        let request = trace.events()[9].request.number + 1;
        ensure!(title.starts_with(&format!("Request {request} ")), "{title} for request {request}");
    }
    Ok(())
}

async fn goes_through(page: &Page, query: &str, outcome: Outcome, kind: &str) -> Result<()> {
    page.open(query).await?;
    let (_, trace) = page.shows_its_address().await?;
    let all: Vec<_> = decided(&trace, outcome).into_iter().map(|(_, request)| request).collect();
    ensure!(all.len() > 3, "{query} has too few for this test");
    ensure!(all[0] == trace.telling(), "the first race is not the first such request's");
    let (next, previous) = (format!("Next {kind}"), format!("Previous {kind}"));
    for request in &all[1..] {
        page.click_button(&next).await?;
        shows_the_race_of(page, *request).await?;
    }
    // There is nothing after the last.
    page.click_button(&next).await?;
    shows_the_race_of(page, all[all.len() - 1]).await?;
    for request in all[..all.len() - 1].iter().rev() {
        page.click_button(&previous).await?;
        shows_the_race_of(page, *request).await?;
    }
    page.click_button(&previous).await?;
    shows_the_race_of(page, all[0]).await
}

async fn next_and_previous_go_through_the_requests_over_the_limit(page: &Page) -> Result<()> {
    for strategy in ["local", "get-set", "get-incr"] {
        goes_through(page, &format!("strategy={strategy}&burst=40&rtt=4ms"), Outcome::Over, "over the limit").await?;
    }
    Ok(())
}

async fn where_none_went_over_next_and_previous_go_through_the_refused(page: &Page) -> Result<()> {
    for strategy in ["split", "incr"] {
        goes_through(page, &format!("strategy={strategy}&burst=18"), Outcome::Refused, "refused").await?;
    }
    Ok(())
}

async fn what_was_chosen_is_forgotten_with_the_next_run(page: &Page) -> Result<()> {
    page.open("strategy=get-set&request=7").await?;
    ensure!(page.race().await?.title.starts_with("Request 7 "), "{}", page.race().await?.title);
    page.pick("incr").await?;
    let (shown, trace) = page.shows_its_address().await?;
    ensure!(shown.link().request.is_none(), "{}", shown.query);
    let title = page.race().await?.title;
    ensure!(title.starts_with(&format!("Request {} ", trace.telling() + 1)), "{title}");
    Ok(())
}
