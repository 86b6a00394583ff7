//! The model of Redis against a real redis-server: they answer the same.

mod differential;
mod facts;
mod random;
mod scripts;

mod cluster;
mod pair;
