//! A model of Redis: what its commands do ([`Keyspace`]) and when it does them ([`server::Server`]).
//!
//! It knows nothing of limiters. Where it differs from the real server, on purpose:
//! - Expiry is exact to the nanosecond; the real server's clock ticks in milliseconds.
//! - In a script and in `EXEC` the clock stands still, also for `TIME`. So it is on the real server since 7.2; before, only the
//!   clock by which keys expire did.
//! - Keys of different slots may be used by different calls of one script, as 7.0 lets a script do that does not declare flags.
//! - One database, one user, no memory limit, no persistence.
//! - Of a cluster there is only that keys of different slots can't be used together: no `MOVED`, no `ASK`.

mod command;
mod key;
mod keyspace;
mod reply;
mod script;
pub mod server;
mod session;
pub mod slot;
mod value;

pub use command::{Command, Condition, Expiry, ExpiryCondition, SetOptions};
pub use key::Key;
pub use keyspace::{Keyspace, Version};
pub use reply::{RedisError, Reply};
pub use script::{Call, Script};
pub use session::Session;
pub use value::Text;
