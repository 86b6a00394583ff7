//! The tab "Many runs": its second half.

use anyhow::Result;
use serde::Deserialize;

use super::Page;
use crate::eventually::eventually;

/// A sweep as it is shown.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Swept {
    /// Whether it is not yet what the settings ask for.
    pub busy: bool,
    /// What is said of it.
    pub finding: String,
    /// How far it is.
    pub counting: String,
    /// The button that stops it or has it go on.
    pub stop: String,
    /// What is said besides.
    pub notes: String,
    /// The table's heading, then its rows.
    pub table: Vec<Vec<String>>,
    /// How many measured points there are.
    pub measured: usize,
    /// How many closed forms are drawn in.
    pub rings: usize,
    /// The slider on the chart: where it is, and what is heard of it.
    pub mark: (f64, String, String),
}

/// How it is read from the page.
const READ: &str = r"
    const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
    const mark = document.querySelector('[name=sweep-here]');
    return {
        busy: document.querySelector('.sweep').ariaBusy === 'true',
        finding: text('.sweep .finding'),
        counting: text('.sweep .counting'),
        stop: text('.sweep .stop'),
        notes: text('.sweep .notes'),
        table: [...document.querySelectorAll('.sweep .numbers tr')].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
        measured: document.querySelectorAll('.sweep .chart .real').length,
        rings: [...document.querySelectorAll('.sweep .chart .rings')].filter((one) => one.getAttribute('d')).length,
        mark: [+mark.value, mark.getAttribute('aria-valuetext') ?? '', mark.ariaLabel ?? ''],
    };
";

/// Where a point of a strategy's curve is in the window, when that is scrolled to.
const POINT: &str = r"
    const [look, nth] = arguments, svg = document.querySelector('.sweep .chart svg');
    svg.scrollIntoView({ block: 'center', behavior: 'instant' });
    const places = svg.querySelector(`.look-${look} .mean`).getAttribute('d').match(/[\d.]+ [\d.]+/g);
    const [x, y] = places[nth].split(' ').map(Number), frame = svg.getBoundingClientRect();
    return [frame.left + x, frame.top + y];
";

impl Page {
    /// The sweep as it is shown now.
    ///
    /// # Errors
    /// When a part of it is missing.
    pub async fn sweep(&self) -> Result<Swept> {
        self.ask(READ).await
    }

    /// Waits until the sweep is what the settings ask for.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn sweep_rests(&self) -> Result<()> {
        let done = "return document.querySelector('.sweep')?.ariaBusy === 'false'
            && document.querySelector('.runs .said').ariaBusy === 'false'";
        eventually("both halves of many runs are done", async || self.ask(done).await).await
    }

    /// Waits until the sweep is what the settings ask for, with its table unfolded.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn swept(&self) -> Result<Swept> {
        let unfold =
            "const table = document.querySelector('.sweep details'); if (table) { table.open = true; } return !!table";
        eventually("there is a table", async || self.ask(unfold).await).await?;
        let mut swept = self.sweep().await?;
        eventually("the sweep is done", async || {
            swept = self.sweep().await?;
            Ok(!swept.busy && swept.stop.is_empty() && swept.table.len() > 1)
        })
        .await?;
        Ok(swept)
    }

    /// Presses a point of a strategy's curve: the curve's look, its place.
    ///
    /// # Errors
    /// When there is none.
    pub async fn press_point(&self, look: usize, nth: usize) -> Result<()> {
        let [x, y] = self.point_at(look, nth).await?;
        self.click_at(x, y).await
    }

    /// Where a point of a strategy's curve is in the window, when that is scrolled to.
    ///
    /// # Errors
    /// When there is none.
    pub async fn point_at(&self, look: usize, nth: usize) -> Result<[f64; 2]> {
        self.ask_about(POINT, vec![look.into(), nth.into()]).await
    }
}
