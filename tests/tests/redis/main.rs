//! The model of Redis against a real redis-server, and the limiters on it: they answer the same.

mod differential;
mod facts;
mod faults;
mod limiters;
mod lua;
mod measured;
mod random;
mod scripts;

mod cluster;
mod pair;
