//! "When it fails": one outage before several endpoints, slow beside down, and what the lessons say of both.

mod claims;
mod endpoints;
mod figures;
mod panel;
mod picture;
mod runs;
mod slow;
mod told;

pub use claims::lines_of_claims;
pub use panel::failure_panel;
