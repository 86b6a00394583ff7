//! What experts look for, each on the model and on the server.

use lab_tests::redis::server::wait;
use limit_sim::redis::{
    Command, Condition, Expiry, ExpiryCondition, Key, Keyspace, RedisError, Reply, Session, SetOptions, Text, Version,
};
use limit_sim::time::{Span, Time};

use crate::pair::{Pair, key};
use crate::scripts::{COUNT, NESTED, QUARTERS, WRITE_AND_COUNT};

const A: Key = key(1);
const B: Key = key(2);

fn set(key: Key, value: impl Into<Text>) -> Command {
    Command::Set(key, value.into(), SetOptions::default())
}

fn set_with(expiry: Expiry) -> Command {
    Command::Set(A, Text::Integer(7), SetOptions { expiry, ..SetOptions::default() })
}

fn expire(seconds: i64, when: ExpiryCondition) -> Command {
    Command::Expire(A, seconds, when)
}

fn watch(key: Key) -> Command {
    Command::Watch([key].into())
}

/// Whether the key has an expiry, of roughly so many seconds: on the server time has passed.
fn has_left(pair: &mut Pair, key: Key, seconds: i64) {
    let replies = pair.run(0, &Command::Ttl(key)).unwrap();
    for reply in replies {
        let left = reply.integer().unwrap();
        assert!((seconds - 60..=seconds).contains(&left), "{left} s left, not {seconds}");
    }
}

/// Waits until the key is gone on the server, and moves the model's clock to where it is gone there.
fn expires(pair: &mut Pair, connection: usize, key: Key) {
    wait("the key expires", || Ok(pair.real[connection].run(&Command::Get(key))? == Reply::Nil)).unwrap();
    pair.now = pair.now + Span::from_secs(1);
}

#[test]
fn a_command_that_fails_in_a_transaction_does_not_undo_the_others() {
    let mut pair = Pair::new(1);
    pair.expect(
        0,
        &[
            (set(A, "x"), "OK"),
            (Command::Multi, "OK"),
            (Command::Incr(B), "QUEUED"),
            (Command::Incr(A), "QUEUED"),
            (Command::Incr(B), "QUEUED"),
            (Command::Exec, "1 (error) ERR value is not an integer or out of range 2"),
            (Command::Get(B), "2"),
        ],
    );
}

#[test]
fn a_command_that_can_t_be_queued_aborts_all() {
    let mut pair = Pair::new(1);
    pair.expect(
        0,
        &[
            (Command::Multi, "OK"),
            (Command::Incr(A), "QUEUED"),
            (Command::Del(vec![]), "(error) ERR wrong number of arguments for 'del' command"),
            (Command::Incr(A), "QUEUED"),
            (Command::Exec, "(error) EXECABORT Transaction discarded because of previous errors."),
            (Command::Get(A), "(nil)"),
            (Command::Exec, "(error) ERR EXEC without MULTI"),
        ],
    );
}

#[test]
fn multi_and_watch_inside_of_multi_are_errors_that_abort_nothing() {
    let mut pair = Pair::new(1);
    pair.expect(
        0,
        &[
            (Command::Discard, "(error) ERR DISCARD without MULTI"),
            (Command::Multi, "OK"),
            (Command::Multi, "(error) ERR MULTI calls can not be nested"),
            (watch(A), "(error) ERR WATCH inside MULTI is not allowed"),
            (Command::Incr(A), "QUEUED"),
            (Command::Unwatch, "QUEUED"),
            (Command::Exec, "1 OK"),
            (Command::Multi, "OK"),
            (Command::Incr(A), "QUEUED"),
            (Command::Discard, "OK"),
            (Command::Get(A), "1"),
        ],
    );
}

