//! The panel of controls: three sliders that the lesson is about, then the rest, small.

use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Balancer, Choice, Rule, Scenario, Strategy, Traffic, WindowStart, misfit};
use limit_sim::time::Span;
use maud::html;

use super::scale::Scale;
use super::setting::{Setting, entries, maybe, picked, typed};
use super::slider::Slider;
use crate::lab::use_lab;
use crate::language::{T, t};
use crate::live;
use crate::part::Part;
use crate::seed;
use crate::words::number::{count, exact, millis};
use crate::words::story::requests;
use crate::words::strategy;
use crate::{n, say};

const SLIDERS: [Slider; 4] = [
    Slider {
        name: "servers",
        label: n!("API servers"),
        scale: Scale::servers,
        get: |scenario| scenario.servers as u64,
        set: |scenario, value| scenario.servers = value as u32,
        text: |scenario| scenario.servers.to_string(),
        unit: "",
        spoken: |scenario| count(scenario.servers, n!("server"), n!("servers")),
        matters: always,
    },
    Slider {
        name: "burst",
        label: n!("Requests in the burst"),
        scale: Scale::burst,
        get: |scenario| scenario.burst as u64,
        set: |scenario, value| scenario.burst = value as u32,
        text: |scenario| scenario.burst.to_string(),
        unit: "",
        spoken: |scenario| requests(scenario.burst),
        matters: bursts,
    },
    Slider {
        name: "rate",
        label: n!("Requests a second"),
        scale: Scale::rate,
        get: |scenario| scenario.rate as u64,
        set: set_rate,
        text: |scenario| scenario.rate.to_string(),
        unit: "",
        spoken: |scenario| say!("{} a second", requests(scenario.rate)),
        matters: streams,
    },
    Slider {
        name: "rtt",
        label: n!("Redis round trip"),
        scale: Scale::round_trip,
        get: |scenario| scenario.rtt.nanos(),
        set: |scenario, value| scenario.rtt = Span::from_nanos(value),
        text: |scenario| millis(scenario.rtt),
        unit: "ms",
        spoken: |scenario| exact(scenario.rtt),
        matters: always,
    },
];

/// The rate, and as long a stream as there are requests for.
fn set_rate(scenario: &mut Scenario, rate: u64) {
    scenario.rate = rate as u32;
    let requests = [Scenario::REQUESTS.start(), Scenario::REQUESTS.end()].map(|one| u64::from(*one));
    let [least, most] = requests.map(|requests| Span::from_nanos((requests * 1_000_000_000).div_ceil(rate.max(1))));
    scenario.duration = scenario.duration.clamp(least, most);
}

pub const fn always(_: &Scenario) -> bool {
    true
}

pub fn bursts(scenario: &Scenario) -> bool {
    scenario.traffic == Traffic::Burst
}

pub fn streams(scenario: &Scenario) -> bool {
    scenario.traffic == Traffic::Steady
}

/// Whether it holds tokens, or what comes to the same.
fn fills(scenario: &Scenario) -> bool {
    matches!(scenario.rule, Rule::TokenBucket | Rule::Gcra)
}

/// Whether windows can begin either way.
fn begins_either_way(scenario: &Scenario) -> bool {
    let starts = [WindowStart::Clock, WindowStart::FirstHit];
    scenario.rule == Rule::FixedWindow
        && starts.iter().all(|one| {
            let with = Scenario { window_start: *one, ..*scenario };
            misfit(&with).is_none() && with.window_start() == *one
        })
}

/// Whether it sets an expiry where there is none, which not every Redis can.
fn conditional_expiry(scenario: &Scenario) -> bool {
    match scenario.strategy {
        Strategy::MultiExec => true,
        Strategy::ReadWrite | Strategy::Cas | Strategy::Lock => {
            scenario.rule == Rule::FixedWindow && scenario.window_start == WindowStart::FirstHit
        }
        _ => false,
    }
}

