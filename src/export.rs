//! What can be taken away of a picture: its numbers as CSV and JSON, itself as SVG and PNG.
//!
//! Nothing leaves the page by the network: a file is a `data:` address on a link that is clicked, which works wherever
//! downloads are allowed.

pub mod by_name;
mod picture;
mod row;

pub use picture::alone as standing_alone;
pub use row::{Export, keep, row, row_for};
