//! From a slider's input to the changed verdict.

use anyhow::{Result, ensure};
use lab_tests::page::Page;
use serde::Deserialize;
use serde_json::json;

use crate::times::{SLOWED, Times, slowed};

const SLIDE: &str = "
    const [times, answer] = [[], arguments[arguments.length - 1]];
    const slider = document.getElementById(arguments[0]);
    const verdict = document.querySelector('.cards');
    const changed = () => new Promise((done, fail) => {
        const before = verdict.dataset.traceHash;
        const patience = setTimeout(() => fail(new Error('an input changed no verdict')), 5000);
        const watch = new MutationObserver(() => {
            if (verdict.dataset.traceHash === before) return;
            done(performance.now());
            watch.disconnect();
            clearTimeout(patience);
        });
        watch.observe(verdict, { attributes: true });
    });
    (async () => {
        for (let nth = 0; nth < arguments[1]; nth += 1) {
            // Back and forth between two stops: each is another run.
            slider.value = +slider.value + (nth % 2 ? -1 : 1);
            const changing = changed();
            const start = performance.now();
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            times.push(await changing - start);
            // What waits for the hand to be still gets its turn too.
            await new Promise((done) => requestAnimationFrame(done));
        }
        return { times };
    })().then(answer, (error) => answer({ times: [], error: error.message }));";

#[derive(Deserialize)]
struct Slid {
    times: Vec<f64>,
    error: Option<String>,
}

/// Prints it for three strategies, on slower machines, too, and for as many requests as there can be.
pub async fn measure(page: &Page) -> Result<()> {
    for times in SLOWED {
        for strategy in ["local", "get-set", "incr"] {
            page.slow_down(1).await?;
            page.open(&format!("strategy={strategy}&burst=500&servers=16")).await?;
            page.slow_down(times).await?;
            let what = format!("slider to verdict, {strategy}, burst 500, 16 servers{}", slowed(times));
            slide(page, "burst-slider", 200).await?.print(&what, (times == 1).then_some(16.7));
        }
    }
    page.slow_down(1).await?;
    for strategy in ["local", "get-set", "script"] {
        page.open(&format!("strategy={strategy}&traffic=steady&rate=2000&for=10s")).await?;
        let what = format!("slider to verdict, {strategy}, a stream of 20,000");
        slide(page, "servers-slider", 20).await?.print(&what, Some(250.0));
    }
    Ok(())
}

/// Moves a slider so many times.
async fn slide(page: &Page, slider: &str, moves: u32) -> Result<Times> {
    let Slid { times, error } = page.ask_and_wait(SLIDE, vec![json!(slider), json!(moves)]).await?;
    ensure!(error.is_none(), "{slider}: {}", error.unwrap_or_default());
    Ok(Times::of(times))
}
