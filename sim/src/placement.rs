//! Placements: where a limiter's count lives, and how a request reaches it.
//!
//! A limiter is a [`Program`]: it asks for the next Redis command, or decides, and is resumed with the reply. It knows of
//! time only what its server's clock says when it is resumed. The timed run drives it here; other drivers resume the same
//! programs in other orders. One file per placement.

mod cas;
mod deny_cache;
mod edge;
mod fallback;
mod get_incr;
mod get_set;
mod incr;
mod incr_expire;
mod lease;
mod lifetime;
mod limiter;
mod local;
mod lock;
mod memory;
mod multi_exec;
mod owner;
mod program;
mod read_write;
mod script;
pub mod scripts;
mod set_nx_incr;
pub(crate) mod stored;
mod sync;

pub use crate::rule::{Comparison, Decision};
pub use lifetime::Lifetime;
pub use limiter::{Limiter, USER};
pub(crate) use lock::LOCK;
pub use memory::{Hold, Memory};
pub use program::{Around, Asker, Program, Step};
pub use sync::Sync;
