//! "Every event": the trace as a table, in step with the playhead.

mod filter;
mod filters;
pub mod line;
mod table;

pub use filter::Filter;
pub use table::event_table;
