//! A model of Redis: what its commands do ([`Keyspace`]) and when it does them ([`server::Server`]).
//!
//! It knows nothing of limiters. Where it differs from the real server, on purpose:
//! - Expiry is exact to the nanosecond; the real server's clock ticks in milliseconds.
//! - One database, one user, no memory limit, no persistence, no cluster redirections.

mod command;
mod key;
mod keyspace;
mod reply;
pub mod server;
mod value;

pub use command::{Command, Condition, Expiry, ExpiryCondition, SetOptions};
pub use key::Key;
pub use keyspace::Keyspace;
pub use reply::{RedisError, Reply};
pub use value::Text;
