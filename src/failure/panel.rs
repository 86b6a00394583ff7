//! The tab's panel.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use limit_sim::scenario::{Choice, Fault, Link, OnFailure, Policies, Rule, Scenario, Strategy, Tab, What};
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use super::claims::{claims, played};
use super::endpoints::{self, OTP};
use super::picture::picture;
use super::runs::Runs;
use super::slow::slow;
use super::told::{ENDPOINTS, policy};
use crate::lab::{Lab, keep_calm, use_lab};
use crate::language::t;
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::words::number::fixed;
use crate::words::strategy::{decides_alone, uses_redis};
use crate::{n, say};

/// What can be added where nothing goes wrong: what its button says, and what happens.
const OUTAGES: [(&str, What); 3] =
    [(n!("Redis down"), What::Down), (n!("Redis silent"), What::Silent), (n!("Redis slow"), What::Slow(2000))];

/// Two runs to begin with; docs/claims.txt has them, too.
const EVENING: &str = "strategy=script&rule=token-bucket&servers=8&limit=300&window=60s&traffic=steady&rate=36&for=300s&users=16&greedy=20&redis=down@60s..240s&timeout=10ms&tab=failure&stands-for=100";
const SLOW: &str = "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&tab=failure";

/// How far below the window's top the stage stands when a link's run is played, in pixels.
const MARGIN: f64 = 8.0;

/// What is typed: its name in links, what it is for, and its unit.
const FIGURES: [(&str, &str, &str); 2] = [
    ("price", n!("A message costs"), n!("cents (assumed)")),
    ("stands-for", n!("Each request stands for"), n!("of the evening")),
];

/// What has been run, and what is being run: one run at a time, so that the page has its turn between them.
#[derive(Default)]
struct Running {
    /// Of what the last ones were asked for.
    asked: Option<(Scenario, [OnFailure; 3])>,
    /// Those that are told.
    told: Option<Runs>,
    /// Those that are not complete.
    coming: Option<Runs>,
    next: Option<Timeout>,
}

/// Does the next run soon, and tells by a number that grows once all are there.
fn go_on(running: &Rc<RefCell<Running>>, told: RwSignal<usize>) {
    let own = running.clone();
    running.borrow_mut().next = Some(live::later(0, move || {
        let more = own.borrow_mut().coming.as_mut().is_some_and(Runs::go_on);
        if more {
            return go_on(&own, told);
        }
        {
            let mut running = own.borrow_mut();
            running.told = running.coming.take();
        }
        live::more(told);
    }));
}

