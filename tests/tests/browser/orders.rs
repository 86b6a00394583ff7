//! "All orders": what the page counts is what the simulation counts.

use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::{AllOrders, Page};
use lab_tests::small::case_of;
use lab_tests::tests;
use limit_sim::explore::{Covered, Explorer, Orders};
use limit_sim::hand::{Case, replay};
use limit_sim::scenario::{Link, Tab};
use thirtyfour::Key;

use crate::board::board_is;

tests![
    the_finding_and_the_bars_are_the_simulations,
    a_bar_opens_an_order_that_lets_just_that_many_through,
    the_sizes_are_those_of_the_board,
    another_strategy_is_counted_anew,
    a_long_count_can_be_cancelled_and_gone_on_with,
    the_page_answers_while_it_counts,
    the_count_waits_while_another_tab_is_open,
    the_focus_stays_in_the_panel_when_the_count_is_over,
    an_order_of_a_link_is_told_as_far_as_it_goes,
];

/// A count with its digits in groups of three.
fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}

fn same(shown: &AllOrders, case: &Case, orders: &Orders) -> Result<()> {
    let (limit, finding) = (case.scenario().limit, &shown.finding);
    let all = grouped(orders.orders);
    let told = match &orders.shortest {
        None => format!("none of the {all} orders lets more than {limit} through"),
        Some(shortest) => {
            let steps = format!("{} {}", shortest.len(), if shortest.len() == 1 { "step" } else { "steps" });
            ensure!(finding.contains(&format!(" {steps}")), "{finding} does not say {steps}");
            if orders.orders == 0 {
                // Too many to follow any of them to its end.
                ensure!(finding.contains("too many") && shown.bars.is_empty(), "{finding}");
                return Ok(());
            }
            ensure!(finding.contains(&format!(" {}", orders.most_allowed)), "{finding}: {}", orders.most_allowed);
            let windows = finding.contains("over both windows");
            ensure!(windows == case.events().window_ends, "{finding}");
            match orders.over_orders {
                over if over == orders.orders => format!("all {all} orders let more than {limit} through"),
                over => format!("{} of the {all} orders let more than {limit} through", grouped(over)),
            }
        }
    };
    ensure!(finding.contains(&told), "{finding} does not say {told}");
    let situations = grouped(orders.states.into());
    ensure!(shown.situations.contains(&format!(" {situations} ")), "{} does not say {situations}", shown.situations);
    ensure!(finding.contains("too many to count") == (orders.covered != Covered::All), "{finding}");
    ensure!(shown.bars.len() == orders.histogram.len(), "{:?} is not {:?}", shown.bars, orders.histogram);
    let longest = orders.histogram.iter().map(|bar| bar.orders).max().unwrap_or(1) as f64;
    for (drawn, bar) in shown.bars.iter().zip(&orders.histogram) {
        let told = format!("{} {}", grouped(bar.orders), if bar.orders == 1 { "order" } else { "orders" });
        let percent = match 100.0 * bar.orders as f64 / orders.orders as f64 {
            little if little < 0.1 => "(<0.1%)".to_owned(),
            much if much > 99.9 && bar.orders < orders.orders => "(>99.9%)".to_owned(),
            percent => format!("({:.1}%)", (10.0 * percent).round() / 10.0),
        };
        ensure!(drawn.allowed.starts_with(&format!("{} let through", bar.allowed)), "{drawn:?} is not {bar:?}");
        ensure!(drawn.orders == format!("{told} {percent}"), "{drawn:?} is not {told} {percent}");
        let parts = [bar.orders - bar.over_orders, bar.over_orders].map(|orders| orders as f64 / longest);
        // A part is never so short that it can't be seen.
        let near = drawn
            .lengths
            .iter()
            .zip(parts)
            .all(|(drawn, is)| (drawn - is).abs() < 0.02 && (*drawn > 0.0) == (is > 0.0));
        ensure!(near, "{drawn:?} is not {parts:?}");
    }
    Ok(())
}

