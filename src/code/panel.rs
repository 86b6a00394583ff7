//! The tab.

use leptos::prelude::*;
use limit_sim::scenario::Tab;
use limit_sim::trace::{Kind, Outcome};
use maud::{Markup, html};

use super::listing::{STYLES, lines, script};
use crate::lab::{Lab, use_lab};
use crate::language::{fill, t};
use crate::live;
use crate::n;
use crate::part::Part;
use crate::storage;
use crate::texts::Text;
use crate::words::strategy;

const STORED: &str = "rate-limit-lab.code";

/// The tab's panel.
pub fn code_panel() -> Part {
    let lab = use_lab();
    let stored = storage::load(STORED).unwrap_or_default();
    lab.prefer(|open| open.style = STYLES.iter().position(|style| style.name == stored).unwrap_or(0));
    let panel = Part::new(told());
    keep(&panel, lab);
    let code = panel.find("pre");
    live::hear(panel.root(), "click", move |event| {
        let style = live::pressed(&event, "data-style").and_then(|name| STYLES.iter().position(|one| one.name == name));
        if let Some(style) = style {
            lab.prefer(|open| open.style = style);
            storage::save(STORED, STYLES[style].name);
        }
        if live::pressed(&event, "data-again").is_some() {
            // What is pressed goes; it has asked for what comes here.
            live::focus(&code, false);
            let (style, scenario) = untrack(|| (lab.open().style, lab.scenario()));
            [Some(STYLES[style].file), script(&scenario), Some(STYLES[0].file)]
                .into_iter()
                .flatten()
                .for_each(|file| file.again(lab));
        }
    });
    panel
}

fn told() -> Markup {
    html! {
        div.code {
            div.row role="group" aria-label=(t("Written as")) {
                @for style in &STYLES { button type="button" data-style=(style.name) { (t(style.label)) } }
            }
            p.aside {}
            pre tabindex="0" role="region" aria-label=(t("The code")) data-own-keys {}
        }
    }
}

/// Keeps the panel. While it plays only the mark moves: lines that are told anew lose where they were scrolled to.
fn keep(panel: &Part, lab: Lab) {
    let [row, aside, code] = [".row", ".aside", "pre"].map(|selector| panel.find(selector));
    let mut before = None;
    live::effect(move || {
        // What nobody sees is not told.
        if lab.tab() != Tab::Code {
            return;
        }
        let (run, chosen, request) = (lab.run(), lab.open().style, lab.race().request);
        let scenario = run.trace.scenario();
        let (mut text, mut instead) = (STYLES[chosen].file.text(lab), false);
        let lua = script(scenario).map_or(Text::Here(""), |file| file.text(lab));
        let written = |text: Text| match (text, lua) {
            (Text::Here(texts), Text::Here(lua)) => lines(texts, lua, scenario),
            _ => Vec::new(),
        };
        let mut lines = written(text);
        if matches!(text, Text::Here(_)) && lines.is_empty() && lua != Text::Coming {
            // Everything is written in Redis commands.
            (text, instead) = (STYLES[0].file.text(lab), chosen > 0);
            lines = written(text);
        }
        if lua != Text::Here("") && !matches!(lua, Text::Here(_)) {
            text = lua;
        }
        // The lines follow from these.
        let what = Some((run.number, chosen, text, lua));
        if before != what {
            let told = html! { @for line in &lines { code data-step=(line.step) { (line.code) "\n" } } };
            live::replace(&code, &told.into_string());
            live::set(&code, "aria-busy", (text == Text::Coming).then_some("true"));
            before = what;
            let told = match text {
                Text::Here(_) => html! {},
                Text::Coming => html! { (t("The code is being loaded\u{2026}")) },
                Text::Missing => html! {
                    (t("The code could not be loaded. Check the connection.")) " "
                    button type="button" data-again { (t("Try again")) }
                },
            };
            live::replace(&aside, &told.into_string());
            for nth in 0..STYLES.len() {
                let button = row.children().item(nth as u32);
                let pressed = if nth == chosen { "true" } else { "false" };
                button.into_iter().for_each(|button| live::set(&button, "aria-pressed", Some(pressed)));
            }
        }
        if lines.is_empty() {
            return;
        }
        let step = step(lab, request);
        for (line, nth) in lines.iter().zip(0..) {
            let now = line.step == step && !step.is_empty();
            if let Some(element) = code.children().item(nth) {
                live::set(&element, "data-now", now.then_some("true"));
                live::set(&element, "aria-current", now.then_some("step"));
            }
        }
        let told = fill(whereabouts(step), &[&t(strategy::name(scenario.strategy)), &(request + 1)]);
        let told = match instead {
            true => t("In Redis commands: it is not written in this language here.").to_owned() + " " + &told,
            false => told,
        };
        aside.set_text_content(Some(&told));
    });
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
        _ => None,
    });
    step.unwrap_or("")
}

/// The commands that programs send. Those in milliseconds are the steps of those in seconds.
const STEPS: [&str; 10] = ["GET", "SET", "INCR", "EXPIRE", "MULTI", "WATCH", "UNWATCH", "EVALSHA", "HMGET", "ZCOUNT"];

fn is_step(command: &str, step: &str) -> bool {
    let name = command.split([' ', ';']).next().unwrap_or_default();
    name == step || name.strip_prefix('P') == Some(step)
}

/// What a request does at a step, after the strategy.
fn whereabouts(step: &str) -> &'static str {
    match step {
        "" => n!("{}. No line is marked: request {} is not at its server yet."),
        "allow" => n!("{}. The marked line is where request {} is: let through."),
        "refuse" => n!("{}. The marked line is where request {} is: refused."),
        _ => n!("{}. The marked line is where request {} is: waiting for Redis."),
    }
}
