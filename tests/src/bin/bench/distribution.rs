//! The tab "Many runs": from opening it to ten thousand counted, and how regularly the page draws meanwhile.

use anyhow::{Result, ensure};
use lab_tests::page::Page;
use serde::Deserialize;

use crate::times::Times;

/// Opens the tab, and answers when the bars are counted and when the curves are, with how far frames were apart until then.
const COUNT: &str = "
    const answer = arguments[arguments.length - 1];
    const [began, frames] = [performance.now(), []];
    let counted, last;
    document.getElementById('tab-runs').click();
    const patience = setTimeout(() => answer({ error: 'it does not end' }), 60000);
    const frame = (stamp) => {
        if (last) frames.push(stamp - last);
        last = stamp;
        const is = (part, busy) => document.querySelector(part)?.ariaBusy === busy;
        if (!counted && is('.runs .said', 'false')) counted = performance.now() - began;
        if (counted && is('.sweep', 'false')) {
            clearTimeout(patience);
            answer({ counted, swept: performance.now() - began, frames });
        } else {
            requestAnimationFrame(frame);
        }
    };
    requestAnimationFrame(frame);";

#[derive(Deserialize)]
struct Counted {
    #[serde(default)]
    counted: f64,
    #[serde(default)]
    swept: f64,
    #[serde(default)]
    frames: Vec<f64>,
    error: Option<String>,
}

/// Prints it for the lesson's four.
pub async fn measure(page: &Page) -> Result<()> {
    for strategy in ["local", "split", "get-set", "incr"] {
        page.open(&format!("strategy={strategy}")).await?;
        let Counted { counted, swept, frames, error } = page.ask_and_wait(COUNT, Vec::new()).await?;
        ensure!(error.is_none(), "{strategy}: {}", error.unwrap_or_default());
        println!(
            "{strategy}: 10,000 bursts of 40 counted after {counted:.0} ms (budget 1000 ms), 84 points of 1,000 after {swept:.0} ms"
        );
        Times::of(frames).print(&format!("{strategy}: from one frame to the next meanwhile"), Some(16.7));
    }
    Ok(())
}
