//! The panel of controls: three sliders that the lesson is about, then the rest, small.

use leptos::prelude::*;
use limit_sim::scenario::{Balancer, Scenario};
use limit_sim::time::Span;

use super::choice::Pick;
use super::field::Field;
use super::scale;
use super::slider::Slider;
use crate::lab::{Change, use_lab};
use crate::seed;
use crate::words::{number, strategy};

fn millis(span: Span) -> String {
    span.millis_f64().to_string()
}

fn servers(count: u32) -> String {
    number::count(count, "server", "servers")
}

fn requests(count: u32) -> String {
    number::count(count, "request", "requests")
}

/// The panel.
#[component]
pub fn Controls() -> impl IntoView {
    let lab = use_lab();
    let another = move |_| lab.change("seed", Change::Done, |scenario| scenario.seed = seed::fresh());
    let restart = move |_| {
        let strategy = untrack(|| lab.scenario().strategy);
        lab.change("reset", Change::Done, |scenario| *scenario = Scenario { strategy, ..Scenario::default() });
    };
    view! {
        <section class="controls" aria-label="Controls">
            <Slider
                name="servers"
                label="API servers"
                scale=scale::servers()
                get=|scenario| scenario.servers
                set=|scenario, value| scenario.servers = value
                text=|value: u32| value.to_string()
                spoken=servers
            />
            <Slider
                name="burst"
                label="Requests in the burst"
                scale=scale::burst()
                get=|scenario| scenario.burst
                set=|scenario, value| scenario.burst = value
                text=|value: u32| value.to_string()
                spoken=requests
            />
            <Slider
                name="rtt"
                label="Redis round trip"
                scale=scale::round_trip()
                get=|scenario| scenario.rtt
                set=|scenario, value| scenario.rtt = value
                text=millis
                spoken=number::exact
                unit="ms"
            />
            <Rest/>
            <p class="buttons">
                <button type="button" class="main" on:click=another>"Another burst"</button>
                <button type="button" class="quiet" on:click=restart>"Reset"</button>
            </p>
        </section>
    }
}

/// The settings that are not sliders.
#[component]
fn Rest() -> impl IntoView {
    let lab = use_lab();
    let limit = lab.setting(|scenario| scenario.limit);
    let window = lab.setting(|scenario| scenario.window);
    let spread = lab.setting(|scenario| scenario.spread);
    let work = lab.setting(|scenario| scenario.work);
    let seed = lab.setting(|scenario| scenario.seed);
    let least_busy = lab.setting(|scenario| scenario.balancer == Balancer::LeastBusy);
    let spans = |span: Memo<Span>| Signal::derive(move || millis(span.get()));
    view! {
        <div class="rest">
            <div class="setting">
                <span>"Limit"</span>
                <Field name="limit" label="Limit" value=Signal::derive(move || limit.get().to_string())/>
            </div>
            <div class="setting">
                <span>"Window"</span>
                <Field name="window" label="Window" value=spans(window) unit="ms"/>
            </div>
            <div class="setting">
                <span>"Burst arrives within"</span>
                <Field name="spread" label="Burst arrives within" value=spans(spread) unit="ms"/>
            </div>
            <div class="setting">
                <span>"Arrivals"</span>
                <Pick
                    name="arrivals"
                    label="Arrivals"
                    get=|scenario| scenario.arrivals
                    set=|scenario, value| scenario.arrivals = value
                    text=strategy::arrivals
                />
            </div>
            <div class="setting">
                <span>"Load balancer"</span>
                <Pick
                    name="balancer"
                    label="Load balancer"
                    get=|scenario| scenario.balancer
                    set=|scenario, value| scenario.balancer = value
                    text=strategy::balancer
                />
            </div>
            // Nothing but the least-busy balancer looks at how busy a server is.
            <Show when=move || least_busy.get()>
                <div class="setting">
                    <span>"A request keeps its server busy"</span>
                    <Field name="work" label="A request keeps its server busy" value=spans(work) unit="ms"/>
                </div>
            </Show>
            <div class="setting">
                <span>"Round trips are"</span>
                <Pick
                    name="jitter"
                    label="Round trips are"
                    get=|scenario| scenario.jitter
                    set=|scenario, value| scenario.jitter = value
                    text=strategy::jitter
                />
            </div>
            <div class="setting">
                <span>"Seed"</span>
                <Field name="seed" label="Seed" value=Signal::derive(move || seed.get().to_string())/>
            </div>
        </div>
    }
}
