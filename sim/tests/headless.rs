//! The headless program: what it prints, and what it does with bad input.

mod program;

use std::process::Output;

use limit_sim::scenario::{Choice, Link, Rule, Strategy};
use program::{error, json, names, program, run};
use serde_json::Value;

const NUMBERS: [&str; 15] = [
    "added_wait_us",
    "allowed",
    "due",
    "expected",
    "failures",
    "falsely_refused",
    "limit",
    "lost",
    "over",
    "redis_calls",
    "redis_calls_per_request",
    "refused",
    "servers",
    "users",
    "worst_case",
];

const FAILURES: [&str; 6] = ["let_through", "refused", "retried", "skipped", "timed_out", "unreachable"];

#[test]
fn one_run_prints_the_names_of_the_contract_and_no_others() {
    let line = json(&["strategy=get-set&servers=4&burst=40&rtt=2ms&seed=7"]);
    let mut expected = NUMBERS.to_vec();
    expected.insert(13, "trace_hash");
    assert_eq!(names(&line), expected);
    assert_eq!(names(&line["added_wait_us"]), ["max", "mean", "p50", "p99"]);
    assert_eq!(line["servers"].as_array().unwrap().len(), 4);
    assert_eq!(names(&line["servers"][0]), ["allowed", "refused"]);
    assert_eq!(names(&line["failures"]), FAILURES);
    assert_eq!(line["trace_hash"].as_str().unwrap().len(), 16);
}

#[test]
fn the_numbers_of_one_run_fit_together() {
    let line = json(&["strategy=get-set"]);
    let number = |name: &str| line[name].as_f64().unwrap();
    assert_eq!(number("allowed") + number("refused"), 40.0);
    assert_eq!(number("limit"), 10.0);
    assert_eq!(number("over"), number("allowed") - 10.0);
    assert_eq!(number("falsely_refused"), 0.0);
    // Two commands for whoever is let through, one for whoever is not.
    assert_eq!(number("redis_calls"), 2.0 * number("allowed") + number("refused"));
    assert_eq!(number("redis_calls_per_request"), number("redis_calls") / 40.0);
    assert_eq!(number("worst_case"), 40.0);
    assert!((number("expected") - 30.07).abs() < 0.2);
    let wait = |name: &str| line["added_wait_us"][name].as_f64().unwrap();
    // A refusal takes one round trip and one service, unless it has to queue.
    assert!(wait("p50") >= 2008.0 && wait("p50") <= wait("p99") && wait("p99") <= wait("max"));
    assert!(wait("mean") < wait("max"));
}

#[test]
fn what_has_no_closed_form_is_null() {
    assert_eq!(json(&["strategy=get-set&jitter=exponential"])["expected"], Value::Null);
    assert_eq!(json(&["strategy=get-set&jitter=exponential", "--runs", "3"])["expected"], Value::Null);
}

#[test]
fn without_a_scenario_the_defaults_run() {
    assert_eq!(json(&[]), json(&["strategy=local"]));
    assert_eq!(json(&[""]), json(&["?"]));
}

#[test]
fn many_runs_print_four_numbers_for_each_number() {
    let line = json(&["strategy=get-set&servers=3", "--runs", "50"]);
    let mut expected = NUMBERS.to_vec();
    expected.extend(["allowed_histogram", "mean_within", "percentiles", "runs"]);
    expected.sort_unstable();
    assert_eq!(names(&line), expected);
    assert_eq!(line["runs"], 50);
    let summaries = NUMBERS
        .iter()
        .filter(|name| !["added_wait_us", "failures", "servers", "users"].contains(name))
        .map(|name| &line[*name]);
    let waits = ["mean", "p50", "p99", "max"].map(|name| &line["added_wait_us"][name]);
    let servers = line["servers"].as_array().unwrap();
    assert_eq!(servers.len(), 3);
    let users = line["users"].as_array().unwrap();
    assert_eq!(users.len(), 1);
    let decisions = servers.iter().chain(users).flat_map(|server| [&server["allowed"], &server["refused"]]);
    let failures = FAILURES.map(|name| &line["failures"][name]);
    for summary in summaries.chain(waits).chain(decisions).chain(failures) {
        assert_eq!(names(summary), ["max", "mean", "min", "sd"]);
        let [min, mean, max] = ["min", "mean", "max"].map(|name| summary[name].as_f64().unwrap());
        assert!(min <= mean && mean <= max, "{summary}");
    }
}

#[test]
fn a_single_run_of_many_is_that_run() {
    let (one, many) = (json(&["strategy=incr&seed=3"]), json(&["strategy=incr&seed=3", "--runs", "1"]));
    for name in ["allowed", "refused", "redis_calls", "worst_case"] {
        let value = one[name].as_f64().unwrap();
        assert_eq!(many[name], serde_json::json!({ "mean": value, "sd": 0.0, "min": value, "max": value }));
    }
}

