//! What is said of a bill: a sentence, and numbers with what they are made of.

use limit_sim::cost::{Bill, SHARE};
use limit_sim::queueing::{Load, Waits};
use limit_sim::redis::server::{SCRIPT, SERVICE};
use limit_sim::scenario::Costs;
use limit_sim::time::Span;
use maud::{Markup, PreEscaped, html};

use super::waiting::{Point, REQUESTS};
use crate::language::t;
use crate::say;
use crate::words::counting::grouped;
use crate::words::number::{exact, fixed, trimmed};

/// A part as a percentage, with the digits that matter: `5.4%`, `0.02%`, `120%`.
pub fn part(share: f64) -> String {
    let percent = share * 100.0;
    let decimals = match percent {
        _ if percent >= 99.95 => 0,
        _ if percent >= 0.95 => 1,
        _ => 2,
    };
    match trimmed(percent, decimals).as_str() {
        "0" if percent > 0.0 => t("under 0.01%").to_owned(),
        text => text.to_owned() + "%",
    }
}

/// A load as a percentage. What is short of the whole is never shown as the whole.
pub fn used(load: Load) -> String {
    part(if load < Load::FULL { load.share().min(0.9994) } else { load.share() })
}

/// A time in microseconds, with the digits that matter.
pub fn micros(time: f64) -> String {
    match time {
        _ if time < 1.0 => trimmed(time, 3) + " \u{b5}s",
        _ if time < 100.0 => trimmed(time, 1) + " \u{b5}s",
        _ if time < 999.5 => fixed(time, 0) + " \u{b5}s",
        _ if time < 1e6 => trimmed(time / 1e3, 2) + " ms",
        _ => trimmed(time / 1e6, 2) + " s",
    }
}

/// A whole number, or with decimals where it is small.
fn number(value: f64) -> String {
    if value < 100.0 { trimmed(value, 1) } else { grouped(value.round() as u128) }
}

fn bytes(count: u64) -> String {
    let units = [(1_000_000_000_000, " TB"), (1_000_000_000, " GB"), (1_000_000, " MB"), (1_000, " kB")];
    let unit = units.into_iter().find(|(size, _)| count >= *size);
    unit.map_or_else(|| format!("{count} B"), |(size, name)| trimmed(count as f64 / size as f64, 1) + name)
}

fn micros_of(span: Span) -> String {
    micros(span.micros_f64())
}

/// Whether it takes Redis at all.
fn asks(bill: &Bill) -> bool {
    bill.utilisation > Load::default()
}

/// Whether what costs too much is one key, for which more nodes are no help.
pub fn too_hot(bill: &Bill) -> bool {
    bill.nodes.is_none()
}

/// What it comes to, in a sentence.
pub fn answer(bill: &Bill) -> String {
    let all = used(bill.utilisation);
    match bill.nodes {
        _ if !asks(bill) => t("This asks Redis nothing: servers count for themselves.").to_owned(),
        Some(1) => say!("One Redis is enough, {} used.", all),
        Some(nodes) => {
            let nodes = grouped(nodes.into());
            let fullest = used(bill.fullest);
            if bill.busiest_key > Load::default() {
                say!("One Redis would be {} used. It takes {} nodes, the fullest {} used.", all, nodes, fullest)
            } else {
                say!("One Redis would be {} used. It takes {} nodes, each {} used.", all, nodes, fullest)
            }
        }
        None if bill.busiest_key >= Load::FULL => say!(
            "One key alone is too much for any number of nodes: it asks for {} of the one node that it is on.",
            used(bill.busiest_key)
        ),
        None => say!(
            "One key alone takes {} of the node that it is on, and more nodes do not change that.",
            used(bill.busiest_key)
        ),
    }
}

/// What stands below the sentence.
pub fn beside(bill: &Bill) -> Markup {
    let [command, script] = [SERVICE, SCRIPT].map(micros_of);
    html! {
        @if too_hot(bill) {
            p {
                (t("A key has one place, so sharding spreads all keys but this one. What helps is to ask less often: count in the \
                    servers, and tell Redis now and then."))
                " "
                button type="button" data-do="sync" data-key="sync" { (t("Compare strategies that do")) }
            }
        } @else if asks(bill) {
            p {
                (say!(
                    "With calls that are small commands ({}) one node is {} used, with small scripts ({}) {}.",
                    command, used(bill.as_commands), script, used(bill.as_scripts)
                ))
            }
        }
    }
}

