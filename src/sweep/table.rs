//! The same in numbers.

use limit_sim::scenario::{Choice, Measure, Sweep};
use maud::{Markup, html};

use super::names;
use super::told::{Dot, Told};
use crate::language::t;
use crate::say;
use crate::words::number::trimmed;
use crate::words::say::say;
use crate::words::strategy;

/// Tells it, once the sweep rests: it would change under the reader's hand. Each value has a button that opens its scenario.
pub fn table(told: &Told) -> Markup {
    if !told.rests {
        return html! { p.aside { (t("It is told once all are run.")) } };
    }
    let axis = told.asked.sweep.axis;
    html! {
        div.scroller tabindex="0" role="region" aria-label=(t("The points in numbers")) {
            table {
                thead {
                    tr {
                        th scope="col" { (names::axis(axis)) }
                        @for curve in &told.curves { th scope="col" { (strategy::name(curve.strategy)) } }
                    }
                }
                tbody {
                    @for value in told.asked.sweep.values() {
                        tr {
                            th scope="row" { (names::value(axis, value)) }
                            @for curve in &told.curves {
                                td {
                                    @match curve.dots.iter().find(|dot| dot.value == value) {
                                        Some(dot) => {
                                            @let key = format!("{}-{value}", curve.strategy.place());
                                            @let label = say!(
                                                "Open {} {}, {} on average", strategy::name(curve.strategy), at(told.asked.sweep, value),
                                                names::figure(told.measure, dot.mean)
                                            );
                                            button type="button" data-point=(key) data-key=(key) aria-label=(label) {
                                                (names::figure(told.measure, dot.mean))
                                            }
                                            " " span { (band(told.measure, dot)) }
                                        }
                                        None => "\u{2014}",
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where a value is, in words.
pub fn at(sweep: Sweep, value: u64) -> String {
    say(names::at(sweep.axis), &[('v', names::value(sweep.axis, value))])
}

/// From what to what a point's runs come to, without the few beyond.
pub fn band(measure: Measure, dot: &Dot) -> String {
    let [low, high] = dot.band.map(|value| match names::is_time(measure) {
        true => names::figure(measure, value),
        false => trimmed(value, 2),
    });
    if low == high { low } else { say!("{} to {}", low, high) }
}
