//! The diagram of a race, and its steps in words, are the trace's.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::page::{Diagram, Page};
use lab_tests::tests;
use limit_sim::placement::Comparison;
use limit_sim::trace::{Event, Extent, Kind, Outcome, Race, Trace};

tests![
    the_arrows_are_the_traces_commands_and_replies,
    on_a_narrow_page_the_arrows_are_the_same,
    show_all_shows_all_that_the_request_met,
    every_command_and_decision_has_a_sentence_for_those_who_dont_see_the_diagram,
    the_current_step_is_the_one_at_the_playhead,
];

const SETTINGS: [&str; 4] = [
    "",
    "rtt=12ms&jitter=exponential&servers=6&seed=5",
    "burst=90&limit=4&window=20ms&servers=3&request=31",
    "servers=1&burst=3&limit=2&spread=0ms&request=1",
];

/// A command's event, and the texts of the command and its reply.
type Numbered = (usize, String, String);

/// How a decision is marked, and what it says.
type Decided = (&'static str, String);

/// The shown requests' commands and replies, numbered as messages, and their decisions.
fn expected(trace: &Trace, race: &Race) -> (Vec<Numbered>, Vec<Decided>) {
    let (mut messages, mut decisions) = (Vec::new(), Vec::new());
    for (nth, event) in trace.events().iter().enumerate().filter(|(_, event)| is_shown(event, race)) {
        match &event.kind {
            Kind::Executed { command, reply, .. } => {
                let number = 2 * messages.len() + 1;
                messages.push((nth, format!("{number} {command}"), format!("{} {reply}", number + 1)));
            }
            Kind::Decided { decision, outcome } => {
                let sign = match (decision.comparison, decision.allowed) {
                    (Comparison::Below, true) => "<",
                    (Comparison::Below, false) => "\u{2265}",
                    (Comparison::AtMost, true) => "\u{2264}",
                    (Comparison::AtMost, false) => ">",
                    (other, _) => unreachable!("none of these strategies decides by {other:?}"),
                };
                let comparison = format!("{} {sign} {}", decision.count, decision.limit);
                let number = event.request.number + 1;
                decisions.push((class(*outcome), format!("{number}: {comparison}")));
            }
            _ => {}
        }
    }
    (messages, decisions)
}

fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allowed => "allowed",
        Outcome::Over => "over",
        Outcome::Refused => "refused",
    }
}

fn is_shown(event: &Event, race: &Race) -> bool {
    race.shown.contains(&event.request.number)
}

/// The race that a link shows.
pub fn race_of(trace: &Trace, request: Option<u32>, extent: Extent) -> Race {
    trace.race(request.unwrap_or_else(|| trace.telling()), extent)
}

fn same(diagram: &Diagram, trace: &Trace, race: &Race) -> Result<()> {
    let (messages, decisions) = expected(trace, race);
    let drawn: Vec<_> =
        diagram.messages.iter().map(|one| (one.event, one.command.clone(), one.reply.clone())).collect();
    ensure!(drawn == messages, "the arrows say {drawn:?}, and the trace {messages:?}");
    ensure!(diagram.messages.iter().all(|one| one.arrows == 2), "arrows are missing: {:?}", diagram.messages);
    ensure!(diagram.waiting.is_empty(), "in a whole run nothing waits: {:?}", diagram.waiting);
    ensure!(diagram.decisions.len() == decisions.len(), "{:?} is not {decisions:?}", diagram.decisions);
    for (drawn, (outcome, text)) in diagram.decisions.iter().zip(&decisions) {
        ensure!(drawn.outcome == *outcome && drawn.text.contains(text), "{drawn:?} is not {outcome}, {text}");
    }
    let chosen: Vec<_> = diagram.moments.iter().filter(|row| row.chosen).collect();
    let of_chosen = |nth: usize| trace.events()[nth].request.number == race.request;
    ensure!(!chosen.is_empty() && chosen.iter().all(|row| of_chosen(row.event)), "{chosen:?} is marked");
    let servers = 0..trace.scenario().servers;
    let takes_part =
        |one: &u32| trace.events().iter().any(|event| event.request.server == *one && is_shown(event, race));
    let lanes = servers.filter(takes_part).count() + 1 + usize::from(!messages.is_empty());
    ensure!(diagram.lanes.len() == lanes, "{:?} are not {lanes} lanes", diagram.lanes);
    Ok(())
}