/// The bill's numbers.
pub fn numbers(bill: &Bill, costs: &Costs) -> Markup {
    let calls = if bill.calls_a_check == 1.0 {
        String::new()
    } else {
        " \u{d7} ".to_owned() + &say!("{} calls", trimmed(bill.calls_a_check, 3))
    };
    let checks = trimmed(costs.checks as f64 / 10.0, 1);
    let share = used(SHARE);
    let items = [
        (
            t("Redis calls a second"),
            number(bill.calls_a_second),
            format!("{} \u{d7} {checks}{calls}", grouped(costs.rate.into())),
        ),
        (t("Used of one node"), used(bill.utilisation), say!("of {} calls a second", number(bill.capacity_a_second))),
        match bill.nodes {
            Some(nodes) => (t("Nodes"), grouped(nodes.into()), say!("none more than {} used", share)),
            None => (t("Nodes"), t("none").to_owned(), say!("no number keeps all below {}", share)),
        },
        match bill.wait_us {
            Some(wait) => (t("A call waits"), micros(wait), t("for its turn, on average").to_owned()),
            None => (t("A call waits"), t("without bound").to_owned(), t("more comes than can be done").to_owned()),
        },
        (
            t("Memory"),
            bytes(bill.memory_bytes),
            format!("{} \u{d7} {} B", grouped(costs.buckets.into()), grouped(costs.bytes.into())),
        ),
        (
            t("Of a request\u{2019}s time"),
            part(bill.part_of_request),
            say!("{} ms of {}", trimmed(bill.added_us / 1e3, 3), exact(costs.work)),
        ),
    ];
    html! {
        @for (name, value, below) in &items {
            dl { dt { (name) } dd { strong { (value) } } dd.below { (below) } }
        }
    }
}

/// What is said of waiting, with what was measured once it is there.
pub fn waiting(bill: &Bill, costs: &Costs, here: Option<Point>) -> Markup {
    let service = costs.service.micros_f64();
    html! {
        p {
            @if let Some(wait) = bill.wait_us {
                (say!(
                    "At {} used, a call waits {} for its turn on average by the formula for random arrivals (M/D/1).",
                    used(bill.fullest), micros(wait)
                ))
                " "
                @match here {
                    Some((_, Some(Waits { mean, standard_error, calls }))) => {
                        (PreEscaped(say!(
                            "The simulation measured {} over {} calls: {} requests at random instants, without the first tenth.",
                            html! { b { (micros(mean * service)) " \u{b1} " (micros(standard_error * service)) } }.into_string(),
                            grouped(calls.into()), grouped(REQUESTS.into())
                        )))
                        " "
                    }
                    Some(_) => {}
                    None => { (t("The simulation is being run\u{2026}")) " " }
                }
            } @else {
                (say!(
                    "At {} used, more comes than can be done, so the queue grows for as long as that lasts: no mean holds, and no \
                     timeout helps.",
                    used(bill.fullest)
                ))
                " "
            }
            @if let Some(limit) = bill.unbounded_at_us {
                (say!("With as many calls, the queue grows without bound as soon as one takes {} or more.", micros(limit)))
            }
        }
        p.aside {
            (say!(
                "Nodes are counted so that none is more than {} used, because waits grow faster and faster: {} times a \
                 call\u{2019}s own {} there, {} times at {}, and without bound at 100%.",
                used(SHARE), multiple(SHARE), micros(service), multiple(NINETY), used(NINETY)
            ))
        }
    }
}

const NINETY: Load = Load::from_billionths(900_000_000);

fn multiple(load: Load) -> String {
    trimmed(load.mean_wait().unwrap_or(0.0), 1)
}

#[cfg(test)]
mod tests {
    use limit_sim::cost::Usage;

    use super::*;

    fn said(costs: Costs) -> String {
        answer(&Bill::of(&costs, &Usage { calls: 0, requests: 1, service: None }))
    }

    #[test]
    fn the_lessons_redis_is_enough() {
        assert_eq!(said(Costs::default()), "One Redis is enough, 5.4% used.");
    }

    #[test]
    fn several_nodes_are_counted_with_how_full_they_are() {
        let costs = Costs { rate: 200_000, ..Costs::default() };
        assert_eq!(said(costs), "One Redis would be 300% used. It takes 5 nodes, each 60% used.");
        let hot = said(Costs { hot: 20_000, ..costs });
        assert_eq!(hot, "One Redis would be 300% used. It takes 6 nodes, the fullest 66.7% used.");
    }

    #[test]
    fn one_key_that_is_too_much_is_said_to_be() {
        let costs = Costs { rate: 200_000, hot: 120_000, ..Costs::default() };
        let expected =
            "One key alone is too much for any number of nodes: it asks for 120% of the one node that it is on.";
        assert_eq!(said(costs), expected);
        assert!(said(Costs { hot: 80_000, ..costs }).starts_with("One key alone takes 80%"));
    }

    #[test]
    fn numbers_keep_the_digits_that_matter() {
        assert_eq!(
            [0.054, 0.108, 0.009, 1.2, 0.00009, 0.0].map(part),
            ["5.4%", "10.8%", "0.9%", "120%", "0.01%", "0%"].map(str::to_owned)
        );
        assert_eq!(part(0.000_001), "under 0.01%");
        let nearly = Load::from_billionths(999_999_999);
        assert_eq!([used(nearly), used(Load::FULL)], ["99.9%", "100%"]);
        let times = [0.285_4, 5.0, 11.67, 185.2, 999.6, 1_500.0, 2e6];
        assert_eq!(
            times.map(micros),
            ["0.285 \u{b5}s", "5 \u{b5}s", "11.7 \u{b5}s", "185 \u{b5}s", "1 ms", "1.5 ms", "2 s"].map(str::to_owned)
        );
        assert_eq!([20_000_000, 999, 1_500].map(bytes), ["20 MB", "999 B", "1.5 kB"].map(str::to_owned));
    }
}
