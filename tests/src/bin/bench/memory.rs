//! What thousands of replays leave behind in memory.

use anyhow::{Context, Result};
use lab_tests::page::Page;
use serde::Deserialize;
use serde_json::json;

/// How much memory the program has, in megabytes: the page has what it offers (`xtask/src/trim.rs`).
pub const PROGRAM: &str = "return program.memory.buffer.byteLength / 1e6";

#[derive(Clone, Copy, Deserialize)]
struct Memory {
    script: f64,
    program: f64,
    elements: f64,
}

const MEMORY: &str = "gc(); return { script: performance.memory.usedJSHeapSize / 1e6,
    program: program.memory.buffer.byteLength / 1e6, elements: document.getElementsByTagName('*').length };";

const REPLAY: &str = "
    const answer = arguments[arguments.length - 1];
    const slider = document.getElementById('burst-slider');
    (async () => {
        for (let nth = 0; nth < arguments[0]; nth += 1) {
            slider.value = +slider.value + (nth % 2 ? -1 : 1);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            if (nth % 10 === 0) await new Promise((done) => requestAnimationFrame(done));
            for (let tick = 0; tick < 20; tick += 1) await null;
        }
        answer(null);
    })();";

/// Replays in one script: so few that one is never told to have taken too long, however slow the page.
const AT_ONCE: u32 = 100;

/// The first only warm up.
const WARM_UP: u32 = 1_000;

/// Prints what there is after the first replays, and what came to it.
pub async fn measure(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    replay(page, WARM_UP).await?;
    let first = tell(page, &format!("after {WARM_UP} replays to warm up")).await?;
    let mut last = first;
    for thousand in 1..=10 {
        replay(page, 1_000).await?;
        if [2, 5, 10].contains(&thousand) {
            last = tell(page, &format!("after {thousand} 000 more")).await?;
        }
    }
    println!(
        "growth over 10 000 replays (budget 0): {:+.2} MB of JavaScript, {:+.2} MB of program, {:+} elements",
        last.script - first.script,
        last.program - first.program,
        last.elements - first.elements
    );
    Ok(())
}

async fn replay(page: &Page, times: u32) -> Result<()> {
    for nth in 0..times / AT_ONCE {
        let replayed = page.ask_and_wait::<Option<()>>(REPLAY, vec![json!(AT_ONCE)]).await;
        replayed.with_context(|| format!("replaying ended after {} of {times}", nth * AT_ONCE))?;
    }
    Ok(())
}

async fn tell(page: &Page, when: &str) -> Result<Memory> {
    let memory: Memory = page.ask(MEMORY).await?;
    let Memory { script, program, elements } = memory;
    println!("memory {when}: {script:.2} MB of JavaScript, {program:.2} MB of program, {elements} elements");
    Ok(memory)
}
