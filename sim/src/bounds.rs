//! Closed forms: how many are let through at worst, and on average.

mod binomial;

use binomial::Binomial;

use crate::placement::Limiter;
use crate::redis::server::SERVICE;
use crate::rule::Rule;
use crate::run::HOP;
use crate::scenario::{Arrivals, Balancer, Jitter, OnFailure, RedisVersion, Scenario, Strategy};
use crate::time::{Span, Time};
use crate::traffic;

/// What could have been, whatever the seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// See [`worst_case`].
    pub worst_case: u32,
    /// See [`expected`].
    pub expected: Option<f64>,
}

impl Bounds {
    /// The scenario's. Its seed does not matter. It must be one that [`Scenario`] calls fit to run.
    #[inline]
    pub fn of(scenario: &Scenario) -> Self {
        Self { worst_case: worst_case(scenario), expected: expected(scenario) }
    }
}

/// An upper bound over all seeds on how many are let through: no seed exceeds it.
///
/// Even arrivals fix how many requests each window has, and what each lets through at most adds up; where the strategy or
/// the balancer leaves no chance either, that is what every seed lets through. Elsewhere it is attained by some arrival
/// times, routing and delays, which may take more luck than any seed has; with random arrivals over several windows, with a
/// least-busy balancer and where commands queue at Redis, perhaps by none. For several users, for windows that are not the
/// clock's and for what keeps no count of its own there, it is what the rule lets through at most in the time in which
/// requests can be counted, for each server that can't see the others. Where something goes wrong it is all of them: that is no
/// tight bound, but most of what can go wrong lets through whatever comes.
#[inline]
pub fn worst_case(scenario: &Scenario) -> u32 {
    if is_shaken(scenario) {
        return scenario.requests();
    }
    if !is_plain(scenario) {
        return most_anyhow(scenario);
    }
    let burst = scenario.requests();
    match scenario.arrivals {
        Arrivals::Random => {
            let most = windows(scenario).saturating_mul(most_in(scenario, burst).into());
            most.min(burst.into()) as u32
        }
        Arrivals::Even => {
            let mut sent = Vec::new();
            traffic::send_times(scenario, &mut sent);
            let limiter = Limiter::new(scenario);
            let window = |sent: Time| limiter.window(sent + HOP * 2 + scenario.phase);
            let windows = sent.chunk_by(|one, next| window(*one) == window(*next));
            windows.map(|requests| most_in(scenario, requests.len() as u32)).sum()
        }
    }
}

/// Whether something goes wrong that can make a difference to what is let through: to servers, to clocks, to a Redis that is
/// asked, or a timeout that is shorter than the time in which Redis answers for sure.
#[inline]
fn is_shaken(scenario: &Scenario) -> bool {
    let limiter = Limiter::new(scenario);
    let commands = u64::from(limiter.most_commands());
    let asks = commands > 0 || limiter.sync_period().is_some();
    let hasty = scenario.timeout.is_some_and(|timeout| {
        scenario.jitter != Jitter::None || timeout < (scenario.rtt + queueing(scenario)) * commands.max(1)
    });
    let faulty = scenario.faults.iter().any(|fault| asks || !fault.what.is_redis());
    faulty || scenario.skew > Span::ZERO || (asks && hasty)
}

/// Whether it is one user's count of clock-aligned windows, by one of the five strategies that the lessons begin with.
#[inline]
fn is_plain(scenario: &Scenario) -> bool {
    let simple = matches!(
        scenario.strategy,
        Strategy::Local | Strategy::Split | Strategy::GetSet | Strategy::GetIncr | Strategy::Incr
    );
    simple && scenario.users == 1 && matches!(Rule::of(scenario), Rule::FixedWindow(_))
}

/// The most that can be let through, whatever the rule.
#[inline]
fn most_anyhow(scenario: &Scenario) -> u32 {
    let requests = scenario.requests();
    let (from, to) = counted_between(scenario);
    let most = |rule: Rule| rule.most_between(from, to).saturating_mul(scenario.users.into());
    let apart = match scenario.balancer {
        Balancer::Sticky => 1,
        Balancer::Random | Balancer::RoundRobin | Balancer::LeastBusy => scenario.servers.into(),
    };
    let rule = Rule::of(scenario);
    // A transaction that Redis 6.2 does not take is an error, and errors let through.
    let old = scenario.redis_version == RedisVersion::V6_2;
    let fails = old && matches!(rule, Rule::FirstHit(_));
    let most = match scenario.strategy {
        Strategy::Split => most(Rule::shared(scenario, scenario.servers)).saturating_mul(apart),
        Strategy::Local | Strategy::SyncAll | Strategy::SyncShare => most(rule).saturating_mul(apart),
        Strategy::GetSet | Strategy::GetIncr | Strategy::ReadWrite => requests.into(),
        Strategy::MultiExec | Strategy::Cas | Strategy::Lock if fails => requests.into(),
        Strategy::Lock if !holds_its_lock(scenario) => requests.into(),
        _ => most(rule),
    };
    most.min(requests.into()) as u32
}

