//! "Many runs": what is let through as one setting changes.

mod asked;
mod counting;
mod fields;
mod files;
mod labels;
mod legend;
mod mark;
mod names;
mod panel;
mod picture;
mod real;
mod said;
mod scale;
mod table;
mod told;

pub use panel::sweep_panel;
