//! What the picture shows, in a sentence or two.

use limit_sim::scenario::Measure;

use super::names;
use super::told::{Dot, Told};
use crate::language::t;
use crate::say;
use crate::words::number::{fixed, in_groups};
use crate::words::say::say;
use crate::words::strategy::{self, capitalised};

/// More than this beyond what is due is a leak that counts.
const LEAK: f64 = 1.0;

/// The sentences.
pub fn finding(told: &Told) -> String {
    let dots = told.present();
    let [Some(first), Some(last)] = [dots.first(), dots.last()] else {
        return t("All of these values are more than a run can bear.").to_owned();
    };
    let axis = told.asked.sweep.axis;
    let ends = [('a', names::value(axis, first.value)), ('b', names::value(axis, last.value))];
    let range = say(names::range(axis), &ends);
    let whatever = names::whatever(axis);
    let own = Spread::of(told, dots);
    let flat = matches!(own, Spread::Flat(_));
    let came = say(names::measured(told.measure), &[('v', own.text())]);
    let name = strategy::name(told.present);
    let (where_it_is, leak) = (if flat { whatever } else { &range }, leak(dots, told));
    let mut text = if told.done {
        say!("With {}, {} {}{}.", name, came, where_it_is, leak)
    } else {
        say!("So far, with {}, {} {}{}.", name, came, where_it_is, leak)
    };
    // The others, those that stay as they are first.
    let mut others = [String::new(), String::new()];
    for curve in told.curves[1..].iter().filter(|curve| !curve.dots.is_empty()) {
        let spread = Spread::of(told, &curve.dots);
        let place = &mut others[usize::from(!matches!(spread, Spread::Flat(_)))];
        *place += if place.is_empty() { "" } else { "; " };
        *place += strategy::name(curve.strategy);
        *place += " ";
        *place += &spread.text();
    }
    let over = if flat { &range } else { t("over the same range") };
    let same = if flat { t("likewise") } else { whatever };
    for (listed, what) in others.iter().zip([same, over]) {
        if !listed.is_empty() {
            text.push(' ');
            text += &say!("{}: {}.", capitalised(what), listed);
        }
    }
    text
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
            Self::Down(high, low) => say!("{} down to {}", high, low),
            Self::Between(low, high) => say!("{} to {}", low, high),
        }
    }
}

/// Where the present strategy lets more than one request too much through.
fn leak(dots: &[Dot], told: &Told) -> String {
    let (mut first, mut last, mut number) = (0, 0, 0);
    let (mut least, mut exact) = (f64::INFINITY, true);
    for (nth, dot) in dots.iter().enumerate() {
        // Where it can't be told what is due, or something else is measured, there is nothing to say.
        let Some(due) = dot.due else { return String::new() };
        least = least.min(dot.mean - due);
        exact &= dot.most <= due;
        if dot.mean > due + LEAK {
            first = if number == 0 { nth } else { first };
            (last, number) = (nth, number + 1);
        }
    }
    let axis = told.asked.sweep.axis;
    let at = |nth: usize| say(names::at(axis), &[('v', names::value(axis, dots[nth].value))]);
    match number {
        0 if exact => t("; none of these runs goes over the limit").to_owned(),
        0 => t("; on average at most one of them is over the limit").to_owned(),
        // Everywhere, here and there, from somewhere on, or up to there.
        _ if number == dots.len() => say!("; that is at least {} over the limit", in_groups(fixed(least, 1))),
        _ if last + 1 - first > number => {
            say!("; it leaks more than one request at {} of the {} values", number, dots.len())
        }
        _ if first > 0 => {
            let over = dots[first].due.map_or(0.0, |due| dots[first].mean - due);
            say!("; already {} it is {} over the limit", at(first), in_groups(fixed(over, 1)))
        }
        _ => say!("; it last leaks more than one request {}", at(last)),
    }
}

/// How sure the least sure mean is, rounded up; none where too few runs, or none that differ, say nothing.
pub fn sure(told: &Told) -> Option<String> {
    let mut most: f64 = 0.0;
    for dot in told.dots() {
        most = most.max(dot.sure);
    }
    let unit = match told.measure {
        Measure::RedisCalls => 100.0,
        Measure::WaitP50 | Measure::WaitP99 => 1.0,
        _ => 10.0,
    };
    let enough = told.asked.at_each >= 30 && most * unit >= 0.1;
    enough.then(|| names::figure(told.measure, (most * unit).ceil() / unit))
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
            "With Redis GET then SET, 10.1 to 40.0 are let through on average from 0 ms to 20 ms of round trip; already \
             at 1 ms it is 10.1 over the limit. Whatever the round trip: Local counters 35.6; Local, limit \u{f7} N 8.0; \
             Redis atomic INCR 10.0."
        );
    }

    #[test]
    fn a_flat_curve_holds_whatever_the_setting() {
        assert_eq!(
            says("strategy=local&curves=one"),
            "With Local counters, 35.6 are let through on average whatever the round trip; that is at least 25.6 over the \
             limit."
        );
        assert_eq!(
            says("strategy=incr&compare=incr,get-set&sweep=rtt=0ms..1ms/1ms"),
            "With Redis atomic INCR, 10.0 are let through on average whatever the round trip; none of these runs goes over \
             the limit. From 0 ms to 1 ms of round trip: Redis GET then SET 10.1 to 20.1."
        );
    }

    #[test]
    fn a_curve_that_goes_down_says_so() {
        assert_eq!(
            says("strategy=get-set&curves=one&sweep=spread=0ms..200ms/100ms"),
            "With Redis GET then SET, 40.0 down to 14.1 are let through on average with the burst spread over 0 ms to 200 ms; \
             that is at least 4.1 over the limit."
        );
    }

    #[test]
    fn where_it_leaks_is_told_from_one_end_or_the_other() {
        let says = |query: &str| says(&format!("strategy=get-incr&curves=one&{query}"));
        assert!(says("sweep=limit=20..40/20").contains("; it last leaks more than one request at a limit of 20."));
        assert!(says("sweep=burst=10..40/30").contains("; already at 40 requests it is 2.0 over the limit."));
        assert!(says("sweep=rtt=0ms..500us/500us").contains("; on average at most one of them is over the limit."));
    }

    #[test]
    fn other_measures_are_said_with_their_units_and_nothing_of_leaks() {
        assert_eq!(
            says("strategy=incr&curves=one&measure=wait-p50&sweep=rtt=0ms..4ms/2ms"),
            "With Redis atomic INCR, the median added wait is 8 \u{b5}s to 4.0 ms on average from 0 ms to 4 ms of round trip."
        );
    }

    #[test]
    fn strategies_that_cannot_count_are_left_out() {
        assert_eq!(
            says("strategy=script&rule=gcra&sweep=servers=1..3/1"),
            "With Redis script, 10.0 are let through on average whatever the number of servers; none of these runs goes over \
             the limit. From 1 to 3 servers: Local counters 10.0 to 29.4; Local, limit \u{f7} N 10.0 down to 9.0."
        );
    }
}
