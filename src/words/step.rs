//! One step of a run in one sentence.

use limit_sim::redis::{Command, Condition, Reply, SetOptions};
use limit_sim::run::Request;
use limit_sim::scenario::{Rule, Scenario, Strategy, WindowStart};
use limit_sim::trace::{Circumstances, Event, Kind, Outcome, Trace};

use super::command::{self, kept};
use super::number::exact;
use super::say::say;
use super::strategy::decides_alone;
use super::trouble;
use crate::events::line::comparison;
use crate::language::t;
use crate::n;

/// What happens in each of the events of these numbers, which are in ascending order.
pub fn all(trace: &Trace, of: &[usize]) -> Vec<String> {
    let circumstances = trace.circumstances(of);
    of.iter().zip(&circumstances).map(|(nth, around)| told(trace, &trace.events()[*nth], around)).collect()
}

/// What happens in the event of this number.
pub fn of(trace: &Trace, nth: usize) -> String {
    all(trace, &[nth]).concat()
}

/// The values that sentences name: `$s` the server, `$r` the request.
fn who(request: Request) -> Vec<(char, String)> {
    vec![('s', (request.server + 1).to_string()), ('r', (request.number + 1).to_string())]
}

fn told(trace: &Trace, event: &Event, around: &Circumstances) -> String {
    let mut values = who(event.request);
    let sentence = match &event.kind {
        Kind::Routed => n!("The balancer sends request $r to server $s."),
        Kind::Reached(_) => n!("Request $r reaches server $s."),
        Kind::Sent(command) => sent(trace, event, command, around, &mut values),
        Kind::Queued => n!("Server $s's command has reached Redis, which runs one at a time."),
        Kind::Executed { command, reply, before, after } => {
            let own = trace.is_request(event.request);
            values.push(('c', command.to_string()));
            values.push(('a', reply.to_string()));
            values.push(('o', kept(trace.scenario(), before.as_ref())));
            values.push(('n', kept(trace.scenario(), after.as_ref())));
            values.push(('u', unseen(trace, event.request, &values[4].1, around)));
            match own {
                true => ran(trace, event, (command, reply), before.is_none(), &mut values),
                false => n!("Redis adds what server $s has counted: $o becomes $n."),
            }
        }
        Kind::Received(reply) if !trace.is_request(event.request) => {
            values.push(('a', reply.nth(0).to_string()));
            n!("Server $s learns the total of all: $a.")
        }
        Kind::Received(reply) => {
            values.push(('a', reply.to_string()));
            n!("Redis's answer, $a, reaches server $s.")
        }
        Kind::Forwarded(to) if *to == event.request.server => {
            n!("The decision on request $r is on its way back to server $s.")
        }
        Kind::Forwarded(to) => {
            values.push(('t', (to + 1).to_string()));
            n!("Server $s does not count this user: it forwards request $r to server $t, which does.")
        }
        Kind::Handed => n!("Request $r is there."),
        Kind::Waits(span) => {
            values.push(('t', exact(*span)));
            n!("The lock is taken: request $r waits for $t and tries again.")
        }
        Kind::Decided { decision, outcome } => {
            values.push(('c', comparison(decision)));
            if decision.comparison.is_fallback() {
                n!("Server $s decides on request $r without Redis ($c).")
            } else {
                decided(trace, *outcome, around.passed + 1, &mut values)
            }
        }
        Kind::Fault(fault, begins) => {
            values.push(('c', trouble::fault(fault.what)));
            if *begins { n!("From here on: $c.") } else { n!("It is over: $c.") }
        }
        Kind::Server(change) => {
            values.push(('c', trouble::change(*change, event.request.server)));
            n!("$c.")
        }
        other => {
            let (what, detail) = trouble::mishap(other).unwrap_or_default();
            values.push(('c', t(what).to_owned()));
            values.push(('d', t(detail).to_owned()));
            n!("Request $r at server $s: $c ($d).")
        }
    };
    say(sentence, &values)
}

type Values = Vec<(char, String)>;

