//! What came of all orders: a sentence, and a bar chart.

use limit_sim::explore::{Bar, Covered, Orders};
use limit_sim::hand::Case;
use limit_sim::scenario::Strategy;
use maud::{Markup, html};

use crate::language::t;
use crate::words::counting::{grouped, share};
use crate::words::number::fixed;
use crate::words::say::say;
use crate::words::strategy;
use crate::{n, say};

/// What came of all orders, in a sentence or two.
pub fn finding(case: &Case, orders: &Orders) -> String {
    let mut said = Vec::new();
    let window = case.events().window_ends;
    let values = [
        ('s', t(strategy::name(case.scenario().strategy)).to_owned()),
        ('a', grouped(orders.orders)),
        ('o', grouped(orders.over_orders)),
        ('l', case.scenario().limit.to_string()),
        ('m', orders.most_allowed.to_string()),
        ('f', orders.shortest.as_ref().map_or(0, Vec::len).to_string()),
        ('c', if let Covered::Choices(choices) = orders.covered { choices.to_string() } else { String::new() }),
    ];
    let all = orders.covered == Covered::All;
    match &orders.shortest {
        None if !all && orders.orders == 0 => {
            said.push(n!(
                "$s: too many to count here. No order is complete within $c steps, so this says nothing of them. Choose fewer \
                 requests."
            ));
            return said_with(&said, &values);
        }
        Some(_) if !all && orders.orders == 0 => {
            said.push(n!(
                "$s: too many to count here. No order is complete within $c steps, but the limit can be broken in $f steps. \
                 Choose fewer requests."
            ));
            return said_with(&said, &values);
        }
        None => {
            said.push(match (all, window) {
                (true, false) => n!("$s: none of the $a orders lets more than $l through."),
                (true, true) => n!("$s: none of the $a orders lets more than $l through in one window."),
                (false, false) => n!("$s: none of the $a orders that were counted lets more than $l through."),
                (false, true) => {
                    n!("$s: none of the $a orders that were counted lets more than $l through in one window.")
                }
            });
            if all {
                said.push(strategy::why_it_holds(case.scenario(), case.events().crashes));
                said.extend(stuck(case));
            }
        }
        Some(_) => {
            said.push(match (orders.over_orders == orders.orders, window) {
                (true, false) => n!("$s: all $a orders let more than $l through."),
                (true, true) => n!("$s: all $a orders let more than $l through in one window."),
                (false, false) => n!("$s: $o of the $a orders let more than $l through."),
                (false, true) => n!("$s: $o of the $a orders let more than $l through in one window."),
            });
            said.push(match window {
                false => n!("The most is $m."),
                true => n!("The most is $m, over both windows."),
            });
            said.push(n!("The shortest way to break it takes $f steps."));
        }
    }
    if !all {
        said.push(n!("There are too many to count them all: these are those of up to $c steps."));
    }
    said_with(&said, &values)
}

fn said_with(said: &[&str], values: &[(char, String)]) -> String {
    said.iter().map(|sentence| say(sentence, values)).collect::<Vec<_>>().join(" ")
}

/// What no order lets through too much by, and what is wrong all the same.
fn stuck(case: &Case) -> Option<&'static str> {
    match case.scenario().strategy {
        Strategy::IncrExpire if case.events().crashes => Some(n!(
            "But a crash between the two commands leaves a key without an end: under \u{201c}Break it\u{201d}, end the window \
             after it, and see who is refused."
        )),
        _ => None,
    }
}

/// How many orders let how many through, and what the counts don't say.
pub fn chart(orders: &Orders) -> Markup {
    html! {
        @if orders.orders > 0 {
            (bars(orders))
            p.aside {
                (t("Counted, not weighed: in practice some orders are likelier than others.")) " "
                @if orders.covered == Covered::All {
                    (say!("{} different situations can arise.", grouped(orders.states.into())))
                } @else {
                    (say!("{} different situations so far.", grouped(orders.states.into())))
                }
            }
        }
    }
}

/// How many orders let how many through. Each bar opens an example.
fn bars(orders: &Orders) -> Markup {
    let most = orders.histogram.iter().map(|bar| bar.orders).max().unwrap_or(1) as f64;
    let width = |orders: u128| format!("width:{}%", fixed(100.0 * orders as f64 / most, 2));
    html! {
        ul.bars aria-label=(t("Orders by how many requests they let through")) {
            @for bar in &orders.histogram {
                @let example: Vec<_> = bar.example.iter().map(u8::to_string).collect();
                li {
                    button type="button" data-do={ "example-" (example.join(".")) } data-key={ "bar-" (bar.allowed) } {
                        span { (through(bar)) }
                        span.bar {
                            @if bar.orders > bar.over_orders { i data-css=(width(bar.orders - bar.over_orders)) {} }
                            @if bar.over_orders > 0 { i.over data-css=(width(bar.over_orders)) {} }
                        }
                        span {
                            @if bar.orders == 1 {
                                (say!("1 order ({})", share(bar.orders, orders.orders)))
                            } @else {
                                (say!("{} orders ({})", grouped(bar.orders), share(bar.orders, orders.orders)))
                            }
                        }
                        span.see { (t("See one \u{203a}")) }
                    }
                }
            }
        }
    }
}

/// How many a bar's orders let through, and how many of them go over the limit. Over two windows, some of them may and others
/// not.
fn through(bar: &Bar) -> String {
    match bar.over_orders {
        0 => say!("{} let through", bar.allowed),
        all if all == bar.orders => say!("{} let through, over", bar.allowed),
        some => say!("{} let through, {} over", bar.allowed, grouped(some)),
    }
}