#[test]
fn seeds_go_on_from_zero_after_the_last() {
    let last = u64::MAX;
    let allowed = |seed: u64| json(&[&format!("seed={seed}")])["allowed"].as_f64().unwrap();
    let many = json(&[&format!("seed={last}"), "--runs=2"]);
    assert_eq!(many["allowed"]["mean"], (allowed(last) + allowed(0)) / 2.0);
}

#[test]
fn each_bad_parameter_is_named_with_what_was_given_and_what_is_allowed() {
    let text = error(&["servers=99&burst=40&rtt=5&colour=red"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "limit-sim: servers=99 was not taken; allowed: a whole number from 1 to 32");
    assert_eq!(lines[1], "limit-sim: rtt=5 was not taken; allowed: 0ms to 500ms, with its unit (us, ms or s)");
    assert!(lines[2].starts_with("limit-sim: colour=red was not taken; allowed: the names strategy, "), "{text}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn odd_arguments_are_refused_with_a_message() {
    for arguments in [
        &["--runs"][..],
        &["--runs", "0"],
        &["--runs", "-1"],
        &["--runs", "many"],
        &["--runs", "18446744073709551616"],
        &["--run", "3"],
        &["--explore", "burst=3", "--runs", "3"],
        &["--explore=yes"],
        &["--sweep"],
        &["--sweep", "seed"],
        &["--sweep", "rtt=0..20/1"],
        &["--sweep", "rtt", "--explore", "burst=3"],
        &["--sweep", "rtt", "--cost"],
        &["--sweep", "rtt", "--crash"],
        &["--sweep", "rtt", "--runs", "0"],
        &["--sweep", "rtt", "servers=0"],
        &["--compare"],
        &["--compare", "--runs", "3"],
        &["--compare=yes", "--sweep", "rtt"],
        &["--explore", "burst=0"],
        &["--window-end"],
        &["--crash", "burst=3"],
        &["--runs", "3", "--crash"],
        &["-x"],
        &["strategy=local", "strategy=incr"],
        &["strategy"],
        &["strategy=%FF"],
        &["strategy=\u{1F980}"],
        &["seed=18446744073709551616"],
        &["servers=4&servers=4"],
        &["t=-1ms"],
        &["v=2"],
    ] {
        let text = error(arguments);
        assert!(text.starts_with("limit-sim: ") && text.len() > 20, "{arguments:?}: {text}");
    }
}

#[test]
fn all_orders_print_the_names_of_the_contract_and_numbers_of_orders_as_text() {
    let line = json(&["--explore", "strategy=get-set&servers=2&burst=3&limit=1"]);
    assert_eq!(
        line,
        serde_json::json!({
            "orders": "66",
            "over_orders": "60",
            "most_allowed": 3,
            "states": 45,
            "shortest": [1, 2, 1, 2],
            "allowed_histogram": [
                { "allowed": 1, "orders": "6", "over_orders": "0", "example": [1, 1, 2, 3] },
                { "allowed": 2, "orders": "24", "over_orders": "24", "example": [1, 2, 1, 2, 3] },
                { "allowed": 3, "orders": "36", "over_orders": "36", "example": [1, 2, 3, 1, 2, 3] },
            ],
            "complete": true,
        })
    );
    // What has no part in an order changes nothing, wherever the scenario stands.
    let other = ["strategy=get-set&servers=2&burst=3&limit=1&seed=9&rtt=9ms&spread=2s&t=3ms", "--explore"];
    assert_eq!(json(&other), line);
}

#[test]
fn orders_that_exceed_nothing_have_no_shortest() {
    let line = json(&["--explore", "strategy=incr&servers=3&burst=4&limit=2"]);
    assert_eq!((&line["orders"], &line["over_orders"], &line["shortest"]), (&"96".into(), &"0".into(), &Value::Null));
}

#[test]
fn the_window_s_end_and_a_crash_are_added_where_they_are_asked_for() {
    let split = "strategy=split&servers=2&burst=3&limit=2";
    let orders = |arguments: &[&str]| {
        let line = json(&[&["--explore", split], arguments].concat());
        [&line["orders"], &line["over_orders"]].map(|text| text.as_str().unwrap().parse::<u32>().unwrap())
    };
    assert_eq!(orders(&[]), [6, 0]);
    // It ends before one of the three, or not at all.
    assert_eq!(orders(&["--window-end"]), [24, 0]);
    // One of two servers crashes before one of the three, or none does. To be over, both of server 1's requests and the other
    // one pass: that server crashes between the two, at one place if they are next to each other (4 orders), else at two.
    assert_eq!(orders(&["--crash"]), [6 * (1 + 2 * 3), 4 + 2 * 2]);
    assert!(orders(&["--crash", "--window-end"])[0] > 24 * 2);
}

#[test]
fn where_there_are_too_many_orders_it_says_how_far_they_are_counted() {
    let line = json(&["--explore", "burst=40"]);
    assert_eq!(line["complete"], false);
    assert!(line["covered_choices"].as_u64().unwrap() > 20);
    assert_eq!(line["orders"], "0");
}

#[test]
fn a_burst_that_is_too_large_for_all_orders_is_named_with_what_is_allowed() {
    let text = error(&["--explore", "burst=101"]);
    assert_eq!(text, "limit-sim: burst=101 was not taken; allowed with --explore: a whole number from 1 to 100\n");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused_with_a_message() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bytes = OsStr::from_bytes(b"seed=\xff");
    for arguments in [&[bytes][..], &[OsStr::new("--runs"), bytes]] {
        let Output { status, stdout, stderr } = program().args(arguments).output().unwrap();
        assert_eq!((status.code(), stdout), (Some(2), Vec::new()));
        assert!(stderr.starts_with(b"limit-sim: "));
    }
}

#[test]
fn help_names_every_parameter() {
    let Output { status, stdout, .. } = run(&["--help"]);
    let text = String::from_utf8(stdout).unwrap();
    assert!(status.success());
    for parameter in limit_sim::scenario::Parameter::ALL {
        assert!(text.contains(&format!("\n  {} ", parameter.name)), "{}", parameter.name);
    }
    for flag in ["--runs", "--sweep", "--compare", "--explore", "--window-end", "--crash", "--cost"] {
        assert!(text.contains(flag), "{flag}");
    }
}

#[test]
fn every_strategy_runs_with_every_rule_that_goes_with_it_and_says_of_the_others_why_not_and_what_does() {
    let (mut ran, mut misfits) = (0, 0);
    for strategy in Strategy::NAMES {
        for rule in ["fixed-window", "fixed-window&window-start=first-hit"].iter().chain(&Rule::NAMES[1..]) {
            let text = format!("strategy={strategy}&rule={rule}&burst=8&users=2&nodes=2");
            if text.parse::<Link>().is_ok() {
                let (one, many) = (json(&[&text]), json(&[&text, "--runs", "1"]));
                assert_eq!(one["allowed"], many["allowed"]["mean"].as_f64().unwrap() as u64);
                assert_eq!(one["users"].as_array().unwrap().len(), 2);
                ran += 1;
                continue;
            }
            for arguments in [&[&*text][..], &[&text, "--runs", "2"], &[&text, "--explore"]] {
                let told = error(arguments);
                let nearest = told.trim_end().rsplit("; strategy=").next().unwrap();
                let nearest = nearest.strip_suffix(" takes it").unwrap();
                let other = text.replace(&format!("strategy={strategy}&"), &format!("strategy={nearest}&"));
                assert!(
                    told.contains(&format!("with strategy={strategy}, wh")) || told.contains(", in which"),
                    "{told}"
                );
                assert!(other.parse::<Link>().is_ok(), "{told}");
            }
            misfits += 1;
        }
    }
    // Those with one key for ever take both words for when windows begin: they have no choice.
    assert_eq!((ran, ran + misfits), (69 + 3, 18 * 6));
}

#[test]
fn a_bill_is_one_line_with_the_lessons_numbers() {
    let line = json(&["--cost", "cost-rate=3600&cost-checks=1.5"]);
    let expected = [
        "added_us",
        "as_commands",
        "as_scripts",
        "busiest_key",
        "calls_a_check",
        "calls_a_second",
        "capacity_a_second",
        "fullest",
        "measured",
        "memory_bytes",
        "nodes",
        "one_node_wait_us",
        "part_of_request",
        "unbounded_at_us",
        "utilisation",
        "wait_us",
    ];
    assert_eq!(names(&line), expected);
    assert_eq!(line["calls_a_second"], 5400.0);
    assert_eq!((&line["utilisation"], &line["as_scripts"]), (&Value::from(0.054), &Value::from(0.108)));
    assert_eq!((&line["nodes"], &line["memory_bytes"]), (&Value::from(1), &Value::from(20_000_000)));
    let measured = &line["measured"];
    assert_eq!(names(measured), ["calls", "standard_error_us", "utilisation", "wait_us"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let off = (number(&measured["wait_us"]) - number(&line["wait_us"])).abs();
    assert!(off < 4.0 * number(&measured["standard_error_us"]), "{line}");
    assert_eq!(line, json(&["--cost"]));
}

#[test]
fn where_no_number_of_nodes_is_enough_the_bill_has_null() {
    let line = json(&["--cost", "cost-rate=20000&cost-checks=1&cost-hot=20000&cost-service=60us"]);
    for name in ["nodes", "wait_us", "one_node_wait_us", "measured"] {
        assert_eq!(line[name], Value::Null, "{name}");
    }
    assert!(error(&["--cost", "--runs", "5"]).contains("--cost is a bill of its own"));
}
