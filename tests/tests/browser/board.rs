//! "Break it": the student picks whose command runs next.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::{Board, Page};
use lab_tests::small::{board_shows, case_of, complete_orders};
use lab_tests::tests;
use limit_sim::explore::Explorer;
use limit_sim::hand::{Next, replay};

tests![
    a_students_clicks_break_get_set,
    no_clicks_break_incr_and_after_three_tries_the_proof_is_offered,
    each_strategys_board_shows_the_position_after_each_click,
    the_window_can_end_and_a_server_can_crash,
    a_request_that_is_decided_says_why_it_cant_move,
    the_diagram_grows_with_the_order,
    another_size_begins_anew,
    a_stepper_always_does_something_that_can_be_seen,
    another_strategy_goes_on_with_the_order_and_forgets_the_rest,
    the_board_and_all_orders_are_about_one_case,
    of_too_many_orders_the_board_says_only_what_it_knows,
    the_same_order_over_again_is_no_other_try,
    every_server_had_a_hand_in_it_only_if_each_let_one_through,
];

/// Waits until the board shows what the address says.
pub async fn board_is(page: &Page, order: &[u8]) -> Result<Board> {
    eventually_eq("the order", order.to_vec(), async || Ok(page.link().await?.order)).await?;
    let link = page.link().await?;
    let case = case_of(&link);
    // The diagram is drawn a little later than the rest.
    let lacks = async || Ok(board_shows(&page.board().await?, &case, order).err().map(|lack| format!("{lack:#}")));
    eventually_eq("what the board lacks", None, lacks).await.with_context(|| format!("{link}"))?;
    page.board().await
}

async fn a_students_clicks_break_get_set(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.open_tab("break").await?;
    let mut order = Vec::new();
    for choice in [1, 2, 1, 2] {
        ensure!(!board_is(page, &order).await?.broken, "broken after {order:?}");
        page.pick_next(choice).await?;
        order.push(choice);
    }
    let board = board_is(page, &order).await?;
    ensure!(board.broken && board.counter == "1", "{board:?}");
    let said = board.said.concat();
    for told in ["The limit is broken.", "4 steps, the fewest possible.", "2 is the most that any order lets through."]
    {
        ensure!(said.contains(told), "{said} does not say: {told}");
    }
    ensure!(page.link().await?.to_string().ends_with("tab=break&order=1.2.1.2"), "{}", page.address().await?);
    Ok(())
}

async fn no_clicks_break_incr_and_after_three_tries_the_proof_is_offered(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=break").await?;
    let case = case_of(&page.link().await?);
    let orders = complete_orders(&case);
    ensure!(orders.len() > 3 && orders.len() as u128 == Explorer::new(&case).finish().orders, "{orders:?}");
    for (nth, order) in orders.iter().enumerate() {
        for choice in order {
            page.pick_next(*choice).await?;
        }
        let board = board_is(page, order).await?;
        ensure!(!board.broken, "{order:?}: {}", board.score);
        let offered = board.said.iter().any(|said| said.contains("See all orders"));
        ensure!(offered == (nth >= 2), "after {} tries: {:?}", nth + 1, board.said);
        ensure!(board.goal.contains("can\u{2019}t be done") == (nth >= 2), "{}", board.goal);
        if nth + 1 < orders.len() {
            page.click_button("Restart").await?;
            board_is(page, &[]).await?;
        }
    }
    page.click_button("See all orders").await?;
    eventually_eq("the tab", "orders".to_owned(), async || page.tab().await).await?;
    let finding = page.counted_orders().await?.finding;
    ensure!(finding.contains(&format!("none of the {} orders", orders.len())), "{finding}");
    Ok(())
}

async fn each_strategys_board_shows_the_position_after_each_click(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&case-servers=3&case-requests=4&case-limit=3&tab=break")).await?;
        let case = case_of(&page.link().await?);
        let mut order = Vec::new();
        // Whoever can go on, in a pattern that mixes them.
        for turn in 0..24 {
            let choice = [1, 2, 4, 3, 1, 4, 2, 3][turn % 8];
            if replay(&case, &order).position.check(choice).is_ok() {
                page.pick_next(choice).await?;
                order.push(choice);
                board_is(page, &order).await?;
            }
        }
        ensure!(replay(&case, &order).position.done(), "{strategy}: {order:?} is not complete");
    }
    Ok(())
}

