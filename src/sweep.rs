//! "Many runs": what is let through as one setting changes.

mod panel;

pub use panel::sweep_panel;
