//! The texts of the limiters' scripts.

use limit_sim::placement::scripts;
use limit_sim::redis::Script;

/// Each script's text, in the order of [`scripts::ALL`].
const TEXTS: [&str; scripts::ALL.len()] = [
    include_str!("../../../sim/src/placement/scripts/fixed_window.lua"),
    include_str!("../../../sim/src/placement/scripts/first_hit.lua"),
    include_str!("../../../sim/src/placement/scripts/sliding_log.lua"),
    include_str!("../../../sim/src/placement/scripts/sliding_counter.lua"),
    include_str!("../../../sim/src/placement/scripts/token_bucket.lua"),
    include_str!("../../../sim/src/placement/scripts/gcra.lua"),
    include_str!("../../../sim/src/placement/scripts/unlock.lua"),
];

/// A limiter's script's text.
///
/// # Panics
/// When it is none of theirs.
pub fn text(script: &Script) -> &'static str {
    let nth = scripts::ALL.iter().position(|(_, one)| one == script);
    TEXTS[nth.expect("a limiter's script")]
}
