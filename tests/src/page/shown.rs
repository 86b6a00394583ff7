//! Everything that the page shows at one moment, read in one go, so that its parts can be held against each other.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use limit_sim::scenario::{Link, Rule, Tab};
use limit_sim::time::Time;
use limit_sim::trace::{Moment, Outcome, Trace};
use serde::Deserialize;

use super::Page;
use crate::eventually::eventually;

/// What the page shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Shown {
    /// The address's query.
    pub query: String,
    /// The trace's hash.
    pub hash: String,
    /// The strategy that is on.
    pub strategy: String,
    /// The sentence below the switcher.
    pub what: String,
    /// The verdict's cards.
    pub cards: BTreeMap<String, Card>,
    /// The sentence below them.
    pub story: String,
    /// The fields' contents.
    pub fields: BTreeMap<String, String>,
    /// The lists' values.
    pub lists: BTreeMap<String, String>,
    /// The sliders.
    pub sliders: BTreeMap<String, Slider>,
    /// The bar with the playhead.
    pub playhead: Slider,
    /// The clock.
    pub clock: String,
    /// The run's end, beside it.
    pub of: String,
    /// Whether it plays.
    pub playing: bool,
    /// The event table's current row, if it is in sight.
    pub row: Option<Row>,
    /// How many rows the table has.
    pub rows: usize,
    /// The diagram's rows, if it is in sight: the event that each begins with, and whether that has happened.
    pub moments: Vec<(usize, bool)>,
    /// Whether the race is still that of the run before.
    pub busy: bool,
    /// The counts at each server on the stage.
    pub tallies: Vec<String>,
    /// What the stage says that the user has yet to send.
    pub to_come: Option<u32>,
    /// The counter at Redis.
    pub counter: String,
    /// The counter's key.
    pub key: String,
    /// What is said of Redis's queue.
    pub queue: String,
    /// Marks on the play bar.
    pub marks: usize,
}

/// A card of the verdict.
#[derive(Clone, Debug, Deserialize)]
pub struct Card {
    /// The number.
    pub value: String,
    /// What stands beside it.
    pub beside: String,
    /// What stands below it.
    pub below: String,
    /// How it is coloured.
    pub tone: String,
}

/// A slider.
#[derive(Clone, Debug, Deserialize)]
pub struct Slider {
    /// Where it stands.
    pub position: f64,
    /// Where it ends.
    pub max: f64,
    /// What a screen reader says.
    pub spoken: String,
}

/// A row of the event table.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    /// Its number among the rows, from 0.
    pub nth: usize,
    /// What it says.
    pub cells: Vec<String>,
}

const READ: &str = r#"
    const one = (selector) => document.querySelector(selector);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const text = (selector) => one(selector)?.textContent.trim() ?? '';
    const slider = (input) => ({ position: +input.value, max: +input.max, spoken: input.getAttribute('aria-valuetext') });
    const row = (tr) => tr && { nth: tr.getAttribute('aria-rowindex') - 2, cells: [...tr.cells].map((td) => td.textContent) };
    const by = (list, key, value) => Object.fromEntries(list.map((item) => [key(item), value(item)]));
    const stage = all('.stage svg text').map((item) => item.textContent.trim());
    const waiting = stage.map((words) => words.match(/^(\d+) to come$|^(all sent)$/)).find((found) => found);
    return {
        query: location.search,
        hash: one('.cards').dataset.traceHash ?? '',
        strategy: one('input[name=strategy]:checked')?.value ?? '',
        what: text('.what'),
        cards: by(all('.card'), (card) => card.dataset.card, (card) => ({
            value: card.querySelector('.value strong').textContent,
            beside: card.querySelector('.value span').textContent,
            below: card.querySelector('.below').textContent,
            tone: card.dataset.tone ?? '',
        })),
        story: text('.story'),
        fields: by(all('.field input'), (input) => input.name, (input) => input.value),
        lists: by(all('select:not([name*=compare])'), (list) => list.name, (list) => list.value),
        sliders: by(all('.slider input[type=range]'), (input) => input.id.replace('-slider', ''), slider),
        playhead: slider(one('input.scrub')),
        clock: text('.instant'),
        of: text('.clock .of'),
        playing: one('button.go').getAttribute('aria-label') === 'Pause',
        row: row(all('tr[aria-current=true]').find((row) => row.checkVisibility())),
        busy: one('.race')?.getAttribute('aria-busy') === 'true',
        moments: all('#panel-race .moment[data-event]').map((row) => [+row.dataset.event, row.dataset.state === 'past']),
        rows: (one('#panel-events table')?.getAttribute('aria-rowcount') ?? 1) - 1,
        tallies: all('.stage .tally').map((item) => item.textContent),
        to_come: waiting ? +(waiting[1] ?? 0) : null,
        counter: text('.redis .value'),
        key: text('.redis .key'),
        queue: stage.find((words) => words.startsWith('Redis')) ?? '',
        marks: (one('.marks path').getAttribute('d') ?? '').split('M').length - 1,
    };
