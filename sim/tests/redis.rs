//! The Redis model against scripts of commands and what a real Redis 7.0.15 answered to them.
//!
//! Every script under `redis/` was run against that server. A line is `command -> reply`, `wait 300ms`, `new` for an empty
//! server, or a comment. Keys are `k1` or `k1:3`.

use limit_sim::redis::{
    Command, Condition, Expiry, ExpiryCondition, Key, Keyspace, RedisError, Reply, Session, SetOptions, Text,
};
use limit_sim::time::{Span, Time};

fn key(word: &str) -> Key {
    let (id, part) =
        word.strip_prefix('k').unwrap().split_once(':').map_or((&word[1..], None), |(id, part)| (id, Some(part)));
    Key { name: "k", id: id.parse().unwrap(), part: part.map(|part| part.parse().unwrap()) }
}

fn set(place: Key, value: &str, words: &[&str]) -> Command {
    let mut options = SetOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut amount = || words.next().unwrap().parse().unwrap();
        match *word {
            "NX" => options.condition = Condition::IfMissing,
            "XX" => options.condition = Condition::IfPresent,
            "GET" => options.get = true,
            "KEEPTTL" => options.expiry = Expiry::Keep,
            "EX" => options.expiry = Expiry::Seconds(amount()),
            "PX" => options.expiry = Expiry::Millis(amount()),
            other => panic!("{other}"),
        }
    }
    Command::Set(place, value.into(), options)
}

fn when(words: &[&str]) -> ExpiryCondition {
    match words {
        [] => ExpiryCondition::Always,
        ["NX"] => ExpiryCondition::IfNone,
        ["XX"] => ExpiryCondition::IfSome,
        ["GT"] => ExpiryCondition::IfLater,
        ["LT"] => ExpiryCondition::IfEarlier,
        other => panic!("{other:?}"),
    }
}

/// Names of fields are part of a program.
fn lasting(field: &str) -> &'static str {
    field.to_owned().leak()
}

fn command(text: &str) -> Command {
    let words: Vec<&str> = text.split(' ').collect();
    let keys = || words[1..].iter().map(|word| key(word)).collect();
    // What may have no key, as a mistake.
    match words[0] {
        "DEL" => return Command::Del(keys()),
        "MGET" => return Command::MGet(keys().into()),
        "WATCH" => return Command::Watch(keys().into()),
        _ => {}
    }
    let place = key(words[1]);
    let number = || words[2].parse().unwrap();
    let score = |nth: usize| words[nth].parse().ok();
    match (words[0], &words[2..]) {
        ("GET", []) => Command::Get(place),
        ("SET", [value, options @ ..]) => set(place, value, options),
        ("INCR", []) => Command::Incr(place),
        ("INCRBY", [_]) => Command::IncrBy(place, number()),
        ("DECRBY", [_]) => Command::DecrBy(place, number()),
        ("EXPIRE", [_, condition @ ..]) => Command::Expire(place, number(), when(condition)),
        ("PEXPIRE", [_, condition @ ..]) => Command::PExpire(place, number(), when(condition)),
        ("TTL", []) => Command::Ttl(place),
        ("PTTL", []) => Command::PTtl(place),
        ("PERSIST", []) => Command::Persist(place),
        ("HSET", fields) => {
            Command::HSet(place, fields.chunks(2).map(|pair| (lasting(pair[0]), pair[1].into())).collect())
        }
        ("HGET", [field]) => Command::HGet(place, lasting(field)),
        ("HMGET", fields) => Command::HMGet(place, fields.iter().map(|field| lasting(field)).collect()),
        ("HINCRBY", [field, by]) => Command::HIncrBy(place, lasting(field), by.parse().unwrap()),
        ("ZADD", [_, member]) => Command::ZAdd(place, number(), (*member).into()),
        ("ZCARD", []) => Command::ZCard(place),
        ("ZCOUNT", [_, _]) => Command::ZCount(place, score(2), score(3)),
        ("ZREMRANGEBYSCORE", [_, _]) => Command::ZRemRangeByScore(place, score(2), score(3)),
        ("ZRANGE", [_, to, scores @ ..]) => {
            Command::ZRange(place, number(), to.parse().unwrap(), scores == ["WITHSCORES"])
        }
        _ => panic!("{text}"),
    }
}

