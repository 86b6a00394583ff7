//! The board by keys alone.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::small::{case_of, complete_orders};
use lab_tests::tests;
use limit_sim::explore::Explorer;
use thirtyfour::Key;

use crate::board::board_is;

tests![
    number_keys_break_get_set,
    no_number_keys_break_incr,
    the_keys_work_as_soon_as_the_tab_is_opened,
    letters_undo_redo_and_hint,
    enter_and_space_pick_what_has_the_focus,
    the_focus_stays_when_the_board_is_told_anew,
    outside_the_board_the_keys_are_the_pages,
    a_key_that_stands_for_nothing_says_so,
];

async fn number_keys_break_get_set(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    page.tab_to(".pick").await?;
    let mut order = Vec::new();
    for choice in [1, 2, 1, 2] {
        page.press(choice.to_string()).await?;
        order.push(choice);
        board_is(page, &order).await?;
    }
    ensure!(page.board().await?.broken, "{:?}", page.board().await?);
    Ok(())
}

async fn no_number_keys_break_incr(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=break").await?;
    page.tab_to(".pick").await?;
    let orders = complete_orders(&case_of(&page.link().await?));
    for order in &orders {
        for choice in order {
            page.press(choice.to_string()).await?;
        }
        let board = board_is(page, order).await?;
        ensure!(!board.broken, "{order:?} broke it: {}", board.score);
        for _ in order {
            page.press("u").await?;
        }
        board_is(page, &[]).await?;
    }
    ensure!(page.board().await?.goal.contains("be done"), "after {} tries: {}", orders.len(), page.board().await?.goal);
    page.tab_to("#panel-break [data-do=proof]").await?;
    page.press(Key::Enter).await?;
    eventually_eq("the tab", "orders".to_owned(), async || page.tab().await).await?;
    ensure!(page.is_focused("#tab-orders").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn the_keys_work_as_soon_as_the_tab_is_opened(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.tab_to("[role=tab]").await?;
    page.press(Key::Right).await?;
    eventually_eq("the tab", "break".to_owned(), async || page.tab().await).await?;
    page.press("12").await?;
    board_is(page, &[1, 2]).await?;
    page.press("u").await?;
    board_is(page, &[1]).await?;
    ensure!(page.is_focused("#tab-break").await?, "the focus went to {:?}", page.focus().await?);
    // Under another tab they are the page's again.
    page.press(Key::Left).await?;
    page.press("2").await?;
    page.press(Key::Right).await?;
    board_is(page, &[1]).await?;
    Ok(())
}

async fn letters_undo_redo_and_hint(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    page.tab_to(".pick").await?;
    page.press("121").await?;
    board_is(page, &[1, 2, 1]).await?;
    page.press("u").await?;
    board_is(page, &[1, 2]).await?;
    page.press(Key::Backspace).await?;
    board_is(page, &[1]).await?;
    page.press("rr").await?;
    board_is(page, &[1, 2, 1]).await?;
    page.press("h").await?;
    let hinted = async || Ok(page.board().await?.picks.iter().find(|pick| pick.hint).map(|pick| pick.choice));
    eventually_eq("the hint", Some(2), hinted).await
}

async fn enter_and_space_pick_what_has_the_focus(page: &Page) -> Result<()> {
    page.open("strategy=get-incr&tab=break").await?;
    let shortest = Explorer::new(&case_of(&page.link().await?)).finish().shortest.context("a way to break it")?;
    for (nth, choice) in shortest.iter().enumerate() {
        page.tab_to(&format!(".pick[data-do='{choice}']")).await?;
        page.press(if nth % 2 == 0 { Key::Enter } else { Key::Space }).await?;
        board_is(page, &shortest[..=nth]).await?;
    }
    ensure!(page.board().await?.broken, "{:?}", page.board().await?);
    // Nothing of it was a press of the space bar for the play bar.
    ensure!(!page.shown().await?.playing, "it plays");
    for (button, order) in
        [("undo", &shortest[..3]), ("redo", &shortest[..]), ("restart", &[][..]), ("show", &shortest[..])]
    {
        page.tab_to(&format!("[data-do={button}]")).await?;
        page.press(if order.len() == 3 { Key::Space } else { Key::Enter }).await?;
        board_is(page, order).await?;
    }
    Ok(())
}

async fn the_focus_stays_when_the_board_is_told_anew(page: &Page) -> Result<()> {
    page.open("strategy=get-set&case-servers=3&case-requests=5&case-limit=3&tab=break").await?;
    page.tab_to(".pick[data-do='2']").await?;
    let mut order = Vec::new();
    // Until after it is decided, and can't be picked any more.
    for choice in [1, 2, 3, 2, 1, 4] {
        page.press(choice.to_string()).await?;
        order.push(choice);
        board_is(page, &order).await?;
        ensure!(page.is_focused(".pick[data-do='2']").await?, "the focus went to {:?}", page.focus().await?);
    }
    for (button, length) in [("undo", 5), ("restart", 0)] {
        page.tab_to(&format!("[data-do={button}]")).await?;
        page.press(Key::Enter).await?;
        board_is(page, &order[..length]).await?;
        ensure!(page.is_focused(&format!("[data-do={button}]")).await?, "the focus went to {:?}", page.focus().await?);
    }
    page.tab_to("[data-do=requests-more]").await?;
    page.press(Key::Space).await?;
    eventually_eq("the sizes", vec![3, 6, 3], async || Ok(page.board().await?.sizes)).await?;
    ensure!(page.is_focused("[data-do=requests-more]").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn outside_the_board_the_keys_are_the_pages(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break&t=0ms").await?;
    page.tab_to("button.go").await?;
    page.press("1u2").await?;
    board_is(page, &[]).await?;
    page.press("o").await?;
    let moved = async || Ok(page.link().await?.playhead.is_none_or(|at| at.nanos() > 0));
    eventually("o has moved the playhead", moved).await
}

async fn a_key_that_stands_for_nothing_says_so(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    page.tab_to(".pick").await?;
    page.press("9").await?;
    let said = "There is no choice 9 here.".to_owned();
    eventually_eq("what is said", said, async || Ok(page.board().await?.said[0].clone())).await?;
    page.press("11").await?;
    board_is(page, &[1, 1]).await?;
    page.press("1").await?;
    eventually("it says why not", async || Ok(page.board().await?.said[0].contains("Nothing is left"))).await?;
    board_is(page, &[1, 1]).await?;
    Ok(())
}
