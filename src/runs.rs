//! "Many runs": how many runs let how many through.

mod panel;

pub use panel::runs_panel;