/// Whether a lock is always let go before it ends by itself.
#[inline]
fn holds_its_lock(scenario: &Scenario) -> bool {
    scenario.jitter == Jitter::None && (scenario.rtt + queueing(scenario)) * 3 < scenario.lease
}

/// The longest that a message's command waits for its turn at Redis and runs: for everyone else's, each a transaction of
/// three commands at most, or a script.
#[inline]
fn queueing(scenario: &Scenario) -> Span {
    SERVICE * 5 * (u64::from(scenario.requests()) + 1)
}

/// When the first and the last of a scenario's requests can be counted, by the clock.
#[inline]
fn counted_between(scenario: &Scenario) -> (Time, Time) {
    let from = Time::START + scenario.phase + HOP * 2;
    // A message with jitter takes at most 36.8 times its mean.
    let trip = match scenario.jitter {
        Jitter::None => scenario.rtt,
        Jitter::Exponential => scenario.rtt * 37,
    };
    let commands = u64::from(Limiter::new(scenario).most_commands());
    let tries = match scenario.strategy {
        // Counted when they reach their servers.
        Strategy::Local
        | Strategy::Split
        | Strategy::GetSet
        | Strategy::GetIncr
        | Strategy::Incr
        | Strategy::ReadWrite => 0,
        _ => commands,
    };
    let waits = Span::from_millis(1) * tries;
    let owner = if scenario.strategy == Strategy::Owner { HOP } else { Span::ZERO };
    (from, from + last_sent(scenario) + (trip + queueing(scenario)) * tries + waits + owner)
}

/// When the last request can be sent.
#[inline]
fn last_sent(scenario: &Scenario) -> Span {
    let spread = scenario.sending().nanos();
    Span::from_nanos(match scenario.arrivals {
        Arrivals::Random => spread.saturating_sub(1),
        Arrivals::Even => spread - spread.div_ceil(u64::from(scenario.requests().max(1))),
    })
}

/// The most of `n` requests in one window that are let through.
#[inline]
fn most_in(scenario: &Scenario, n: u32) -> u32 {
    let limit = scenario.limit;
    let most = match scenario.strategy {
        Strategy::Local => most_over_servers(scenario, n, limit),
        Strategy::Split => most_over_servers(scenario, n, scenario.share()),
        // Each of the L values of the counter is read by whoever comes within one race window of its first reader.
        Strategy::GetSet => in_race_window(scenario).map_or(n, |readers| limit.saturating_mul(readers)),
        // The L-th increment is late by one race window.
        Strategy::GetIncr => in_race_window(scenario).map_or(n, |readers| (limit.max(1) - 1).saturating_add(readers)),
        _ => limit,
    };
    most.min(n)
}

/// The most of `n` requests in one window that are let through where each server lets `limit` through.
#[inline]
fn most_over_servers(scenario: &Scenario, n: u32, limit: u32) -> u32 {
    exactly_over_servers(scenario, n, limit).unwrap_or_else(|| limit.saturating_mul(scenario.servers))
}

/// The same where the balancer leaves no chance: that many are let through, `sum of min(X_i, limit)`.
#[inline]
fn exactly_over_servers(scenario: &Scenario, n: u32, limit: u32) -> Option<u32> {
    let servers = scenario.servers;
    match scenario.balancer {
        Balancer::Sticky => Some(n.min(limit)),
        // In turn, whoever's turn the first is: some servers get one more than the others.
        Balancer::RoundRobin => {
            let (each, extra) = (n / servers, n % servers);
            Some(extra * limit.min(each + 1) + (servers - extra) * limit.min(each))
        }
        Balancer::Random | Balancer::LeastBusy => None,
    }
}

