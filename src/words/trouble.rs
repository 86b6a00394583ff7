//! What goes wrong, in words.

use limit_sim::fleet::Change;
use limit_sim::placement::{Comparison, Decision};
use limit_sim::run::{Breaker, Loss, Way};
use limit_sim::scenario::{Rule, What};
use limit_sim::trace::{Event, Kind, Trace};

use crate::language::{fill, t};
use crate::{n, say};

/// What a fault is, in few words.
pub fn fault(what: What) -> String {
    match what {
        What::Down => t("Redis down").to_owned(),
        What::Silent => t("Redis silent").to_owned(),
        What::Paused => t("Redis paused").to_owned(),
        What::Slow(factor) => say!("Redis {}\u{d7} slower", factor),
        What::Failover => t("fail-over to a replica").to_owned(),
        What::Flush => t("keys flushed").to_owned(),
        What::Evict => t("keys evicted").to_owned(),
        What::Delete => t("key deleted by hand").to_owned(),
        What::Crash(server) => say!("server {} crashes", server + 1),
        What::Join(1) => t("1 server joins").to_owned(),
        What::Join(servers) => say!("{} servers join", servers),
        What::Leave(1) => t("1 server leaves").to_owned(),
        What::Leave(servers) => say!("{} servers leave", servers),
        What::Deploy => t("rolling deploy").to_owned(),
    }
}

/// What has become of a server, counted from 0.
pub fn change(change: Change, server: u32) -> String {
    let sentence = match change {
        Change::Joins => n!("Server {} joins, empty"),
        Change::Leaves => n!("Server {} leaves"),
        Change::Crashes => n!("Server {} crashes"),
        Change::Returns => n!("Server {} is back, empty"),
        Change::Drains => n!("Server {} takes no more requests"),
        Change::Restarts => n!("Server {} is restarted, empty"),
    };
    fill(sentence, &[&(server + 1)])
}

/// What happens to a request where something goes wrong, and what there is to say of it; nothing for what happens anyway.
pub const fn mishap(kind: &Kind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Kind::Dropped(Way::Out) => (n!("is lost on the way"), n!("the command does not reach Redis")),
        Kind::Dropped(Way::Back) => (n!("reply is lost"), n!("the command ran; nobody hears of it")),
        Kind::Refused => (n!("finds nobody"), n!("connection refused")),
        Kind::Reset => (n!("loses its connection"), n!("the command waited at Redis and will not run")),
        Kind::Failed => (n!("hears of it"), n!("there is no connection")),
        Kind::TimedOut => (n!("times out"), n!("the server waits no longer; the command may still run")),
        Kind::Retried => (n!("tries again"), n!("the client library sends the same command")),
        Kind::CameLate => (n!("reply comes too late"), n!("the command ran; nobody waits for it")),
        Kind::Breaker(Breaker::Open) => (n!("breaker opens"), n!("Redis is left alone for a while")),
        Kind::Breaker(Breaker::Probing) => (n!("breaker probes"), n!("this check asks, to see whether Redis answers")),
        Kind::Breaker(Breaker::Closed) => (n!("breaker closes"), n!("Redis answers again")),
        Kind::Skipped => (n!("does not ask"), n!("the breaker is open")),
        Kind::Lost(Loss::AtBalancer) => (n!("is lost"), n!("no server is there")),
        Kind::Lost(Loss::OnTheWay) => (n!("is lost"), n!("its server had crashed when it came")),
        Kind::Lost(Loss::Checking(_)) => (n!("is lost"), n!("its server stopped during the check")),
        _ => return None,
    })
}

/// An event of what goes wrong: what it is called, and what there is to say of it. Nothing for any other.
pub fn event(trace: &Trace, event: &Event) -> (&'static str, String) {
    match &event.kind {
        Kind::Fault(what, true) => (t("it begins"), fault(what.what)),
        Kind::Fault(what, false) => (t("it is over"), fault(what.what)),
        Kind::Server(what) => (t("server"), change(*what, event.request.server)),
        Kind::Decided { decision, .. } => ("", without_redis(trace, event, decision)),
        kind => mishap(kind).map(|(what, detail)| (t(what), t(detail).to_owned())).unwrap_or_default(),
    }
}

/// How a server decided that had no answer from Redis, or an error.
fn without_redis(trace: &Trace, event: &Event, decision: &Decision) -> String {
    let before = trace.events()[..trace.events_by(event.at)].iter().rev();
    let heard = |one: &Event| match one.kind {
        Kind::Received(_) => Some(true),
        Kind::Failed | Kind::TimedOut | Kind::Skipped => Some(false),
        _ => None,
    };
    let answered = before.filter(|one| one.request == event.request).find_map(heard);
    let why = if answered == Some(true) { t("an error from Redis") } else { t("no answer from Redis") };
    let Decision { allowed, count, limit, comparison, .. } = *decision;
    // A log's count leaves the request out that it is for.
    let counts = match trace.scenario().rule {
        Rule::FixedWindow => Some(count),
        Rule::SlidingLog => Some(count + 1),
        _ => None,
    };
    let then = match (comparison, counts) {
        (Comparison::Failed, _) => t("let through").to_owned(),
        (Comparison::Closed, _) => t("refused").to_owned(),
        (_, Some(count)) if allowed => say!("its own share: {} of {}", count, limit),
        (_, Some(_)) => say!("its own share of {} is used up", limit),
        (_, None) => t("by its own share of the limit").to_owned(),
    };
    format!("{why}: {then}")
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Link;

    use super::*;

    /// How the checks were decided that had no answer, in order.
    fn told(link: &str) -> Vec<String> {
        let link: Link = link.parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        let trace = Trace::of(&link.scenario);
        let alone =
            |event: &&Event| matches!(&event.kind, Kind::Decided { decision, .. } if decision.comparison.is_fallback());
        trace.events().iter().filter(alone).map(|one| event(&trace, one).1).collect()
    }

    #[test]
    fn a_share_is_told_with_a_number_only_where_the_rule_counts() {
        let of = |rule: &str| {
            told(&format!("strategy=script&servers=1&limit=3&redis=down@0ms..100ms&on-failure=local&rule={rule}"))
        };
        for rule in ["fixed-window", "sliding-log"] {
            let all = of(rule);
            let first = "no answer from Redis: its own share: ";
            assert_eq!(all[..2], [format!("{first}1 of 3"), format!("{first}2 of 3")], "{rule}");
            assert_eq!(all[3], "no answer from Redis: its own share of 3 is used up", "{rule}");
        }
        for rule in ["token-bucket", "gcra", "sliding-counter"] {
            assert!(of(rule).iter().all(|one| one == "no answer from Redis: by its own share of the limit"), "{rule}");
        }
    }

    #[test]
    fn an_error_is_told_apart_from_no_answer() {
        let gone = told("strategy=script&reload=no&redis=failover@10ms");
        assert!(gone.iter().any(|one| one == "an error from Redis: let through"), "{gone:?}");
        let old = told("strategy=multi-exec&redis-version=6.2");
        assert!(old.len() == 40 && old.iter().all(|one| one == "an error from Redis: let through"), "{old:?}");
        let silent = told("strategy=incr&redis=silent@10ms..30ms&timeout=5ms&on-failure=closed");
        assert!(silent.iter().all(|one| one == "no answer from Redis: refused"), "{silent:?}");
    }
}
