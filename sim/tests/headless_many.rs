//! The headless program over many seeds: what it prints is what the library says, to the last digit, on any number of cores.

mod program;

use std::process::Output;

use limit_sim::many::{Histogram, Samples, Summing, verdicts};
use limit_sim::scenario::{Axis, Choice, Link, Measure, Scenario, Sweep};
use program::{error, json, names, printed, program, run};
use serde_json::{Value, json};

fn scenario(text: &str) -> Scenario {
    text.parse::<Link>().unwrap_or_else(|problems| panic!("{text}: {problems:?}")).scenario
}

/// What is printed of a measure, and where.
fn of(line: &Value, measure: Measure) -> &Value {
    match measure {
        Measure::Allowed => &line["allowed"],
        Measure::FalselyRefused => &line["falsely_refused"],
        Measure::RedisCalls => &line["redis_calls_per_request"],
        Measure::WaitP50 => &line["added_wait_us"]["p50"],
        Measure::WaitP99 => &line["added_wait_us"]["p99"],
    }
}

/// A table's names, and its lines.
fn table(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    (lines.next().unwrap(), lines.collect())
}

/// The numbers that a line has of a measure, under the names that begin with this.
fn numbers(names: &[&str], row: &[&str], measure: &str) -> Vec<f64> {
    let named = ["mean", "sd", "min", "max", "p5", "p50", "p95"].map(|number| format!("{measure}_{number}"));
    let place = |name: &String| names.iter().position(|one| one == name).unwrap_or_else(|| panic!("{name}: {names:?}"));
    named.iter().map(|name| row[place(name)].parse().unwrap()).collect()
}

/// Each measure's name in a table.
const MEASURES: [(Measure, &str); 5] = [
    (Measure::Allowed, "allowed"),
    (Measure::FalselyRefused, "falsely_refused"),
    (Measure::RedisCalls, "redis_calls_per_request"),
    (Measure::WaitP50, "added_wait_p50_us"),
    (Measure::WaitP99, "added_wait_p99_us"),
];

/// More than are judged at once, so that sums go on from one lot to the next.
const RUNS: u64 = 9_000;

const TEXT: &str =
    "strategy=get-set&servers=3&jitter=exponential&burst=12&limit=4&spread=10ms&seed=18446744073709551000";

#[test]
fn many_runs_are_the_library_s_summed_in_the_order_of_seeds() {
    let line = json(&[TEXT, "--runs", &RUNS.to_string()]);
    let scenario = scenario(TEXT);
    let (mut histogram, mut samples) = (Histogram::default(), Samples::default());
    let mut wait = Summing::default();
    for (verdict, nth) in verdicts(&scenario, RUNS).zip(0..) {
        histogram.add(verdict.allowed, scenario.seed.wrapping_add(nth));
        samples.add(&verdict);
        wait.add(verdict.added_wait_us.mean);
    }
    assert_eq!(line["runs"], RUNS);
    assert_eq!(line["allowed_histogram"], json!(histogram.bars()));
    assert_eq!(line["mean_within"], histogram.sure());
    assert_eq!(line["added_wait_us"]["mean"], json!(wait.summary()));
    assert_eq!(line["allowed"], json!(histogram.summary()));
    for measure in Measure::ALL.iter().copied() {
        assert_eq!(*of(&line, measure), json!(samples.summing(measure).summary()), "{measure:?}");
        let [p5, p50, p95] = samples.percentiles(measure, [5, 50, 95]);
        let percentiles = json!({ "p5": p5, "p50": p50, "p95": p95 });
        assert_eq!(*of(&line["percentiles"], measure), percentiles, "{measure:?}");
    }
}