/// How many windows the requests can touch.
#[inline]
fn windows(scenario: &Scenario) -> u64 {
    let limiter = Limiter::new(scenario);
    let reaches = |sent: Span| limiter.window(Time::START + sent + HOP * 2 + scenario.phase);
    reaches(last_sent(scenario)) - reaches(Span::ZERO) + 1
}

/// Where a burst is in step, how many of its requests read within one race window: the longest time from a read's execution
/// to its write's. None where arrivals or messages vary, or where requests come so fast that commands queue at Redis.
#[inline]
fn in_race_window(scenario: &Scenario) -> Option<u32> {
    if scenario.arrivals != Arrivals::Even || scenario.jitter != Jitter::None {
        return None;
    }
    // The shortest time from one request to the next.
    let spacing = Span::from_nanos(scenario.sending().nanos() / u64::from(scenario.requests().max(1)));
    // Two commands a request keep Redis busy for two services; then at most one other is in the way of a write.
    let race = scenario.rtt + SERVICE * 2;
    let readers = (spacing >= SERVICE * 2).then(|| race.nanos().div_ceil(spacing.nanos()))?;
    Some(u32::try_from(readers).unwrap_or(u32::MAX))
}

/// How many are let through on average over all seeds, where a closed form is known; none elsewhere.
///
/// All are for a burst within one window and a round trip without jitter (the forms for `local`, `split` and `incr` don't
/// need the latter). Sources: for random routing the mean of `min(X, L)` for X ~ Bin(B, 1/N), N times. For `get-set` and
/// `get-incr` with uniform arrivals, `uncounted`; those two leave out that commands queue at Redis, so there is no form
/// where those keep it busy for more than an eighth of the spread (below that, the mean is right to half a percent).
#[inline]
pub fn expected(scenario: &Scenario) -> Option<f64> {
    if scenario.users > 1 || is_shaken(scenario) {
        return None;
    }
    let at_once = |rule: Rule| {
        let (from, to) = counted_between(scenario);
        let most = rule.most_between(from, from);
        // Nothing is added while requests are counted.
        (most == rule.most_between(from, to)).then_some(most as u32)
    };
    let limit = at_once(Rule::of(scenario))?;
    let requests = scenario.requests();
    let old = scenario.redis_version == RedisVersion::V6_2;
    match scenario.strategy {
        Strategy::Local => expected_per_server(scenario, limit),
        Strategy::Split => expected_per_server(scenario, at_once(Rule::shared(scenario, scenario.servers))?),
        Strategy::GetSet => uncounted(scenario, f64::from(limit)),
        Strategy::GetIncr => uncounted(scenario, 1.0),
        Strategy::MultiExec if old => match scenario.on_failure {
            OnFailure::Open => Some(requests.into()),
            OnFailure::Closed => Some(0.0),
            OnFailure::Local => None,
        },
        Strategy::Incr
        | Strategy::IncrExpire
        | Strategy::MultiExec
        | Strategy::SetNxIncr
        | Strategy::Script
        | Strategy::Owner
        | Strategy::Edge
        | Strategy::DenyCache => Some(requests.min(limit).into()),
        Strategy::ReadWrite
        | Strategy::Cas
        | Strategy::Lock
        | Strategy::SyncAll
        | Strategy::SyncShare
        | Strategy::Lease => None,
    }
}

#[inline]
fn expected_per_server(scenario: &Scenario, limit: u32) -> Option<f64> {
    let (burst, servers) = (scenario.requests(), scenario.servers);
    if burst <= limit {
        return Some(burst.into());
    }
    match scenario.balancer {
        Balancer::Random => {
            let requests = Binomial::new(burst, 1.0 / f64::from(servers));
            Some(f64::from(servers) * requests.mean_of(|requests| f64::from(requests.min(limit))))
        }
        _ => exactly_over_servers(scenario, burst, limit).map(f64::from),
    }
}

