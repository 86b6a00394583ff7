//! "Many runs": how many runs let how many through.

mod away;
mod counting;
mod legend;
mod marks;
mod panel;
mod picture;
mod said;
mod scale;
mod table;

pub use panel::runs_panel;

/// The run on the stage, as far as it is held against the others.
#[derive(Clone, Copy, Debug)]
struct This {
    seed: u64,
    allowed: u32,
    /// What an exact limiter lets through of its requests.
    due: u32,
    /// Whether there is one count, whose limit is the run's: one user in one of the clock's windows.
    one_count: bool,
}
