//! Many runs of one scenario in a browser, as they could be done: at one go, in slices of the page's own thread, in a worker.
//!
//! Each is beside the same natively on one core, and with how regularly the page draws meanwhile.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::needs::EngineBench;
use lab_tests::page::Page;
use serde::Deserialize;
use serde_json::json;
use tokio::process::Command;

/// Runs of each.
const RUNS: u32 = 10_000;
/// Times that each is done: the shortest counts.
const TIMES: u32 = 5;

/// The lesson's four.
const STRATEGIES: [&str; 4] = ["local", "split", "get-set", "incr"];

/// What a way of doing it comes to.
#[derive(Deserialize)]
struct Done {
    allowed: u32,
    seconds: f64,
    /// The 95th percentile of how far the page's frames were apart meanwhile, in milliseconds.
    apart: f64,
}

/// Prints bursts a second, and how far frames are apart.
pub async fn measure(page: &Page) -> Result<()> {
    let engine = EngineBench::find()?;
    println!("{RUNS} bursts of 40, 4 servers; frames: milliseconds from one to the next, p95, without load 16.7");
    println!(
        "{:>9} {:>16} {:>16} {:>12} {:>16} {:>8} {:>16} {:>8} {:>16}",
        "strategy",
        "native bursts/s",
        "at one go",
        "wasm/native",
        "in slices",
        "frames",
        "in a worker",
        "frames",
        "and its start"
    );
    for strategy in STRATEGIES {
        page.visit(&page.address_of("")).await?;
        eventually("the engine is there", async || page.ask("return !!window.ready && crossOriginIsolated").await)
            .await?;
        let link = format!("strategy={strategy}");
        let (native, seconds) = natively(&engine, &link).await?;
        let way = async |way: &str| -> Result<Done> {
            let done: Done = page
                .ask_and_wait(
                    "const answer = arguments[arguments.length - 1];
                    many(arguments[0], arguments[1], arguments[2], arguments[3]).then(answer);",
                    vec![json!(way), json!(link), json!(RUNS), json!(TIMES)],
                )
                .await?;
            ensure!(done.allowed == native, "{strategy}, {way}: {} let through, and {native} natively", done.allowed);
            Ok(done)
        };
        let rate = |seconds: f64| f64::from(RUNS) / seconds;
        let (whole, slices, worker, fresh) =
            (way("whole").await?, way("slices").await?, way("worker").await?, way("fresh").await?);
        println!(
            "{strategy:>9} {:>16.0} {:>16.0} {:>10.0} % {:>16.0} {:>8.1} {:>16.0} {:>8.1} {:>16.0}",
            rate(seconds),
            rate(whole.seconds),
            100.0 * seconds / whole.seconds,
            rate(slices.seconds),
            slices.apart,
            rate(worker.seconds),
            worker.apart,
            rate(fresh.seconds)
        );
    }
    Ok(())
}

/// How many requests all of them let through, and the seconds of the shortest.
async fn natively(engine: &EngineBench, link: &str) -> Result<(u32, f64)> {
    let arguments = [link, &RUNS.to_string(), &TIMES.to_string()];
    let output = Command::new(&engine.native).arg("many").args(arguments).output().await;
    let output = output.context("the native engine does not run")?;
    ensure!(output.status.success(), "the native engine failed: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout)?;
    let (allowed, seconds) = said.trim().split_once(' ').context("two numbers from the native engine")?;
    Ok((allowed.parse()?, seconds.parse()?))
}