/// The mean number let through of B requests at uniform instants in a spread S, when the counter is blind for `blind` race
/// windows of length R in all before it stands at L.
///
/// `get-set`: the counter goes up once in each race window that follows a first reader, like a detector with dead time, so
/// it is blind L times; `get-incr`: only the L-th increment is awaited, once. Take the blind times out of the spread: what is
/// left is q = 1 - blind * R / S of it, and the instant at which the counter reached L lies in that like the L-th of B
/// uniform points. Whoever comes later is refused, so the mean is `B - B * E[(q - X)+]` with X ~ Beta(L, B - L), which is
/// `B - (B q P(Bin(B - 1, q) >= L) - L P(Bin(B, q) >= L + 1))`.
#[inline]
fn uncounted(scenario: &Scenario, blind: f64) -> Option<f64> {
    let (burst, limit) = (scenario.requests(), scenario.limit);
    let everyone = f64::from(burst);
    if burst <= limit {
        return Some(everyone);
    }
    if scenario.arrivals != Arrivals::Random || scenario.jitter != Jitter::None {
        return None;
    }
    let spread = scenario.sending();
    if spread == Span::ZERO {
        // All reads are at Redis before the first write is.
        return Some(everyone);
    }
    let busy = SERVICE * 2 * u64::from(burst);
    if busy * 8 > spread {
        return None;
    }
    let race = (scenario.rtt + SERVICE).nanos() as f64;
    let q = 1.0 - blind * race / spread.nanos() as f64;
    if q <= 0.0 {
        return Some(everyone);
    }
    let later = everyone * q * Binomial::new(burst - 1, q).at_least(limit)
        - f64::from(limit) * Binomial::new(burst, q).at_least(limit + 1);
    Some(everyone - later)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the last table of the strategies' reference, from 4,000 runs each by another program.
    #[test]
    fn expectations_agree_with_independently_simulated_ones() {
        let at = |strategy, burst, servers, rtt| {
            expected(&Scenario { strategy, burst, servers, rtt, ..Scenario::default() }).unwrap()
        };
        let (ms2, us300, ms5) = (Span::from_millis(2), Span::from_micros(300), Span::from_millis(5));
        for (form, simulated, tolerance) in [
            (at(Strategy::Local, 40, 4, ms2), 35.669, 0.15),
            (at(Strategy::Split, 40, 4, ms2), 7.999, 0.01),
            (at(Strategy::GetSet, 40, 4, ms2), 30.07, 0.25),
            (at(Strategy::GetIncr, 40, 4, ms2), 12.00, 0.09),
            (at(Strategy::Incr, 40, 4, ms2), 10.0, 1e-9),
            (at(Strategy::Local, 40, 8, us300), 39.903, 0.03),
            (at(Strategy::Split, 40, 8, us300), 7.962, 0.02),
            (at(Strategy::GetSet, 40, 8, us300), 13.14, 0.12),
            (at(Strategy::GetIncr, 40, 8, us300), 10.31, 0.04),
            (at(Strategy::GetSet, 100, 4, ms5), 100.0, 0.01),
            (at(Strategy::GetIncr, 100, 4, ms5), 22.60, 0.22),
        ] {
            assert!((form - simulated).abs() <= tolerance, "{form} against {simulated}");
        }
    }

    #[test]
    fn there_is_no_expectation_where_no_form_is_known() {
        let base = Scenario { strategy: Strategy::GetSet, ..Scenario::default() };
        assert_eq!(expected(&Scenario { jitter: Jitter::Exponential, ..base }), None);
        assert_eq!(expected(&Scenario { window: Span::from_millis(10), ..base }), None);
        assert_eq!(expected(&Scenario { strategy: Strategy::Local, balancer: Balancer::LeastBusy, ..base }), None);
    }

    #[test]
    fn a_busy_redis_has_no_expectation_unless_all_arrive_at_once() {
        let base = Scenario { strategy: Strategy::GetSet, burst: 100, ..Scenario::default() };
        assert!(expected(&Scenario { spread: Span::from_micros(12_800), ..base }).is_some());
        assert_eq!(expected(&Scenario { spread: Span::from_micros(12_799), ..base }), None);
        assert_eq!(expected(&Scenario { spread: Span::ZERO, ..base }), Some(100.0));
    }

    #[test]
    fn a_burst_that_no_server_refuses_has_itself_as_its_mean_to_the_last_digit() {
        for balancer in [Balancer::Random, Balancer::RoundRobin, Balancer::LeastBusy, Balancer::Sticky] {
            let scenario = Scenario { limit: 40, balancer, ..Scenario::default() };
            assert_eq!((worst_case(&scenario), expected(&scenario)), (40, Some(40.0)), "{balancer:?}");
        }
    }

    #[test]
    fn split_below_one_a_server_refuses_everything() {
        let scenario = Scenario { strategy: Strategy::Split, limit: 3, servers: 4, ..Scenario::default() };
        assert_eq!((worst_case(&scenario), expected(&scenario)), (0, Some(0.0)));
    }
}
