//! The panel of controls: three sliders that the lesson is about, then the rest, small.

use leptos::prelude::*;
use limit_sim::scenario::{Balancer, Choice, Scenario};
use limit_sim::time::Span;

use super::choice::{Pick, options};
use super::field::Field;
use super::scale::Scale;
use super::slider::Slider;
use crate::lab::{Change, use_lab};
use crate::media::use_media;
use crate::seed;
use crate::words::number::{count, exact, millis};
use crate::words::strategy;

/// The panel.
#[component]
pub fn Controls() -> impl IntoView {
    let lab = use_lab();
    let another = move |_| lab.change("seed", Change::Done, |scenario| scenario.seed = seed::fresh());
    let reset = move |_| {
        lab.change("reset", Change::Done, |scenario| {
            *scenario = Scenario { strategy: scenario.strategy, ..Scenario::default() };
        });
    };
    view! {
        <section class="controls" aria-label="Controls">
            <Slider
                name="servers"
                label="API servers"
                scale=Scale::servers()
                get=|scenario| scenario.servers.into()
                set=|scenario, value| scenario.servers = value as u32
                text=|scenario| scenario.servers.to_string()
                spoken=|scenario| count(scenario.servers, "server", "servers")
            />
            <Slider
                name="burst"
                label="Requests in the burst"
                scale=Scale::burst()
                get=|scenario| scenario.burst.into()
                set=|scenario, value| scenario.burst = value as u32
                text=|scenario| scenario.burst.to_string()
                spoken=|scenario| count(scenario.burst, "request", "requests")
            />
            <Slider
                name="rtt"
                label="Redis round trip"
                scale=Scale::round_trip()
                get=|scenario| scenario.rtt.nanos()
                set=|scenario, value| scenario.rtt = Span::from_nanos(value)
                text=|scenario| millis(scenario.rtt)
                spoken=|scenario| exact(scenario.rtt)
                unit="ms"
            />
            <Rest/>
            <p class="buttons">
                <button type="button" class="main" on:click=another>"Another burst"</button>
                <button type="button" class="quiet" on:click=reset>"Reset"</button>
            </p>
        </section>
    }
}

/// The settings that are not sliders: in sight where there is room, else folded away.
#[component]
fn Rest() -> impl IntoView {
    let lab = use_lab();
    let roomy = use_media("(min-width: 1100px)");
    // Nothing but the least-busy balancer looks at how busy a server is.
    let idle = move || lab.scenario().balancer != Balancer::LeastBusy;
    view! {
        <details class="rest" open=roomy>
            <summary>"More settings"</summary>
            <p class="setting">
                <span>"Limit"</span>
                <Field name="limit" label="Limit" text=|scenario| scenario.limit.to_string()/>
            </p>
            <p class="setting">
                <span>"Window"</span>
                <Field name="window" label="Window" text=|scenario| millis(scenario.window) unit="ms"/>
            </p>
            <p class="setting">
                <span>"Burst arrives within"</span>
                <Field name="spread" label="Burst arrives within" text=|scenario| millis(scenario.spread) unit="ms"/>
            </p>
            <p class="setting">
                <span>"Arrivals"</span>
                <Pick
                    name="arrivals"
                    label="Arrivals"
                    options=options(strategy::arrivals)
                    get=|scenario| scenario.arrivals.name()
                />
            </p>
            <p class="setting">
                <span>"Load balancer"</span>
                <Pick
                    name="balancer"
                    label="Load balancer"
                    options=options(strategy::balancer)
                    get=|scenario| scenario.balancer.name()
                />
            </p>
            <p class="setting" hidden=idle>
                <span>"Requests keep servers busy for"</span>
                <Field name="work" label="Requests keep servers busy for" text=|scenario| millis(scenario.work) unit="ms"/>
            </p>
            <p class="setting">
                <span>"Round trips are"</span>
                <Pick
                    name="jitter"
                    label="Round trips are"
                    options=options(strategy::jitter)
                    get=|scenario| scenario.jitter.name()
                />
            </p>
            <p class="setting">
                <span>"Seed"</span>
                <Field name="seed" label="Seed" text=|scenario| scenario.seed.to_string()/>
            </p>
        </details>
    }
}