/// Runs a script and gathers where the model answers otherwise.
fn check(script: &str) {
    let (mut keyspace, mut session) = (Keyspace::default(), Session::default());
    let mut now = Time::START;
    let mut wrong = Vec::new();
    for (nth, line) in (1..).zip(script.lines()) {
        if let Some(span) = line.strip_prefix("wait ") {
            now = now + span.parse::<Span>().unwrap();
        } else if line == "new" {
            keyspace = Keyspace::default();
        } else if let Some((text, expected)) = line.split_once(" -> ") {
            let command = command(text);
            assert_eq!(command.to_string(), text, "a command prints as it is typed");
            let reply = session.run(&mut keyspace, &command, now).to_string();
            if reply != expected {
                wrong.push(format!("line {nth}: {text} -> {reply}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn get_and_set_answer_as_redis_does() {
    check(include_str!("redis/strings.txt"));
}

#[test]
fn counters_answer_as_redis_does() {
    check(include_str!("redis/counters.txt"));
}

#[test]
fn expiries_answer_as_redis_does() {
    check(include_str!("redis/expiry.txt"));
}

#[test]
fn hashes_answer_as_redis_does() {
    check(include_str!("redis/hashes.txt"));
}

#[test]
fn sorted_sets_answer_as_redis_does() {
    check(include_str!("redis/sorted_sets.txt"));
}

#[test]
fn commands_of_several_keys_or_fields_answer_as_redis_does() {
    check(include_str!("redis/several.txt"));
}

#[test]
fn fractions_are_the_same_member_where_they_are_the_same_number() {
    let mut keyspace = Keyspace::default();
    let mut adds = |of, to| keyspace.run(&Command::ZAdd(key("k1"), 1, Text::ratio(of, to)), Time::START);
    for (of, to, is_new) in [(1, 3, true), (2, 6, false), (3, 2, true), (9, 6, false), (2, 3, true), (5, 4, true)] {
        assert_eq!(adds(of, to), Reply::Integer(is_new.into()), "{of}/{to}");
    }
}

#[test]
fn a_hash_with_tokens_is_those_at_a_glance() {
    let mut keyspace = Keyspace::default();
    at(&mut keyspace, 0, "HSET k1 at 5 tokens 7");
    assert_eq!(keyspace.glance(key("k1"), Time::START), Some(Text::Integer(7)));
}

#[test]
fn random_commands_answer_as_redis_did() {
    check(include_str!("redis/recorded.txt"));
}

/// Runs the command at so many nanoseconds.
fn at(keyspace: &mut Keyspace, nanos: u64, text: &str) -> String {
    keyspace.run(&command(text), Time::from_nanos(nanos)).to_string()
}

#[test]
fn a_key_is_gone_at_its_expiry_instant_and_not_before() {
    let mut keyspace = Keyspace::default();
    at(&mut keyspace, 5, "SET k1 x PX 1");
    assert_eq!(at(&mut keyspace, 1_000_004, "GET k1"), "x");
    assert_eq!(keyspace.glance(key("k1"), Time::from_nanos(1_000_004)), Some(Text::from("x")));
    assert_eq!(keyspace.glance(key("k1"), Time::from_nanos(1_000_005)), None);
    assert_eq!(at(&mut keyspace, 1_000_005, "GET k1"), "(nil)");
}

#[test]
fn pttl_counts_whole_milliseconds_and_is_never_zero_while_the_key_is_there() {
    let mut keyspace = Keyspace::default();
    at(&mut keyspace, 0, "SET k1 x PX 3");
    for (nanos, left) in [(0, "3"), (1, "3"), (1_000_000, "2"), (2_000_001, "1"), (2_999_999, "1"), (3_000_000, "-2")] {
        assert_eq!(at(&mut keyspace, nanos, "PTTL k1"), left, "at {nanos} ns");
    }
}

#[test]
fn ttl_rounds_half_a_second_up() {
    let mut keyspace = Keyspace::default();
    at(&mut keyspace, 0, "SET k1 x EX 3");
    for (millis, left) in [(0, "3"), (500, "3"), (501, "2"), (2_500, "1"), (2_501, "0"), (2_999, "0"), (3_000, "-2")] {
        assert_eq!(at(&mut keyspace, millis * 1_000_000, "TTL k1"), left, "at {millis} ms");
    }
}

#[test]
fn looking_at_a_value_does_not_change_it() {
    let mut keyspace = Keyspace::default();
    at(&mut keyspace, 0, "HSET k1 f v");
    assert_eq!(keyspace.glance(key("k1"), Time::START), Some(Text::from("v")), "at a glance");
    assert_eq!(keyspace.glance(key("k2"), Time::START), None);
    assert_eq!(at(&mut keyspace, 0, "HGET k1 f"), "v");
}

#[test]
fn time_is_seconds_and_microseconds() {
    let reply = Keyspace::default().run(&Command::Time, Time::from_nanos(12_000_345_678));
    assert_eq!(reply, Reply::Array([12, 345].map(|part| Reply::Bulk(Text::Integer(part))).into()));
    assert_eq!(reply.to_string(), "12 345");
    assert!(Command::Time.keys().is_empty());
}

#[test]
fn an_expiry_beyond_the_end_of_time_is_refused() {
    let late = Time::from_nanos(u64::MAX - 1);
    let mut keyspace = Keyspace::default();
    keyspace.run(&command("SET k1 x"), late);
    let reply = keyspace.run(&command("EXPIRE k1 1"), late);
    assert_eq!(reply, Reply::Error(RedisError::InvalidExpiry("expire")));
    assert_eq!(keyspace.run(&command("TTL k1"), late), Reply::Integer(-1));
}

#[test]
fn replies_are_read_as_integers_where_they_are() {
    for (reply, integer) in [
        (Reply::Integer(7), Some(7)),
        (Reply::Bulk(Text::from("7")), Some(7)),
        (Reply::Bulk(Text::from("07")), None),
        (Reply::Nil, None),
        (Reply::Ok, None),
        (Reply::Error(RedisError::Overflow), None),
    ] {
        assert_eq!(reply.integer(), integer, "{reply:?}");
    }
}