"#;

impl Page {
    /// Everything that the page shows now.
    ///
    /// # Errors
    /// When a part of the page is missing.
    pub async fn shown(&self) -> Result<Shown> {
        self.ask(READ).await
    }

    /// What of these is not wholly in the window, or not in the page at all.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn outside(&self, selectors: &[&str]) -> Result<Vec<String>> {
        let script =
            "return arguments[0].flatMap((selector) => document.querySelector(selector) ? [...document.querySelectorAll(selector)].flatMap((item) => {
            const { left, top, right, bottom } = item.getBoundingClientRect();
            const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
            return inside ? [] : [`${selector} from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
        }) : [`there is no ${selector}`])";
        self.ask_about(script, vec![serde_json::json!(selectors)]).await
    }

    /// Waits until the page runs what its address says, and looks whether all its parts show that, at the playhead of the
    /// address.
    ///
    /// # Errors
    /// When they don't.
    pub async fn shows_its_address(&self) -> Result<(Shown, Trace)> {
        let mut shown = self.shown().await?;
        let mut trace = Trace::of(&shown.link().scenario);
        let mut row = None;
        let looked = eventually("the page shows what its address says", async || {
            shown = self.shown().await?;
            trace = Trace::of(&shown.link().scenario);
            let playhead = shown.link().playhead.unwrap_or(trace.end()).min(trace.end());
            row = trace.events_by(playhead).checked_sub(1);
            // The table scrolls to the playhead only where it is in sight.
            let seen = shown.link().tab == Tab::Events;
            let at_row = shown.row.as_ref().map_or(!seen || row.is_none(), |shown| Some(shown.nth) == row);
            // The address may be written a little later than all else.
            let at_playhead =
                shown.diagram_is_at(&trace, playhead) && shown.stage_shows(&trace.moment(playhead)).is_ok();
            Ok(shown.hash == trace.hash().to_string() && at_row && at_playhead)
        });
        let looked = looked.await;
        looked.with_context(|| {
            let (hash, is) = (&shown.hash, trace.hash());
            let (at, clock, moments) = (&shown.row, &shown.clock, &shown.moments);
            let playhead = shown.link().playhead.unwrap_or(trace.end()).min(trace.end());
            let stage = shown.stage_shows(&trace.moment(playhead));
            format!(
                "{hash} is {is}; the table is at {at:?}, the diagram at {moments:?}, the playhead at {row:?}, {clock}, {stage:?}"
            )
        })?;
        shown.agrees_with(&trace)?;
        Ok((shown, trace))
    }
}

impl Shown {
    /// The link that the address is.
    pub fn link(&self) -> Link {
        Link::read(&self.query).0
    }

    /// A card's number.
    pub fn card(&self, name: &str) -> &Card {
        &self.cards[name]
    }

    /// How many were let through.
    pub fn allowed(&self) -> &str {
        &self.cards["allowed"].value
    }

    /// The diagram, if it is in sight, tells what has happened by this instant from what has not.
    fn diagram_is_at(&self, trace: &Trace, at: Time) -> bool {
        let past = trace.events_by(at);
        let seen = self.link().tab != Tab::Race || !self.moments.is_empty() && !self.busy;
        seen && self.moments.iter().all(|(nth, happened)| *happened == (*nth < past))
    }

    /// The clock, the table's current row and the stage all show the run at one and the same instant.
    ///
    /// # Errors
    /// When one of them does not.
    pub fn agrees_with(&self, trace: &Trace) -> Result<()> {
        let events = trace.events();
        let end = trace.end().nanos() as f64;
        let playhead = end * self.playhead.position / self.playhead.max;
        // The bar's positions and the clock's digits are coarse.
        let coarse = end / self.playhead.max + 1.0;
        let clock = nanos(&self.clock)?;
        let digit = if self.clock.ends_with(" ms") { 5e4 } else { 5e5 };
        ensure!(
            (clock - playhead).abs() <= coarse + digit,
            "the clock shows {}, and the bar stands at {playhead} ns",
            self.clock
        );
        let Some(row) = &self.row else { return Ok(()) };
        let at = events[row.nth].at;
        let next = events.get(row.nth + 1).map_or(f64::INFINITY, |next| next.at.nanos() as f64);
        ensure!(
            at.nanos() as f64 <= playhead + coarse && playhead <= next,
            "the table is at row {}, which is at {at}, and the bar stands at {playhead} ns",
            row.nth
        );
        self.stage_shows(&trace.moment(at))
    }

    /// The counts on the stage are those of this moment. What the user has sent is left out: it runs ahead of the events.
    ///
    /// # Errors
    /// When a count is another.
    pub fn stage_shows(&self, moment: &Moment) -> Result<()> {
        let counts = moment.servers.iter().map(|server| {
            let refused = server.count(Outcome::Refused);
            vec![server.outcomes.len() - refused, refused]
        });
        let (counts, tallies) = (counts.collect::<Vec<_>>(), self.tallies.iter().map(|text| numbers(text)));
        let tallies = tallies.collect::<Vec<_>>();
        ensure!(tallies == counts, "the stage counts {tallies:?} let through and refused, and it is {counts:?}");
        let queued = numbers(&self.queue).first().copied().unwrap_or(0);
        ensure!(
            queued == moment.queued as usize,
            "the stage has {queued} in Redis's queue, and it is {}",
            moment.queued
        );
        let counter = match &moment.counter {
            // Of fractions, and of GCRA's instants, it shows what fits.
            Some(_) if matches!(self.link().scenario.rule, Rule::TokenBucket | Rule::Gcra) => return Ok(()),
            Some((key, value)) => {
                ensure!(self.key == key.to_string(), "the stage shows the key {}, and it is {key}", self.key);
                value.as_ref().map_or_else(|| "\u{2013}".to_owned(), ToString::to_string)
            }
            None => "\u{2013}".to_owned(),
        };
        ensure!(self.counter == counter, "the stage shows {} at Redis, and it is {counter}", self.counter);
        Ok(())
    }
}

/// A text without the commas that group digits.
pub fn ungrouped(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |nth: usize| letters.get(nth).is_some_and(char::is_ascii_digit);
    let groups =
        |nth: usize| letters[nth] == ',' && nth > 0 && is_digit(nth - 1) && (1..=3).all(|on| is_digit(nth + on));
    (0..letters.len()).filter(|nth| !groups(*nth)).map(|nth| letters[nth]).collect()
}

/// The whole numbers in a text.
pub fn numbers(text: &str) -> Vec<usize> {
    let text = ungrouped(text);
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// A time as the page writes it, in nanoseconds.
///
/// # Errors
/// When it is not one.
pub fn nanos(text: &str) -> Result<f64> {
    for (unit, size) in [(" ms", 1e6), (" \u{b5}s", 1e3), (" s", 1e9)] {
        if let Some(number) = text.strip_suffix(unit) {
            return Ok(number.parse::<f64>()? * size);
        }
    }
    anyhow::bail!("{text:?} is not a time")
}
