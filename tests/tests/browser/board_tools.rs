//! What helps on the board: undo, redo, restart, hint, "Show me one".

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::random::Source;
use lab_tests::small::case_of;
use lab_tests::tests;
use limit_sim::explore::Explorer;
use limit_sim::hand::replay;

use crate::board::board_is;

tests![
    undo_and_redo_go_all_the_way_back_and_forth,
    a_step_after_undo_leaves_nothing_to_redo,
    restart_begins_anew,
    following_the_hints_breaks_it_in_the_fewest_steps,
    from_a_lost_position_the_hint_is_to_undo,
    once_the_limit_is_broken_the_hint_is_to_undo,
    the_hint_to_write_says_why,
    what_can_do_nothing_leaves_what_is_said,
    show_me_one_shows_a_shortest_order_that_breaks_it,
    where_nothing_breaks_it_there_is_no_hint_and_nothing_to_show,
];

async fn undo_and_redo_go_all_the_way_back_and_forth(page: &Page) -> Result<()> {
    let mut source = Source::announced("undo and redo");
    page.open("strategy=get-set&case-servers=3&case-requests=6&case-limit=4&case-extras=window-end&tab=break").await?;
    let case = case_of(&page.link().await?);
    let mut order = Vec::new();
    while !replay(&case, &order).position.done() {
        let position = replay(&case, &order).position;
        let can: Vec<u8> = case.numbers().filter(|one| position.check(*one).is_ok()).collect();
        let choice = can[source.below(can.len())];
        page.pick_next(choice).await?;
        order.push(choice);
    }
    board_is(page, &order).await?;
    for length in (0..order.len()).rev() {
        page.click_button("Undo").await?;
        board_is(page, &order[..length]).await?;
    }
    let board = page.board().await?;
    ensure!(!board.can("Undo") && board.can("Redo"), "{:?}", board.tools);
    page.click_button("Undo").await?;
    board_is(page, &[]).await?;
    for length in 1..=order.len() {
        page.click_button("Redo").await?;
        board_is(page, &order[..length]).await?;
    }
    let board = page.board().await?;
    ensure!(board.can("Undo") && !board.can("Redo"), "{:?}", board.tools);
    page.click_button("Redo").await?;
    board_is(page, &order).await?;
    Ok(())
}

async fn a_step_after_undo_leaves_nothing_to_redo(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break&order=1.2").await?;
    page.click_button("Undo").await?;
    board_is(page, &[1]).await?;
    page.pick_next(1).await?;
    let board = board_is(page, &[1, 1]).await?;
    ensure!(!board.can("Redo"), "{:?}", board.tools);
    page.click_button("Redo").await?;
    board_is(page, &[1, 1]).await?;
    Ok(())
}

async fn restart_begins_anew(page: &Page) -> Result<()> {
    page.open("strategy=get-incr&tab=break&order=1.2.1.2").await?;
    ensure!(board_is(page, &[1, 2, 1, 2]).await?.broken, "it is not broken");
    page.click_button("Restart").await?;
    let board = board_is(page, &[]).await?;
    ensure!(!board.broken && !board.can("Undo") && !board.can("Redo") && !board.can("Restart"), "{board:?}");
    Ok(())
}

async fn following_the_hints_breaks_it_in_the_fewest_steps(page: &Page) -> Result<()> {
    for query in [
        "strategy=get-set",
        "strategy=get-incr&case-requests=4&case-limit=2&case-servers=3",
        "strategy=local",
        "strategy=local&case-extras=crash&case-requests=5&case-limit=2",
    ] {
        page.open(&format!("{query}&tab=break")).await?;
        let shortest = Explorer::new(&case_of(&page.link().await?)).finish().shortest.context("a way to break it")?;
        let mut order = Vec::new();
        while !page.board().await?.broken {
            ensure!(order.len() < shortest.len(), "{query}: {order:?} breaks nothing, and {shortest:?} does");
            ensure!(page.board().await?.picks.iter().all(|pick| !pick.hint), "a hint that nobody asked for");
            page.click_button("Hint").await?;
            let hinted = async || anyhow::Ok(page.board().await?.picks.into_iter().find(|pick| pick.hint));
            eventually("there is a hint", async || Ok(hinted().await?.is_some())).await?;
            let said = page.board().await?.said[0].clone();
            ensure!(said.contains("next") || said.contains("now"), "{said}");
            let choice = hinted().await?.context("a hint")?.choice;
            page.pick_next(choice).await?;
            order.push(choice);
            board_is(page, &order).await?;
        }
        ensure!(order.len() == shortest.len(), "{query}: hints took {order:?}, and {shortest:?} would do");
    }
    Ok(())
}

