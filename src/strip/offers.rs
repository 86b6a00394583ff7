//! What can be made to go wrong, and where in a run it then does.

use limit_sim::scenario::{Fault, LAG, Scenario, What};
use limit_sim::time::{Span, Time};
use limit_sim::trace::Moment;

use crate::lab::Run;
use crate::n;

/// All that can go wrong, by whom it happens to, each with its button's words, in English, which are its name on the page.
pub const OFFERS: [(&str, &[(&str, What)]); 2] = [
    (
        n!("Redis"),
        &[
            (n!("down"), What::Down),
            (n!("silent"), What::Silent),
            (n!("paused"), What::Paused),
            (n!("slow"), What::Slow(20)),
            (n!("fail-over"), What::Failover),
            (n!("flush"), What::Flush),
            (n!("evict"), What::Evict),
            (n!("delete key"), What::Delete),
        ],
    ),
    (
        n!("Servers"),
        &[
            (n!("crash"), What::Crash(1)),
            (n!("join"), What::Join(4)),
            (n!("leave"), What::Leave(2)),
            (n!("deploy"), What::Deploy),
        ],
    ),
];

/// How long one command takes at Redis.
const SERVICE: Span = Span::from_micros(8);

/// The fault of a kind at a sensible place of a run: where the playhead was stopped, else two fifths into it, for a quarter of
/// it; with a number that shows. Where there is one of its kind already it stands beside that.
pub fn placed(what: What, run: &Run, stopped: Option<Time>, moment: &Moment) -> Fault {
    let scenario = run.trace.scenario();
    let end = run.trace.end().nanos().max(1);
    let step = round_down(end / 8);
    let from = match stopped {
        Some(at) => nearest(at.nanos(), (step / 50).max(1)),
        None => nearest(end * 2 / 5, step),
    };
    let lasts = nearest(end / 4, step).max(step);
    let what = match what {
        What::Crash(server) => {
            let busiest = (0..moment.servers.len() as u32).max_by_key(|nth| moment.servers[*nth as usize].checking);
            let busiest = busiest.filter(|nth| stopped.is_some() && moment.servers[*nth as usize].checking > 0);
            What::Crash(busiest.unwrap_or(server.min(scenario.servers.saturating_sub(1))))
        }
        What::Join(_) => What::Join(scenario.servers.min(32 - scenario.servers.min(31))),
        What::Leave(_) => What::Leave((scenario.servers / 2).max(1)),
        // So slow that twice as many commands come as run.
        What::Slow(_) => {
            let apart = scenario.sending().nanos() / u64::from(scenario.requests().max(1));
            let factor = round_down(2 * apart / SERVICE.nanos()).clamp(20, 100_000);
            What::Slow(factor as u32)
        }
        other => other,
    };
    let lasts = match what.extent() {
        limit_sim::scenario::Extent::Instant => 0,
        _ if what == What::Failover => lasts.min(LAG.nanos()),
        _ => lasts,
    };
    // What a link could not say is no place; the run may well end later.
    let latest = Scenario::DURATION.end().nanos();
    let lasts = lasts.min(latest);
    let from = beside(scenario, what, from.min(latest - lasts), lasts, step, end.min(latest));
    Fault { from: Time::from_nanos(from), until: Time::from_nanos(from + lasts), what }
}

/// Where something that lasts so long begins: where it is wanted, else after the last of its kind, else before one, as long as it
/// lies within the run and on no other of its kind. Where there is no such place, it is where it is wanted.
fn beside(scenario: &Scenario, what: What, wanted: u64, lasts: u64, gap: u64, end: u64) -> u64 {
    let others: Vec<_> = scenario.faults.iter().filter(|one| one.what.is_like(what)).collect();
    let free = |from: u64| {
        let apart = |one: &Fault| from + lasts < one.from.nanos() || one.until.nanos() < from;
        others.iter().all(apart)
    };
    if free(wanted) {
        return wanted;
    }
    let after = others.iter().rev().map(|one| one.until.nanos() + gap).filter(|from| from + lasts <= end);
    let before = others.iter().rev().filter_map(|one| one.from.nanos().checked_sub(lasts + gap));
    after.chain(before).find(|from| free(*from)).unwrap_or(wanted)
}

