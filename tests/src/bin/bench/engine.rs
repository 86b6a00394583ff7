//! The engine in WebAssembly, beside a binary heap in JavaScript in the same browser, and beside itself natively.
//!
//! What counts are ratios: the three are timed in turn, many times, so that whatever else the machine does hits all.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::needs::EngineBench;
use lab_tests::page::Page;
use lab_tests::site::Site;
use serde_json::json;
use tokio::process::Command;

/// Requests in a burst.
const BURSTS: [u32; 3] = [40, 1_000, 100_000];

/// How long the three are timed for one burst, in all.
const EACH: Duration = Duration::from_secs(10);

/// Samples of one before it is the next one's turn: the first find the processor's caches cold.
const IN_A_ROW: u32 = 5;

/// The page that holds the two, with the engine as it was compiled.
pub async fn site() -> Result<Site> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-bench/page");
    Site::apart(&page, &EngineBench::find()?.wasm).await
}

/// Prints bursts a second, and the ratios.
pub async fn measure(page: &Page) -> Result<()> {
    let engine = EngineBench::find()?;
    println!("get-set, 4 servers, 1 request a ms, round trip 2 ms; counts alone, one core");
    println!(
        "{:>8} {:>15} {:>15} {:>14} {:>19} {:>18} {:>23}",
        "requests",
        "wasm bursts/s",
        "wasm events/s",
        "JS bursts/s",
        "wasm/JS (budget 2)",
        "native bursts/s",
        "wasm/native (budget 70%)"
    );
    for burst in BURSTS {
        // Afresh for each burst: what the browser learned of one would slow the heap down in the next.
        page.visit(&page.address_of("")).await?;
        eventually("the engine is there", async || page.ask("return !!window.ready && crossOriginIsolated").await)
            .await?;
        let runs = (12_000 / burst).max(1);
        let allowed = agree(page, &engine, burst, runs).await?;
        let Seconds { native, wasm, heap } = time_in_turn(page, &engine, burst, runs).await?;
        // Each request is routed and reaches its server. Each of its commands, of which only those that are let through
        // have two, is queued, executed and answered.
        let requests = burst * runs;
        let events = f64::from(2 * requests + 3 * (requests + allowed));
        let runs = f64::from(runs);
        println!(
            "{burst:>8} {:>15.0} {:>15.0} {:>14.0} {:>19.2} {:>18.0} {:>22.0} %",
            runs / wasm,
            events / wasm,
            runs / heap,
            heap / wasm,
            runs / native,
            100.0 * native / wasm
        );
    }
    Ok(())
}

/// The three are only worth comparing if they say the same; how many requests they let through.
async fn agree(page: &Page, engine: &EngineBench, burst: u32, runs: u32) -> Result<u32> {
    let (native, _) = natively(engine, burst, runs).await?;
    let (wasm, heap): (u32, u32) =
        page.ask_about("return bench.prepare(...arguments)", vec![json!(burst), json!(runs)]).await?;
    ensure!(
        wasm == native && heap == native,
        "of {runs} bursts of {burst}, the engine lets {native} through natively and {wasm} in the browser; the heap {heap}"
    );
    Ok(native)
}

/// The least seconds of a sample.
struct Seconds {
    native: f64,
    wasm: f64,
    heap: f64,
}

async fn time_in_turn(page: &Page, engine: &EngineBench, burst: u32, runs: u32) -> Result<Seconds> {
    let mut least = Seconds { native: f64::INFINITY, wasm: f64::INFINITY, heap: f64::INFINITY };
    let began = Instant::now();
    while began.elapsed() < EACH {
        least.native = least.native.min(natively(engine, burst, runs).await?.1);
        least.wasm = least.wasm.min(in_browser(page, "wasm").await?);
        least.heap = least.heap.min(in_browser(page, "heap").await?);
    }
    Ok(least)
}

/// How many requests a sample lets through, and the seconds of the shortest.
async fn natively(engine: &EngineBench, burst: u32, runs: u32) -> Result<(u32, f64)> {
    let numbers = [burst, runs, IN_A_ROW].map(|number| number.to_string());
    let output = Command::new(&engine.native).args(numbers).output().await.context("the native engine does not run")?;
    ensure!(output.status.success(), "the native engine failed: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout)?;
    let (allowed, seconds) = said.trim().split_once(' ').context("two numbers from the native engine")?;
    Ok((allowed.parse()?, seconds.parse()?))
}

async fn in_browser(page: &Page, engine: &str) -> Result<f64> {
    page.ask_about("return bench.shortest(...arguments)", vec![json!(engine), json!(IN_A_ROW)]).await
}
