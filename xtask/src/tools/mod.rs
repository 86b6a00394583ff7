//! What the commands need beyond Rust itself. One file per tool; each gets its tool the first
//! time and finds it again afterwards.

mod apt;
pub mod axe;
pub mod binaryen;
pub mod browser;
pub mod cargo_cyclonedx;
pub mod cargo_deny;
pub mod cargo_fuzz;
mod cargo_install;
pub mod cargo_mutants;
mod distro;
pub mod geckodriver;
mod npm;
pub mod redis;
pub mod scorm_again;
pub mod trunk;
pub mod wasm_bindgen;
pub mod wasm_split;
pub mod wasm_target;