/// What counts, and how it is limited.
const SETTINGS: [Setting; 13] = [
    typed("limit", n!("Limit"), |scenario| scenario.limit.to_string(), "", always),
    typed("window", n!("Window"), |scenario| millis(scenario.window), "ms", always),
    picked(
        "window-start",
        n!("Windows begin"),
        (|| entries(strategy::window_start), |scenario| scenario.window_start.name()),
        begins_either_way,
    ),
    typed("capacity", n!("Most at once"), |scenario| maybe(scenario.capacity), "", fills),
    typed("refill", n!("Refilled a second"), |scenario| maybe(scenario.refill), "", fills),
    typed(
        "sync",
        n!("Servers sync every"),
        |scenario| millis(scenario.sync),
        "ms",
        |scenario| matches!(scenario.strategy, Strategy::SyncAll | Strategy::SyncShare),
    ),
    typed(
        "lease",
        n!("A lease or lock lasts"),
        |scenario| millis(scenario.lease),
        "ms",
        |scenario| matches!(scenario.strategy, Strategy::Lease | Strategy::Lock),
    ),
    typed(
        "retries",
        n!("Retries"),
        |scenario| scenario.retries.to_string(),
        "",
        |scenario| matches!(scenario.strategy, Strategy::Cas | Strategy::Lock),
    ),
    picked(
        "redis-version",
        n!("Redis version"),
        (|| entries(strategy::redis_version), |scenario| scenario.redis_version.name()),
        conditional_expiry,
    ),
    picked(
        "balancer",
        n!("Load balancer"),
        (|| entries(strategy::balancer), |scenario| scenario.balancer.name()),
        always,
    ),
    typed(
        "work",
        n!("Requests keep servers busy for"),
        |scenario| millis(scenario.work),
        "ms",
        |scenario| {
            // Nothing but the least-busy balancer looks at how busy a server is.
            scenario.balancer == Balancer::LeastBusy
        },
    ),
    picked(
        "jitter",
        n!("Round trips are"),
        (|| entries(strategy::jitter), |scenario| scenario.jitter.name()),
        |scenario| strategy::uses_redis(scenario.strategy),
    ),
    typed("seed", n!("Seed"), |scenario| scenario.seed.to_string(), "", always),
];

/// Whether what comes, and from whom, is not as usual.
pub fn has_traffic(scenario: &Scenario) -> bool {
    let Scenario { traffic, users, phase, .. } = *scenario;
    traffic != Traffic::Burst || users > 1 || phase > Span::ZERO
}

/// From what width of the lab on all settings are in sight, as in its style sheets.
const ROOMY: f64 = 1056.0;

/// The panel. Settings that are not sliders are in sight where the lab is wide enough, else folded away.
pub fn controls(width: RwSignal<(f64, f64)>) -> Part {
    let lab = use_lab();
    let another = move |_| lab.change(|scenario| scenario.seed = seed::fresh());
    let reset = move |_| {
        lab.change(|scenario| {
            let Scenario { strategy, rule, .. } = *scenario;
            *scenario = Scenario { strategy, rule, ..Scenario::default() };
        });
    };
    let part = Part::new(html! {
        section.controls data-part="controls" aria-labelledby="settings" {
            h2.unseen id="settings" { (T("Controls")) }
            @for slider in &SLIDERS { (slider.told()) }
            details.rest {
                summary { (T("More settings")) }
                @for setting in &SETTINGS { (setting.told()) }
                details.traffic {
                    summary data-load="later" { (T("Traffic and users")) }
                    div.later {}
                }
            }
            p.buttons {
                button.main.another data-part="seed" type="button" {}
                button.quiet.reset type="button" { (T("Reset")) }
            }
        }
    });
    SLIDERS.into_iter().for_each(|slider| slider.keep(&part));
    SETTINGS.into_iter().for_each(|setting| setting.keep(&part));
    live::flag(&part.find(".rest"), "open", move || width.get().0 >= ROOMY);
    // Whatever is not as usual is in sight.
    let traffic = part.find(".traffic");
    live::flag(&traffic, "open", move || has_traffic(&lab.scenario()));
    // For the style sheet, which gives long settings their room.
    let folds = traffic.clone();
    let tell = Rc::new(move || {
        let bench = folds.closest(".bench").ok().flatten();
        bench.into_iter().for_each(|bench| live::set(&bench, "data-traffic", folds.get_attribute("open").as_deref()));
    });
    let toggled = tell.clone();
    live::hear(&traffic, "toggle", move |_| toggled());
    // The browser tells of it a little later than it is so.
    live::effect(move || {
        has_traffic(&lab.scenario());
        tell();
    });
    live::text(&part.find(".another"), move || {
        t(if bursts(&lab.scenario()) { n!("Another burst") } else { n!("Another stream") }).to_owned()
    });
    live::hear(&part.find(".another"), "click", another);
    live::hear(&part.find(".reset"), "click", reset);
    part
}
