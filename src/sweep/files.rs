//! The same as files.

use std::fmt::Write;

use limit_sim::scenario::{Choice, Curves, Link, Runs, Scenario, Sweep, Tab};

use super::asked::Asked;
use super::told::{Dot, Told};
use crate::words::number::trimmed;

/// Decimals of numbers in files.
const DECIMALS: u32 = 6;

fn number(value: f64) -> String {
    trimmed(value, DECIMALS)
}

/// The files' name.
pub fn name(told: &Told) -> String {
    format!("sweep-{}-{}", told.asked.sweep.axis.name(), told.measure.name())
}

/// All points, a line each.
pub fn csv(told: &Told) -> String {
    let axis = told.asked.sweep.axis;
    let mut text = format!("strategy,{},measure,runs,mean,mean_within,p5,p95,expected\n", axis.column());
    for curve in &told.curves {
        for Dot { value, runs, mean, sure, band: [low, high], expected, .. } in &curve.dots {
            let (strategy, measure, value) = (curve.strategy.name(), told.measure.name(), axis.number(*value));
            let expected = expected.map_or_else(String::new, number);
            let numbers = [*mean, *sure, *low, *high].map(number).join(",");
            let _ = writeln!(text, "{strategy},{value},{measure},{runs},{numbers},{expected}");
        }
    }
    text
}

/// The scenario. What it has for the swept setting is of no account, but a link must take it.
fn scenario(told: &Told) -> Scenario {
    let Asked { scenario, sweep, .. } = &told.asked;
    let own = Scenario { strategy: told.present, ..*scenario };
    let mut values = std::iter::once(sweep.axis.get(&own)).chain(sweep.values());
    values.find_map(|value| sweep.axis.with(&own, value).ok()).unwrap_or(own)
}

/// The link that brings the picture back.
fn link(told: &Told) -> Link {
    let Asked { sweep, compare, at_each, .. } = &told.asked;
    let curves = if told.asked.compares() { Curves::Compared } else { Curves::One };
    // A tenth of the runs is at each point.
    let runs = Runs { runs: *at_each as u32 * 10, first: None, sweep: *sweep, measure: told.measure, curves };
    Link { scenario: scenario(told), tab: Tab::Runs, compare: compare.clone(), runs, ..Link::default() }
}

/// The headless program's command for the same numbers.
pub fn command(told: &Told) -> String {
    let Asked { sweep: Sweep { axis, from, to, step }, compare, at_each, .. } = &told.asked;
    let [from, to, step] = [from, to, step].map(|value| axis.print(*value));
    let mut link = Link { scenario: scenario(told), ..Link::default() };
    let mut compared = "";
    if told.asked.compares() {
        link.compare.clone_from(compare);
        compared = " --compare";
    }
    format!("limit-sim --sweep {}={from}..{to}/{step} --runs {at_each}{compared} '{link}'", axis.name())
}

/// All points, with what was asked for.
pub fn json(told: &Told) -> String {
    let axis = told.asked.sweep.axis;
    let mut curves = Vec::new();
    for curve in &told.curves {
        let points = curve.dots.iter().map(|Dot { value, runs, mean, sure, band: [low, high], expected, .. }| {
            let [mean, sure, low, high] = [*mean, *sure, *low, *high].map(number);
            let expected = expected.map_or_else(|| "null".to_owned(), number);
            format!(
                "{{\"{}\":{},\"runs\":{runs},\"mean\":{mean},\"mean_within\":{sure},\"p5\":{low},\"p95\":{high},\"expected\":{expected}}}",
                axis.column(),
                axis.number(*value)
            )
        });
        let points = points.collect::<Vec<_>>().join(",");
        curves.push(format!("{{\"strategy\":\"{}\",\"points\":[{points}]}}", curve.strategy.name()));
    }
    format!(
        "{{\"link\":\"{}\",\"measure\":\"{}\",\"at_each\":{},\"curves\":[{}]}}\n",
        link(told),
        told.measure.name(),
        told.asked.at_each,
        curves.join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::super::told::tests::told;
    use super::*;

    #[test]
    fn a_line_is_a_point_with_its_numbers() {
        let csv = csv(&told("strategy=incr&curves=one&sweep=rtt=0ms..1ms/500us", 20));
        assert_eq!(
            csv,
            "strategy,rtt_us,measure,runs,mean,mean_within,p5,p95,expected\nincr,0,allowed,20,10,0,10,10,10\n\
             incr,500,allowed,20,10,0,10,10,10\nincr,1000,allowed,20,10,0,10,10,10\n"
        );
    }

    #[test]
    fn where_there_is_no_closed_form_there_is_no_number() {
        let told = told("strategy=incr&curves=one&measure=redis-calls&sweep=servers=1..2/1", 20);
        assert!(csv(&told).ends_with("incr,2,redis-calls,20,1.025,0,1.025,1.025,\n"), "{}", csv(&told));
        assert_eq!(
            json(&told),
            "{\"link\":\"strategy=incr&tab=runs&runs=200&sweep=servers=1..2/1&measure=redis-calls&curves=one\",\
             \"measure\":\"redis-calls\",\"at_each\":20,\"curves\":[{\"strategy\":\"incr\",\"points\":[\
             {\"servers\":1,\"runs\":20,\"mean\":1.025,\"mean_within\":0,\"p5\":1.025,\"p95\":1.025,\"expected\":null},\
             {\"servers\":2,\"runs\":20,\"mean\":1.025,\"mean_within\":0,\"p5\":1.025,\"p95\":1.025,\"expected\":null}]}]}\n"
        );
    }

    #[test]
    fn the_link_brings_the_picture_back() {
        for query in [
            "strategy=get-set&tab=runs&sweep=servers=2..8/3&measure=wait-p99&compare=incr,cas",
            "strategy=lease&tab=runs&curves=one&seed=9&rtt=4ms&sweep=limit",
            "strategy=sync-all&traffic=steady&for=5s&users=16&servers=32&sync=500ms&sweep=sync=1ms..201ms/100ms&curves=one",
        ] {
            let told_of = told(query, 10);
            let link = link(&told_of);
            assert_eq!((link.tab, link.runs.at_each()), (Tab::Runs, 10));
            let again = told(&link.to_string(), 10);
            assert_eq!(again, told_of, "{link}");
        }
    }

    #[test]
    fn the_command_is_of_what_was_run_and_not_of_what_is_held_against_each_other_by_now() {
        let told = told("strategy=script&sweep=rtt=0ms..1ms/1ms&compare=incr,cas&rtt=9ms&seed=3", 1);
        assert_eq!(
            command(&told),
            "limit-sim --sweep rtt=0ms..1ms/1ms --runs 1 --compare 'strategy=script&seed=3&compare=incr,cas'"
        );
    }
}
