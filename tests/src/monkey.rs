//! Somebody who tries whatever there is, at random: the same for the same seed, as far as the page is as fast. What it does is plain
//! WebDriver and scripts, so that it walks in every browser.

mod steps;
mod watch;

use std::collections::VecDeque;
use std::env;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use limit_sim::scenario::{Link, Scenario};
use limit_sim::trace::Trace;
use serde_json::json;

use crate::eventually::{eventually, eventually_eq};
use crate::page::Page;
use crate::random::Source;
use crate::site::Site;
use watch::Size;

/// Steps from one full reset to the next.
const LEG: usize = 40;
/// What is told of a walk that ends badly.
const TOLD: usize = 25;
/// A page that was reset is no larger than this many times what it was when all tabs had been opened: dialogs, the lesson's parts and
/// what was drawn of many runs stay.
const MORE_NODES: f64 = 2.0;
/// Listeners of parts that are loaded once somebody opens them.
const MORE_LISTENERS: i32 = 150;
/// The program's memory at most, in bytes, whatever was done. (About 100 MB are needed for the largest runs, several at a time.)
const MEMORY: f64 = 256.0 * 1024.0 * 1024.0;

/// For how many minutes a walk is to go on (`LAB_MINUTES`), if somebody says so.
///
/// # Errors
/// When that is no number.
pub fn minutes() -> Result<Option<u64>> {
    let Ok(text) = env::var("LAB_MINUTES") else { return Ok(None) };
    let minutes =
        text.parse().with_context(|| format!("LAB_MINUTES is a whole number of minutes, and not {text:?}"))?;
    Ok(Some(minutes))
}

/// How long a walk goes on.
#[derive(Clone, Copy, Debug)]
pub enum Walk {
    /// So many legs.
    Legs(usize),
    /// As many legs as begin within this time.
    For(Duration),
}

/// Where a leg of the walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On a page of its own.
    Page,
    /// In another page's frame.
    Frame,
    /// There, with something locked and hidden.
    Locked,
}

/// The walk so far.
pub struct Monkey<'a> {
    page: &'a Page,
    source: Source,
    place: Place,
    last: VecDeque<String>,
    steps: usize,
    /// Steps that did something.
    done: usize,
}

/// Walks.
///
/// # Errors
/// When the page breaks, does not answer, or grows, with the last steps.
pub async fn walk(page: &Page, walk: Walk) -> Result<()> {
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.before_each_page(watch::WATCH);
    let mut monkey = Monkey {
        page,
        source: Source::announced("a walk"),
        place: Place::Page,
        last: VecDeque::new(),
        steps: 0,
        done: 0,
    };
    let start = Instant::now();
    let goes_on = |leg| match walk {
        Walk::Legs(legs) => leg < legs,
        Walk::For(time) => start.elapsed() < time,
    };
    let mut leg = 0;
    while goes_on(leg) {
        let place = [Place::Page, Place::Page, Place::Frame, Place::Page, Place::Locked][leg % 5];
        let walked = monkey.leg(&site, place).await;
        walked.with_context(|| monkey.told())?;
        leg += 1;
    }
    let Monkey { steps, done, .. } = monkey;
    println!("{steps} steps in {leg} legs, {} of them in vain", steps - done);
    ensure!(done > steps / 2, "of {steps} steps only {done} did something: this was no walk");
    Ok(())
}