const CASES: [&str; 5] = [
    "",
    "case-servers=3&case-requests=4&case-limit=2",
    "case-servers=2&case-requests=3&case-limit=1&case-extras=both",
    "case-servers=4&case-requests=8&case-limit=3",
    "case-servers=2&case-requests=5&case-limit=2&case-extras=crash",
];

async fn the_finding_and_the_bars_are_the_simulations(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for sizes in CASES {
            let query = format!("strategy={strategy}&{sizes}&tab=orders");
            page.open(&query).await?;
            let case = case_of(&page.link().await?);
            let shown = page.counted_orders().await?;
            same(&shown, &case, &Explorer::new(&case).finish()).with_context(|| query)?;
        }
    }
    Ok(())
}

async fn a_bar_opens_an_order_that_lets_just_that_many_through(page: &Page) -> Result<()> {
    for query in [
        "strategy=get-set&case-servers=3&case-requests=4&case-limit=2",
        "strategy=local&case-servers=2&case-requests=5&case-limit=2&case-extras=both",
        "strategy=incr",
    ] {
        page.open(&format!("{query}&tab=orders")).await?;
        let case = case_of(&page.link().await?);
        let orders = Explorer::new(&case).finish();
        for bar in &orders.histogram {
            page.counted_orders().await?;
            page.click(&format!("[data-key=bar-{}]", bar.allowed)).await?;
            page.click_button("Play it by hand").await?;
            eventually_eq("the tab", "break".to_owned(), async || page.tab().await).await?;
            let board = board_is(page, &bar.example).await.with_context(|| format!("{} let through", bar.allowed))?;
            let position = replay(&case, &bar.example).position;
            ensure!(position.done() && position.allowed() == bar.allowed, "{:?} is no example", bar.example);
            ensure!(board.picks.iter().all(|pick| pick.stuck), "something is left to do: {board:?}");
            page.open_tab("orders").await?;
        }
    }
    Ok(())
}

async fn the_sizes_are_those_of_the_board(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=orders").await?;
    for button in ["more servers", "more requests", "the window can end"] {
        page.click_button(button).await?;
    }
    let small = Link::from_str("case-servers=3&case-requests=3&case-extras=window-end").expect("a good link").small;
    eventually_eq("the sizes", small, async || Ok(page.link().await?.small)).await?;
    let case = case_of(&page.link().await?);
    same(&page.counted_orders().await?, &case, &Explorer::new(&case).finish())?;
    page.open_tab("break").await?;
    eventually_eq("the sizes", vec![3, 3, 1], async || Ok(page.board().await?.sizes)).await?;
    board_is(page, &[]).await?;
    Ok(())
}

async fn another_strategy_is_counted_anew(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=orders").await?;
    for strategy in ["incr", "local", "split", "get-set"] {
        let before = page.counted_orders().await?.finding;
        page.pick(strategy).await?;
        eventually("the finding is another", async || {
            let now = page.all_orders().await?.finding;
            Ok(!now.is_empty() && now != before)
        })
        .await?;
        let case = case_of(&page.link().await?);
        same(&page.counted_orders().await?, &case, &Explorer::new(&case).finish())?;
    }
    Ok(())
}

/// Takes a browser seconds.
pub const LONG: &str = "strategy=get-set&case-servers=4&case-requests=8&case-limit=3&case-extras=both&tab=orders";

