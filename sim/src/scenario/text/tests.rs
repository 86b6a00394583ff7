use proptest::prelude::{Strategy as _, any, prop_assert, prop_assert_eq, proptest};

use super::*;
use crate::scenario::{
    Amount, Answers, Axis, Calls, Curves, Embed, Extras, Lang, Lesson, Measure, OnFailure, Sweep, Task, Theme,
};
use crate::testing::scenarios;
use crate::time::Span;

proptest! {
    #[test]
    fn every_scenario_survives_being_printed_and_read(
        scenario in scenarios(), playhead in proptest::option::of(any::<u64>().prop_map(Time::from_nanos))
    ) {
        let link = Link { scenario, playhead, ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }

    #[test]
    fn what_is_open_survives_being_printed_and_read(
        tab in proptest::sample::select(Tab::ALL), request in proptest::option::of(0..40u32),
        (servers, requests, limit) in (Small::SERVERS, Small::REQUESTS, Small::LIMIT),
        extras in proptest::sample::select(Extras::ALL), order in proptest::collection::vec(1..=255u8, 0..=Small::CHOICES),
        endpoints in proptest::array::uniform3(proptest::sample::select(OnFailure::ALL)),
        (price, stands_for) in (Policies::PRICE, Policies::STANDS_FOR)
    ) {
        let small = Small { servers, requests, limit, extras };
        let policies = Policies { endpoints, price, stands_for };
        let link = Link { tab, request, small, order, policies, ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }

    #[test]
    fn what_a_bill_is_made_out_for_survives_being_printed_and_read(
        parts: [u64; 8], calls in proptest::sample::select(Calls::ALL)
    ) {
        let mut costs = Costs { calls, ..Costs::default() };
        for (of, part) in Amount::ALL.into_iter().zip(parts) {
            let [least, most] = of.range();
            costs.set(of, least + part % (most - least + 1));
        }
        let link = Link { costs, ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }

    #[test]
    fn what_is_asked_of_many_runs_survives_being_printed_and_read(
        runs in Runs::RUNS, first in proptest::option::of(any::<u64>()), measure in proptest::sample::select(Measure::ALL),
        curves in proptest::sample::select(Curves::ALL), axis in proptest::sample::select(Axis::ALL),
        (from, length, steps) in (any::<u64>(), any::<u64>(), 1..100u64)
    ) {
        let [least, most] = axis.range();
        let from = least + from % (most - least);
        let to = from + 1 + length % (most - from);
        let sweep = Sweep { axis, from, to, step: (to - from).div_ceil(steps).min(to - from) };
        let link = Link { runs: Runs { runs, first, sweep, measure, curves }, ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }

    #[test]
    fn how_a_page_is_embedded_survives_being_printed_and_read(
        locks in proptest::collection::vec(any::<bool>(), 80), hidden in proptest::collection::vec(any::<bool>(), 80),
        tabs in proptest::sample::subsequence(Tab::ALL, 0..Tab::ALL.len()),
        (theme, lang) in (proptest::sample::select(Theme::ALL), proptest::sample::select(Lang::ALL)),
        (lesson, task) in (proptest::sample::select(Lesson::ALL), proptest::sample::select(Task::ALL)),
        answers in proptest::sample::select(Answers::ALL), origin in proptest::option::of("https?://[a-z.]{1,9}(:[0-9]{1,4})?")
    ) {
        let some = |names: &mut dyn Iterator<Item = &'static str>, which: &[bool]| -> Vec<_> {
            names.zip(which).filter(|(_, yes)| **yes).map(|(name, _)| name).collect()
        };
        let (lock, hide) = (some(&mut Embedding::lockable(), &locks), some(&mut Embedding::hideable(), &hidden));
        let embedding =
            Embedding { embed: Embed::Yes, lock, hide, tabs, theme, lang, lesson, task, answers, origin };
        let tab = embedding.tabs.first().copied().unwrap_or_default();
        let link = Link { embedding, tab, ..Link::default() };
        prop_assert_eq!(link.to_string().parse(), Ok(link));
    }

    #[test]
    fn what_a_link_locks_stays_whatever_another_one_says(
        locks in proptest::collection::vec(any::<bool>(), 80), (own, others) in (scenarios(), scenarios())
    ) {
        let lock: Vec<_> = Embedding::lockable().zip(&locks).filter(|(_, yes)| **yes).map(|(name, _)| name).collect();
        let embedding = Embedding { lock, ..Embedding::default() };
        let link = Link { scenario: own, embedding, ..Link::default() };
        let other = Link { scenario: others, playhead: Some(Time::START), ..Link::default() };
        let held = link.holding(other.clone());
        for parameter in Parameter::ALL.iter().filter(|one| one.is_lockable()) {
            let from = if link.embedding.locks(parameter.name) { &link } else { &other };
            prop_assert_eq!(parameter.print(&held), parameter.print(from), "{}", parameter.name);
        }
        prop_assert_eq!(held.embedding, link.embedding);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text: String) {
        let _ = Link::read(&text);
    }

    #[test]
    fn no_text_made_of_real_names_makes_the_parser_panic(
        pairs in proptest::collection::vec(("strategy|servers|burst|rtt|window|seed|t|v|x", "[0-9a-z.%&=-]{0,20}"), 0..6)
    ) {
        let text: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (link, _) = Link::read(&text.join("&"));
        prop_assert!(Scenario::SERVERS.contains(&link.scenario.servers));
    }
}

#[test]
fn defaults_are_left_out_but_the_strategy_is_named() {
    assert_eq!(Link::default().to_string(), "strategy=local");
}

#[test]
fn names_that_are_percent_encoded_are_read() {
    let (link, problems) = Link::read("?%73ervers=8&rtt=0%2E3ms");
    assert_eq!((link.scenario.servers, link.scenario.rtt, problems), (8, Span::from_micros(300), vec![]));
}

#[test]
fn each_bad_value_is_named_with_what_is_allowed_and_leaves_the_default() {
    for (text, allowed) in [
        (
            "strategy=redis",
            "local, split, get-set, get-incr, incr, incr-expire, multi-exec, set-nx-incr, read-write, cas, lock, \
             script, sync-all, sync-share, lease, owner, edge or deny-cache",
        ),
        ("rule=leaky", "fixed-window, token-bucket, sliding-log, sliding-counter or gcra"),
        ("window-start=now", "clock or first-hit"),
        ("capacity=0", "a whole number from 1 to 10000"),
        ("sync=0ms", "1ms to 10s, with its unit (us, ms or s)"),
        ("redis-version=5", "7 or 6.2"),
        ("nodes=17", "a whole number from 1 to 16"),
        ("runs=99", "a whole number from 100 to 100000"),
        ("measure=over", "allowed, falsely-refused, redis-calls, wait-p50 or wait-p99"),
        (
            "sweep=rtt=0ms..20ms",
            "rtt, servers, burst, spread, sync or limit; or with a range as in rtt=0ms..20ms/1ms, 2 to 101 values, all of \
             which that parameter takes",
        ),
        ("servers=0", "a whole number from 1 to 32"),
        ("servers=33", "a whole number from 1 to 32"),
        ("servers=-4", "a whole number from 1 to 32"),
        ("servers=4.5", "a whole number from 1 to 32"),
        ("servers=", "a whole number from 1 to 32"),
        ("burst=99999999999999999999", "a whole number from 1 to 1000"),
        ("spread=11s", "0ms to 10s, with its unit (us, ms or s)"),
        ("rtt=5", "0ms to 500ms, with its unit (us, ms or s)"),
        ("rtt=-5ms", "0ms to 500ms, with its unit (us, ms or s)"),
        ("window=0ms", "1ms to 3600s, with its unit (us, ms or s)"),
        ("t=soon", "a time since the start, with its unit (us, ms or s)"),
        ("v=2", "1"),
        ("tab=all", "race, break, orders, compare, runs, failure, cost, code or events"),
        (
            "redis=gone@5ms",
            "down@10ms..30ms, and so silent, paused and failover, slow@10ms..30msx20 (x2 to x100000), flush@20ms, \
             evict@20ms and delete@20ms, up to 600s; with commas between them; at most 8 in all",
        ),
        (
            "crash=2@5ms",
            "s2@12ms or s2@12ms..20ms, the second of the servers; with commas between them; at most 8 in all",
        ),
        (
            "scale=4@5ms",
            "+4@20ms or -2@20ms, so that 1 to 32 servers are there; with commas between them; at most 8 in all",
        ),
        ("deploy=5ms", "10ms..30ms; with commas between them; at most 8 in all"),
        ("skew=11s", "0ms to 10s, with its unit (us, ms or s)"),
        ("timeout=0ms", "100us to 60s, with its unit (us, ms or s)"),
        ("on-failure=panic", "open, closed or local"),
        ("breaker=0", "a whole number from 1 to 100"),
        ("breaker-reset=0ms", "1ms to 60s, with its unit (us, ms or s)"),
        ("retry=4", "a whole number from 0 to 3"),
        ("reload=maybe", "yes or no"),
        ("policies=open,closed", "three of open, closed and local with commas between them, as in local,closed,open"),
        (
            "policies=open,closed,local,open",
            "three of open, closed and local with commas between them, as in local,closed,open",
        ),
        (
            "policies=open,closed,none",
            "three of open, closed and local with commas between them, as in local,closed,open",
        ),
        ("price=1001", "a whole number from 0 to 1000"),
        ("stands-for=0", "a whole number from 1 to 10000"),
        ("request=0", "a whole number from 1 to 20000"),
        ("case-servers=5", "a whole number from 2 to 4"),
        ("case-requests=9", "a whole number from 2 to 8"),
        ("case-limit=0", "a whole number from 1 to 7"),
        ("case-extras=flood", "none, window-end, crash or both"),
        ("cost-rate=0", "a whole number from 1 to 1000000"),
        ("cost-checks=0", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-checks=1.55", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-checks=20.1", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-checks=.5", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-checks=1.", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-checks=1844674407370955162", "a number from 0.1 to 20.0, with at most one decimal"),
        ("cost-calls=two", "one or run"),
        ("cost-service=0.9us", "1us to 10ms, with its unit (us, ms or s)"),
        ("cost-work=0ms", "1ms to 10s, with its unit (us, ms or s)"),
        ("cost-hot=1000001", "a whole number from 0 to 1000000"),
        ("embed=yes", "0 or 1"),
        ("theme=pink", "reader, system, light, dark or projector"),
        ("lang=xx", "reader, en or hi"),
        ("lesson=1", "auto, open or closed"),
        ("answers=no", "shown or hidden"),
        ("tabs=race,race", "tabs with commas between them, as in race,break"),
        ("origin=example.org", "an origin, as in https://example.org"),
        ("order=1.0", "at most 64 choice numbers from 1 to 255 with points between them, as in 1.2.1.2"),
        ("order=1..2", "at most 64 choice numbers from 1 to 255 with points between them, as in 1.2.1.2"),
        ("order=256", "at most 64 choice numbers from 1 to 255 with points between them, as in 1.2.1.2"),
    ] {
        let (link, problems) = Link::read(text);
        let (name, given) = text.split_once('=').unwrap();
        assert_eq!(link, Link::default(), "{text}");
        let told: Vec<_> =
            problems.iter().map(|one| (one.name.clone(), one.given.clone(), one.allowed().to_string())).collect();
        assert_eq!(told, [(name.to_owned(), given.to_owned(), allowed.to_owned())]);
    }
}

#[test]
fn what_a_run_could_not_bear_is_told_and_taken_as_far_as_it_can() {
    for (text, problem) in [
        (
            "traffic=steady&rate=20000&for=3s",
            "for=3s was not taken; allowed: with rate=20000 what comes to 1 to 20000 requests",
        ),
        (
            "strategy=cas&traffic=steady&rate=20000&for=1s&retries=50",
            "retries=50 was not taken; allowed: with 20000 requests, 0 to 4",
        ),
        (
            "strategy=sync-all&sync=1ms&traffic=steady&rate=33&for=600s&servers=4",
            "sync=1ms was not taken; allowed: with so many servers and users for so long, 22ms or more",
        ),
        (
            "strategy=sync-all&servers=1&scale=%2B31@1ms&users=16&sync=88ms&traffic=steady&rate=16&for=600s",
            "sync=88ms was not taken; allowed: with so many servers and users for so long, 2.804s or more",
        ),
    ] {
        let (link, problems) = Link::read(text);
        assert_eq!(problems.iter().map(Problem::to_string).collect::<Vec<_>>(), [problem]);
        assert_eq!(too_much(&link.scenario), None, "{text}");
        assert_eq!(Link::read(&link.to_string()).1, [], "what is taken instead can be taken");
    }
    assert_eq!(Link::read("burst=1000&strategy=lock&retries=100").1, []);
}

#[test]
fn a_request_beyond_the_burst_is_told_wherever_it_stands() {
    for text in ["request=9&burst=8", "burst=8&request=9"] {
        let (link, problems) = Link::read(text);
        assert_eq!((link.scenario.burst, link.request), (8, None), "{text}");
        let told: Vec<_> = problems.iter().map(Problem::to_string).collect();
        assert_eq!(told, ["request=9 was not taken; allowed: a whole number from 1 to 8, the requests of this burst"]);
    }
    assert_eq!(Link::read("request=8&burst=8").0.request, Some(7));
}

#[test]
fn an_unknown_name_is_told_with_the_known_ones() {
    let (_, problems) = Link::read("server=8");
    assert!(problems[0].to_string().starts_with("server=8 was not taken; allowed: the names strategy, rule, servers"));
}

#[test]
fn a_name_given_twice_is_told_and_the_first_is_kept() {
    let (link, problems) = Link::read("servers=8&seed=9&servers=9&servers=0");
    assert_eq!((link.scenario.servers, link.scenario.seed), (8, 9));
    let told: Vec<_> = problems.iter().map(Problem::to_string).collect();
    assert_eq!(
        told,
        ["servers=9 was not taken; allowed: each name once", "servers=0 was not taken; allowed: each name once"]
    );
}

#[test]
fn after_a_bad_value_a_good_one_is_not_taken_either() {
    let (link, problems) = Link::read("servers=0&servers=8");
    let allowed = problems.iter().map(|problem| problem.allowed().to_string());
    assert_eq!(link, Link::default());
    assert_eq!(allowed.collect::<Vec<_>>(), ["a whole number from 1 to 32", "each name once"]);
}

#[test]
fn each_unknown_name_is_told_as_often_as_it_is_given() {
    let (_, problems) = Link::read("x=1&y=2&x=3&=4");
    let told: Vec<_> = problems.iter().map(|problem| (problem.name.as_str(), problem.given.as_str())).collect();
    assert_eq!(told, [("x", "1"), ("y", "2"), ("x", "3"), ("", "4")]);
    assert!(problems.iter().all(|problem| problem.allowed().to_string().starts_with("the names strategy, ")));
}

#[test]
fn what_is_good_in_a_link_is_taken_beside_what_is_bad() {
    let (link, problems) = Link::read("servers=8&burst=many&seed=9");
    assert_eq!((link.scenario.servers, link.scenario.burst, link.scenario.seed, problems.len()), (8, 40, 9, 1));
}

#[test]
fn what_is_locked_or_hidden_must_be_known() {
    assert_eq!(Link::read("lock=servers,strategy").0.embedding.lock, ["strategy", "servers"]);
    assert!(Link::read("lock=all").0.embedding.locks("seed"));
    assert!(Link::read("hide=tabs,seed").0.embedding.hides("tabs"));
    for text in ["lock=server", "lock=theme", "lock=tabs", "lock=", "lock=servers,servers", "hide=lock", "hide=all"] {
        let (link, problems) = Link::read(text);
        assert_eq!((link, problems.len()), (Link::default(), 1), "{text}");
    }
}

#[test]
fn what_can_be_left_out_is_none_then() {
    let link: Link = "capacity=3&refill=4&timeout=5ms&breaker=6".parse().unwrap();
    for name in ["capacity", "refill", "timeout", "breaker"] {
        let text = link.without(name).unwrap().to_string();
        assert!(!text.contains(name) && text.matches('=').count() == 4, "{name}: {text}");
    }
    assert_eq!((link.without("limit"), link.without("nothing")), (None, None));
}
