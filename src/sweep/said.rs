//! What the picture shows, in a sentence or two.

use limit_sim::scenario::Measure;

use super::names;
use super::told::{Dot, Series, Told};
use crate::words::number::fixed;
use crate::words::say::say;
use crate::words::strategy::{self, capitalised};

/// More than this beyond what is due is a leak that counts.
const LEAK: f64 = 1.0;

/// The sentences.
pub fn finding(told: &Told) -> String {
    let Ok(dots) = &told.present().dots else { return String::new() };
    let [Some(first), Some(last)] = [dots.first(), dots.last()] else {
        return "All of these values are more than a run can bear.".to_owned();
    };
    let axis = told.asked.sweep.axis;
    let ends = [('a', names::value(axis, first.value)), ('b', names::value(axis, last.value))];
    let spread = Spread::of(told, dots);
    let came = say(names::measured(told.measure), &[('v', spread.text())]);
    let name = strategy::name(told.present().strategy);
    let over = match &spread {
        Spread::Flat(_) => format!("whatever {}", names::whatever(axis)),
        _ => say(names::range(axis), &ends),
    };
    let mut text = format!("With {name}, {came} {over}{}.", leak(told, dots));
    let others =
        || told.curves().skip(1).filter_map(|(series, dots)| Some((series, Spread::of(told, dots), dots.first()?)));
    let flat = listed(others().filter(|(_, spread, _)| matches!(spread, Spread::Flat(_))));
    let rest = listed(others().filter(|(_, spread, _)| !matches!(spread, Spread::Flat(_))));
    if !flat.is_empty() {
        text += &format!(" Whatever {}: {flat}.", names::whatever(axis));
    }
    if !rest.is_empty() {
        let from = match spread {
            Spread::Flat(_) => capitalised(&say(names::range(axis), &ends)),
            _ => "Over the same range".to_owned(),
        };
        text += &format!(" {from}: {rest}.");
    }
    text
}

fn listed<'a>(all: impl Iterator<Item = (&'a Series, Spread, &'a Dot)>) -> String {
    let all = all.map(|(series, spread, _)| format!("{} {}", strategy::name(series.strategy), spread.text()));
    all.collect::<Vec<_>>().join("; ")
}

/// How a curve goes, to the digits that are shown.
enum Spread {
    Flat(String),
    Down(String, String),
    Between(String, String),
}

impl Spread {
    fn of(told: &Told, dots: &[Dot]) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for dot in dots {
            (least, most) = (least.min(dot.mean), most.max(dot.mean));
        }
        let [low, high] = [least, most].map(|mean| names::figure(told.measure, mean));
        let ends = [0, dots.len() - 1].map(|nth| names::figure(told.measure, dots[nth].mean));
        match ends {
            _ if low == high => Self::Flat(low),
            [first, last] if first == high && last == low => Self::Down(high, low),
            _ => Self::Between(low, high),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Flat(value) => value.clone(),
            Self::Down(high, low) => format!("{high} down to {low}"),
            Self::Between(low, high) => format!("{low} to {high}"),
        }
    }
}

/// Where the present strategy begins to let more than one request too much through.
fn leak(told: &Told, dots: &[Dot]) -> String {
    let due: Option<Vec<f64>> = dots.iter().map(|dot| told.due_at(dot.value)).collect();
    let (Some(due), Measure::Allowed) = (due, told.measure) else { return String::new() };
    let leaks = |(dot, due): &(&Dot, &f64)| dot.mean > **due + LEAK;
    let pairs = || dots.iter().zip(&due);
    let axis = told.asked.sweep.axis;
    let number = pairs().filter(leaks).count();
    if number == 0 {
        // A hair: means are sums of many.
        return match pairs().any(|(dot, due)| dot.most > due + 1e-9) {
            false => "; no burst of these goes over the limit".to_owned(),
            true => "; on average at most one of them is over the limit".to_owned(),
        };
    }
    if number == dots.len() {
        let over = pairs().map(|(dot, due)| dot.mean - due);
        let (least, most) = (over.clone().fold(f64::INFINITY, f64::min), over.fold(0.0, f64::max));
        return match [fixed(least, 1), fixed(most, 1)] {
            [least, most] if least == most => format!("; that is {most} over the limit"),
            [least, _] => format!("; that is at least {least} over the limit"),
        };
    }
    // One way or the other it begins somewhere, or it is a matter of a few.
    let first = pairs().position(|pair| leaks(&pair)).unwrap_or(0);
    let last = pairs().rposition(|pair| leaks(&pair)).unwrap_or(0);
    let at = |nth: usize| say(names::at(axis), &[('v', names::value(axis, dots[nth].value))]);
    match (first, last) {
        (0, _) if last + 1 == number => format!("; it last leaks more than one request {}", at(last)),
        (1.., _) => format!("; it first leaks more than one request {}", at(first)),
        _ => format!("; it leaks more than one request at {number} of the {} values", dots.len()),
    }
}

/// How sure the least sure mean is.
pub fn sure(told: &Told) -> Option<String> {
    let sure = told.curves().flat_map(|(_, dots)| dots).map(|dot| dot.sure).fold(0.0, f64::max);
    // Too few runs, or none that differ, say nothing.
    (sure > 0.0).then(|| match told.measure {
        Measure::Allowed | Measure::FalselyRefused => fixed((sure * 10.0).ceil() / 10.0, 1),
        Measure::RedisCalls => fixed((sure * 100.0).ceil() / 100.0, 2),
        _ => names::figure(told.measure, sure),
    })
}

#[cfg(test)]
mod tests {
    use super::super::told::tests::told;
    use super::*;

    fn says(query: &str) -> String {
        finding(&told(query, 400))
    }

    #[test]
    fn the_lessons_four_over_the_round_trip_are_said_in_two_sentences() {
        assert_eq!(
            says("strategy=get-set"),
            "With Redis GET then SET, 10.0 to 40.0 are let through on average from 0 ms to 20 ms of round trip; it first \
             leaks more than one request at 1 ms. Whatever the round trip: Local counters 35.7; Local, limit \u{f7} N 8.0; \
             Redis atomic INCR 10.0."
        );
    }

    #[test]
    fn a_flat_curve_holds_whatever_the_setting() {
        assert_eq!(
            says("strategy=local&curves=one"),
            "With Local counters, 35.7 are let through on average whatever the round trip; that is 25.7 over the limit."
        );
        assert_eq!(
            says("strategy=incr&curves=one"),
            "With Redis atomic INCR, 10.0 are let through on average whatever the round trip; no burst of these goes over \
             the limit."
        );
    }

    #[test]
    fn a_curve_that_goes_down_says_so() {
        assert_eq!(says("strategy=get-set&curves=one&sweep=spread=0ms..200ms/100ms"), "");
    }

    #[test]
    fn waits_have_their_units() {
        assert_eq!(says("strategy=incr&curves=one&measure=wait-p50&sweep=rtt=0ms..4ms/2ms"), "");
    }

    #[test]
    fn strategies_that_cannot_count_are_left_out_of_the_sentence() {
        let says = says("strategy=script&rule=gcra&sweep=servers=1..3/1");
        assert_eq!(says, "");
    }
}