async fn a_long_count_can_be_cancelled_and_gone_on_with(page: &Page) -> Result<()> {
    page.open(LONG).await?;
    eventually("it counts", async || Ok(!page.all_orders().await?.counting.is_empty())).await?;
    // As a hand presses it: some time passes until it lets go.
    let [left, top, width, height] = page.place_of("[data-key=stop]").await?;
    page.press_at(left + width / 2.0, top + height / 2.0).await?;
    page.draws(12).await?;
    page.let_go().await?;
    eventually_eq("the button", "Go on".to_owned(), async || Ok(page.all_orders().await?.stop)).await?;
    let before = page.all_orders().await?;
    page.draws(12).await?;
    let after = page.all_orders().await?;
    ensure!(before.counting == after.counting && !after.counting.is_empty(), "it counts on: {after:?}");
    let (done, all) = after.progress.context("a bar of how far it is")?;
    ensure!(done < all, "it is at {done} of {all}");
    ensure!(after.bars.is_empty() || after.situations.ends_with("so far."), "{}", after.situations);
    page.click_button("Go on").await?;
    let shown = page.counted_orders().await?;
    let case = case_of(&page.link().await?);
    same(&shown, &case, &Explorer::new(&case).finish())
}

async fn the_page_answers_while_it_counts(page: &Page) -> Result<()> {
    page.open(LONG).await?;
    eventually("it counts", async || Ok(!page.all_orders().await?.counting.is_empty())).await?;
    page.ask::<()>("document.querySelector('#tab-orders').focus()").await?;
    page.press(Key::Right).await?;
    eventually_eq("the tab", "compare".to_owned(), async || page.tab().await).await?;
    page.press(Key::Left).await?;
    eventually_eq("the tab", "orders".to_owned(), async || page.tab().await).await?;
    ensure!(!page.all_orders().await?.counting.is_empty(), "the count was over before the keys were handled");
    // Another size is taken at once, and the old count is gone.
    page.click_button("fewer servers").await?;
    eventually_eq("the servers", 3, async || Ok(page.link().await?.small.servers)).await?;
    page.pick("incr").await?;
    page.counted_orders().await?;
    let link = page.link().await?;
    ensure!(link.tab == Tab::Orders, "{link}");
    same(&page.all_orders().await?, &case_of(&link), &Explorer::new(&case_of(&link)).finish())
}

async fn the_count_waits_while_another_tab_is_open(page: &Page) -> Result<()> {
    // Each slice has the next one follow at once.
    let watch = "const later = setTimeout; window.slices = 0;
        window.setTimeout = (act, millis, ...more) => { if (!millis) window.slices++; return later(act, millis, ...more); }";
    page.before_each_page(watch);
    page.open(LONG).await?;
    eventually("it counts", async || Ok(!page.all_orders().await?.counting.is_empty())).await?;
    let slices = "const done = arguments[0], before = window.slices; let left = 12;
        const next = () => (left-- ? requestAnimationFrame(next) : done(window.slices - before)); next();";
    ensure!(page.ask_and_wait::<u32>(slices, vec![]).await? > 0, "nothing is counted");
    page.open_tab("code").await?;
    page.draws(12).await?;
    let counted: u32 = page.ask_and_wait(slices, vec![]).await?;
    ensure!(counted == 0, "{counted} slices are counted under another tab");
    page.open_tab("orders").await?;
    let case = case_of(&page.link().await?);
    same(&page.counted_orders().await?, &case, &Explorer::new(&case).finish())
}

async fn the_focus_stays_in_the_panel_when_the_count_is_over(page: &Page) -> Result<()> {
    page.open(LONG).await?;
    // At once: before Tab had gone all the way, the count could be over.
    page.ask::<()>("document.querySelector('[data-key=stop]').focus()").await?;
    page.counted_orders().await?;
    ensure!(page.is_focused("#panel-orders").await?, "the focus went to {:?}", page.focus().await?);
    let outline: String = page.ask("return getComputedStyle(document.activeElement).outlineStyle").await?;
    ensure!(outline == "none", "the panel has an outline: {outline}");
    Ok(())
}

async fn an_order_of_a_link_is_told_as_far_as_it_goes(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=orders&order=1.2.9.9").await?;
    page.text_becomes("#panel-orders .example .finding", "Order 1 2: 0 let through").await
}
