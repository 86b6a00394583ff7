//! What comes, and from whom: folded away, and loaded later.

use limit_sim::scenario::{Choice, Rule, Scenario, WindowStart};
use limit_sim::time::Span;
use maud::html;

use super::panel::{always, bursts, streams};
use super::setting::{Setting, entries, picked, typed};
use crate::lab::use_lab;
use crate::language::t;
use crate::live;
use crate::n;
use crate::part::Part;
use crate::words::number::millis;
use crate::words::strategy;

const TRAFFIC: [Setting; 8] = [
    picked("traffic", n!("Traffic"), (|| entries(strategy::traffic), |scenario| scenario.traffic.name()), always),
    typed("spread", n!("Burst arrives within"), |scenario| millis(scenario.spread), "ms", bursts),
    typed("for", n!("Stream lasts"), |scenario| millis(scenario.duration), "ms", streams),
    picked("arrivals", n!("Arrivals"), (|| entries(strategy::arrivals), |scenario| scenario.arrivals.name()), always),
    typed("users", n!("Users"), |scenario| scenario.users.to_string(), "", always),
    typed("greedy", n!("First user\u{2019}s factor"), |scenario| scenario.greedy.to_string(), "", several_users),
    typed(
        "nodes",
        n!("Redis nodes"),
        |scenario| scenario.nodes.to_string(),
        "",
        |scenario| {
            // One user is at one node, however many there are.
            several_users(scenario) && strategy::uses_redis(scenario.strategy)
        },
    ),
    typed("phase", n!("Starts into the window"), |scenario| millis(scenario.phase), "ms", by_the_clock),
];

/// The phase with which half of a burst is counted before a window's end and half after it; none where no end can be met.
fn straddling(scenario: &Scenario) -> Option<Span> {
    let half = Span::from_nanos(scenario.spread.nanos() / 2) + WAY;
    let meets = bursts(scenario)
        && scenario.rule == Rule::FixedWindow
        && scenario.window_start() == WindowStart::Clock
        && half < scenario.window;
    meets.then(|| Span::from_nanos(scenario.window.nanos() - half.nanos()))
}

/// How long a request takes to its server.
const WAY: Span = Span::from_millis(1);

fn several_users(scenario: &Scenario) -> bool {
    scenario.users > 1
}

/// Whether its windows are the clock's, or can be.
fn by_the_clock(scenario: &Scenario) -> bool {
    match scenario.rule {
        Rule::FixedWindow => scenario.window_start() == WindowStart::Clock,
        rule => rule == Rule::SlidingCounter,
    }
}

/// The settings, and the button for a burst across a window's end.
pub fn traffic() -> Part {
    let lab = use_lab();
    let part = Part::new(html! {
        div {
            @for setting in &TRAFFIC { (setting.told()) }
            button.straddle data-part="phase" type="button" { (t("Straddle the boundary")) }
        }
    });
    TRAFFIC.into_iter().for_each(|setting| setting.keep(&part));
    let straddle = part.find(".straddle");
    live::flag(&straddle, "hidden", move || straddling(&lab.scenario()).is_none());
    live::attribute(&straddle, "aria-pressed", move || {
        let scenario = lab.scenario();
        (straddling(&scenario) == Some(scenario.phase)).to_string()
    });
    live::hear(&straddle, "click", move |_| {
        lab.change(|scenario| {
            let to = straddling(scenario).unwrap_or_default();
            scenario.phase = if scenario.phase == to { Span::ZERO } else { to };
        });
    });
    part
}
