//! What happened in a run in which something goes wrong: what it was, what that did, and what the run came to.
//!
//! What is said of an undisturbed run need not hold here, so nothing of that is said.

mod answers;
mod keys;
mod servers;

use answers::{hasty, policy, scripts, unanswered, waited};
use keys::{lost_keys, stuck};
use servers::{crashed, crashes, lost_in, remembers, resized};

use limit_sim::fleet;
use limit_sim::scenario::{Fault, Rule, Scenario, Strategy, What, WindowStart};
use limit_sim::time::{Span, Time};
use limit_sim::verdict::Verdict;

use super::number::exact;
use super::situation::Situation;
use super::story::outcome;
use super::strategy::{decides_alone, uses_redis};
use super::trouble;
use crate::lab::Run;
use crate::language::t;
use crate::words::counting::grouped;
use crate::words::say::some;
use crate::{n, say};

/// So many faults have a sentence each; of more it is told what they were.
const TOLD: usize = 3;

/// What happened, and what it came to.
pub fn of(run: &Run) -> String {
    let scenario = run.trace.scenario();
    let mut met: Vec<Fault> = scenario.faults.iter().filter(|fault| run.trace.meets(*fault)).collect();
    // The same once more at the same instant changes nothing, but where servers join or leave.
    met.dedup_by(|one, other| one == other && !resizes(one.what));
    let mut said: Vec<String> = hasty(run).into_iter().collect();
    match met.len() {
        0 if !scenario.faults.is_empty() => said.push(t("All was decided before anything went wrong.").to_owned()),
        0..=TOLD => {
            let mut sizes = fleet::sizes(scenario).into_iter();
            let told = |fault: &Fault| match resizes(fault.what) {
                true => sizes.next().map_or_else(String::new, |(fault, before, now)| resized(run, fault, before, now)),
                false => happened(run, *fault),
            };
            said.extend(met.iter().map(told));
        }
        many => said.push(say!("{} things went wrong: {}.", many, together(run, &met).join(", "))),
    }
    if scenario.skew > Span::ZERO {
        said.push(clocks(scenario));
    }
    said.extend([stuck(run), scripts(run), unanswered(run), policy(run), waited(run, &met)].into_iter().flatten());
    said.extend(losses(run, &met));
    said.push(result(run));
    said.join(" ")
}

fn resizes(what: What) -> bool {
    matches!(what, What::Join(_) | What::Leave(_))
}

/// Many faults, those of one kind together.
fn together(run: &Run, met: &[Fault]) -> Vec<String> {
    let kind = |fault: &Fault| std::mem::discriminant(&fault.what);
    let mut told: Vec<String> = Vec::new();
    for (nth, fault) in met.iter().enumerate() {
        let same = |other: &&Fault| kind(other) == kind(fault);
        if met[..nth].iter().any(|earlier| same(&earlier)) {
            continue;
        }
        let all: Vec<&Fault> = met.iter().filter(same).collect();
        let name = match fault.what {
            What::Crash(_) => {
                told.push(crashes(run, all.len()));
                continue;
            }
            _ if all.len() == 1 => trouble::fault(fault.what),
            What::Join(_) => t("servers joined").to_owned(),
            What::Leave(_) => t("servers left").to_owned(),
            What::Slow(_) => t("Redis slow").to_owned(),
            what => trouble::fault(what),
        };
        told.push(times(name, all.len()));
    }
    told
}

/// What happened, and how often, if not once: `keys flushed twice`.
fn times(what: String, number: usize) -> String {
    match number {
        1 => what,
        2 => say!("{} twice", what),
        more => say!("{} {} times", what, more),
    }
}