async fn the_window_can_end_and_a_server_can_crash(page: &Page) -> Result<()> {
    page.open("strategy=local&tab=break").await?;
    for button in ["the window can end", "a server can crash"] {
        page.click_button(button).await?;
    }
    eventually("both are in the link", async || Ok(page.link().await?.to_string().contains("case-extras=both")))
        .await?;
    let board = board_is(page, &[]).await?;
    ensure!(
        board.pick(3).who == "The window ends" && board.pick(4).who == "Crash" && board.pick(5).who == "Crash",
        "{board:?}"
    );
    let mut order = Vec::new();
    for choice in [4, 3, 1, 2] {
        page.pick_next(choice).await?;
        order.push(choice);
        let board = board_is(page, &order).await?;
        ensure!(!board.said.concat().is_empty(), "nothing is said of {choice}");
        ensure!(board.diagram.interludes.len() == order.len().min(2), "{:?}", board.diagram.interludes);
    }
    // One crash is all that an order has.
    page.pick_next(5).await?;
    eventually("it says why not", async || Ok(page.board().await?.said.concat().contains("crashed already"))).await?;
    board_is(page, &order).await?;
    page.open("strategy=get-set&case-extras=crash&tab=break&order=1.4").await?;
    let board = board_is(page, &[1, 4]).await?;
    ensure!(board.pick(1).what == "lost in the crash", "{board:?}");
    ensure!(board.said.concat().contains("Server 1 has crashed"), "{:?}", board.said);
    let between = &board.diagram.interludes;
    ensure!(between.len() == 1 && between[0].starts_with("server 1 crashes"), "the diagram says {between:?}");
    ensure!(board.diagram.waiting.is_empty(), "what was lost is on its way: {:?}", board.diagram.waiting);
    Ok(())
}

async fn a_request_that_is_decided_says_why_it_cant_move(page: &Page) -> Result<()> {
    for (query, order, why) in [
        ("strategy=get-set", [1, 1], "Nothing is left to run for request 1: it was let through."),
        ("strategy=incr", [1, 2], "Nothing is left to run for request 2: it was refused."),
    ] {
        page.open(&format!("{query}&tab=break")).await?;
        for choice in order {
            page.pick_next(choice).await?;
        }
        let stuck = order[1];
        let board = board_is(page, &order).await?;
        ensure!(board.pick(stuck).stuck && !board.said.concat().contains("Nothing is left"), "{board:?}");
        page.pick_next(stuck).await?;
        eventually_eq("what is said", why.to_owned(), async || Ok(page.board().await?.said[0].clone())).await?;
        board_is(page, &order).await?;
        // With the next step it is forgotten.
        page.pick_next(3 - stuck).await?;
        eventually("it is forgotten", async || Ok(page.board().await?.said[0] != why)).await?;
    }
    Ok(())
}

async fn the_diagram_grows_with_the_order(page: &Page) -> Result<()> {
    for strategy in ["get-set", "get-incr", "incr"] {
        page.open(&format!("strategy={strategy}&case-requests=4&case-limit=2&tab=break")).await?;
        let case = case_of(&page.link().await?);
        ensure!(page.board().await?.diagram.moments.is_empty(), "there is a diagram before anything has run");
        let framed: bool =
            page.ask("return document.querySelector('#panel-break .race-picture')?.checkVisibility() ?? false").await?;
        ensure!(!framed, "there is an empty frame before anything has run");
        let (mut order, mut height) = (Vec::new(), 0.0);
        for choice in [1, 3, 2, 4] {
            let position = replay(&case, &order).position;
            let Next::Runs { command, .. } = position.next(u32::from(choice) - 1) else { continue };
            page.pick_next(choice).await?;
            order.push(choice);
            let diagram = board_is(page, &order).await?.diagram;
            ensure!(diagram.height > height, "{} px after {height}", diagram.height);
            height = diagram.height;
            let last = diagram.messages.last().context("a message")?;
            ensure!(last.command.ends_with(&command.to_string()), "{last:?} is not {command}");
            ensure!(diagram.messages.len() == order.len(), "{:?}", diagram.messages);
            ensure!(diagram.past() == Some(diagram.moments.len()), "{:?}", diagram.moments);
            ensure!(diagram.current == diagram.steps.len().checked_sub(1), "{:?}", diagram.steps);
        }
    }
    Ok(())
}

async fn another_size_begins_anew(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break&order=1.2.1").await?;
    board_is(page, &[1, 2, 1]).await?;
    for (button, sizes) in [
        ("more servers", [3, 2, 1]),
        ("more requests", [3, 3, 1]),
        ("higher limit", [3, 3, 2]),
        ("fewer servers", [2, 3, 2]),
    ] {
        page.pick_next(2).await?;
        page.click_button(button).await?;
        eventually_eq("the sizes", sizes.to_vec(), async || Ok(page.board().await?.sizes)).await?;
        let board = board_is(page, &[]).await?;
        let requests = board.picks.iter().filter(|pick| pick.who.starts_with("Request"));
        ensure!(requests.count() == sizes[1] as usize, "{board:?}");
        ensure!(!board.can("Undo") && !board.can("Redo"), "{:?}", board.tools);
    }
    Ok(())
}

async fn a_stepper_always_does_something_that_can_be_seen(page: &Page) -> Result<()> {
    page.open("strategy=get-set&case-requests=8&case-limit=7&tab=break").await?;
    page.click_button("fewer requests").await?;
    eventually_eq("the sizes", vec![2, 7, 6], async || Ok(page.board().await?.sizes)).await?;
    page.open("strategy=get-set&case-requests=3&case-limit=7&tab=break").await?;
    page.click_button("lower limit").await?;
    eventually_eq("the sizes", vec![2, 3, 2], async || Ok(page.board().await?.sizes)).await
}

