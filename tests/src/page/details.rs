//! The tabs below the verdict, and what each of them shows at one moment, read in one go.

use anyhow::Result;
use serde::Deserialize;

use super::Page;
use crate::eventually::{eventually, eventually_eq};

/// A sequence diagram, and the same in words.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct Diagram {
    /// Who has a lane, from the left.
    pub lanes: Vec<String>,
    /// The rows, downwards.
    pub moments: Vec<Moment>,
    /// The commands with their replies.
    pub messages: Vec<Message>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// The commands that are still on their way at the end.
    pub waiting: Vec<String>,
    /// What happened between messages.
    pub interludes: Vec<String>,
    /// The list of steps for those who don't see it.
    pub steps: Vec<String>,
    /// The step that the list says is the current one.
    pub current: Option<usize>,
    /// Its height, in CSS pixels.
    pub height: f64,
}

/// A row of a diagram.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Moment {
    /// The event that it begins with, by number.
    pub event: usize,
    /// `past` or `to-come`.
    pub state: String,
    /// Whether it is one of the request that the diagram is about.
    pub chosen: bool,
}

/// A command and its reply, as two arrows.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Message {
    /// The event.
    pub event: usize,
    /// The command's text beside its arrow, with its number.
    pub command: String,
    /// The reply's.
    pub reply: String,
    /// How many arrows have both a shaft and a head.
    pub arrows: usize,
}

/// A decision.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Decision {
    /// `allowed`, `over` or `refused`.
    pub outcome: String,
    /// What it says.
    pub text: String,
}

/// The tab "The race".
#[derive(Clone, Debug, Deserialize)]
pub struct Race {
    /// Which request it is about, and what became of it.
    pub title: String,
    /// The sentence about the step at the playhead.
    pub sentence: String,
    /// What is said where nothing went over the limit.
    pub none: String,
    /// What is offered there.
    pub offers: Vec<String>,
    /// The diagram.
    pub diagram: Diagram,
}

/// The tab "Break it".
#[derive(Clone, Debug, Deserialize)]
pub struct Board {
    /// What to try.
    pub goal: String,
    /// What can be picked.
    pub picks: Vec<Pick>,
    /// The buttons above them, and whether they do anything now.
    pub tools: Vec<(String, bool)>,
    /// What the key at Redis holds.
    pub counter: String,
    /// How it stands.
    pub score: String,
    /// Whether it is coloured as broken.
    pub broken: bool,
    /// What is said of the last step.
    pub said: Vec<String>,
    /// The numbers of servers and requests and the limit.
    pub sizes: Vec<u32>,
    /// The diagram.
    pub diagram: Diagram,
}

/// Something that can be picked.
#[derive(Clone, Debug, Deserialize)]
pub struct Pick {
    /// Its number.
    pub choice: u8,
    /// Whose it is.
    pub who: String,
    /// What would happen, or how it ended.
    pub what: String,
    /// The key that picks it.
    pub key: String,
    /// Whether it can't be picked.
    pub stuck: bool,
    /// Whether it is the hint.
    pub hint: bool,
}

/// The tab "All orders".
#[derive(Clone, Debug, Deserialize)]
pub struct AllOrders {
    /// What came of it; empty while it is counted.
    pub finding: String,
    /// How many situations there are, beside what else the bars leave open.
    pub situations: String,
    /// What is said while it is counted.
    pub counting: String,
    /// How far the bar of the count is, and how far it goes.
    pub progress: Option<(u32, u32)>,
    /// The button that stops or resumes the count.
    pub stop: String,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, Deserialize)]
pub struct Bar {
    /// How many requests are let through.
    pub allowed: String,
    /// By how many orders.
    pub orders: String,
    /// Its length as a part of the longest, for the orders that keep to the limit and for those that don't.
    pub lengths: [f64; 2],
}

/// The tab "Code".
#[derive(Clone, Debug, Deserialize)]
pub struct Code {
    /// The styles' names, and whether they are on.
    pub styles: Vec<(String, bool)>,
    /// What is said of the marked line.
    pub aside: String,
    /// The lines.
    pub lines: Vec<CodeLine>,
}

