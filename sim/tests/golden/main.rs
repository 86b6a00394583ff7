//! Links keep the meaning that they always had. The files in `tests/golden/` say what that is; lines are added to them, and
//! none is changed but for what `sim/src/scenario/changed.rs` says.

#[path = "../../src/testing.rs"]
mod testing;

mod explored;
mod hashes;
mod links;
mod orders;
mod same;

/// What whoever changed the meaning of a link has to know.
const KEPT: &str = "a link from before must keep its meaning; if a version must change it, add it to CHANGED \
                    (sim/src/scenario/changed.rs), and the page says so to who opens it";
