//! Fresh seeds: the one place where chance enters from outside.

/// A new seed, short enough to read out in a class.
pub fn fresh() -> u64 {
    (js_sys::Math::random() * 10_000.0) as u64
}
