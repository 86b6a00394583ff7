//! What happened, step by step, and the summary at the end.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::project::in_ci;

/// A check that could not be made here.
pub struct Skip {
    what: &'static str,
    why: String,
    fails_ci: bool,
}

impl Skip {
    /// A check that every machine can get the means for.
    pub fn failure_in_ci(what: &'static str, why: String) -> Self {
        Self { what, why, fails_ci: true }
    }

    /// A check that depends on what is reachable from here.
    pub fn anywhere(what: &'static str, why: String) -> Self {
        Self { what, why, fails_ci: false }
    }
}

struct Line {
    name: String,
    took: Duration,
    result: Result<Vec<Skip>>,
}

/// All steps that were taken so far.
#[derive(Default)]
pub struct Report {
    lines: Vec<Line>,
}

impl Report {
    /// Takes a step under a heading of its own. Whether it failed is remembered, not returned,
    /// so that one run shows all that is wrong.
    pub fn step(&mut self, name: &str, step: impl FnOnce() -> Result<Vec<Skip>>) -> bool {
        println!("\n---- {name} ----");
        let start = Instant::now();
        let result = step();
        if let Err(error) = &result {
            println!("failed: {error:#}");
        }
        let passed = result.is_ok();
        self.lines.push(Line { name: name.to_owned(), took: start.elapsed(), result });
        passed
    }

    /// Prints the summary; an error if anything failed.
    pub fn finish(self) -> Result<()> {
        println!("\n---- summary ----");
        let mut failed = 0;
        for Line { name, took, result } in self.lines {
            let word = if result.is_ok() { "ok" } else { "FAILED" };
            println!("{word:>7} {:>6.1} s  {name}", took.as_secs_f64());
            match result {
                Err(error) => {
                    // Only what it means: how it came about stands under the heading.
                    println!("{:19}{error}", "");
                    failed += 1;
                }
                Ok(skips) => {
                    for skip in skips {
                        let fails = skip.fails_ci && in_ci();
                        let word = if fails { "FAILED in CI: " } else { "" };
                        println!("{:19}{word}skipped {}: {}", "", skip.what, skip.why);
                        failed += usize::from(fails);
                    }
                }
            }
        }
        match failed {
            0 => Ok(()),
            1 => bail!("one check failed"),
            _ => bail!("{failed} checks failed"),
        }
    }
}