/// The largest of 1, 2, 5, 10, 20 and so on that is not above a number.
pub fn round_down(number: u64) -> u64 {
    let mut power = 1;
    while power <= number / 10 {
        power *= 10;
    }
    power
        * if number >= 5 * power {
            5
        } else if number >= 2 * power {
            2
        } else {
            1
        }
}

/// The multiple of a step that is nearest to a number.
pub fn nearest(number: u64, step: u64) -> u64 {
    (number + step / 2) / step * step
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Faults, Link, Traffic};

    use super::*;

    #[test]
    fn faults_lie_within_the_run_at_values_that_read_well() {
        let burst = Run::of(&Scenario { strategy: limit_sim::scenario::Strategy::Incr, ..Scenario::default() }, 0);
        let nothing = Moment::default();
        assert_eq!(placed(What::Down, &burst, None, &nothing).to_string(), "down@15ms..25ms");
        let at = Some(Time::from_nanos(12_345_678));
        assert_eq!(placed(What::Flush, &burst, at, &nothing).to_string(), "flush@12.3ms");
        let stream = Scenario { traffic: Traffic::Steady, ..Scenario::default() };
        assert_eq!(placed(What::Slow(20), &Run::of(&stream, 0), None, &nothing).to_string(), "slow@1.2s..2sx2000");
    }

    #[test]
    fn a_second_of_a_kind_stands_beside_the_first() {
        let mut scenario = Scenario { strategy: limit_sim::scenario::Strategy::Incr, ..Scenario::default() };
        for (what, expected) in [
            (What::Down, &["down@15ms..25ms", "down@30ms..40ms", "down@0ms..10ms"][..]),
            (What::Flush, &["flush@15ms", "flush@20ms", "flush@25ms"]),
        ] {
            for expected in expected {
                // The run is that of the lab as it was: what goes wrong may make it longer.
                let run = Run::of(&Scenario { faults: Faults::default(), ..scenario }, 0);
                let end = run.trace.end().nanos();
                let fault = placed(what, &run, None, &Moment::default());
                let from = beside(
                    &scenario,
                    what,
                    fault.from.nanos(),
                    (fault.until - fault.from).nanos(),
                    round_down(end / 8),
                    end,
                );
                let fault = Fault {
                    from: Time::from_nanos(from),
                    until: Time::from_nanos(from) + (fault.until - fault.from),
                    what,
                };
                assert_eq!(fault.to_string(), *expected);
                scenario.faults = scenario.faults.with(fault).unwrap();
            }
        }
    }

    #[test]
    fn every_fault_in_every_run_can_be_read_back_from_a_link() {
        let kinds = || OFFERS.iter().flat_map(|(_, offers)| *offers).map(|(_, what)| *what);
        for (rate, duration) in [(1000, "1ms"), (1000, "7ms"), (30, "333ms"), (2, "2s"), (2, "59s"), (2, "600s")] {
            let link: Link =
                format!("strategy=incr&traffic=steady&rate={rate}&servers=3&for={duration}").parse().unwrap();
            let run = Run::of(&link.scenario, 0);
            let end = run.trace.end();
            for at in [
                None,
                Some(0),
                Some(1),
                Some(end.nanos() / 3),
                Some(end.nanos()),
                Some(599_999_999_999),
                Some(700_000_000_000),
            ] {
                for what in kinds() {
                    let fault = placed(what, &run, at.map(Time::from_nanos), &Moment::default());
                    let faults = Faults::default().with(fault).unwrap();
                    let link = Link { scenario: Scenario { faults, ..link.scenario }, ..link.clone() };
                    let (read, problems) = Link::read(&link.to_string());
                    assert!(problems.is_empty(), "{link}: {problems:?}");
                    assert_eq!(read.scenario.faults, faults, "{link}");
                }
            }
        }
    }

    #[test]
    fn round_numbers_are_the_next_below() {
        assert_eq!([1, 2, 4, 5, 9, 10, 49, 50, 999].map(round_down), [1, 2, 2, 5, 5, 10, 20, 50, 500]);
        assert_eq!([nearest(14, 5), nearest(12, 5), nearest(18, 5)], [15, 10, 20]);
    }
}
