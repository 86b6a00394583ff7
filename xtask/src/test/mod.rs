//! `cargo xtask test`: everything that must hold, from formatting to the page in a browser.

pub mod browser;
mod code;
mod deny;
mod fuzz;
mod redis;
mod report;

use anyhow::Result;
use clap::ValueEnum;

use crate::tools::browser::Engine;
use crate::tools::wasm_target::CompilerArgs;
use crate::{build, floor, fmt, invariants, size, words};
use browser::Extent;
use report::Report;

/// Check everything: style, lints, tests, a real Redis, invariants, dependencies, payload, the
/// page in a browser.
///
/// A failing step does not keep the others from running; the summary at the end tells what
/// failed and what was skipped. With CI set in the environment, a skipped step is a failure.
#[derive(clap::Args)]
pub struct Args {
    /// Only these steps (more than one: separate them with commas). `size` and the
    /// browsers build the site first.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Step>,
    /// Look at dist/ as it is instead of building it.
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// The steps, in the order in which they run: what is quick to fail comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// All code is formatted.
    Fmt,
    /// No warnings, for this machine.
    Clippy,
    /// No warnings, for the browser.
    ClippyWasm,
    /// Tests that need no browser and no server.
    Native,
    /// Texts that a fuzzer makes up, the same each time.
    Fuzz,
    /// The model of Redis answers as a real redis-server does.
    Redis,
    /// The simulation's documentation has no warnings.
    Doc,
    /// What must stay absent: web crates in the simulation, unsafe code.
    Invariants,
    /// Every phrase of the page is in every language's table.
    Words,
    /// Licences, duplicate versions, sources and advisories of the dependencies.
    Deny,
    /// The site builds.
    Build,
    /// The site is within its payload budget, and uses no WebAssembly that docs/support.md does not name.
    Size,
    /// The site does what it should in Chromium.
    Chromium,
    /// The same in Firefox: all of it when asked for, else where engines differ.
    Firefox,
    #[value(name = "webkit")]
    /// The same in WebKit, the engine of Safari, as in Firefox.
    WebKit,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    let mut report = Report::default();
    let mut built = true;
    for step in Step::value_variants() {
        if !args.wants(*step) {
            continue;
        }
        let name = args.name(*step);
        if step.needs_site() && !built {
            report.step(&name, || anyhow::bail!("not run, because the site did not build"));
            continue;
        }
        let passed = report.step(&name, || match step {
            Step::Fmt => fmt::format(true).map(|()| Vec::new()),
            Step::Clippy => code::clippy().map(|()| Vec::new()),
            Step::ClippyWasm => code::clippy_wasm(&args.toolchain).map(|()| Vec::new()),
            Step::Native => code::tests().map(|()| Vec::new()),
            Step::Fuzz => fuzz::test(),
            Step::Redis => redis::test(),
            Step::Doc => code::docs().map(|()| Vec::new()),
            Step::Invariants => invariants::check().map(|()| Vec::new()),
            Step::Words => words::check(false).map(|()| Vec::new()),
            Step::Deny => deny::check(),
            Step::Build => build::build(&args.toolchain).map(|()| Vec::new()),
            Step::Size => size::measure().and_then(|()| floor::check()).map(|()| Vec::new()),
            Step::Chromium => browser::test(Engine::Chromium, Extent::Whole),
            Step::Firefox => browser::test(Engine::Firefox, args.extent(*step)),
            Step::WebKit => browser::test(Engine::WebKit, args.extent(*step)),
        });
        built &= passed || *step != Step::Build;
    }
    report.finish()
}

impl Args {
    fn wants(&self, step: Step) -> bool {
        if step == Step::Build && self.no_build {
            return false;
        }
        let needed = step == Step::Build && self.only.iter().any(|step| step.needs_site());
        self.only.is_empty() || self.only.contains(&step) || needed
    }

    /// Each of the other two engines takes twenty minutes as a whole.
    fn extent(&self, step: Step) -> Extent {
        if self.only.contains(&step) { Extent::Whole } else { Extent::Brief }
    }

    fn name(&self, step: Step) -> String {
        step.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl Step {
    fn needs_site(self) -> bool {
        matches!(self, Step::Size | Step::Chromium | Step::Firefox | Step::WebKit)
    }
}
