//! The panel of controls: three sliders that the lesson is about, then the rest, small.

use leptos::prelude::*;
use limit_sim::scenario::{Balancer, Choice, Scenario};
use limit_sim::time::Span;

use super::scale::Scale;
use super::setting::{self, Kind, Setting, entries};
use super::slider::{self, Slider};
use crate::lab::use_lab;
use crate::media::use_media;
use crate::seed;
use crate::words::number::{count, exact, millis};
use crate::words::strategy;

const SLIDERS: [Slider; 3] = [
    Slider {
        name: "servers",
        label: "API servers",
        scale: Scale::servers,
        get: |scenario| scenario.servers as u64,
        set: |scenario, value| scenario.servers = value as u32,
        text: |scenario| scenario.servers.to_string(),
        unit: "",
        spoken: |scenario| count(scenario.servers, "server", "servers"),
    },
    Slider {
        name: "burst",
        label: "Requests in the burst",
        scale: Scale::burst,
        get: |scenario| scenario.burst as u64,
        set: |scenario, value| scenario.burst = value as u32,
        text: |scenario| scenario.burst.to_string(),
        unit: "",
        spoken: |scenario| count(scenario.burst, "request", "requests"),
    },
    Slider {
        name: "rtt",
        label: "Redis round trip",
        scale: Scale::round_trip,
        get: |scenario| scenario.rtt.nanos(),
        set: |scenario, value| scenario.rtt = Span::from_nanos(value),
        text: |scenario| millis(scenario.rtt),
        unit: "ms",
        spoken: |scenario| exact(scenario.rtt),
    },
];

const fn always(_: &Scenario) -> bool {
    true
}

const SETTINGS: [Setting; 8] = [
    Setting {
        name: "limit",
        label: "Limit",
        kind: Kind::Typed(|scenario| scenario.limit.to_string(), ""),
        matters: always,
    },
    Setting {
        name: "window",
        label: "Window",
        kind: Kind::Typed(|scenario| millis(scenario.window), "ms"),
        matters: always,
    },
    Setting {
        name: "spread",
        label: "Burst arrives within",
        kind: Kind::Typed(|scenario| millis(scenario.spread), "ms"),
        matters: always,
    },
    Setting {
        name: "arrivals",
        label: "Arrivals",
        kind: Kind::Picked(|| entries(strategy::arrivals), |scenario| scenario.arrivals.name()),
        matters: always,
    },
    Setting {
        name: "balancer",
        label: "Load balancer",
        kind: Kind::Picked(|| entries(strategy::balancer), |scenario| scenario.balancer.name()),
        matters: always,
    },
    Setting {
        name: "work",
        label: "Requests keep servers busy for",
        kind: Kind::Typed(|scenario| millis(scenario.work), "ms"),
        // Nothing but the least-busy balancer looks at how busy a server is.
        matters: |scenario| scenario.balancer == Balancer::LeastBusy,
    },
    Setting {
        name: "jitter",
        label: "Round trips are",
        kind: Kind::Picked(|| entries(strategy::jitter), |scenario| scenario.jitter.name()),
        matters: always,
    },
    Setting {
        name: "seed",
        label: "Seed",
        kind: Kind::Typed(|scenario| scenario.seed.to_string(), ""),
        matters: always,
    },
];

/// The panel. Settings that are not sliders are in sight where there is room, else folded away.
#[component]
pub fn Controls() -> impl IntoView {
    let lab = use_lab();
    let roomy = use_media("(min-width: 1100px)");
    let another = move |_| lab.change(|scenario| scenario.seed = seed::fresh());
    let reset = move |_| {
        lab.change(|scenario| {
            *scenario = Scenario { strategy: scenario.strategy, ..Scenario::default() };
        });
    };
    view! {
        <section class="controls" aria-label="Controls">
            {SLIDERS.into_iter().map(slider::view).collect_view()}
            <details class="rest" open=roomy>
                <summary>"More settings"</summary>
                {SETTINGS.into_iter().map(setting::view).collect_view()}
            </details>
            <p class="buttons">
                <button type="button" class="main" on:click=another>"Another burst"</button>
                <button type="button" class="quiet" on:click=reset>"Reset"</button>
            </p>
        </section>
    }
}
