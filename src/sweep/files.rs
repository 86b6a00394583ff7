//! The same as files.

use std::fmt::Write;

use limit_sim::scenario::Choice;

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
    let mut text = format!("strategy,{},measure,runs,mean,sure,p5,p95,expected\n", axis.column());
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

/// All points, with what was asked for; `link` names the scenario.
pub fn json(told: &Told, link: &str) -> String {
    let axis = told.asked.sweep.axis;
    let mut curves = Vec::new();
    for curve in &told.curves {
        let points = curve.dots.iter().map(|Dot { value, runs, mean, sure, band: [low, high], expected, .. }| {
            let [mean, sure, low, high] = [*mean, *sure, *low, *high].map(number);
            let expected = expected.map_or_else(|| "null".to_owned(), number);
            format!(
                "{{\"{}\":{},\"runs\":{runs},\"mean\":{mean},\"sure\":{sure},\"p5\":{low},\"p95\":{high},\"expected\":{expected}}}",
                axis.column(),
                axis.number(*value)
            )
        });
        let points = points.collect::<Vec<_>>().join(",");
        curves.push(format!("{{\"strategy\":\"{}\",\"points\":[{points}]}}", curve.strategy.name()));
    }
    format!(
        "{{\"link\":\"{link}\",\"measure\":\"{}\",\"at_each\":{},\"curves\":[{}]}}\n",
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
            "strategy,rtt_us,measure,runs,mean,sure,p5,p95,expected\nincr,0,allowed,20,10,0,10,10,10\n\
             incr,500,allowed,20,10,0,10,10,10\nincr,1000,allowed,20,10,0,10,10,10\n"
        );
    }

    #[test]
    fn where_there_is_no_closed_form_there_is_no_number() {
        let told = told("strategy=incr&curves=one&measure=redis-calls&sweep=servers=1..2/1", 20);
        assert!(csv(&told).ends_with("incr,2,redis-calls,20,1.025,0,1.025,1.025,\n"), "{}", csv(&told));
        assert_eq!(
            json(&told, "strategy=incr"),
            "{\"link\":\"strategy=incr\",\"measure\":\"redis-calls\",\"at_each\":20,\"curves\":[{\"strategy\":\"incr\",\"points\":[\
             {\"servers\":1,\"runs\":20,\"mean\":1.025,\"sure\":0,\"p5\":1.025,\"p95\":1.025,\"expected\":null},\
             {\"servers\":2,\"runs\":20,\"mean\":1.025,\"sure\":0,\"p5\":1.025,\"p95\":1.025,\"expected\":null}]}]}\n"
        );
    }
}
