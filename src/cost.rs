//! "What it costs": a limiter that keeps its counts in Redis, with the reader's own numbers.

mod curve;
mod inputs;
mod panel;
mod points;
mod said;
mod waiting;

pub use panel::cost_panel;
pub use said::used;
