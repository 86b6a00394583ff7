//! What came of all orders: a sentence, and a bar chart.

use limit_sim::explore::{Bar, Covered, Orders};
use limit_sim::hand::Case;
use limit_sim::scenario::Strategy;
use maud::{Markup, html};

use crate::words::counting::{grouped, share};
use crate::words::number::{count, fixed};
use crate::words::strategy;

/// What came of all orders, in a sentence or two.
pub fn finding(case: &Case, orders: &Orders) -> String {
    let limit = case.scenario().limit;
    let name = strategy::name(case.scenario().strategy);
    let all = grouped(orders.orders);
    let window = if case.events().window_ends { " in one window" } else { "" };
    let most = orders.most_allowed;
    let covered = match orders.covered {
        Covered::All => String::new(),
        Covered::Choices(choices) if orders.orders == 0 => {
            let broken = orders.shortest.as_ref().map_or_else(
                || "so this says nothing of them".to_owned(),
                |shortest| format!("but the limit can be broken in {}", steps(shortest.len())),
            );
            return format!(
                "{name}: too many to count here. No order is complete within {}, {broken}. Choose fewer requests.",
                steps(choices as usize)
            );
        }
        Covered::Choices(choices) => {
            format!(" There are too many to count them all: these are those of up to {}.", steps(choices as usize))
        }
    };
    match &orders.shortest {
        None if orders.covered != Covered::All => {
            format!(
                "{name}: none of the {all} orders that were counted lets more than {limit} through{window}.{covered}"
            )
        }
        None => format!(
            "{name}: none of the {all} orders lets more than {limit} through{window}. {}{}{covered}",
            strategy::why_it_holds(case.scenario(), case.events().crashes),
            stuck(case)
        ),
        Some(shortest) => {
            let over = match orders.over_orders {
                over if over == orders.orders => format!("all {all} orders"),
                over => format!("{} of the {all} orders", grouped(over)),
            };
            format!(
                "{name}: {over} let more than {limit} through{window}. The most is {most}{}. The shortest way to break it takes \
                 {}.{covered}",
                both_windows(case),
                steps(shortest.len())
            )
        }
    }
}

/// What no order lets through too much by, and what is wrong all the same.
fn stuck(case: &Case) -> &'static str {
    match case.scenario().strategy {
        Strategy::IncrExpire if case.events().crashes => {
            " But a crash between the two commands leaves a key without an end: under \u{201c}Break it\u{201d}, end the window \
             after it, and see who is refused."
        }
        _ => "",
    }
}

/// What numbers of requests are about where the window can end.
pub fn both_windows(case: &Case) -> &'static str {
    if case.events().window_ends { ", over both windows" } else { "" }
}

fn steps(number: usize) -> String {
    count(number as u32, "step", "steps")
}

/// How many orders let how many through, and what the counts don't say.
pub fn chart(orders: &Orders) -> Markup {
    html! {
        @if orders.orders > 0 {
            (bars(orders))
            p.aside {
                "Counted, not weighed: in practice some orders are likelier than others. " (grouped(orders.states.into()))
                @if orders.covered == Covered::All { " different situations can arise." } @else { " different situations so far." }
            }
        }
    }
}

/// How many orders let how many through. Each bar opens an example.
fn bars(orders: &Orders) -> Markup {
    let most = orders.histogram.iter().map(|bar| bar.orders).max().unwrap_or(1) as f64;
    let width = |orders: u128| format!("width:{}%", fixed(100.0 * orders as f64 / most, 2));
    html! {
        ul.bars aria-label="Orders by how many requests they let through" {
            @for bar in &orders.histogram {
                @let example: Vec<_> = bar.example.iter().map(u8::to_string).collect();
                li {
                    button type="button" data-do={ "example-" (example.join(".")) } data-key={ "bar-" (bar.allowed) } {
                        span { (bar.allowed) " let through" (over(bar)) }
                        span.bar {
                            @if bar.orders > bar.over_orders { i data-css=(width(bar.orders - bar.over_orders)) {} }
                            @if bar.over_orders > 0 { i.over data-css=(width(bar.over_orders)) {} }
                        }
                        span {
                            (grouped(bar.orders)) @if bar.orders == 1 { " order" } @else { " orders" }
                            " (" (share(bar.orders, orders.orders)) ")"
                        }
                        span.see { "See one \u{203a}" }
                    }
                }
            }
        }
    }
}

/// How many of a bar's orders go over the limit. Over two windows, some of them may and others not.
fn over(bar: &Bar) -> String {
    match bar.over_orders {
        0 => String::new(),
        all if all == bar.orders => ", over".to_owned(),
        some => format!(", {} over", grouped(some)),
    }
}