impl Monkey<'_> {
    /// From a page that was opened anew to one that was reset, twice, and is not larger for it.
    async fn leg(&mut self, site: &Site, place: Place) -> Result<()> {
        self.place = place;
        self.enter(site).await?;
        self.open_all().await?;
        let first = self.size().await?;
        for _ in 0..2 {
            for _ in 0..LEG / 2 {
                // What can't be pressed because the page has just moved is no fault of the page's, if it still answers.
                let told = self.step().await;
                self.steps += 1;
                self.done += usize::from(told.is_ok());
                let told = told.unwrap_or_else(|error| format!("in vain: {error:#}"));
                self.note(told.lines().next().unwrap_or_default());
                self.is_well().await?;
            }
            self.reset().await?;
            self.open_all().await?;
            let now = self.size().await?;
            self.note(&format!("was reset: {now:?}"));
            ensure!(f64::from(now.nodes) < f64::from(first.nodes) * MORE_NODES, "{first:?} became {now:?}");
            ensure!(now.memory < MEMORY, "{first:?} became {now:?}");
            if now.page == first.page {
                ensure!(now.listeners <= first.listeners + MORE_LISTENERS, "{first:?} became {now:?}");
            }
        }
        self.page.leave_frame().await
    }

    /// What the leg begins with, and comes back to.
    fn beginning(&self) -> &'static str {
        match self.place {
            Place::Page => "lesson=open",
            Place::Frame => "embed=1&lesson=open",
            Place::Locked => "strategy=get-set&embed=1&lock=servers,seed,tab&hide=story&tab=break",
        }
    }

    /// Opens the lab anew where the leg goes.
    async fn enter(&mut self, site: &Site) -> Result<()> {
        self.page.leave_frame().await?;
        let link = self.beginning();
        self.note(&format!("---- {:?}: {link}", self.place));
        if self.place == Place::Page {
            self.page.visit(&self.page.address_of(link)).await?;
        } else {
            self.page.open_host(site, "same-origin", None, link).await?;
            self.page.enter_frame().await?;
        }
        self.answers().await
    }

    /// Presses "Reset", which leaves the strategy and the rule, and goes to where the leg began.
    async fn reset(&mut self) -> Result<()> {
        let press = "for (const dialog of document.querySelectorAll('dialog[open]')) { dialog.close(); }
            const reset = document.querySelector('.controls .reset');
            reset?.click();
            return !!reset";
        // What was done last may have it loaded anew.
        let pressed = async || {
            self.answers().await?;
            Ok(self.page.ask::<bool>(press).await.unwrap_or(false))
        };
        eventually("\"Reset\" is pressed", pressed).await?;
        self.is_well().await?;
        if self.place != Place::Locked {
            // The address may follow a little later. The hash is told by a part that a page of the usual settings does without
            // until another tab is opened, which Back may have come to.
            let look = "const { traceHash } = document.querySelector('.cards').dataset;
                if (!traceHash) { document.getElementById('tab-code')?.click() }
                return [location.search, traceHash]";
            let default = async || {
                let (query, hash): (String, Option<String>) = self.page.ask(look).await?;
                let now = Link::read(&query).0.scenario;
                let usual = Scenario { strategy: now.strategy, rule: now.rule, ..Scenario::default() };
                Ok(now == usual && hash.is_some_and(|hash| hash == Trace::of(&usual).hash().to_string()))
            };
            eventually("\"Reset\" leads to the usual settings", default).await?;
        }
        let there = "history.replaceState(null, '', '?' + arguments[0]); dispatchEvent(new PopStateEvent('popstate'))";
        self.page.ask_about::<()>(there, vec![json!(self.beginning())]).await?;
        self.is_well().await?;
        let (link, _) = Link::read(self.beginning());
        self.runs(&link.scenario).await
    }

    /// What is shown is this run.
    async fn runs(&self, scenario: &Scenario) -> Result<()> {
        let hash = Trace::of(scenario).hash().to_string();
        let shown = "return document.querySelector('.cards').dataset.traceHash";
        eventually_eq("the run's hash", Some(hash), async || self.page.ask(shown).await).await
    }

    /// Opens each tab once, so that all parts are there, and ends at the first. What was opened stays.
    async fn open_all(&self) -> Result<()> {
        let mut tabs: Vec<String> = Vec::new();
        // A frame may answer before the lab is in it.
        let there = async || {
            tabs = self.page.ask("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)").await?;
            Ok(!tabs.is_empty())
        };
        eventually("the lab has tabs", there).await?;
        for tab in tabs.iter().chain(tabs.first()) {
            self.page.ask_about::<()>("document.getElementById(arguments[0])?.click()", vec![json!(tab)]).await?;
            self.panels_are_there().await?;
        }
        Ok(())
    }

    async fn size(&self) -> Result<Size> {
        watch::size(self.page).await
    }

    fn note(&mut self, told: &str) {
        self.last.push_back(format!("{}: {told}", self.steps));
        if self.last.len() > TOLD {
            self.last.pop_front();
        }
    }

    fn told(&self) -> String {
        let last: Vec<_> = self.last.iter().map(String::as_str).collect();
        format!("after these steps (LAB_SEED is above):\n{}", last.join("\n"))
    }
}