#[test]
fn a_transaction_in_one_trip_is_one_in_several() {
    let mut pair = Pair::new(2);
    let transaction = || Command::Transaction([Command::Incr(A), Command::Get(A)].into());
    assert_eq!(transaction().to_string(), "MULTI; INCR k1; GET k1; EXEC");
    pair.expect(0, &[(transaction(), "1 1"), (watch(A), "OK")]);
    pair.expect(1, &[(transaction(), "2 2")]);
    pair.expect(0, &[(transaction(), "(nil)"), (transaction(), "3 3")]);
}

#[test]
fn any_write_to_a_watched_key_counts_also_of_the_same_value() {
    for write in [set(A, 7), expire(100, ExpiryCondition::Always), Command::IncrBy(A, 0), Command::Del(vec![A])] {
        let mut pair = Pair::new(2);
        pair.expect(0, &[(set(A, 7), "OK"), (watch(A), "OK")]);
        pair.same(1, write.clone());
        pair.expect(0, &[(Command::Multi, "OK"), (Command::Incr(B), "QUEUED"), (Command::Exec, "(nil)")]);
        // And it is watched no more.
        pair.same(1, write);
        pair.expect(0, &[(Command::Transaction([Command::Incr(B)].into()), "1")]);
    }
}

#[test]
fn what_leaves_a_watched_key_alone_does_not_count() {
    let mut pair = Pair::new(2);
    pair.expect(0, &[(Command::ZAdd(A, 1, "m".into()), "1"), (watch(A), "OK")]);
    let options = SetOptions { condition: Condition::IfMissing, ..SetOptions::default() };
    pair.expect(
        1,
        &[
            (Command::Set(A, "x".into(), options), "(nil)"),
            (Command::ZAdd(A, 1, "m".into()), "0"),
            (Command::ZRemRangeByScore(A, Some(2), None), "0"),
            (Command::Persist(A), "0"),
            (expire(100, ExpiryCondition::IfSome), "0"),
            (Command::Incr(A), "(error) WRONGTYPE Operation against a key holding the wrong kind of value"),
        ],
    );
    pair.expect(0, &[(Command::Transaction([Command::ZCard(A)].into()), "1")]);
}

#[test]
fn a_watched_key_that_comes_and_goes_was_changed() {
    let mut pair = Pair::new(2);
    pair.expect(0, &[(watch(A), "OK")]);
    pair.expect(1, &[(set(A, 1), "OK"), (Command::Del(vec![A]), "1")]);
    pair.expect(0, &[(Command::Transaction([Command::Incr(B)].into()), "(nil)")]);
}

#[test]
fn a_key_that_is_watched_again_is_watched_from_the_first_time_on_until_unwatch() {
    let mut pair = Pair::new(2);
    pair.expect(0, &[(watch(A), "OK")]);
    pair.expect(1, &[(set(A, 1), "OK")]);
    pair.expect(0, &[(watch(A), "OK"), (Command::Transaction([Command::Get(A)].into()), "(nil)")]);
    pair.expect(0, &[(watch(A), "OK")]);
    pair.expect(1, &[(set(A, 1), "OK")]);
    pair.expect(0, &[(Command::Unwatch, "OK"), (Command::Transaction([Command::Get(A)].into()), "1")]);
}

#[test]
fn a_watched_key_that_expires_before_exec_was_changed() {
    let mut pair = Pair::new(2);
    pair.expect(0, &[(set_with(Expiry::Millis(150)), "OK"), (watch(A), "OK")]);
    expires(&mut pair, 1, A);
    pair.expect(0, &[(Command::Transaction([Command::Incr(B)].into()), "(nil)"), (Command::Get(B), "(nil)")]);
}