#[test]
fn how_many_runs_let_how_many_through_is_told_with_a_seed_that_does() {
    let line = json(&["strategy=get-set", "--runs", "300"]);
    let bars = line["allowed_histogram"].as_array().unwrap();
    assert_eq!(bars.iter().map(|bar| bar["runs"].as_u64().unwrap()).sum::<u64>(), 300);
    for bar in bars {
        assert_eq!(names(bar), ["allowed", "runs", "seed"]);
        let one = json(&[&format!("strategy=get-set&seed={}", bar["seed"])]);
        assert_eq!(one["allowed"], bar["allowed"]);
    }
}

#[test]
fn however_many_cores_there_are_it_prints_the_same() {
    let runs = RUNS.to_string();
    for arguments in [&[TEXT, "--runs", &runs][..], &[TEXT, "--sweep", "servers=1..9/4", "--compare", "--runs", "40"]] {
        let on = |cores: &str| {
            let Output { status, stdout, stderr } =
                program().args(arguments).env("RAYON_NUM_THREADS", cores).output().unwrap();
            assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
            stdout
        };
        let one = on("1");
        assert!(one.len() > 500 && one == on("4"), "{arguments:?}");
    }
}

#[test]
fn a_line_of_a_sweep_is_many_runs_with_that_value() {
    for (sweep, base) in [
        ("rtt=0ms..3ms/1500us", "strategy=get-set&seed=3"),
        ("spread=1ms..41ms/20ms", "strategy=get-incr&jitter=exponential"),
        ("sync=5ms..105ms/50ms", "strategy=sync-share&traffic=steady&for=100ms&users=2"),
        ("servers=1..17/8", "strategy=split&balancer=least-busy"),
        ("burst=1..101/50", "strategy=get-set&arrivals=even"),
        ("limit=5..25/10", "strategy=local&rule=sliding-log"),
    ] {
        let text = printed(&[base, "--sweep", sweep, "--runs", "60"]);
        let (names, rows) = table(&text);
        let sweep = Sweep::read(sweep).unwrap();
        let axis = sweep.axis.name();
        let column = if sweep.axis.is_span() { format!("{axis}_us") } else { axis.to_owned() };
        assert_eq!(rows.len(), 3, "{text}");
        for (row, value) in rows.iter().zip(sweep.values()) {
            assert_eq!(row.len(), names.len(), "{text}");
            let cell = |name: &str| row[names.iter().position(|one| *one == name).expect(name)];
            let one = format!("{base}&{axis}={}", sweep.axis.print(value));
            let line = json(&[&one, "--runs", "60"]);
            assert_eq!(cell("strategy"), scenario(base).strategy.name());
            let shown = if sweep.axis.is_span() { value as f64 / 1e3 } else { value as f64 };
            assert_eq!(cell(&column).parse(), Ok(shown), "{one}");
            assert_eq!((cell("runs").parse(), cell("limit").parse()), (Ok(60), Ok(scenario(&one).limit)));
            assert_eq!(cell("worst_case").parse().ok(), line["worst_case"]["mean"].as_f64(), "{one}");
            let expected = cell("expected");
            assert_eq!(expected.parse().ok(), json(&[&one])["expected"].as_f64(), "{one}");
            assert_eq!(expected.is_empty(), line["expected"].is_null(), "{one}");
            for (measure, name) in MEASURES {
                let (summary, ranks) = (of(&line, measure), of(&line["percentiles"], measure));
                let summary = ["mean", "sd", "min", "max"].map(|number| summary[number].as_f64().unwrap());
                let ranks = ["p5", "p50", "p95"].map(|number| ranks[number].as_f64().unwrap());
                assert_eq!(numbers(&names, row, name), [&summary[..], &ranks].concat(), "{one}: {name}");
            }
        }
    }
}

#[test]
fn a_sweep_s_header_names_each_column_once() {
    for axis in Axis::NAMES {
        let text = printed(&["--sweep", axis, "--runs", "1", "burst=2&strategy=sync-all"]);
        let (mut names, rows) = table(&text);
        assert_eq!(rows.len() as u64, Sweep::read(axis).unwrap().points());
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows[0].len(), "{text}");
    }
}

