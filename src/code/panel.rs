//! The tab.

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use limit_sim::trace::{Kind, Outcome};
use maud::{Markup, html};

use super::listing::{STYLES, Style};
use crate::lab::{Lab, use_lab};
use crate::live;
use crate::part::Part;
use crate::storage;
use crate::words::strategy;

const STORED: &str = "rate-limit-lab.code";

/// The tab's panel.
#[component]
pub fn CodePanel() -> impl IntoView {
    let lab = use_lab();
    let stored = storage::load(STORED).unwrap_or_default();
    lab.prefer(|open| open.style = STYLES.iter().position(|style| style.name == stored).unwrap_or(0));
    let panel = Part::new(html! { div.code {} });
    live::markup(panel.root(), move || match lab.tab() {
        Tab::Code => told(lab, lab.open().style),
        _ => Markup::default(),
    });
    live::hear(panel.root(), "click", move |event| {
        let style = live::pressed(&event, "data-style").and_then(|name| STYLES.iter().position(|one| one.name == name));
        if let Some(style) = style {
            lab.prefer(|open| open.style = style);
            storage::save(STORED, STYLES[style].name);
        }
    });
    panel
}

fn told(lab: Lab, chosen: usize) -> Markup {
    let run = lab.run();
    let scenario = run.trace.scenario();
    let request = lab.race().request;
    let step = step(lab, request);
    let style: &Style = &STYLES[chosen];
    html! {
        div.row role="group" aria-label="Written as" {
            @for (nth, one) in STYLES.iter().enumerate() {
                button type="button" data-style=(one.name) data-key=(one.name) aria-pressed=(nth == chosen) {
                    (one.label)
                }
            }
        }
        p.aside { (strategy::name(scenario.strategy)) ". The marked line is where request " (request + 1) " is: " (whereabouts(step)) "." }
        pre tabindex="0" aria-label="The code" {
            @for line in style.lines(scenario) {
                @let now = line.step == step && !step.is_empty();
                code data-step=(line.step) data-now=(now) aria-current=[now.then_some("step")] { (line.code) "\n" }
            }
        }
    }
}

/// The step that a request is at: the name of the command that it waits for, or what was decided; nothing before it has
/// reached its server.
fn step(lab: Lab, request: u32) -> &'static str {
    let (run, now) = (lab.run(), lab.now());
    let events = &run.trace.events()[..run.trace.events_by(now)];
    let own = events.iter().rev().filter(|event| event.request.number == request);
    let step = own.into_iter().find_map(|event| match &event.kind {
        Kind::Sent(command) => STEPS.into_iter().find(|step| is_step(&command.to_string(), step)),
        Kind::Decided { outcome: Outcome::Refused, .. } => Some("refuse"),
        Kind::Decided { .. } => Some("allow"),
        Kind::Routed | Kind::Reached(_) | Kind::Queued | Kind::Executed { .. } | Kind::Received(_) => None,
    });
    step.unwrap_or("")
}

/// The commands that programs send. Those in milliseconds are the steps of those in seconds.
const STEPS: [&str; 4] = ["GET", "SET", "INCR", "EXPIRE"];

fn is_step(command: &str, step: &str) -> bool {
    let name = command.split(' ').next().unwrap_or_default();
    name == step || name.strip_prefix('P') == Some(step)
}

fn whereabouts(step: &str) -> &str {
    match step {
        "" => "not at its server yet",
        "allow" => "let through",
        "refuse" => "refused",
        _ => "waiting for Redis",
    }
}