/// Requests that were lost, and not told of with what lost them.
fn losses(run: &Run, met: &[Fault]) -> Option<String> {
    let unserved = run.trace.lost_at_balancer() as u32;
    let told = if met.len() > TOLD { 0 } else { met.iter().map(|fault| lost_in(run, *fault)).sum() };
    let mut said = Vec::new();
    if let more @ 1.. = (run.verdict.lost - unserved).saturating_sub(told) {
        said.push(if told > 0 {
            some(more, n!("1 more was lost with its server."), n!("{} more were lost with their servers."))
        } else {
            some(more, n!("1 request was lost with its server."), n!("{} requests were lost with their servers."))
        });
    }
    if unserved > 0 {
        said.push(some(unserved, n!("No server was there for 1 request."), n!("No server was there for {} requests.")));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// A number of requests in this part's sentences: as in the tab.
fn number(number: u32) -> String {
    grouped(number.into())
}

fn at(time: Time) -> String {
    exact(time.since_start())
}

/// What a fault was, and what it did to the counts.
fn happened(run: &Run, fault: Fault) -> String {
    let (scenario, trace) = (run.trace.scenario(), &run.trace);
    let [from, until] = [fault.from, fault.until].map(at);
    let told = match fault.what {
        What::Down => say!("Redis was down from {} to {}.", from, until),
        What::Silent => say!("From {} to {} nothing got through to Redis or back.", from, until),
        What::Paused => say!("Redis stood still from {} to {}.", from, until),
        What::Slow(factor) => say!("From {} to {} Redis took {} times as long for each command.", from, until, factor),
        What::Failover if uses_redis(scenario.strategy) => {
            let (behind, lag) = (fault.until - fault.from, exact(fault.until - fault.from));
            match trace.forgotten(fault) {
                _ if behind == Span::ZERO => say!("A replica took over at {} that was not behind.", until),
                0 => say!("A replica took over at {}; nothing had been written in the last {}.", until, lag),
                1 => {
                    say!(
                        "A replica took over at {} that had not heard of the last {}: 1 change was forgotten.",
                        until,
                        lag
                    )
                }
                changes => say!(
                    "A replica took over at {} that had not heard of the last {}: {} changes were forgotten.",
                    until,
                    lag,
                    changes
                ),
            }
        }
        What::Failover => say!("A replica took over at {}.", until),
        What::Flush | What::Evict | What::Delete => lost_keys(run, fault),
        What::Crash(server) => return crashed(run, fault, server),
        What::Join(_) | What::Leave(_) => return String::new(),
        What::Deploy => {
            let restarted = match scenario.strategy {
                one if decides_alone(one) => say!(
                    "The servers were restarted one after another from {} to {}: each came back empty and counted anew.",
                    from,
                    until
                ),
                one if remembers(one) => say!(
                    "The servers were restarted one after another from {} to {}: each came back empty.",
                    from,
                    until
                ),
                _ => say!(
                    "The servers were restarted one after another from {} to {}; the counts are in Redis, so none of them was lost.",
                    from,
                    until
                ),
            };
            let lost = lost_in(run, fault);
            let lost = (lost > 0)
                .then(|| some(lost, n!("1 request was lost with them."), n!("{} requests were lost with them.")));
            return [restarted].into_iter().chain(lost).collect::<Vec<_>>().join(" ");
        }
    };
    if uses_redis(scenario.strategy) {
        return told;
    }
    told + " " + t("But this strategy does not ask Redis.")
}

/// Clocks that differ.
fn clocks(scenario: &Scenario) -> String {
    let off = exact(scenario.skew);
    use Strategy::{Cas, GetSet, Lock, ReadWrite};
    // Where a window ends with its key's life, that is Redis's to tell.
    let first_hit = scenario.rule == Rule::FixedWindow && scenario.window_start() == WindowStart::FirstHit;
    let by_redis = match scenario.strategy {
        Strategy::Script | Strategy::DenyCache | Strategy::MultiExec | Strategy::SetNxIncr | Strategy::IncrExpire => {
            true
        }
        GetSet | ReadWrite | Cas | Lock => first_hit,
        _ => false,
    };
    // Leases are given out by Redis's clock, and end by a server's.
    let clock = scenario.rule == Rule::FixedWindow && !first_hit;
    let windows = clock && scenario.strategy != Strategy::Lease;
    match (by_redis, windows) {
        (true, _) => say!("Servers\u{2019} clocks are off by up to {}; what counts here is Redis\u{2019}s own.", off),
        (false, true) => {
            say!(
                "Servers\u{2019} clocks are off by up to {}, so they go from window to window at different instants.",
                off
            )
        }
        (false, false) => say!("Servers\u{2019} clocks are off by up to {}, and each goes by its own.", off),
    }
}

/// What the run came to.
fn result(run: &Run) -> String {
    let (situation, Verdict { falsely_refused, lost, .. }) = (Situation::of(&run.verdict), &run.verdict);
    let text = outcome(run, situation);
    // It may begin with a number.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text[..digits].parse().map_or_else(|_| text.clone(), |first| number(first) + &text[digits..]);
    match situation {
        Situation::Fits if *lost > 0 && run.verdict.allowed > 0 => {
            t("All others passed, and the limit allows as many.").to_owned()
        }
        Situation::Leaked if *falsely_refused > 0 => {
            let refused =
                some(*falsely_refused, n!("1 was refused that it allows."), n!("{} were refused that it allows."));
            text + " " + &refused
        }
        _ => match why(run.trace.scenario().strategy, situation) {
            "" => text,
            why => text + " " + t(why),
        },
    }
}

/// Why, where that is so whatever goes wrong.
const fn why(strategy: Strategy, situation: Situation) -> &'static str {
    match (strategy, situation) {
        (Strategy::Local, Situation::Leaked) => {
            n!("Each server was right by its own count; nobody kept the user\u{2019}s.")
        }
        (Strategy::Split, Situation::Unfair) => n!("Each server keeps to its own share."),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Choice, Link, misfit};

    use super::*;
    use crate::words::strategy::fails;

    fn told(link: &str) -> String {
        let link: Link = link.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        of(&Run::of(&link.scenario, 0))
    }

    /// Links of faults and policies, each met by every strategy and rule.
    const TROUBLES: [&str; 19] = [
        "redis=down@10ms..30ms",
        "redis=down@10ms..30ms&on-failure=closed",
        "redis=down@10ms..30ms&on-failure=local&breaker=2&breaker-reset=5ms",
        "redis=silent@10ms..30ms",
        "redis=silent@10ms..30ms&timeout=5ms&retry=1",
        "redis=paused@10ms..30ms&timeout=3ms&on-failure=closed",
        "redis=slow@10ms..30msx500",
        "redis=failover@15ms..20ms",
        "redis=failover@15ms..20ms&reload=no",
        "redis=flush@20ms",
        "redis=evict@20ms,delete@30ms",
        "crash=s2@12ms..20ms",
        "crash=s1@15ms&users=3",
        "scale=%2B4@20ms",
        "scale=-3@20ms",
        "deploy=10ms..30ms",
        "skew=5ms",
        "redis=down@900ms..950ms",
        "redis=flush@5ms,flush@10ms,flush@15ms,flush@20ms&crash=s9@3ms",
    ];

    #[test]
    fn every_strategy_has_whole_sentences_with_its_numbers_for_everything_that_goes_wrong() {
        for trouble in TROUBLES {
            for strategy in Strategy::ALL.iter().copied() {
                for rule in Rule::ALL.iter().copied() {
                    let link: Link = trouble.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
                    let scenario = Scenario { strategy, rule, ..link.scenario };
                    if misfit(&scenario).is_some() {
                        continue;
                    }
                    let run = Run::of(&scenario, 0);
                    let (text, which) = (of(&run), format!("{trouble}, {strategy:?}, {rule:?}"));
                    assert!(run.is_troubled() && text.ends_with('.') && !text.contains("  "), "{which}: {text}");
                    let Verdict { over, falsely_refused, lost, failures, .. } = run.verdict;
                    for (number, says) in [(over, "more passed"), (falsely_refused, "refused that"), (lost, " lost")] {
                        let told = number == 0 || text.contains(says);
                        let exact = says == " lost" || number == 0 || text.contains(&format!("{number} "));
                        assert!(told && exact, "{which}: {text}");
                    }
                    let unheard = failures.let_through + failures.refused;
                    assert!(unheard == 0 || fails(&scenario) || text.contains(" answer "), "{which}: {text}");
                }
            }
        }
    }

    #[test]
    fn an_outage_is_told_with_its_policy_and_what_it_came_to() {
        let open = told("strategy=incr&traffic=steady&rate=400&for=1s&limit=50&redis=down@300ms..600ms");
        assert!(open.starts_with("Redis was down from 300 ms to 600 ms. "), "{open}");
        assert!(open.contains(" found nobody there") && open.contains("the policy let all "), "{open}");
        let closed = told("strategy=incr&redis=down@10ms..30ms&on-failure=closed");
        assert!(closed.contains("the policy refused all "), "{closed}");
        let local = told("strategy=local&redis=down@10ms..30ms");
        assert!(local.contains("this strategy does not ask Redis"), "{local}");
    }

    #[test]
    fn what_waits_is_told_by_littles_law_or_piles_up() {
        let stream = "strategy=incr&traffic=steady&rate=400&for=1s&arrivals=even&redis=silent@300ms..600ms";
        let short = told(&format!("{stream}&timeout=10ms"));
        assert!(
            short.contains("about 4 waited at any time (400 a second \u{d7} 10 ms: Little\u{2019}s law)"),
            "{short}"
        );
        let long = told(stream);
        assert!(long.contains("Nobody gave up: up to 12"), "{long}");
    }

    #[test]
    fn more_servers_make_a_higher_limit_only_where_each_has_one() {
        let told = |strategy: &str| told(&format!("strategy={strategy}&scale=%2B4@20ms"));
        assert!(told("local").contains("So the limit went from 4 \u{d7} 10 to 8 \u{d7} 10."), "{}", told("local"));
        assert!(told("split").contains("8 \u{d7} 2 = 16, not 10"), "{}", told("split"));
        assert!(told("incr").contains("so the limit stays what it was"), "{}", told("incr"));
    }

    #[test]
    fn a_key_without_an_end_is_told_until_it_is_deleted() {
        let base = "strategy=incr-expire&servers=1&burst=5&limit=3&arrivals=even&crash=s1@3ms..4ms";
        let stuck = told(base);
        assert!(stuck.contains("Server 1 stopped between INCR and EXPIRE: the key has no end."), "{stuck}");
        let deleted = told(&format!("{base}&redis=delete@20ms"));
        assert!(deleted.contains("until it was removed at 20 ms"), "{deleted}");
    }

    #[test]
    fn what_is_lost_with_a_server_is_told_apart_from_what_finds_none() {
        assert_eq!(
            told("strategy=incr&servers=1&crash=s1@5ms..500ms"),
            "Server 1 crashed at 5 ms: 4 requests were lost with it. No server was there for 36 requests. All were lost."
        );
    }

    #[test]
    fn many_faults_are_told_by_their_kinds_with_all_that_was_lost() {
        let flushed = told("strategy=incr&redis=flush@5ms,flush@10ms,flush@15ms,flush@20ms,flush@25ms");
        assert!(flushed.starts_with("5 things went wrong: keys flushed 5 times. "), "{flushed}");
        let crashed = told("strategy=incr&crash=s1@5ms..30ms,s2@10ms..30ms,s3@15ms..30ms,s4@20ms..30ms");
        assert!(crashed.starts_with("4 things went wrong: servers 1, 2, 3 and 4 crashed. "), "{crashed}");
        assert!(crashed.contains("10 requests were lost with their servers. No server was there for 7 requests."));
        let both =
            told("strategy=incr&crash=s1@5ms,s1@10ms,s2@15ms,s1@20ms&redis=down@6ms..8ms,down@12ms..14ms&limit=3");
        assert!(both.starts_with("6 things went wrong: servers 1 and 2 crashed (4 times in all), Redis down twice. "));
        for says in ["the policy let all 6 through", "3 requests were lost with their servers", "more passed"] {
            assert!(both.contains(says), "{both}");
        }
    }

    #[test]
    fn a_server_crashes_once_until_it_is_back_and_is_not_back_once_it_has_left() {
        let twice = told("strategy=incr&crash=s1@5ms..20ms,s1@10ms..30ms");
        assert!(twice.contains("1 request was lost with it; it was back at 30 ms. "), "{twice}");
        assert!(twice.contains("Server 1 was down already at 10 ms."), "{twice}");
        let left = told("strategy=incr&crash=s4@5ms..20ms&scale=-1@10ms");
        assert!(left.contains("; it left before it was back.") && !left.contains("back at"), "{left}");
    }

    #[test]
    fn servers_that_cannot_join_or_leave_are_told_and_two_faults_at_one_instant_apart() {
        let told = |rest: &str| told(&format!("strategy=local&{rest}"));
        assert!(
            told("scale=-4@5ms").contains("3 servers left at 5 ms. One server always stays. So the limit went from 4 ")
        );
        assert!(told("scale=%2B32@5ms").contains("28 servers joined at 5 ms. 32 servers are the most. "));
        let two = told("scale=%2B2@5ms,-1@5ms");
        assert!(
            two.contains("from 4 \u{d7} 10 to 6 \u{d7} 10") && two.contains("from 6 \u{d7} 10 to 5 \u{d7} 10"),
            "{two}"
        );
        let sticky = told("scale=%2B4@5ms&balancer=sticky&users=4");
        assert!(sticky.contains("Each user still has one server") && !sticky.contains("the limit went"), "{sticky}");
    }

    #[test]
    fn a_timeout_that_no_check_can_keep_is_told_first() {
        let short = told("strategy=incr&timeout=1ms");
        assert!(short.starts_with("The timeout, 1 ms, is shorter than a check takes (2 ms a round trip). "), "{short}");
        let lock = told("strategy=lock&timeout=7ms&burst=3");
        assert!(lock.contains(", 7 ms, is shorter than a check takes (4 round trips of 2 ms)."), "{lock}");
        let longer = told("strategy=incr&timeout=5ms&redis=silent@10ms..30ms");
        assert!(!longer.contains("is shorter than"), "{longer}");
    }

    #[test]
    fn what_is_sent_again_is_told_in_its_number() {
        let one = told("strategy=incr&burst=1&spread=0ms&limit=1&redis=silent@2.005ms..7ms&timeout=5ms&retry=1");
        assert!(one.contains("1 command timed out after 5 ms; it was sent again, and counts twice if"), "{one}");
        let all = told("strategy=incr&burst=10&redis=silent@2ms..8ms&timeout=5ms&retry=2");
        assert!(all.contains("; all were sent again, and count twice where"), "{all}");
    }

    #[test]
    fn a_bursts_rate_is_that_of_the_time_and_large_numbers_are_told_in_threes() {
        let burst = told("strategy=incr&burst=10&redis=silent@2.005ms..70ms&timeout=5ms&retry=1");
        assert!(burst.contains(" a second in that time \u{d7} 10 ms: Little"), "{burst}");
        let fast =
            told("strategy=incr&limit=1000&traffic=steady&rate=20000&for=1s&redis=silent@100ms..900ms&timeout=10ms");
        assert!(fast.contains("(20,075 a second \u{d7} 10 ms") && fast.contains("15,920 commands timed out"), "{fast}");
        assert!(fast.ends_with("15,920 more passed than the limit allows of these requests."), "{fast}");
    }

    #[test]
    fn a_stuck_key_that_is_numbered_only_takes_memory() {
        let query = "strategy=incr&servers=2&rtt=100ms&traffic=steady&rate=20&for=5s&crash=s1@80ms";
        let numbered = told(query);
        assert!(
            numbered.contains(
                "Server 1 stopped between INCR and EXPIRE: a key without an end stays behind. Its window\u{2019}s number is in \
                 its name, so nobody meets it again."
            ),
            "{numbered}"
        );
        let fixed = told(&query.replace("incr", "incr-expire"));
        assert!(fixed.contains("Server 1 stopped between INCR and EXPIRE: the key has no end."), "{fixed}");
    }

    #[test]
    fn windows_that_end_with_a_key_are_rediss_whatever_servers_show() {
        for strategy in ["get-set", "read-write", "cas", "lock"] {
            let first_hit = told(&format!("strategy={strategy}&window-start=first-hit&skew=5ms"));
            assert!(first_hit.contains("what counts here is Redis\u{2019}s own"), "{first_hit}");
            let clock = told(&format!("strategy={strategy}&skew=5ms"));
            assert!(clock.contains("they go from window to window"), "{clock}");
        }
    }

    #[test]
    fn an_error_is_no_usable_answer() {
        let gone = told("strategy=script&reload=no&redis=failover@10ms");
        assert!(gone.contains("Without a usable answer the policy let all "), "{gone}");
    }
}
