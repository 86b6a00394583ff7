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
