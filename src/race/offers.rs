//! What to try next where nothing went over the limit: the least round trip, or burst, that lets too many through.

use limit_sim::bounds::Bounds;
use limit_sim::scenario::{Arrivals, Balancer, Scenario, Strategy};
use limit_sim::time::Span;
use limit_sim::verdict::Verdict;

use crate::controls::Scale;
use crate::lab::Run;
use crate::words::number::exact;
use crate::words::story;

/// Something to try.
pub struct Offer {
    /// What its button is called in the page.
    pub name: &'static str,
    /// What its button says.
    pub text: String,
    /// What it sets.
    pub scenario: Scenario,
}

/// Why nothing went over the limit.
pub fn why(run: &Run) -> String {
    story::of(run)
}

/// The smallest race there is: two servers, one more may pass, and both let one through.
pub fn smallest(scenario: &mut Scenario) {
    *scenario = Scenario {
        strategy: Strategy::GetSet,
        servers: 2,
        burst: 2,
        limit: 1,
        spread: Span::from_millis(1),
        arrivals: Arrivals::Even,
        balancer: Balancer::RoundRobin,
        ..Scenario::default()
    };
}

/// What would let too many through, if anything would.
pub fn offers(run: &Run) -> Vec<Offer> {
    let scenario = *run.trace.scenario();
    let mut offers = Vec::new();
    // The bound is quick to say where nothing ever will.
    let leaks =
        |scenario: &Scenario| Bounds::of(scenario).worst_case > scenario.limit && Verdict::of(scenario).over > 0;
    let trips = Scale::round_trip().into_values();
    let mut trip =
        trips.map(|rtt| Scenario { rtt: Span::from_nanos(rtt), ..scenario }).filter(|one| one.rtt > scenario.rtt);
    if let Some(scenario) = trip.find(leaks) {
        offers.push(Offer { name: "trip", text: format!("Try a round trip of {}", exact(scenario.rtt)), scenario });
    }
    let bursts = Scale::burst().into_values();
    let mut burst =
        bursts.map(|burst| Scenario { burst: burst as u32, ..scenario }).filter(|one| one.burst > scenario.burst);
    if let Some(scenario) = burst.find(leaks) {
        offers.push(Offer { name: "burst", text: format!("Try {} requests", scenario.burst), scenario });
    }
    let more = Scenario { servers: 4, ..scenario };
    if offers.is_empty() && scenario.servers == 1 && leaks(&more) {
        offers.push(Offer { name: "servers", text: "Try 4 servers".to_owned(), scenario: more });
    }
    offers
}
