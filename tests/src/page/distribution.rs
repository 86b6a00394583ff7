//! The tab "Many runs", its first half.

use anyhow::Result;
use serde::Deserialize;

use super::Page;
use crate::eventually::eventually;

/// How many runs let how many through, as it is shown.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Distribution {
    /// The sentences.
    pub said: String,
    /// Whether more is to come.
    pub busy: bool,
    /// How far the count is, and how far it goes.
    pub progress: Option<(u64, u64)>,
    /// The button that stops or resumes the count.
    pub stop: String,
    /// The bars: the least number of each, its runs, and how many of them let too many through.
    pub bars: Vec<(u32, u64, u64)>,
    /// What is marked in the picture.
    pub labels: Vec<String>,
    /// What the marks are, with their numbers.
    pub legend: Vec<(String, String)>,
    /// What stands below the picture.
    pub hint: String,
    /// The buttons that find a run.
    pub finds: Vec<String>,
    /// The command for the same numbers.
    pub command: String,
    /// The table's rows.
    pub rows: Vec<Vec<String>>,
}

const SHOWN: &str = "const panel = document.querySelector('.runs');
    const text = (item) => item?.textContent.trim() ?? '';
    const all = (selector) => [...panel.querySelectorAll(selector)];
    const progress = panel.querySelector('progress');
    return {
        said: text(panel.querySelector('.said')), busy: panel.querySelector('.said').ariaBusy === 'true',
        progress: progress && [progress.value, progress.max], stop: text(panel.querySelector('[data-key=stop]')),
        bars: all('[data-first]').map(({ dataset }) => [+dataset.first, +dataset.runs, +dataset.over]),
        labels: all('text.label').map(text), legend: all('.legend div').map((one) => [...one.children].map(text)),
        hint: text(panel.querySelector('.hint')), command: text(panel.querySelector('.command code')),
        finds: all('.finds button').filter((one) => one.checkVisibility()).map(text),
        rows: all('tbody tr').map((row) => [...row.children].map(text)),
    };";

impl Page {
    /// How many runs let how many through, as it is shown now.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn distribution(&self) -> Result<Distribution> {
        self.ask(SHOWN).await
    }

    /// Waits until all runs are counted, as long as that goes on.
    ///
    /// # Errors
    /// When it stops before that.
    pub async fn counted_runs(&self) -> Result<Distribution> {
        let mut now = self.distribution().await?;
        while now.busy || now.bars.is_empty() {
            let before = now.progress;
            eventually("the count goes on", async || {
                now = self.distribution().await?;
                Ok(!now.busy && !now.bars.is_empty() || now.progress != before)
            })
            .await?;
        }
        Ok(now)
    }
}

impl Distribution {
    /// The number beside a mark's name; empty if there is no such mark.
    pub fn number(&self, name: &str) -> &str {
        self.legend.iter().find(|(own, _)| own == name).map_or("", |(_, number)| number)
    }
}
