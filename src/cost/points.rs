//! The curve's points as a table, for whoever does not see it.

use limit_sim::queueing::{Load, Waits};
use limit_sim::scenario::Costs;
use maud::{Markup, html};

use super::said::{micros, used};
use crate::language::t;
use crate::n;

const HEADINGS: [&str; 3] = [n!("used of the node"), n!("mean by formula"), n!("Simulated")];

/// A row for each point, from the emptiest node to the fullest: what a call waits by the formula, and in the simulation, with its
/// standard error, as the sentence beside the curve has it.
pub fn table(costs: &Costs, points: &[(Load, Waits)]) -> Markup {
    let service = costs.service.micros_f64();
    let mut points = points.to_vec();
    points.sort_by_key(|(load, _)| *load);
    html! {
        div.scroller tabindex="0" role="region" aria-label=(t("How long calls wait at Redis")) {
            table {
                thead { tr { @for heading in HEADINGS { th scope="col" { (t(heading)) } } } }
                tbody {
                    @for (load, waits) in &points {
                        tr {
                            th scope="row" { (used(*load)) }
                            td { @if let Some(wait) = load.mean_wait() { (micros(wait * service)) } }
                            td { (micros(waits.mean * service)) " \u{b1} " (micros(waits.standard_error * service)) }
                        }
                    }
                }
            }
        }
    }
}
