//! What is open below the verdict is in the link.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::small::{board_shows, case_of};
use lab_tests::tests;
use limit_sim::scenario::Link;
use limit_sim::trace::Trace;

use crate::board::board_is;

tests![
    a_link_opens_what_it_names,
    what_was_opened_and_done_is_there_after_a_reload,
    an_order_that_goes_nowhere_is_told_and_taken_as_far_as_it_goes,
    a_request_beyond_the_burst_is_told_and_the_one_that_says_most_is_shown,
    mistakes_in_what_is_open_are_told,
    back_and_forward_bring_back_what_was_open,
    moving_about_in_the_tabs_adds_nothing_to_the_history,
];

const OPEN: &str = "case-servers=3&case-requests=4&case-limit=2&case-extras=both&order=1.4.2.5.4";

async fn a_link_opens_what_it_names(page: &Page) -> Result<()> {
    for tab in ["break", "orders", "code", "events", "race"] {
        let tabbed = if tab == "race" { String::new() } else { format!("&tab={tab}") };
        let query = format!("strategy=get-set&t=20ms{tabbed}&request=12&{OPEN}");
        page.open(&query).await?;
        eventually_eq("the tab", tab.to_owned(), async || page.tab().await).await?;
        page.shows_its_address().await?;
        ensure!(page.link().await?.to_string() == query, "{query} became {}", page.link().await?);
        let link = page.link().await?;
        match tab {
            "break" => board_shows(&page.board().await?, &case_of(&link), &link.order)?,
            "orders" => ensure!(!page.counted_orders().await?.bars.is_empty(), "no bars"),
            "code" => ensure!(page.code().await?.aside.contains("request 12 "), "{}", page.code().await?.aside),
            "race" => ensure!(page.race().await?.title.starts_with("Request 12 "), "{}", page.race().await?.title),
            _ => {}
        }
    }
    Ok(())
}

async fn what_was_opened_and_done_is_there_after_a_reload(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.click_button("Next over the limit").await?;
    eventually("a request is chosen", async || Ok(page.link().await?.request.is_some())).await?;
    page.open_tab("break").await?;
    page.click_button("more requests").await?;
    for choice in [3, 1, 3] {
        page.pick_next(choice).await?;
    }
    let before = board_is(page, &[3, 1, 3]).await?;
    let link = page.link().await?;
    page.reload().await?;
    ensure!(page.link().await? == link && page.tab().await? == "break", "{link} became {}", page.link().await?);
    let after = board_is(page, &[3, 1, 3]).await?;
    ensure!(after.diagram == before.diagram && after.score == before.score, "{after:?}");
    let shared = page.shared_link().await?;
    ensure!(shared == page.address().await?, "the link to share is {shared}");
    Ok(())
}

async fn an_order_that_goes_nowhere_is_told_and_taken_as_far_as_it_goes(page: &Page) -> Result<()> {
    for (order, taken, next, stopped, why) in [
        ("1.1.1.2", &[1, 1][..], 2, 1, "Nothing is left to run for request 1"),
        ("7.1", &[], 2, 7, "There is no choice 7 here."),
        ("2.1.2.200.1", &[2, 1, 2], 1, 200, "There is no choice 200 here."),
    ] {
        page.open(&format!("strategy=get-set&tab=break&order={order}")).await?;
        let link = page.link().await?;
        let board = page.board().await?;
        board_shows(&board, &case_of(&link), &link.order)?;
        let steps = if taken.len() == 1 { "step" } else { "steps" };
        ensure!(board.score.contains(&format!("{} {steps}", taken.len())), "{order}: {}", board.score);
        let stopped = format!("goes on with {stopped}, which can\u{2019}t be taken");
        ensure!(board.said[0].contains(&stopped) && board.said[0].contains(why), "{order}: {:?}", board.said);
        // With the next choice the rest is gone.
        page.pick_next(next).await?;
        board_is(page, &[taken, &[next]].concat()).await?;
    }
    Ok(())
}