fn sent(trace: &Trace, event: &Event, command: &Command, around: &Circumstances, values: &mut Values) -> &'static str {
    if let Some(told) = command::told(command).filter(|_| !trace.is_request(event.request)) {
        values.push(('t', told.to_string()));
        return n!("Server $s tells Redis: $t more.");
    }
    let scenario = trace.scenario();
    let read = match command {
        Command::Expire(..) | Command::PExpire(..) => {
            return n!("Server $s counted first, so it tells Redis when to delete the key.");
        }
        // A count, not what other rules keep.
        Command::Set(..) | Command::Incr(_) if scenario.rule == Rule::FixedWindow => trace.read_before(event),
        _ => None,
    };
    let Some(read) = read else {
        values.push(('c', command.to_string()));
        return match is_first(trace, event) {
            true => n!("Request $r reaches server $s, which sends $c."),
            false => n!("Server $s sends $c for request $r."),
        };
    };
    let (read, now) = (kept(scenario, trace.left_by(Some(read))), kept(scenario, trace.left_by(around.last)));
    let late = now != read;
    values.extend([('o', read), ('n', now), ('l', scenario.limit.to_string())]);
    match late {
        false => n!("Server $s decides: $o is below $l, request $r may pass. It sends its write."),
        true => {
            n!(
                "Server $s decides: $o is below $l, request $r may pass. It sends its write. But the count is $n by now."
            )
        }
    }
}

/// Whether this is the first command of its request.
fn is_first(trace: &Trace, event: &Event) -> bool {
    let sent = |one: &&Event| one.request == event.request && matches!(one.kind, Kind::Sent(_));
    trace.events().iter().find(sent).is_some_and(|first| std::ptr::eq(first, event))
}

/// What a command did: `$c` is the command, `$a` its answer, `$o` what was at its key before it, `$n` after it, and `$u` what its
/// reader can't see.
fn ran(
    trace: &Trace,
    event: &Event,
    (command, reply): (&Command, &Reply),
    no_key: bool,
    values: &mut Values,
) -> &'static str {
    let scenario = trace.scenario();
    match (command, reply) {
        (Command::Get(_) | Command::HMGet(..) | Command::ZCount(..), _) if scenario.rule != Rule::FixedWindow => {
            match scenario.rule {
                _ if no_key => n!("Server $s finds no key: nothing has been kept of this user."),
                Rule::TokenBucket => n!("Server $s reads the bucket as it was left: $o tokens."),
                Rule::SlidingLog => n!("Server $s reads how many the log has in the last window\u{2019}s length: $a."),
                Rule::Gcra => n!("Server $s reads when the next request is on time: at $o."),
                _ => n!("Server $s reads the count of this window, $o, and that of the last."),
            }
        }
        (Command::Get(_), _) if no_key => n!("Server $s finds no key, which counts as 0.$u"),
        (Command::Get(_), _) => n!("Server $s reads $o.$u"),
        (Command::Set(_, _, SetOptions { condition: Condition::IfMissing, .. }), _) => match no_key {
            true => n!("Server $s takes the lock for request $r."),
            false => n!("Server $s finds the lock taken: nothing is set."),
        },
        (Command::Set(..), _) => match trace.lost_counts(event) {
            0 => n!("Server $s writes $n over $o."),
            1 => n!("Server $s writes $n, but $n was there already: one count is lost."),
            lost => {
                values.push(('t', lost.to_string()));
                n!("Server $s writes $n over $o: $t counts are lost.")
            }
        },
        (Command::Incr(_), _) if scenario.strategy == Strategy::GetIncr => {
            n!("Redis adds 1 for server $s: $o becomes $n.")
        }
        (Command::Incr(_), _) => {
            n!("Redis adds 1 for server $s and answers $n, in one step: nobody else can see $o any more.")
        }
        (Command::Expire(_, time, _) | Command::PExpire(_, time, _), _) => {
            let unit = if matches!(command, Command::Expire(..)) { "s" } else { "ms" };
            values.push(('t', format!("{time} {unit}")));
            match scenario.window_start() {
                WindowStart::Clock => n!("Redis will delete the key in $t, well after its window."),
                WindowStart::FirstHit => n!("Redis will delete the key in $t, which ends its window."),
            }
        }
        (Command::Watch(_), _) => {
            n!("Redis watches the key for server $s: if anyone changes it, the next write here does nothing.")
        }
        (Command::Unwatch, _) => n!("Redis stops watching the key: there is nothing to write."),
        (Command::EvalSha(..), Reply::Array(_)) => {
            n!(
                "Redis runs the whole rule for server $s in one step, and answers $a: how many pass, how many are left, and for how \
                 long to wait, in microseconds."
            )
        }
        (Command::EvalSha(..), _) => n!("Redis deletes the lock if it is still request $r\u{2019}s own."),
        (Command::Transaction(_), Reply::Nil) => {
            n!("The key has changed since server $s read it: Redis runs nothing of $c.")
        }
        (Command::Transaction(_), Reply::Error(_)) => n!("Redis runs nothing: $a"),
        (Command::Transaction(_), _) => n!("Redis runs $c for server $s, with nothing in between."),
        _ => n!("Redis runs $c for server $s."),
    }
}

