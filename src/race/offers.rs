//! What to try next where nothing went over the limit: the least round trip, or burst, that lets too many through.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Arrivals, Balancer, Scenario, Strategy, Tab};
use limit_sim::time::Span;
use limit_sim::verdict::Verdict;

use crate::controls::Scale;
use crate::lab::{Lab, Run};
use crate::live::{self, STILL_MS};
use crate::words::number::exact;
use crate::words::strategy::uses_redis;

/// Something to try.
struct Offer {
    /// What its button is called in the page.
    name: &'static str,
    /// What its button says.
    text: String,
    /// What it sets.
    scenario: Scenario,
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
    // Where all fit, or one server counts for itself, nothing ever leaks; elsewhere only a run tells.
    let asks = uses_redis(scenario.strategy);
    let leaks = |one: &Scenario| one.burst > one.limit && (asks || one.servers > 1) && Verdict::of(one).over > 0;
    let trips = Scale::round_trip().into_values().filter(|_| asks);
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

/// A run's number, and its offers.
type Found = Option<(u32, Vec<Offer>)>;

/// The offers of the run that was last looked at.
#[derive(Clone, Default)]
pub struct Offers(Rc<RefCell<Found>>);

impl Offers {
    /// Looks for offers once the reader's hand is still, where they would be seen. What is returned changes when there are
    /// others.
    pub fn keep(&self, lab: Lab) -> RwSignal<usize> {
        let (own, found, waiting) = (self.clone(), RwSignal::new(0usize), Cell::new(None));
        live::effect(move || {
            let run = lab.run();
            let strategy = run.trace.scenario().strategy;
            let needed = lab.tab() == Tab::Race && run.over.is_empty() && !never(strategy);
            let look = {
                let (own, run) = (own.clone(), run.clone());
                move || {
                    *own.0.borrow_mut() = Some((run.number, offers(*run.trace.scenario())));
                    // The page may be gone by then.
                    let _ = found.try_update(|found| *found = found.wrapping_add(1));
                }
            };
            waiting.set((needed && !own.knows(&run)).then(|| live::later(STILL_MS, look)));
        });
        found
    }

    fn knows(&self, run: &Run) -> bool {
        matches!(&*self.0.borrow(), Some((number, _)) if *number == run.number)
    }

    /// A run's offers, as far as they are known: each button's name and text.
    pub fn of(&self, run: &Run) -> Vec<(&'static str, String)> {
        let kept = self.0.borrow();
        let known = kept.iter().filter(|(number, _)| *number == run.number).flat_map(|(_, offers)| offers);
        known.map(|offer| (offer.name, offer.text.clone())).collect()
    }

    /// What an offer sets.
    pub fn scenario(&self, name: &str) -> Option<Scenario> {
        let kept = self.0.borrow();
        kept.as_ref()?.1.iter().find(|offer| offer.name == name).map(|offer| offer.scenario)
    }
}

/// Whether the strategy lets nothing over the limit, whatever happens.
pub const fn never(strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Split | Strategy::Incr)
}