/// A line of code.
#[derive(Clone, Debug, Deserialize)]
pub struct CodeLine {
    /// What it says.
    pub code: String,
    /// The step that it is.
    pub step: String,
    /// Whether it is marked, for the eye and for a screen reader.
    pub now: (bool, bool),
}

const HELPERS: &str = r"
    const text = (item) => item?.textContent.trim() ?? '';
    const diagram = (panel) => {
        const all = (selector) => [...panel.querySelectorAll(selector)];
        const steps = all('ol.unseen li');
        const current = steps.findIndex((step) => step.getAttribute('aria-current') === 'step');
        const whole = (arrow) => !!arrow?.querySelector('.shaft') && !!arrow.querySelector('.head');
        return {
            lanes: all('.heads span').map(text),
            moments: all('.moment[data-event]').map((row) => ({
                event: +row.dataset.event, state: row.dataset.state, chosen: row.dataset.chosen === 'true' })),
            messages: all('.moment:has(.command)').map((row) => ({
                event: +row.dataset.event,
                command: text(row.querySelector('.command .message')),
                reply: text(row.querySelector('.reply .message')),
                arrows: [...row.querySelectorAll('.command, .reply')].filter(whole).length,
            })),
            decisions: all('.decision').map((one) => ({ outcome: one.dataset.outcome, text: text(one) })),
            waiting: all('.moment[data-state=waiting]').map(text),
            interludes: all('text.interlude').map(text),
            steps: steps.map(text),
            current: current < 0 ? null : current,
            height: panel.querySelector('svg.sequence')?.getBoundingClientRect().height ?? 0,
        };
    };
";

const RACE: &str = "const panel = document.querySelector('#panel-race');
    return {
        title: text(panel.querySelector('h3')),
        sentence: text(panel.querySelector('.race-step p')),
        none: text(panel.querySelector('.race-none p')),
        offers: [...panel.querySelectorAll('.race-none button')].map(text),
        diagram: diagram(panel),
    };";

const BOARD: &str = "const panel = document.querySelector('#panel-break');
    const can = (button) => button.getAttribute('aria-disabled') !== 'true';
    return {
        goal: text(panel.querySelector('.goal')),
        picks: [...panel.querySelectorAll('.pick')].map((pick) => ({
            choice: +pick.dataset.do, who: text(pick.querySelector('.who')), what: text(pick.querySelector('.what')),
            key: text(pick.querySelector('kbd')), stuck: !can(pick), hint: pick.dataset.hint === 'true' })),
        tools: [...panel.querySelectorAll('.row button')].map((tool) => [text(tool), can(tool)]),
        counter: text(panel.querySelector('.counter strong')),
        score: text(panel.querySelector('.score')),
        broken: panel.querySelector('.score')?.dataset.over === 'true',
        said: [...panel.querySelectorAll('.board-said p')].map(text),
        sizes: [...panel.querySelectorAll('.stepper output')].map((size) => +size.value),
        diagram: diagram(panel),
    };";

const ORDERS: &str = "const panel = document.querySelector('#panel-orders');
    const progress = panel.querySelector('progress');
    return {
        finding: text(panel.querySelector('.found .finding')),
        situations: text(panel.querySelector('.chart .aside')),
        counting: text(panel.querySelector('.counting')),
        progress: progress && [progress.value, progress.max],
        stop: text(panel.querySelector('[data-key=stop]')),
        bars: [...panel.querySelectorAll('.bars button')].map((bar) => ({
            allowed: text(bar.children[0]), orders: text(bar.children[2]),
            lengths: [':not(.over)', '.over'].map((part) => bar.querySelector('i' + part)?.getBoundingClientRect().width ?? 0)
                .map((width) => width / bar.children[1].clientWidth) })),
    };";

const CODE: &str = "const panel = document.querySelector('#panel-code');
    return {
        styles: [...panel.querySelectorAll('[data-style]')].map((one) => [text(one), one.ariaPressed === 'true']),
        aside: text(panel.querySelector('.aside')),
        lines: [...panel.querySelectorAll('pre code')].map((line) => ({
            code: line.textContent.trimEnd(), step: line.dataset.step,
            now: [line.dataset.now === 'true', line.getAttribute('aria-current') === 'step'] })),
    };";