#[test]
fn a_sweep_compares_strategies_where_it_is_asked_to_each_once_and_its_own_first() {
    let strategies = |arguments: &[&str]| {
        let text = printed(&[&["--sweep", "servers=1..3/1", "--runs", "2"], arguments].concat());
        let rows = table(&text).1;
        rows.chunks(3).map(|rows| rows[0][0].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(strategies(&["strategy=incr"]), ["incr"]);
    assert_eq!(strategies(&["strategy=incr", "--compare"]), ["incr", "local", "split", "get-set"]);
    assert_eq!(strategies(&["strategy=lock&compare=cas,script", "--compare"]), ["lock", "cas", "script"]);
}

#[test]
fn without_a_number_of_runs_a_sweep_has_as_many_at_each_point_as_the_page() {
    let runs = |link: &str| {
        let text = printed(&["--sweep", "limit=1..2/1", link]);
        table(&text).1[0][2].to_owned()
    };
    assert_eq!([runs("burst=2"), runs("burst=2&runs=400")], ["1000", "40"]);
}

#[test]
fn many_runs_begin_with_the_seed_that_the_link_names_for_them() {
    for arguments in [&["--runs", "20"][..], &["--sweep", "rtt=0ms..2ms/1ms", "--runs", "20"]] {
        let from = |link: &str| printed(&[&[link], arguments].concat());
        let named = from("strategy=get-set&seed=5&runs-seed=900");
        assert_eq!(named, from("strategy=get-set&seed=900"));
        assert_ne!(named, from("strategy=get-set&seed=5"));
    }
}

#[test]
fn a_strategy_that_cant_count_by_the_rule_is_left_out_and_named() {
    let Output { status, stdout, stderr } =
        run(&["strategy=script&rule=gcra", "--sweep", "limit=1..3/1", "--compare", "--runs", "2"]);
    let (text, told) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(status.success());
    let rows = table(&text).1;
    assert_eq!(
        rows.iter().map(|row| row[0]).collect::<Vec<_>>()[2..],
        ["script", "local", "local", "local", "split", "split", "split"]
    );
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert_eq!(
        lines[1],
        "limit-sim: strategy=incr, which is one counter that only goes up, does not take rule=gcra and is left out; \
         strategy=script takes it"
    );
    // Alone it is an error, as everywhere.
    assert!(error(&["strategy=incr&rule=gcra", "--sweep", "limit"]).contains("strategy=script takes it"));
}

#[test]
fn values_that_are_too_much_are_left_out_and_named() {
    let long = "strategy=sync-all&traffic=steady&for=5s&users=16&servers=32&sync=1s";
    let sweep = |sweep| run(&[long, "--sweep", sweep, "--runs", "1"]);
    let Output { status, stdout, stderr } = sweep("sync=1ms..201ms/100ms");
    let text = String::from_utf8(stdout).unwrap();
    assert!(status.success());
    assert_eq!(table(&text).1.iter().map(|row| row[1]).collect::<Vec<_>>(), ["101000", "201000"]);
    assert_eq!(
        String::from_utf8(stderr).unwrap(),
        "limit-sim: sync=1ms with strategy=sync-all is more than a run can bear and is left out; allowed for sync: with so \
         many servers and users for so long, 24ms or more\n"
    );
    let Output { status, stdout, stderr } = sweep("sync=1ms..3ms/1ms");
    assert_eq!((status.code(), stdout), (Some(2), Vec::new()));
    assert_eq!(stderr.iter().filter(|byte| **byte == b'\n').count(), 4, "each of the three, and that nothing is left");
}

#[test]
fn what_is_no_sweep_is_named_with_what_is_allowed() {
    assert_eq!(
        error(&["--sweep", "rtt=0..20/1"]),
        format!("limit-sim: --sweep rtt=0..20/1 was not taken; allowed: {}\n", Sweep::allowed())
    );
}
