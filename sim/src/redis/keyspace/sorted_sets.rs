//! Sorted sets.

use std::cmp::Ordering;

use super::Keyspace;
use crate::redis::key::Key;
use crate::redis::reply::{RedisError, Reply};
use crate::redis::value::{Text, Value};
use crate::time::Time;

impl Keyspace {
    #[inline]
    pub(super) fn zadd(&mut self, key: &Key, score: i64, member: &Text, now: Time) -> Reply {
        let Value::SortedSet(members) = self.live_or(key, Value::SortedSet(Vec::new()), now) else {
            return Reply::Error(RedisError::WrongType);
        };
        let known = members.iter().position(|(_, one)| same(one, member));
        if let Some(at) = known {
            if members[at].0 == score {
                return Reply::Integer(0);
            }
            members.remove(at);
        }
        let at = members.partition_point(|one| before(one, score, member));
        members.insert(at, (score, member.clone()));
        self.touch(key);
        Reply::Integer(known.is_none().into())
    }

    #[inline]
    pub(super) fn zremrangebyscore(&mut self, key: &Key, min: Option<i64>, max: Option<i64>, now: Time) -> Reply {
        let entry = match self.live(key, now) {
            None => return Reply::Integer(0),
            Some(entry) => entry,
        };
        let Value::SortedSet(members) = &mut entry.value else {
            return Reply::Error(RedisError::WrongType);
        };
        let (from, to) = between(members, min, max);
        if from >= to {
            return Reply::Integer(0);
        }
        members.drain(from..to);
        if members.is_empty() {
            entry.end(now);
        }
        self.touch(key);
        Reply::Integer((to - from) as i64)
    }

    #[inline]
    pub(super) fn zcount(&mut self, key: &Key, min: Option<i64>, max: Option<i64>, now: Time) -> Reply {
        let count = |members: &[(i64, Text)]| {
            let (from, to) = between(members, min, max);
            Reply::Integer(to.saturating_sub(from) as i64)
        };
        self.sorted_set(key, now).map_or_else(Reply::Error, count)
    }

    #[inline]
    pub(super) fn zcard(&mut self, key: &Key, now: Time) -> Reply {
        self.sorted_set(key, now).map_or_else(Reply::Error, |members| Reply::Integer(members.len() as i64))
    }

    #[inline]
    pub(super) fn zrange(&mut self, key: &Key, from: i64, to: i64, scores: bool, now: Time) -> Reply {
        let members = match self.sorted_set(key, now) {
            Ok(members) => members,
            Err(error) => return Reply::Error(error),
        };
        let count = members.len() as i64;
        let place = |at: i64| if at < 0 { at.saturating_add(count) } else { at };
        let (from, to) = (place(from).max(0), place(to).min(count - 1));
        let mut replies = Vec::new();
        for at in from..to.saturating_add(1) {
            let (score, member) = &members[at as usize];
            replies.push(Reply::Bulk(member.clone()));
            if scores {
                replies.push(Reply::Bulk(Text::Integer(*score)));
            }
        }
        Reply::Array(replies)
    }

    /// The members at a key, none where there is no key.
    fn sorted_set(&mut self, key: &Key, now: Time) -> Result<&[(i64, Text)], RedisError> {
        match self.live(key, now).map(|entry| &entry.value) {
            None => Ok(&[]),
            Some(Value::SortedSet(members)) => Ok(members),
            Some(_) => Err(RedisError::WrongType),
        }
    }
}

/// Where the members with these scores begin, and where what follows them does.
fn between(members: &[(i64, Text)], min: Option<i64>, max: Option<i64>) -> (usize, usize) {
    let from = members.partition_point(|(score, _)| min.is_some_and(|min| *score < min));
    (from, members.partition_point(|(score, _)| max.is_none_or(|max| *score <= max)))
}

/// Whether a member of the set stands before one that is to be put in: by score, then by the bytes of the text.
fn before((score, member): &(i64, Text), new_score: i64, new: &Text) -> bool {
    match score.cmp(&new_score) {
        Ordering::Equal => member.to_string() < new.to_string(),
        order => order == Ordering::Less,
    }
}

/// Whether two texts are the same member: of fractions, whether they are the same number, which has one text.
fn same(one: &Text, other: &Text) -> bool {
    match (one, other) {
        (Text::Ratio { of, to }, Text::Ratio { of: other_of, to: other_to }) => {
            i128::from(*of) * i128::from(*other_to) == i128::from(*other_of) * i128::from(*to)
        }
        // A log's members begin alike, with their times, and end differently: their ends tell most of thousands apart at once.
        (Text::Other(one), Text::Other(other)) => one.bytes().next_back() == other.bytes().next_back() && one == other,
        _ => one == other,
    }
}