async fn in_all_settings(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for settings in SETTINGS {
            let query = format!("strategy={strategy}&{settings}");
            page.open(&query).await?;
            let (shown, trace) = page.shows_its_address().await.with_context(|| query.clone())?;
            let race = race_of(&trace, shown.link().request, Extent::Few);
            same(&page.race().await?.diagram, &trace, &race).with_context(|| query)?;
        }
    }
    Ok(())
}

async fn the_arrows_are_the_traces_commands_and_replies(page: &Page) -> Result<()> {
    in_all_settings(page).await
}

async fn on_a_narrow_page_the_arrows_are_the_same(page: &Page) -> Result<()> {
    page.resize(360, 740).await?;
    in_all_settings(page).await
}

async fn show_all_shows_all_that_the_request_met(page: &Page) -> Result<()> {
    for strategy in ["get-set", "get-incr", "incr"] {
        page.open(&format!("strategy={strategy}&rtt=8ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let few = race_of(&trace, None, Extent::Few);
        let all = race_of(&trace, None, Extent::All);
        ensure!(few.left_out > 0 && all.shown.len() > few.shown.len(), "{strategy}: this run has no more to show");
        page.click_button(&format!("Show all ({} more)", few.left_out)).await?;
        let rows = async || Ok(page.race().await?.diagram.decisions.len());
        eventually_eq("the requests that are decided in the diagram", all.shown.len(), rows).await?;
        same(&page.race().await?.diagram, &trace, &all).with_context(|| strategy)?;
        page.click_button("Show all").await?;
        eventually_eq("the requests that are decided in the diagram", few.shown.len(), rows).await?;
        same(&page.race().await?.diagram, &trace, &few).with_context(|| strategy)?;
    }
    Ok(())
}

async fn every_command_and_decision_has_a_sentence_for_those_who_dont_see_the_diagram(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for settings in SETTINGS {
            page.open(&format!("strategy={strategy}&{settings}")).await?;
            let (shown, trace) = page.shows_its_address().await?;
            let race = race_of(&trace, shown.link().request, Extent::Few);
            let steps = page.race().await?.diagram.steps;
            let events: Vec<_> = steps_of(&trace, &race).map(|(_, event)| event).collect();
            ensure!(steps.len() == events.len(), "{strategy}: {steps:?} are not {} steps", events.len());
            for (step, event) in steps.iter().zip(events) {
                let begins = format!("{:.3} ms: ", event.at.since_start().millis_f64());
                let (server, request) = (event.request.server + 1, event.request.number + 1);
                let told = match &event.kind {
                    Kind::Decided { outcome: Outcome::Refused, .. } => {
                        step.contains(&format!("refuses request {request}"))
                    }
                    Kind::Decided { .. } => step.contains(&format!("lets request {request} through")),
                    _ => step.contains(&format!("erver {server}")) || step.contains("Redis"),
                };
                ensure!(step.starts_with(&begins) && told && step.ends_with('.'), "{strategy}: {step} of {event:?}");
            }
        }
    }
    Ok(())
}

/// The race's commands, its decisions, and where a server goes on to another command once it has a reply.
pub fn steps_of<'a>(trace: &'a Trace, race: &'a Race) -> impl Iterator<Item = (usize, &'a Event)> {
    let events = trace.events();
    let step = |nth: usize, event: &Event| match event.kind {
        Kind::Executed { .. } | Kind::Decided { .. } => true,
        Kind::Sent(_) => events[..nth]
            .iter()
            .any(|one| one.request == event.request && one.at == event.at && matches!(one.kind, Kind::Received(_))),
        _ => false,
    };
    events.iter().enumerate().filter(move |(nth, event)| is_shown(event, race) && step(*nth, event))
}

async fn the_current_step_is_the_one_at_the_playhead(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for part in 0..=6 {
            let trace = trace_of(strategy);
            let at = trace.events()[(trace.events().len() - 1) * part / 6].at;
            page.open(&format!("strategy={strategy}&t={at}")).await?;
            let (_, trace) = page.shows_its_address().await?;
            let race = race_of(&trace, None, Extent::Few);
            let happened = steps_of(&trace, &race).filter(|(nth, _)| *nth < trace.events_by(at)).count();
            let current = async || Ok(page.race().await?.diagram.current);
            eventually_eq("the current step", happened.checked_sub(1), current).await?;
        }
    }
    Ok(())
}

fn trace_of(strategy: &str) -> Trace {
    let link: limit_sim::scenario::Link = format!("strategy={strategy}").parse().expect("a good link");
    Trace::of(&link.scenario)
}