/// What a reader can't see yet: somebody's write that is still on its way, or somebody who read the same.
fn unseen(trace: &Trace, reader: Request, value: &str, around: &Circumstances) -> String {
    let event = |nth: Option<usize>| nth.map(|nth| &trace.events()[nth]);
    let writing = event(around.writing).and_then(|event| match &event.kind {
        Kind::Sent(command) => Some((event.request, &**command)),
        _ => None,
    });
    let (other, value, of_server, own) = match (writing, event(around.reading)) {
        (Some((other, Command::Set(_, written, _))), _) => (
            other,
            written.to_string(),
            n!("Server $s\u{2019}s write of $v is still on its way."),
            n!("Its own request $r\u{2019}s write of $v is still on its way."),
        ),
        (Some((other, _)), _) => (
            other,
            String::new(),
            n!("Server $s\u{2019}s increment is still on its way."),
            n!("Its own request $r\u{2019}s increment is still on its way."),
        ),
        (None, Some(event)) => (
            event.request,
            value.to_owned(),
            n!("Server $s has read $v too, and has not written yet."),
            n!("Its own request $r has read $v too, and has not written yet."),
        ),
        (None, None) => return String::new(),
    };
    let mut values = who(other);
    values.push(('v', value));
    " ".to_owned() + &say(if other.server == reader.server { own } else { of_server }, &values)
}

fn decided(trace: &Trace, outcome: Outcome, number: u32, values: &mut Values) -> &'static str {
    let Scenario { strategy, limit, .. } = *trace.scenario();
    let (alone, by) = match strategy {
        // What it decides is on its way back while it decides others.
        Strategy::Owner => (false, n!("$c, by its owner\u{2019}s count")),
        Strategy::SyncAll | Strategy::SyncShare => (true, n!("$c, by what it has heard")),
        one if decides_alone(one) => (true, n!("$c, by its own count")),
        _ => (false, "$c"),
    };
    // Which number it is can be said where all are counted in one window after the other.
    let counted = one_count(trace);
    values.push(('b', say(by, values)));
    values.push(('n', number.to_string()));
    values.push(('l', limit.to_string()));
    match outcome {
        Outcome::Allowed if counted => n!("Server $s lets request $r through ($b): number $n of $l."),
        Outcome::Over if counted => n!("Server $s lets request $r through ($b): number $n of a limit of $l."),
        Outcome::Allowed => n!("Server $s lets request $r through ($b)."),
        Outcome::Over => n!("Server $s lets request $r through ($b): that is over the limit."),
        // Where the count is shared, somebody holds that place who is decided a little later.
        Outcome::Refused if counted && alone && number <= limit => {
            values.push(('m', (number - 1).to_string()));
            match number {
                2 => n!("Server $s refuses request $r ($b), although only 1 of $l has passed."),
                _ => n!("Server $s refuses request $r ($b), although only $m of $l have passed."),
            }
        }
        Outcome::Refused => n!("Server $s refuses request $r ($b): 429."),
    }
}

/// Whether which number a request is in its window says how the limit stands: there is one user, and windows are the
/// clock's.
pub fn one_count(trace: &Trace) -> bool {
    trace.scenario().users == 1 && trace.windows() > 0
}