impl Page {
    /// Opens a tab by its name in links.
    ///
    /// # Errors
    /// When it does not open.
    pub async fn open_tab(&self, tab: &str) -> Result<()> {
        self.click(&format!("#tab-{tab}")).await?;
        eventually_eq("the tab", tab.to_owned(), async || self.tab().await).await?;
        self.panel_is_there().await
    }

    /// The tab that is on, by its name in links.
    ///
    /// # Errors
    /// When the browser does not answer, or there is more than one, or its panel is not the one in sight.
    pub async fn tab(&self) -> Result<String> {
        let script = "const on = [...document.querySelectorAll('[role=tab][aria-selected=true]')];
            const seen = [...document.querySelectorAll('[role=tabpanel]')].filter((panel) => panel.checkVisibility());
            return on.map((tab) => tab.id.slice(4)).concat(seen.filter((panel) => panel.id !== on[0]?.getAttribute('aria-controls'))
                .map((panel) => panel.id + ' in sight')).join(', ')";
        self.ask(script).await
    }

    /// The race as it is shown now.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn race(&self) -> Result<Race> {
        self.ask(&format!("{HELPERS}{RACE}")).await
    }

    /// Waits until the race is in sight: it begins in the upper half of the window, or all of it is there.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn race_comes_into_sight(&self) -> Result<()> {
        let script = "const { top, bottom } = document.querySelector('#panel-race').getBoundingClientRect();
            const high = top < innerHeight / 2 || bottom <= innerHeight;
            return !!document.querySelector('#panel-race .moment') && top >= -1 && high";
        eventually("the race is in sight", async || self.ask(script).await).await
    }

    /// The board as it is shown now.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn board(&self) -> Result<Board> {
        self.ask(&format!("{HELPERS}{BOARD}")).await
    }

    /// All orders, as they are shown now.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn all_orders(&self) -> Result<AllOrders> {
        self.ask(&format!("{HELPERS}{ORDERS}")).await
    }

    /// Waits until all orders are counted, as long as the count goes on.
    ///
    /// # Errors
    /// When it stops before that.
    pub async fn counted_orders(&self) -> Result<AllOrders> {
        let mut now = self.all_orders().await?;
        while now.finding.is_empty() {
            let before = now.counting.clone();
            eventually("the count goes on", async || {
                now = self.all_orders().await?;
                Ok(!now.finding.is_empty() || now.counting != before)
            })
            .await?;
        }
        Ok(now)
    }

    /// The code as it is shown once its text is there.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn code(&self) -> Result<Code> {
        let busy = "return document.querySelector('#panel-code pre').ariaBusy === 'true'";
        eventually_eq("the code is being loaded", false, async || self.ask(busy).await).await?;
        self.ask(&format!("{HELPERS}{CODE}")).await
    }

    /// Picks whose step comes next on the board, by mouse.
    ///
    /// # Errors
    /// When it can't be clicked.
    pub async fn pick_next(&self, choice: u8) -> Result<()> {
        self.click(&format!(".pick[data-do='{choice}']")).await
    }

    /// Where an element is in the window: left, top, width and height.
    ///
    /// # Errors
    /// When there is none.
    pub async fn place_of(&self, selector: &str) -> Result<[f64; 4]> {
        let script = "const item = document.querySelector(arguments[0]);
            item.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width, height } = item.getBoundingClientRect();
            return [left, top, width, height]";
        self.ask_about(script, vec![selector.into()]).await
    }
}

impl Board {
    /// A choice by its number.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick(&self, choice: u8) -> &Pick {
        self.picks.iter().find(|one| one.choice == choice).unwrap_or_else(|| panic!("no choice {choice}: {self:?}"))
    }

    /// Whether a button does anything now.
    ///
    /// # Panics
    /// When there is none.
    pub fn can(&self, tool: &str) -> bool {
        self.tools.iter().find(|(text, _)| text == tool).unwrap_or_else(|| panic!("no {tool}: {:?}", self.tools)).1
    }
}

impl Diagram {
    /// The rows that have happened, as the first part of all; none when they are mixed with others.
    pub fn past(&self) -> Option<usize> {
        let past = self.moments.iter().take_while(|row| row.state == "past").count();
        self.moments[past..].iter().all(|row| row.state == "to-come").then_some(past)
    }
}
