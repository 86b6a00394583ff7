//! The simulation beside a real Redis: a small run of what `cargo xtask measure` does at length.

use anyhow::{Result, ensure};
use lab_tests::redis::measure::Laboratory;
use limit_sim::scenario::{Scenario, Strategy, WindowStart};
use limit_sim::time::Span;

const BURSTS: u64 = 20;
const WINDOW: Span = Span::from_secs(1000);

#[test]
fn what_is_atomic_lets_exactly_the_limit_through_on_a_real_redis() -> Result<()> {
    let mut laboratory = Laboratory::open(40)?;
    for strategy in [Strategy::IncrExpire, Strategy::MultiExec, Strategy::SetNxIncr, Strategy::Script] {
        // Redis's own clock is anywhere in a window; one that begins with the burst does not end in it.
        let scenario =
            Scenario { strategy, window_start: WindowStart::FirstHit, window: WINDOW, ..Scenario::default() };
        let measured = laboratory.measure(&scenario, BURSTS)?;
        ensure!((measured.real.min, measured.real.max) == (10.0, 10.0), "{strategy:?}: {measured:?}");
    }
    Ok(())
}

/// How much leaks depends on how long a machine really waits, and one that is busy with other things waits now longer, now
/// shorter: so how many they are is printed, beside what the simulation says, and `cargo xtask measure` looks at it closely.
#[test]
fn what_reads_before_it_writes_leaks_on_a_real_redis() -> Result<()> {
    let mut laboratory = Laboratory::open(40)?;
    for strategy in [Strategy::GetSet, Strategy::GetIncr] {
        let scenario = Scenario { strategy, rtt: Span::from_millis(5), ..Scenario::default() };
        let measured = laboratory.measure(&scenario, BURSTS)?;
        println!("{strategy:?}: {measured:?}");
        let leaks = strategy != Strategy::GetSet || measured.real.max > 10.0;
        ensure!(leaks && measured.real.max <= 40.0, "{strategy:?}: {measured:?}");
    }
    Ok(())
}
