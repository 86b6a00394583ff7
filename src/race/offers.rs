//! What to try next where nothing went over the limit: the least round trip, or burst, that lets too many through.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use limit_sim::scenario::{Arrivals, Balancer, Scenario, Strategy, Tab, Traffic};
use limit_sim::time::Span;
use limit_sim::trace::Trace;
use maud::Markup;
use web_sys::Element;

use crate::controls::Scale;
use crate::lab::Lab;
use crate::language::t;
use crate::live::{self, STILL_MS};
use crate::say;
use crate::words::number::exact;
use crate::words::strategy::{never, uses_redis};

/// Something to try.
pub struct Offer {
    /// What its button is called in the page.
    pub name: &'static str,
    /// What its button says.
    pub text: String,
    /// What it sets.
    pub scenario: Scenario,
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

/// What would let too many through, if anything would. It runs a hundred bursts and more to find that out.
fn offers(scenario: Scenario) -> Vec<Offer> {
    let mut offers = Vec::new();
    // Where all fit, or one server counts for itself, nothing ever leaks; elsewhere only a run tells. A bucket may hold less
    // than the limit.
    let asks = uses_redis(scenario.strategy);
    let fits = scenario.limit.min(scenario.capacity.unwrap_or(scenario.limit));
    let leaks =
        |one: &Scenario| one.burst > fits && (asks || one.servers > 1) && Trace::of_decisions(one).verdict().over > 0;
    let trips = Scale::round_trip().into_values().filter(|_| asks);
    let mut trip =
        trips.map(|rtt| Scenario { rtt: Span::from_nanos(rtt), ..scenario }).filter(|one| one.rtt > scenario.rtt);
    if let Some(scenario) = trip.find(leaks) {
        offers.push(Offer { name: "trip", text: say!("Try a round trip of {}", exact(scenario.rtt)), scenario });
    }
    let bursts = Scale::burst().into_values();
    let mut burst =
        bursts.map(|burst| Scenario { burst: burst as u32, ..scenario }).filter(|one| one.burst > scenario.burst);
    if let Some(scenario) = burst.find(leaks) {
        offers.push(Offer { name: "burst", text: say!("Try {} requests", scenario.burst), scenario });
    }
    let more = Scenario { servers: 4, ..scenario };
    if offers.is_empty() && scenario.servers == 1 && leaks(&more) {
        offers.push(Offer { name: "servers", text: t("Try 4 servers").to_owned(), scenario: more });
    }
    offers
}

/// What is offered now.
pub type Offers = Rc<RefCell<Vec<Offer>>>;

/// Keeps the offers in this place: they are looked for once the reader's hand is still, where they would be seen.
pub fn keep(place: Element, lab: Lab, tell: fn(&[Offer]) -> Markup) -> Offers {
    let (kept, waiting, mut before) = (Offers::default(), Cell::new(None), None);
    let own = kept.clone();
    live::effect(move || {
        let run = lab.run();
        if lab.tab() != Tab::Race || before == Some(run.number) {
            return;
        }
        before = Some(run.number);
        own.borrow_mut().clear();
        live::replace(&place, "");
        let scenario = *run.trace.scenario();
        // A stream of thousands takes too long to run a hundred times.
        let needed = run.over.is_empty() && !never(&scenario) && scenario.traffic == Traffic::Burst;
        let (own, place) = (own.clone(), place.clone());
        let look = move || {
            *own.borrow_mut() = offers(scenario);
            live::replace(&place, &tell(&own.borrow()).into_string());
        };
        waiting.set(needed.then(|| live::later(STILL_MS, look)));
    });
    kept
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Rule;

    use super::*;

    #[test]
    fn a_bucket_that_holds_less_than_the_limit_has_offers_too() {
        let scenario = Scenario {
            strategy: Strategy::ReadWrite,
            rule: Rule::TokenBucket,
            capacity: Some(2),
            burst: 6,
            rtt: Span::ZERO,
            arrivals: Arrivals::Even,
            ..Scenario::default()
        };
        assert_eq!(Trace::of(&scenario).verdict().over, 0);
        let offers = offers(scenario);
        assert!(offers.iter().any(|offer| offer.name == "trip"));
        assert!(offers.iter().all(|offer| Trace::of(&offer.scenario).verdict().over > 0));
    }
}
