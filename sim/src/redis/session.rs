//! What one connection remembers.

use super::command::Command;
use super::keyspace::{Keyspace, Watched};
use super::reply::{RedisError, Reply};
use crate::time::Time;

/// A connection's queue of commands and its watched keys. Mostly there is neither, and it is one empty pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Session(Option<Box<Memory>>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Memory {
    /// What `MULTI` began.
    queue: Option<Queue>,
    watched: Vec<Watched>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Queue {
    commands: Vec<Command>,
    /// A command could not be queued.
    broken: bool,
}

impl Session {
    /// Runs a command of this connection.
    pub fn run(&mut self, keyspace: &mut Keyspace, command: &Command, now: Time) -> Reply {
        if self.0.is_none() && !command.is_of_session() {
            return keyspace.run(command, now);
        }
        self.remembering(keyspace, command, now)
    }

    /// The same for a connection that remembers something, or is to.
    #[inline]
    fn remembering(&mut self, keyspace: &mut Keyspace, command: &Command, now: Time) -> Reply {
        if let Command::Transaction(commands) = command {
            self.run(keyspace, &Command::Multi, now);
            commands.iter().for_each(|command| {
                self.run(keyspace, command, now);
            });
            return self.run(keyspace, &Command::Exec, now);
        }
        let refused = keyspace.refuses(command);
        let Memory { queue, watched } = self.0.get_or_insert_default().as_mut();
        let reply = match (command, queue) {
            (_, Some(queue)) if refused.is_some() => {
                queue.broken = true;
                refused.map_or(Reply::Nil, Reply::Error)
            }
            (_, None) if let Some(error) = refused => Reply::Error(error),
            (Command::Multi, Some(_)) => Reply::Error(RedisError::NestedMulti),
            (Command::Watch(_), Some(_)) => Reply::Error(RedisError::WatchInsideMulti),
            (Command::Exec, Some(_)) => return self.exec(keyspace, now),
            (Command::Discard, Some(_)) => {
                self.0 = None;
                return Reply::Ok;
            }
            (command, Some(queue)) => {
                // What will not run anyway need not be kept.
                if !queue.broken {
                    queue.commands.push(command.clone());
                }
                Reply::Queued
            }
            (Command::Multi, queue) => {
                *queue = Some(Queue::default());
                Reply::Ok
            }
            (Command::Exec, None) => Reply::Error(RedisError::ExecWithoutMulti),
            (Command::Discard, None) => Reply::Error(RedisError::DiscardWithoutMulti),
            (Command::Watch(keys), None) => {
                for key in keys {
                    // Watched twice is watched from the first time on.
                    if watched.iter().all(|one| one.key != *key) {
                        watched.push(keyspace.watch(key, now));
                    }
                }
                Reply::Ok
            }
            (Command::Unwatch, None) => {
                watched.clear();
                Reply::Ok
            }
            (command, None) => keyspace.run(command, now),
        };
        self.0 = self.0.take().filter(|memory| **memory != Memory::default());
        reply
    }

    /// `EXEC` after `MULTI`. Whatever comes of it, the queue and the watched keys are forgotten.
    #[inline]
    fn exec(&mut self, keyspace: &mut Keyspace, now: Time) -> Reply {
        let Memory { queue, watched } = *self.0.take().unwrap_or_default();
        let Queue { commands, broken } = queue.unwrap_or_default();
        let commands = commands.into_boxed_slice();
        if keyspace.crosses_slots(&commands) {
            return Reply::Error(RedisError::CrossSlot);
        }
        if broken {
            return Reply::Error(RedisError::ExecAbort);
        }
        if watched.iter().any(|one| !keyspace.is_unchanged(one, now)) {
            return Reply::Nil;
        }
        // Each of them on its own: none is of the session but `UNWATCH`, and nothing is watched any more.
        Reply::Array(commands.iter().map(|command| keyspace.run(command, now)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redis::{Key, Reply};

    const KEY: Key = Key { name: "k", id: 1, part: None };
    const NOW: Time = Time::START;

    #[test]
    fn a_session_is_a_pointer_and_an_idle_one_is_empty_whatever_came_before() {
        assert_eq!(size_of::<Session>(), size_of::<usize>());
        let (mut keyspace, mut session) = (Keyspace::default(), Session::default());
        let watch = || Command::Watch([KEY].into());
        for commands in [
            vec![Command::Exec, Command::Discard, Command::Unwatch],
            vec![Command::Multi, Command::Incr(KEY), Command::Exec],
            vec![watch(), Command::Multi, Command::Discard],
            vec![watch(), Command::Unwatch],
            vec![watch(), Command::Transaction([Command::Incr(KEY)].into())],
        ] {
            for command in &commands {
                session.run(&mut keyspace, command, NOW);
            }
            assert_eq!(session, Session::default(), "{commands:?}");
        }
    }

    #[test]
    fn keyspaces_are_equal_by_what_is_in_them_as_long_as_nobody_watched() {
        let run = |commands: &[Command]| {
            let mut keyspace = Keyspace::default();
            for command in commands {
                Session::default().run(&mut keyspace, command, NOW);
            }
            keyspace.sweep(NOW);
            keyspace
        };
        let twice = [Command::Incr(KEY), Command::Incr(KEY)];
        let transaction = [Command::Transaction(twice.clone().into())];
        assert_eq!(run(&twice), run(&[Command::IncrBy(KEY, 2)]));
        assert_eq!(run(&twice), run(&transaction));
        let detour = [Command::Incr(KEY), Command::Del(vec![KEY]), Command::IncrBy(KEY, 2)];
        assert_eq!(run(&twice), run(&detour));
    }

    #[test]
    fn each_watched_key_counts() {
        let key = |id| Key { id, ..KEY };
        for changed in 1..=3 {
            let (mut keyspace, mut session) = (Keyspace::default(), Session::default());
            session.run(&mut keyspace, &Command::Watch([key(1), key(2), key(1), key(3)].into()), NOW);
            keyspace.run(&Command::Incr(key(changed)), NOW);
            let reply = session.run(&mut keyspace, &Command::Transaction([Command::Incr(key(4))].into()), NOW);
            assert_eq!(reply, Reply::Nil, "{changed}");
        }
    }

    #[test]
    fn one_connection_s_queue_is_not_another_s() {
        let (mut keyspace, mut one, mut other) = (Keyspace::default(), Session::default(), Session::default());
        one.run(&mut keyspace, &Command::Multi, NOW);
        assert_eq!(one.run(&mut keyspace, &Command::Incr(KEY), NOW), Reply::Queued);
        assert_eq!(other.run(&mut keyspace, &Command::Incr(KEY), NOW), Reply::Integer(1));
        assert_eq!(one.run(&mut keyspace, &Command::Exec, NOW), Reply::Array(vec![Reply::Integer(2)]));
    }

    /// Drivers that have no connections.
    #[test]
    fn a_keyspace_alone_runs_transactions_and_forgets_what_belongs_to_a_connection() {
        let mut keyspace = Keyspace::default();
        let mut run = |command| keyspace.run(&command, NOW);
        assert_eq!(run(Command::Multi), Reply::Ok);
        assert_eq!(run(Command::Exec), Reply::Error(RedisError::ExecWithoutMulti));
        assert_eq!(run(Command::Transaction([Command::Incr(KEY)].into())), Reply::Array(vec![Reply::Integer(1)]));
    }
}