#[test]
fn a_key_that_had_expired_before_it_was_watched_may_go() {
    let mut pair = Pair::new(2);
    // So that the key is still there when it is watched: nobody looks at it, and nobody clears up.
    pair.real[0].run_other(&["DEBUG", "SET-ACTIVE-EXPIRE", "0"]).unwrap();
    pair.expect(0, &[(set_with(Expiry::Millis(1)), "OK")]);
    let set_at = pair.server_millis().unwrap();
    wait("it is past its time", || Ok(pair.server_millis()? > set_at + 5)).unwrap();
    pair.now = pair.now + Span::from_secs(1);
    pair.expect(0, &[(watch(A), "OK")]);
    pair.expect(1, &[(Command::Get(A), "(nil)"), (Command::Del(vec![A]), "0")]);
    pair.expect(0, &[(Command::Transaction([Command::Incr(B)].into()), "1")]);
}

#[test]
fn set_drops_the_expiry_keepttl_keeps_it_and_ex_restarts_it() {
    let mut pair = Pair::new(1);
    pair.expect(0, &[(set_with(Expiry::Seconds(1000)), "OK"), (set_with(Expiry::Keep), "OK")]);
    has_left(&mut pair, A, 1000);
    pair.expect(0, &[(set_with(Expiry::Seconds(5000)), "OK")]);
    has_left(&mut pair, A, 5000);
    pair.expect(0, &[(set_with(Expiry::Drop), "OK"), (Command::Ttl(A), "-1")]);
}

#[test]
fn incr_keeps_the_expiry() {
    let mut pair = Pair::new(1);
    pair.expect(0, &[(set_with(Expiry::Seconds(1000)), "OK"), (Command::Incr(A), "8")]);
    has_left(&mut pair, A, 1000);
}

#[test]
fn expire_sets_where_its_condition_holds() {
    use ExpiryCondition::{IfEarlier, IfLater, IfNone, IfSome};
    let mut pair = Pair::new(1);
    pair.expect(
        0,
        &[
            (expire(1000, IfNone), "0"),
            (set(A, 7), "OK"),
            (expire(1000, IfSome), "0"),
            // No expiry is the latest.
            (expire(1000, IfLater), "0"),
            (expire(1000, IfNone), "1"),
            (expire(2000, IfNone), "0"),
            (expire(500, IfLater), "0"),
            (expire(3000, IfEarlier), "0"),
            (expire(2000, IfSome), "1"),
            (expire(3000, IfLater), "1"),
            (expire(500, IfEarlier), "1"),
            (Command::Persist(A), "1"),
            (expire(700, IfEarlier), "1"),
        ],
    );
    has_left(&mut pair, A, 700);
}

#[test]
fn a_script_is_unknown_until_it_is_loaded_and_after_a_flush() {
    let mut pair = Pair::new(1);
    let run = || Command::EvalSha(COUNT, [A, B].into(), [].into());
    let unknown = "(error) NOSCRIPT No matching script. Please use EVAL.";
    pair.expect(
        0,
        &[
            (run(), unknown),
            (Command::ScriptLoad(COUNT), COUNT.sha1),
            (run(), "1 (nil)"),
            (Command::ScriptFlush, "OK"),
            (run(), unknown),
            (Command::Transaction([run(), Command::Get(A)].into()), &format!("{unknown} 1")),
            (Command::ScriptLoad(COUNT), COUNT.sha1),
            (run(), "2 (nil)"),
        ],
    );
}

#[test]
fn an_error_ends_a_script_and_what_it_did_stays() {
    let mut pair = Pair::new(1);
    let run = |text: &str| Command::EvalSha(WRITE_AND_COUNT, [A].into(), [text.into()].into());
    pair.expect(
        0,
        &[
            (Command::ScriptLoad(WRITE_AND_COUNT), WRITE_AND_COUNT.sha1),
            (run("5"), "6"),
            (run("x"), "(error) ERR value is not an integer or out of range"),
            (Command::Get(A), "x"),
            (Command::ScriptLoad(NESTED), NESTED.sha1),
            (
                Command::EvalSha(NESTED, [].into(), [].into()),
                "(error) ERR This Redis command is not allowed from script",
            ),
        ],
    );
}

