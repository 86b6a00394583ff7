//! A cluster refuses what would need several of its slots.

use limit_sim::redis::slot::slot;
use limit_sim::redis::{Command, Key, SetOptions, Text};

use crate::pair::{Pair, key};
use crate::scripts::{COUNT, READ_BOTH, WRITE_EACH};

const CROSSED: &str = "(error) CROSSSLOT Keys in request don't hash to the same slot";
const ABORTED: &str = "(error) EXECABORT Transaction discarded because of previous errors.";

/// A key with the tag `user` and this number; all of the same slot.
fn tagged(part: u64) -> Key {
    Key { name: "rl:{user", id: 81, part: Some(part) }
}

fn both() -> Command {
    Command::MGet([key(1), key(2)].into())
}

#[test]
fn keys_of_different_slots_are_refused_and_those_with_one_tag_are_not() {
    let mut pair = Pair::cluster(1);
    let run = |script, keys: [Key; 2]| Command::EvalSha(script, keys.into(), [].into());
    pair.expect(
        0,
        &[
            (both(), CROSSED),
            (Command::Del(vec![key(1), key(2)]), CROSSED),
            (Command::Watch([key(1), key(2)].into()), CROSSED),
            (Command::MGet([tagged(1), tagged(2)].into()), "(nil) (nil)"),
            (run(COUNT, [key(1), key(2)]), CROSSED),
            (run(COUNT, [tagged(1), tagged(2)]), "(error) NOSCRIPT No matching script. Please use EVAL."),
            (Command::ScriptLoad(COUNT), COUNT.sha1),
            (run(COUNT, [tagged(1), tagged(2)]), "1 (nil)"),
        ],
    );
}

#[test]
fn a_transaction_over_different_slots_is_refused_as_a_whole() {
    let mut pair = Pair::cluster(1);
    pair.expect(
        0,
        &[
            // One command that needs two slots can't be queued.
            (Command::Multi, "OK"),
            (Command::Incr(key(1)), "QUEUED"),
            (both(), CROSSED),
            (Command::Incr(key(2)), "QUEUED"),
            (Command::Exec, ABORTED),
            (Command::Transaction([Command::Incr(key(1)), both()].into()), ABORTED),
            // Commands that need one each can, and EXEC is refused.
            (Command::Multi, "OK"),
            (Command::Incr(key(1)), "QUEUED"),
            (Command::Incr(key(2)), "QUEUED"),
            (Command::Exec, CROSSED),
            (Command::Exec, "(error) ERR EXEC without MULTI"),
            (Command::Transaction([Command::Incr(key(1)), Command::Incr(key(2))].into()), CROSSED),
            (Command::Get(key(1)), "(nil)"),
            (Command::Transaction([Command::Incr(tagged(1)), Command::Incr(tagged(2))].into()), "1 1"),
        ],
    );
}

#[test]
fn a_script_may_use_several_slots_by_several_commands_and_not_by_one() {
    let mut pair = Pair::cluster(1);
    let keys = || -> Box<[Key]> { [tagged(1), tagged(2)].into() };
    let write = |key| Command::Set(key, Text::Integer(7), SetOptions::default());
    pair.expect(
        0,
        &[
            (Command::ScriptLoad(READ_BOTH), READ_BOTH.sha1),
            (write(tagged(1)), "OK"),
            (Command::EvalSha(READ_BOTH, keys(), [].into()), "7 (nil)"),
            (Command::ScriptLoad(WRITE_EACH), WRITE_EACH.sha1),
            (Command::EvalSha(WRITE_EACH, keys(), [].into()), "1"),
            (Command::Get(key(2)), "1"),
        ],
    );
}

#[test]
fn keys_are_in_the_slots_that_the_server_names() {
    let mut pair = Pair::cluster(1);
    for key in (0..50).flat_map(|id| [key(id), Key { id, ..tagged(3) }, Key { part: Some(9), ..key(id) }]) {
        let real = pair.real[0].run_other(&["CLUSTER", "KEYSLOT", &key.to_string()]).unwrap();
        assert_eq!(real.integer(), Some(slot(&key).into()), "{key}");
    }
}
