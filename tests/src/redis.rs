//! A real redis-server, driven with the commands of the model and answering with its replies.

pub mod agree;
pub mod lua;
pub mod measure;
pub mod real;
pub mod server;
pub mod travel;

pub use agree::agree;
pub use real::Connection;
pub use server::Server;