#[test]
fn a_script_s_numbers_lose_their_fraction_on_the_way_to_the_client_and_keep_it_in_a_value() {
    let mut pair = Pair::new(1);
    pair.expect(
        0,
        &[
            (Command::ScriptLoad(QUARTERS), QUARTERS.sha1),
            (Command::EvalSha(QUARTERS, [A].into(), [].into()), "3 3.25"),
            (Command::Get(A), "3.25"),
            (Command::Incr(A), "(error) ERR value is not an integer or out of range"),
            (set(A, Text::ratio(1, 3)), "OK"),
            (Command::Get(A), "0.333333"),
        ],
    );
}

/// The clock by which keys expire. What `TIME` answers runs on in 7.0; since 7.2 it stands still too, and turns are counted.
#[test]
fn the_clock_stands_still_in_a_script_and_in_a_transaction() {
    let mut pair = Pair::new(1);
    // Twenty milliseconds pass, but not for the key, which has five.
    let wait_for = "local function now() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end \
        local start, turns = now(), 0 \
        repeat turns = turns + 1 until now() - start > 20000 or turns > 300000";
    let script = format!("redis.call('SET', KEYS[1], 7, 'PX', 5) {wait_for} return redis.call('GET', KEYS[1])");
    let real = &mut pair.real[0];
    assert_eq!(real.run_other(&["EVAL", &script, "1", "k1"]).unwrap().to_string(), "7");
    assert_eq!(real.run(&Command::Get(A)).unwrap(), Reply::Nil);
    for words in [&["MULTI"] as &[_], &["SET", "k1", "7", "PX", "5"], &["EVAL", wait_for, "0"], &["GET", "k1"]] {
        real.run_other(words).unwrap();
    }
    assert_eq!(real.run(&Command::Exec).unwrap().to_string(), "OK (nil) 7");
    assert_eq!(real.run(&Command::Get(A)).unwrap(), Reply::Nil);

    let commands = [set_with(Expiry::Millis(5)), Command::PTtl(A), Command::Time, Command::Time];
    let mut keyspace = Keyspace::default();
    let reply = Session::default().run(&mut keyspace, &Command::Transaction(commands.into()), Time::START);
    assert_eq!(reply.to_string(), "OK 5 0 0 0 0");
    assert_eq!(keyspace.run(&Command::Get(A), Time::START + Span::from_millis(5)), Reply::Nil);
}

#[test]
fn time_is_in_seconds_and_microseconds_of_a_second() {
    let mut pair = Pair::new(1);
    for reply in pair.run(0, &Command::Time).unwrap() {
        let Reply::Array(parts) = reply else { panic!("{reply}") };
        let [_, micros] = [0, 1].map(|nth: usize| parts[nth].integer().unwrap());
        assert!(parts.len() == 2 && (0..1_000_000).contains(&micros), "{parts:?}");
    }
}

/// There is no server of that version here; its source says so: `EXPIRE` has exactly three words.
#[test]
fn before_7_0_expire_with_a_condition_is_a_wrong_number_of_arguments_and_aborts_a_transaction() {
    let mut keyspace = Keyspace::new(Version::V6_2);
    let mut session = Session::default();
    let mut run = |command: Command| session.run(&mut keyspace, &command, Time::START);
    let refused = Reply::Error(RedisError::WrongArity("expire"));
    assert_eq!(refused.to_string(), "(error) ERR wrong number of arguments for 'expire' command");
    assert_eq!(run(set(A, 7)), Reply::Ok);
    assert_eq!(run(expire(100, ExpiryCondition::IfNone)), refused);
    assert_eq!(run(expire(100, ExpiryCondition::Always)), Reply::Integer(1));
    let transaction = [Command::Incr(A), expire(100, ExpiryCondition::IfNone)];
    assert_eq!(run(Command::Transaction(transaction.into())), Reply::Error(RedisError::ExecAbort));
    assert_eq!(run(Command::Get(A)), Reply::Bulk(Text::Integer(7)));
}