async fn another_strategy_goes_on_with_the_order_and_forgets_the_rest(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=break").await?;
    page.click_button("Show me one").await?;
    ensure!(board_is(page, &[1, 2, 1, 2]).await?.said.concat().contains("one of the shortest"), "it does not say so");
    page.pick("local").await?;
    let said = async || anyhow::Ok(page.board().await?.said.concat());
    let stopped = "The order goes on with 1, which can\u{2019}t be taken.";
    eventually("it says what can't be taken", async || Ok(said().await?.contains(stopped))).await?;
    ensure!(!said().await?.contains("one of the shortest"), "{}", said().await?);
    // What was never taken goes with what was taken last.
    page.click_button("Undo").await?;
    ensure!(board_is(page, &[1]).await?.can("Redo"), "it can't be done again");
    page.pick("split").await?;
    eventually("it can't be done again here", async || Ok(!page.board().await?.can("Redo"))).await?;
    board_is(page, &[1]).await?;
    // Nor were these orders tried here.
    page.open("strategy=incr&tab=break").await?;
    for order in complete_orders(&case_of(&page.link().await?)).iter().take(3) {
        page.click_button("Restart").await?;
        for choice in order {
            page.pick_next(*choice).await?;
        }
        board_is(page, order).await?;
    }
    ensure!(said().await?.contains("3 tries"), "{}", said().await?);
    page.pick("split").await?;
    eventually("the tries are forgotten", async || Ok(!said().await?.contains("tries"))).await
}

async fn the_board_and_all_orders_are_about_one_case(page: &Page) -> Result<()> {
    let query = "strategy=get-set&case-servers=4&case-requests=8&case-limit=3&case-extras=window-end";
    page.open(&format!("{query}&tab=orders&order=7.9.8.7")).await?;
    let link = page.link().await?;
    // The bars come above the button when all is counted.
    page.counted_orders().await?;
    page.click_button("Play it by hand").await?;
    eventually_eq("the tab", "break".to_owned(), async || page.tab().await).await?;
    let board = board_is(page, &[7, 9, 8, 7]).await?;
    ensure!(page.link().await?.small == link.small && board.sizes == [4, 8, 3], "{:?}", board.sizes);
    ensure!(board.pick(7).who == "Request 7" && board.pick(9).who == "The window ends", "{:?}", board.picks);
    page.pick_next(6).await?;
    board_is(page, &[7, 9, 8, 7, 6]).await?;
    page.open_tab("orders").await?;
    ensure!(page.text("#panel-orders .example .finding").await?.starts_with("Order 7 9 8 7 6: "), "another order");
    Ok(())
}

async fn of_too_many_orders_the_board_says_only_what_it_knows(page: &Page) -> Result<()> {
    let query = "strategy=get-set&case-servers=4&case-requests=8&case-limit=3&case-extras=both&tab=break";
    page.open(&format!("{query}&order=1.2.3.4.1.2.3.4")).await?;
    let board = board_is(page, &[1, 2, 3, 4, 1, 2, 3, 4]).await?;
    let said = board.said.concat();
    ensure!(board.broken && said.contains("It took 8 steps"), "{said}");
    ensure!(!said.contains("that any order") && !said.contains("There is an order"), "it can't know that: {said}");
    ensure!(said.contains("too many orders to look through here"), "{said}");
    page.click_button("See all orders").await?;
    eventually_eq("the tab", "orders".to_owned(), async || page.tab().await).await?;
    // Where nothing breaks it, it does not know that either.
    page.open("strategy=incr&case-servers=4&case-requests=8&case-limit=3&case-extras=both&tab=break").await?;
    page.click_button("Hint").await?;
    eventually("there is no hint", async || Ok(page.board().await?.said[0].starts_with("No hint: there are too many")))
        .await
}

async fn the_same_order_over_again_is_no_other_try(page: &Page) -> Result<()> {
    page.open("strategy=incr&tab=break").await?;
    let order = complete_orders(&case_of(&page.link().await?)).swap_remove(0);
    for choice in &order {
        page.pick_next(*choice).await?;
    }
    for _ in 0..3 {
        page.click_button("Undo").await?;
        board_is(page, &order[..order.len() - 1]).await?;
        page.pick_next(order[order.len() - 1]).await?;
        let board = board_is(page, &order).await?;
        ensure!(!board.said.concat().contains("tries"), "{:?}", board.said);
    }
    Ok(())
}

async fn every_server_had_a_hand_in_it_only_if_each_let_one_through(page: &Page) -> Result<()> {
    for (order, all) in [("1.2.1.2", true), ("1.3.2.1.3", false), ("1.2.3.1.3.2", false)] {
        page.open(&format!("strategy=get-set&case-requests=3&tab=break&order={order}")).await?;
        let said = page.board().await?.said.concat();
        ensure!(said.contains("The limit is broken.") && said.contains("Every server") == all, "{order}: {said}");
    }
    Ok(())
}
