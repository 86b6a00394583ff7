//! From a slider's input to the changed verdict.

use anyhow::Result;
use lab_tests::page::Page;
use serde_json::json;

use crate::times::Times;

const SLIDE: &str = "
    const [times, answer] = [[], arguments[arguments.length - 1]];
    const slider = document.getElementById(arguments[0]);
    const verdict = document.querySelector('.cards');
    (async () => {
        for (let nth = 0; nth < arguments[1]; nth += 1) {
            // Back and forth between two stops: each is another run.
            slider.value = +slider.value + (nth % 2 ? -1 : 1);
            const before = verdict.dataset.traceHash;
            const start = performance.now();
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            while (verdict.dataset.traceHash === before) await null;
            times.push(performance.now() - start);
            // What waits for the hand to be still gets its turn too.
            await new Promise((done) => requestAnimationFrame(done));
        }
        answer(times);
    })();";

/// Prints it for three strategies.
pub async fn measure(page: &Page) -> Result<()> {
    for strategy in ["local", "get-set", "incr"] {
        page.open(&format!("strategy={strategy}&burst=500&servers=16")).await?;
        let times: Vec<f64> = page.ask_and_wait(SLIDE, vec![json!("burst-slider"), json!(200)]).await?;
        Times::of(times).print(&format!("slider to verdict, {strategy}, burst 500, 16 servers"), 16.7);
    }
    Ok(())
}
