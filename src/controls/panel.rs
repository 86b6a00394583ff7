//! The panel of controls: three sliders that the lesson is about, then the rest, small.

use leptos::prelude::*;
use limit_sim::scenario::{Balancer, Choice, Scenario};
use limit_sim::time::Span;
use maud::html;

use super::scale::Scale;
use super::setting::{Kind, Setting, entries};
use super::slider::Slider;
use crate::lab::use_lab;
use crate::live;
use crate::media::use_media;
use crate::part::Part;
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
    let part = Part::new(html! {
        section.controls aria-label="Controls" {
            @for slider in &SLIDERS { (slider.told()) }
            details.rest {
                summary { "More settings" }
                @for setting in &SETTINGS { (setting.told()) }
            }
            p.buttons {
                button.main type="button" { "Another burst" }
                button.quiet type="button" { "Reset" }
            }
        }
    });
    SLIDERS.into_iter().for_each(|slider| slider.keep(&part));
    SETTINGS.into_iter().for_each(|setting| setting.keep(&part));
    live::flag(&part.find(".rest"), "open", move || roomy.get());
    live::hear(&part.find(".main"), "click", another);
    live::hear(&part.find(".quiet"), "click", reset);
    part
}
