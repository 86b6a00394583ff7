//! `incr-expire`: increment a count at a key that is always the same; whoever sees 1 sets its expiry, which is what ends the
//! window.
//!
//! One round trip, two for the first of a window. The window begins with the first hit and ends its length after EXPIRE has
//! run, a round trip later: what comes in that gap is refused although it is due, or is let through and can come on top of
//! what the next window lets through (at most L - 1 over). Else exact, until a server crashes between the two commands:
//! then the key has no expiry, the count never begins anew, and once it is at L the user is refused for ever, until someone
//! deletes the key by hand. With the window's number in the key (`incr`) the same crash only wastes memory.
//!
//! The commands are those of `incr`; what differs is the key.

use super::incr::Incr;
use crate::redis::Key;
use crate::time::Time;

/// The program.
pub(super) fn program(key: Key, now: Time) -> Incr {
    debug_assert!(key.part.is_none(), "the key is always the same");
    Incr::new(key, now)
}