/// The tab's panel.
pub fn failure_panel() -> Part {
    let lab = use_lab();
    let panel = Part::new(html! {
        div.failure {
            // The claim whose run this is: where the focus goes that was on its link.
            p.played tabindex="-1" {}
            h3 { (t("One outage, three endpoints")) }
            p.aside {
                (t("The same requests before each of them; only what each does without an answer from Redis differs. To begin with:"))
                " "
                a href={ "?" (EVENING) } data-link=(EVENING) { (t("the lesson\u{2019}s evening")) }
                (t(", one request for a hundred, where Redis is gone from 20:15 (1 minute into the run) for three minutes, or")) " "
                a href={ "?" (SLOW) } data-link=(SLOW) { (t("a second in which Redis is slow")) } (t("."))
            }
            div.offer {}
            div.met {
                div.pictures {
                    @for (nth, [name, ..]) in ENDPOINTS.iter().enumerate() {
                        article data-nth=(nth) {
                            div.title {
                                h4 { (t(name)) }
                                (select::told(&format!("policy-{nth}"), &say!("{} without an answer", t(name)), ""))
                            }
                            div.head {}
                            div.picture {}
                            div.foot {}
                            @if nth == OTP { (figure(0)) }
                        }
                    }
                }
                (figure(1))
                div.numbers {}
                div.slow {}
            }
            div.claims {}
        }
    });
    (0..ENDPOINTS.len()).for_each(|nth| keep_policy(&panel, lab, nth));
    (0..FIGURES.len()).for_each(|nth| keep_figure(&panel, lab, nth));
    let calm = keep_calm(lab);
    let runs: Rc<RefCell<Running>> = Rc::default();
    // What the runs are of: that they are others shows in a number that grows.
    let told = RwSignal::new(0usize);
    let own = runs.clone();
    live::effect(move || {
        if lab.tab() != Tab::Failure || calm.get() != lab.run().number as usize {
            return;
        }
        let (scenario, policies) = (lab.scenario(), lab.open().policies);
        // Prices and the like change no run.
        let asked = Some((scenario, policies.endpoints));
        if own.borrow().asked != asked {
            let coming = Runs::to_come(&scenario, &policies).filter(|_| !decides_alone(scenario.strategy));
            let any = coming.is_some();
            {
                let mut running = own.borrow_mut();
                (running.asked, running.coming, running.next) = (asked, coming, None);
                if !any {
                    running.told = None;
                }
            }
            if any {
                go_on(&own, told);
            }
        }
        live::more(told);
    });
    let own = runs.clone();
    live::attribute(panel.root(), "aria-busy", move || {
        told.track();
        (calm.get() != lab.run().number as usize || own.borrow().coming.is_some()).to_string()
    });
    let own = runs.clone();
    live::style(&panel.find(".pictures"), move || {
        told.track();
        let end = own.borrow().told.as_ref().map_or(1, |runs| runs.end.nanos().max(1)) as f64;
        let now = if lab.at_end() { 1.0 } else { (lab.now().nanos() as f64 / end).min(1.0) };
        format!("--now:{}", fixed(now, 4))
    });
    let own = runs.clone();
    live::flag(&panel.find(".met"), "hidden", move || {
        told.track();
        own.borrow().told.is_none()
    });
    let keep = |place: Element, tell: fn(&Runs, &Policies, usize) -> Markup, nth: usize| {
        let own = runs.clone();
        live::markup(&place, move || {
            told.track();
            let policies = untrack(|| lab.open().policies);
            let running = own.borrow();
            // Until there are those of other policies, the last ones stay.
            let policies = running.told.as_ref().map(|runs| Policies { endpoints: runs.endpoints, ..policies });
            running
                .told
                .as_ref()
                .zip(policies)
                .map_or_else(Markup::default, |(runs, policies)| tell(runs, &policies, nth))
        });
    };
    for nth in 0..ENDPOINTS.len() {
        let place = |what: &str| panel.find(&format!("[data-nth='{nth}'] .{what}"));
        keep(place("head"), endpoints::head, nth);
        keep(place("picture"), |runs, policies, nth| picture(runs, runs.under(policies.endpoints[nth])), nth);
        keep(place("foot"), endpoints::foot, nth);
    }
    keep(panel.find(".numbers"), |runs, policies, _| endpoints::table(runs, policies), 0);
    keep(panel.find(".slow"), |runs, policies, _| slow(runs, policies), 0);
    live::markup(&panel.find(".offer"), move || offer(&lab.scenario()));
    live::markup(&panel.find(".claims"), move || {
        // Whether it has come is told like everything that is open.
        if lab.open().tab == Tab::Failure { claims(lab) } else { Markup::default() }
    });
    let line = panel.find(".played");
    live::markup(&line, move || if lab.tab() == Tab::Failure { played(lab) } else { Markup::default() });
    live::hear(panel.root(), "click", move |event| {
        if let Some(query) = live::pressed(&event, "data-link") {
            follow(lab, &event, &query, &line);
        } else if let Some(what) = live::pressed(&event, "data-add") {
            let what = what.parse().ok().and_then(|nth: usize| OUTAGES.get(nth));
            what.into_iter().for_each(|(_, what)| lab.change(|scenario| add(scenario, *what)));
        } else if live::pressed(&event, "data-ask").is_some() {
            lab.change(|scenario| scenario.strategy = asking(scenario));
        }
    });
    panel
}