async fn from_a_lost_position_the_hint_is_to_undo(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break&order=1.1").await?;
    page.click_button("Hint").await?;
    let said = async || Ok(page.board().await?.said[0].contains("Undo"));
    eventually("the hint is to undo", said).await
}

async fn once_the_limit_is_broken_the_hint_is_to_undo(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break&order=1.2.1.2").await?;
    ensure!(page.board().await?.can("Hint"), "{:?}", page.board().await?.tools);
    page.click_button("Hint").await?;
    let said = "The limit is broken already. Undo, or restart, to try another way.".to_owned();
    eventually_eq("the hint", said, async || Ok(page.board().await?.said[0].clone())).await
}

async fn the_hint_to_write_says_why(page: &Page) -> Result<()> {
    for strategy in ["get-set", "get-incr"] {
        for (order, hint) in [
            ("1.2", "Let request 1 write now: request 2 has read already and trusts the old count."),
            ("2.1.1", "Let request 2 write now: the count that it read is too low by now, and it passes all the same."),
        ] {
            page.open(&format!("strategy={strategy}&tab=break&order={order}")).await?;
            page.click_button("Hint").await?;
            eventually_eq("the hint", hint.to_owned(), async || Ok(page.board().await?.said[0].clone())).await?;
        }
    }
    // Nobody else has read.
    page.open("strategy=get-set&case-requests=3&case-limit=2&tab=break&order=1").await?;
    page.click_button("Hint").await?;
    let hint = "Let request 1 go next.".to_owned();
    eventually_eq("the hint", hint, async || Ok(page.board().await?.said[0].clone())).await
}

async fn what_can_do_nothing_leaves_what_is_said(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    page.click_button("Hint").await?;
    eventually("there is a hint", async || Ok(page.board().await?.picks.iter().any(|pick| pick.hint))).await?;
    for button in ["Undo", "Redo", "Restart"] {
        ensure!(!page.board().await?.can(button), "{button} can be pressed");
        page.click_button(button).await?;
        ensure!(page.board().await?.picks.iter().any(|pick| pick.hint), "{button} took the hint away");
    }
    Ok(())
}

async fn show_me_one_shows_a_shortest_order_that_breaks_it(page: &Page) -> Result<()> {
    for query in [
        "strategy=get-set",
        "strategy=get-incr&case-requests=5&case-limit=3",
        "strategy=local&case-servers=4&case-requests=6",
    ] {
        page.open(&format!("{query}&tab=break&order=1")).await?;
        let shortest = Explorer::new(&case_of(&page.link().await?)).finish().shortest.context("a way to break it")?;
        page.click_button("Show me one").await?;
        let board = board_is(page, &shortest).await?;
        ensure!(board.broken && board.said.concat().contains("the fewest possible"), "{query}: {:?}", board.said);
        page.click_button("Undo").await?;
        ensure!(!board_is(page, &shortest[..shortest.len() - 1]).await?.broken, "{query}: broken a step earlier");
    }
    Ok(())
}

async fn where_nothing_breaks_it_there_is_no_hint_and_nothing_to_show(page: &Page) -> Result<()> {
    for strategy in ["incr", "split"] {
        page.open(&format!("strategy={strategy}&tab=break")).await?;
        page.click_button("Hint").await?;
        let said = async || Ok(page.board().await?.said[0].contains("no order lets too many through"));
        eventually("it says that there is no hint", said).await?;
        board_is(page, &[]).await?;
        page.open(&format!("strategy={strategy}&tab=break")).await?;
        page.click_button("Show me one").await?;
        eventually("it says that there is nothing to show", said).await?;
        board_is(page, &[]).await?;
    }
    Ok(())
}