async fn a_request_beyond_the_burst_is_told_and_the_one_that_says_most_is_shown(page: &Page) -> Result<()> {
    page.open("strategy=get-set&burst=30&request=31").await?;
    let notice = page.text(".notice").await?;
    ensure!(notice.contains("request=31") && notice.contains("from 1 to 30"), "{notice}");
    let trace = Trace::of(&Link::read("strategy=get-set&burst=30").0.scenario);
    let title = page.race().await?.title;
    ensure!(title.starts_with(&format!("Request {} ", trace.telling() + 1)), "{title}");
    Ok(())
}

async fn mistakes_in_what_is_open_are_told(page: &Page) -> Result<()> {
    for mistake in [
        "tab=all",
        "request=0",
        "request=x",
        "case-servers=5",
        "case-servers=1",
        "case-requests=9",
        "case-limit=0",
        "case-extras=flood",
        "order=1.0",
        "order=1..2",
        "order=256",
        "order=one",
        "order=",
    ] {
        page.open(&format!("strategy=get-set&{mistake}")).await?;
        let told = page.text(".notice:not([hidden]) .problems").await?;
        let (_, problems) = Link::read(mistake);
        ensure!(problems.len() == 1, "{mistake} is no mistake: {problems:?}");
        ensure!(told.starts_with(mistake) && told.contains(&problems[0].allowed().to_string()), "{mistake}: {told:?}");
        // All else is as usual.
        page.shows_its_address().await?;
        ensure!(page.tab().await? == "race", "{}", page.tab().await?);
    }
    let long = vec!["1"; 65].join(".");
    page.open(&format!("strategy=get-set&tab=break&order={long}")).await?;
    ensure!(page.text(".notice:not([hidden]) .problems").await?.contains("at most 64"), "a long order is not told");
    board_shows(&page.board().await?, &case_of(&Link::read("strategy=get-set").0), &[])
}

async fn back_and_forward_bring_back_what_was_open(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    for choice in [1, 2, 1] {
        page.pick_next(choice).await?;
    }
    let broken = board_is(page, &[1, 2, 1]).await?;
    let first = page.link().await?;
    page.pick("incr").await?;
    page.click_button("Restart").await?;
    page.pick_next(2).await?;
    board_is(page, &[2]).await?;
    page.open_tab("race").await?;
    page.click_button("Next refused").await?;
    eventually("a request is chosen", async || Ok(page.link().await?.request.is_some())).await?;
    let second = page.link().await?;
    page.back().await?;
    eventually_eq("the link", first.to_string(), async || Ok(page.link().await?.to_string())).await?;
    eventually_eq("the tab", "break".to_owned(), async || page.tab().await).await?;
    let board = board_is(page, &[1, 2, 1]).await?;
    ensure!(board.diagram == broken.diagram, "{:?} is not {:?}", board.diagram, broken.diagram);
    page.forward().await?;
    eventually_eq("the link", second.to_string(), async || Ok(page.link().await?.to_string())).await?;
    eventually_eq("the tab", "race".to_owned(), async || page.tab().await).await?;
    page.shows_its_address().await?;
    let request = second.request.unwrap_or_else(|| Trace::of(&second.scenario).telling());
    let title = page.race().await?.title;
    ensure!(title.starts_with(&format!("Request {} ", request + 1)), "{title}");
    page.open_tab("break").await?;
    board_is(page, &[2]).await?;
    Ok(())
}

async fn moving_about_in_the_tabs_adds_nothing_to_the_history(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let entries = page.history().await?;
    for tab in ["break", "orders", "code", "events", "break"] {
        page.open_tab(tab).await?;
    }
    for choice in [1, 2, 1, 2] {
        page.pick_next(choice).await?;
    }
    page.click_button("Undo").await?;
    page.click_button("more servers").await?;
    board_is(page, &[]).await?;
    ensure!(page.history().await? == entries, "it made {} steps", page.history().await? - entries);
    Ok(())
}
