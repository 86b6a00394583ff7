//! Runs tests: each in a tab of its own, in as many browsers as there are tests at a time.

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::differences;
use crate::engine::Engine;
use crate::monkey;
use crate::needs::Needs;
use crate::page::Page;
use crate::site::Site;

/// Tests that run at a time, at most: each has a whole browser.
const AT_A_TIME: usize = 4;

/// No test takes as long as this, in seconds, but for a walk that is to be longer: a page that hangs must not hold up all others.
const LONGEST: u64 = 15 * 60;

/// How many run at a time on this machine. One test waits for frames a third of its time.
fn at_a_time() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (cores + cores.div_ceil(2)).min(AT_A_TIME)
}

/// What a test does.
pub type Steps = for<'a> fn(&'a Page) -> Pin<Box<dyn Future<Output = Result<()>> + 'a>>;

/// A test: its name is a sentence.
pub struct Test {
    /// The sentence, with underscores, after the name of its module.
    pub name: &'static str,
    /// What it does.
    pub steps: Steps,
}

/// The tests of a module, by the names of their functions, which take a [`Page`].
#[macro_export]
macro_rules! tests {
    ($($name:ident,)+) => {
        /// The tests of this module.
        pub const TESTS: &[$crate::suite::Test] = &[$($crate::suite::Test {
            name: concat!(module_path!(), "::", stringify!($name)),
            steps: |page| Box::pin($name(page)),
        },)+];
    };
}

/// Runs the tests that the command line asks for; with `LAB_BRIEF`, of these the few that every engine is tried with.
pub fn run(tests: impl Iterator<Item = &'static Test>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(at_a_time());
    if arguments.list {
        let names = tests.map(|test| Trial::test(test.name, || Ok(())));
        return libtest_mimic::run(&arguments, names.collect()).exit_code();
    }
    let house = match House::open() {
        Ok(house) => Arc::new(house),
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::FAILURE;
        }
    };
    let tests: Vec<_> = tests.collect();
    let names: Vec<_> = tests.iter().map(|test| test.name).collect();
    if let Err(error) = differences::are_about(&names) {
        eprintln!("{error:#}");
        return ExitCode::FAILURE;
    }
    let engine = house.needs.engine;
    let brief = env::var_os("LAB_BRIEF").is_some();
    let tests = tests.into_iter().filter(|test| !brief || differences::is_brief(test.name));
    let trials = tests.map(|test| {
        let house = house.clone();
        Trial::ignorable_test(test.name, move || match differences::left_out(test.name, engine) {
            Some(why) => Ok(Completion::ignored_with(format!("in {engine}, because {why}"))),
            None => house.run(test).map(|()| Completion::Completed).map_err(|error| told(&error)),
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if let Some(house) = Arc::into_inner(house) {
        house.close();
    }
    conclusion.exit_code()
}

/// What all tests share.
struct House {
    runtime: Runtime,
    needs: Arc<Needs>,
    idle: Mutex<Vec<Browser>>,
}

impl House {
    fn open() -> Result<Self> {
        let needs = Arc::new(Needs::find()?);
        let runtime = Runtime::new()?;
        Ok(Self { runtime, needs, idle: Mutex::default() })
    }

    fn run(&self, test: &Test) -> Result<()> {
        match self.try_once(test) {
            Err(Failure { error, stopped: true }) => {
                eprintln!(
                    "{}: {} has stopped working, and the test is run again: {error:#}",
                    test.name, self.needs.engine
                );
                self.try_once(test).map_err(|failure| failure.error)
            }
            ended => ended.map_err(|failure| failure.error),
        }
    }

    fn try_once(&self, test: &Test) -> Result<(), Failure> {
        let idle = self.idle.lock().expect("nothing panics while it holds this").pop();
        let browser = match idle {
            Some(browser) => browser,
            None => self.runtime.block_on(Browser::start(&self.needs))?,
        };
        let browser = Rc::new(browser);
        let site = self.runtime.block_on(Site::at_root(&self.needs.dist))?;
        let page = self.runtime.block_on(Page::new(browser.clone(), &site, self.needs.clone()))?;
        let longest = Duration::from_secs(LONGEST + 60 * monkey::minutes()?.unwrap_or(0));
        let steps = async {
            let ended = tokio::time::timeout(longest, (test.steps)(&page)).await;
            ended.unwrap_or_else(|_| bail!("it was not over after {longest:?}"))
        };
        let ended = panic::catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(steps)));
        let ended = ended.unwrap_or_else(|panic| Err(anyhow::anyhow!("{}", said(&*panic))));
        let ended = ended.and_then(|()| self.runtime.block_on(page.had_no_trouble()));
        let ended = ended.map_err(|error| {
            let stopped = self.needs.engine == Engine::WebKit && self.runtime.block_on(page.has_stopped());
            let seen = self.runtime.block_on(page.describe_failure(test.name));
            Failure { error: error.context(seen), stopped }
        });
        drop(page);
        let browser = Rc::into_inner(browser).context("the page is gone, and holds its browser")?;
        if ended.is_ok() {
            self.idle.lock().expect("nothing panics while it holds this").push(browser);
        } else {
            // It may be stuck, and the next test must not fail for it.
            self.runtime.block_on(browser.quit());
        }
        ended
    }

    fn close(self) {
        let idle = self.idle.into_inner().expect("nothing panics while it holds this");
        self.runtime.block_on(async {
            for browser in idle {
                browser.quit().await;
            }
        });
    }
}

/// How a test failed.
struct Failure {
    error: anyhow::Error,
    /// Whether the engine itself had stopped working: WebKitGTK's crashes once in some hundred tests, in its own JavaScript engine, and
    /// once in some more it draws no frame any more.
    stopped: bool,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self { error, stopped: false }
    }
}

/// The whole chain of reasons, without a backtrace: where in the page it went wrong is what matters.
fn told(error: &anyhow::Error) -> Failed {
    let reasons = error.chain().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    // At once, too: the list is printed at the end, which is many minutes away, or cut off.
    eprintln!("{reasons}\n");
    Failed::from(reasons)
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}

/// Fails with this when the list is not empty.
///
/// # Errors
/// When it is not.
pub fn none(what: &str, list: &[String]) -> Result<()> {
    if list.is_empty() { Ok(()) } else { bail!("{what}:\n{}", list.join("\n")) }
}
