//! `cargo xtask measure`: the lessons' strategies on a real Redis beside the simulation.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result};
use lab_tests::redis::measure::{Laboratory, Measured};
use limit_sim::scenario::{Choice, Scenario, Strategy, WindowStart};
use limit_sim::time::Span;

const STRATEGIES: [Strategy; 4] = [Strategy::GetSet, Strategy::GetIncr, Strategy::Incr, Strategy::Script];
/// Round trips in microseconds.
const TRIPS: [u64; 5] = [500, 1_000, 2_000, 5_000, 10_000];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let bursts = arguments.next().map_or(Ok(300), |bursts| bursts.parse()).context("how many bursts")?;
    let kept = arguments.next();
    // Redis's own clock is anywhere in a window, so where it decides the window begins with the burst.
    let scenario = Scenario { window: Span::from_secs(1000), ..Scenario::default() };
    let window_start = |strategy| match strategy {
        Strategy::Script => WindowStart::FirstHit,
        _ => WindowStart::Clock,
    };
    let mut laboratory = Laboratory::open(scenario.burst)?;
    let mut table = "strategy,rtt_us,measured_rtt_us,bursts,real_mean,real_sd,simulated_mean,simulated_sd\n".to_owned();
    println!(
        "{bursts} bursts of {} in {} each; let through, of a limit of {}:",
        scenario.burst, scenario.spread, scenario.limit
    );
    println!("{:<10} {:>10} {:>12} {:>16} {:>16}", "strategy", "round trip", "as measured", "real Redis", "simulated");
    for strategy in STRATEGIES {
        for micros in TRIPS {
            let rtt = Span::from_micros(micros);
            let Measured { trip, real, simulated } = laboratory
                .measure(&Scenario { strategy, rtt, window_start: window_start(strategy), ..scenario }, bursts)?;
            let measured = trip.map_or(String::new(), |trip| (trip.nanos() / 1_000).to_string());
            println!(
                "{:<10} {:>7} us {measured:>9} us {:>8.2} ± {:<5.2} {:>8.2} ± {:<5.2}",
                strategy.name(),
                micros,
                real.mean,
                real.sd,
                simulated.mean,
                simulated.sd
            );
            let name = strategy.name();
            writeln!(
                table,
                "{name},{micros},{measured},{bursts},{:.2},{:.2},{:.2},{:.2}",
                real.mean, real.sd, simulated.mean, simulated.sd
            )?;
        }
    }
    if let Some(path) = kept {
        fs::write(Path::new(&path), table).with_context(|| format!("could not write {path}"))?;
        println!("Kept in {path}");
    }
    Ok(())
}
