//! The stage: the user, the balancer, the servers and Redis, at the playhead.
//!
//! What is read is SVG; what moves is drawn on one canvas over it, hidden from assistive technology.

mod dots;
mod ink;
mod layout;
mod marks;
mod pick;
mod recorder;
pub mod saved;
mod scene;
mod state;
mod summary;
mod view;

pub use view::stage;