/// Plays a link's run in this page, with this tab open, unless it is to open elsewhere.
fn follow(lab: Lab, event: &Event, query: &str, line: &Element) {
    // Mouse events tell of keys as those of the keyboard do, and this type is there already.
    let held = event.unchecked_ref::<KeyboardEvent>();
    if held.ctrl_key() || held.meta_key() || held.shift_key() {
        return;
    }
    event.prevent_default();
    let (link, _) = Link::read(query);
    lab.follow(Link { tab: Tab::Failure, ..link });
    lab.play();
    live::focus(line, false);
    // Only this window: a page that the lab is embedded in stays where it is.
    if let Ok(Some(stage)) = document().query_selector(".play") {
        window().scroll_by_with_x_and_y(0.0, stage.get_bounding_client_rect().y() - MARGIN);
    }
}

/// A strategy that asks Redis and counts by the present rule.
fn asking(scenario: &Scenario) -> Strategy {
    if scenario.rule == Rule::FixedWindow { Strategy::Incr } else { Strategy::Script }
}

fn add(scenario: &mut Scenario, what: What) {
    let (from, until) = scenario.middle();
    let more = scenario.faults.with(Fault { from, until, what });
    more.into_iter().for_each(|faults| scenario.faults = faults);
}

/// What to do where there is nothing to be seen yet.
fn offer(scenario: &Scenario) -> Markup {
    if decides_alone(scenario.strategy) {
        let why = match uses_redis(scenario.strategy) {
            true => {
                n!(
                    "With this strategy servers decide by what they remember, and no request waits for Redis: no policy is asked in an outage, which only keeps servers from hearing of each other."
                )
            }
            false => n!("This strategy never asks Redis, so an outage of Redis changes nothing here."),
        };
        let strategy = t(crate::words::strategy::name(asking(scenario)));
        return html! {
            p.lead { (t(why)) }
            p.row { button type="button" data-ask data-key="ask" { (say!("Use {}", strategy)) } }
        };
    }
    html! {
        @if scenario.outage().is_none() {
            p.lead { (t("Redis answers all the time in this run. Take it away for the middle third:")) }
            p.row {
                @for (nth, (name, _)) in OUTAGES.iter().enumerate() {
                    button type="button" data-add=(nth) data-key={ "add-" (nth) } { (t(name)) }
                }
            }
        }
    }
}

fn keep_policy(panel: &Part, lab: Lab, nth: usize) {
    let entries = || OnFailure::ALL.iter().map(|one| (one.name().to_owned(), t(policy(*one)).to_owned())).collect();
    let value = move || lab.open().policies.endpoints[nth].name().to_owned();
    let pick = move |name: &str| {
        let picked = OnFailure::from_name(name);
        picked.into_iter().for_each(|policy| lab.reopen(|open| open.policies.endpoints[nth] = policy));
    };
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    let list = panel.named(&format!("policy-{nth}"));
    live::set(&list, "data-part", Some("policies"));
    select::keep(&list, keep);
}

fn figure(nth: usize) -> Markup {
    let (name, label, unit) = FIGURES[nth];
    html! {
        p.figure {
            label { span { (t(label)) } " " input type="text" inputmode="numeric" autocomplete="off" name=(name) aria-label=(t(label)) aria-describedby={ (name) "-problem" }; }
            span.unit { (t(unit)) }
            span.problem id={ (name) "-problem" } role="alert" {}
        }
    }
}

fn keep_figure(panel: &Part, lab: Lab, nth: usize) {
    let (name, ..) = FIGURES[nth];
    let input = panel.named(name);
    let problem = panel.find(&format!("#{name}-problem"));
    let value = move || {
        let policies = lab.open().policies;
        [policies.price, policies.stands_for][nth].to_string()
    };
    live::value(&input, value);
    let field = input.clone();
    live::hear(&input, "change", move |event| {
        let given = live::value_of(&event);
        let taken = untrack(|| lab.link()).with(name, given.trim());
        let said = match taken {
            Ok(link) => {
                lab.reopen(|open| open.policies = link.policies);
                // What was typed is shown as the lab has it.
                live::set_value(&field, &untrack(value));
                String::new()
            }
            Err(error) => {
                let allowed = error.allowed().told(crate::language::t);
                say!("\u{201c}{}\u{201d} was not taken. Allowed: {}.", given, allowed)
            }
        };
        live::set(&field, "aria-invalid", (!said.is_empty()).then_some("true"));
        problem.set_text_content(Some(&said));
    });
}
