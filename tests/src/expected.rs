//! The headless program's numbers, held against the words on the page.

use anyhow::{Context, Result, ensure};
use limit_sim::scenario::Link;
use limit_sim::time::Span;
use serde_json::Value;

use crate::page::{Card, Shown, nanos, numbers, ungrouped};

/// The page's verdict is the headless program's.
///
/// # Errors
/// When they differ.
pub fn same_verdict(shown: &Shown, json: &Value) -> Result<()> {
    let number = |name: &str| json[name].as_f64().with_context(|| format!("no {name} in {json}"));
    ensure!(Some(shown.hash.as_str()) == json["trace_hash"].as_str(), "trace hash {} is not {json}", shown.hash);
    let plain = |name: &str| {
        let Card { value, beside, below, tone } = shown.card(name);
        let [value, beside, below] = [value, beside, below].map(|text| ungrouped(text));
        Card { value, beside, below, tone: tone.clone() }
    };
    allowed(&plain("allowed"), json, is_troubled(shown, json)?)?;
    against(&plain("against"), number("over")?, number("falsely_refused")?)?;
    let calls = shown.card("calls");
    near("Redis calls a request", calls.value.parse()?, number("redis_calls_per_request")?, 0.005)?;
    match number("redis_calls")? {
        0.0 => ensure!(numbers(&calls.below).is_empty(), "{calls:?} for no calls"),
        all => ensure!(numbers(&calls.below) == [all as usize], "{calls:?} for {all} calls"),
    }
    let wait = &json["added_wait_us"];
    let micros = |name: &str| wait[name].as_f64().context("a wait in microseconds");
    same_wait(&shown.card("wait").value, micros("mean")?)?;
    if micros("max")? > 0.0 {
        let (_, beyond) = shown.card("wait").below.split_once('\u{b7}').context("two waits")?;
        match beyond.trim().strip_prefix("p99 ") {
            Some(most) => same_wait(most, micros("p99")?)?,
            None => same_wait(beyond.trim().trim_end_matches(" at most"), micros("max")?)?,
        }
    }
    let servers = json["servers"].as_array().context("servers")?.iter();
    let servers =
        servers.map(|one| ["allowed", "refused"].map(|name| one[name].as_u64().unwrap_or(0) as usize).to_vec());
    let tallies = shown.tallies.iter().map(|text| numbers(text));
    ensure!(tallies.eq(servers), "the servers' counts {:?} are not {}", shown.tallies, json["servers"]);
    Ok(())
}

/// Whether something goes wrong in it: a fault, clocks that differ, checks without an answer, requests that are lost.
fn is_troubled(shown: &Shown, json: &Value) -> Result<bool> {
    let (link, problems) = Link::read(shown.query.trim_start_matches('?'));
    ensure!(problems.is_empty(), "{}: {problems:?}", shown.query);
    let unanswered = ["timed_out", "unreachable", "skipped"].iter().map(|name| count(&json["failures"][name]));
    let number = unanswered.sum::<usize>() + count(&json["lost"]);
    Ok(!link.scenario.faults.is_empty() || link.scenario.skew > Span::ZERO || number > 0)
}

fn allowed(card: &Card, json: &Value, troubled: bool) -> Result<()> {
    ensure!(card.value.parse() == Ok(count(&json["allowed"])), "{card:?} is not {}", json["allowed"]);
    let held = if card.beside.contains("limit") { &json["limit"] } else { &json["due"] };
    ensure!(numbers(&card.beside).first() == Some(&count(held)), "{card:?} is not of {held}");
    // Shares of the limit can refuse too many, but never let too many through: there the most is the best.
    let worst = ["worst", "most"].map(|word| format!("{} at {word}", json["worst_case"]));
    // Where something goes wrong all could be let through, and that is no bound to speak of.
    let bound = if troubled { !card.below.contains(" at ") } else { worst.iter().any(|one| card.below.ends_with(one)) };
    ensure!(bound, "{card:?}, troubled: {troubled}, and {worst:?}");
    if let Some(expected) = json["expected"].as_f64() {
        let (average, _) = card.below.split_once(" on average").context("an average")?;
        near("the average", average.parse()?, expected, 0.05)?;
    }
    Ok(())
}

fn against(card: &Card, over: f64, falsely_refused: f64) -> Result<()> {
    let expected = match (over, falsely_refused) {
        (over, _) if over > 0.0 => format!("+{over} over"),
        (_, short) if short > 0.0 => format!("{short} short"),
        _ => "0 over".to_owned(),
    };
    ensure!(card.value == expected, "{card:?} is not {expected}");
    Ok(())
}

fn same_wait(text: &str, micros: f64) -> Result<()> {
    let shown = nanos(text)? / 1e3;
    let digit = match text.rsplit(' ').next() {
        _ if micros == 0.0 => 0.0,
        Some("ms") => 50.0,
        Some("s") => 5_000.0,
        _ => 0.5,
    };
    near("a wait in microseconds", shown, micros, digit)
}

fn near(what: &str, shown: f64, is: f64, within: f64) -> Result<()> {
    // Half a digit, and what floating point adds.
    ensure!((shown - is).abs() <= within * (1.0 + 1e-9) + 1e-9, "{what} is shown as {shown}, and is {is}");
    Ok(())
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}
