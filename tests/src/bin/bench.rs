//! How fast the page is, in a headless Chromium: `cargo xtask bench --only browser`.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use lab_tests::browser::Browser;
use lab_tests::driver::Driver;
use lab_tests::needs::Needs;
use lab_tests::page::Page;
use lab_tests::site::Site;
use serde::Deserialize;
use serde_json::json;

fn main() -> ExitCode {
    let measured = tokio::runtime::Runtime::new().map_err(Into::into).and_then(|runtime| runtime.block_on(measure()));
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<()> {
    let needs = Arc::new(Needs::find()?);
    let site = Site::at_root(&needs.dist).await?;
    let driver = Driver::start(&needs.chromedriver).await?;
    let browser = Browser::start(&needs, &driver).await?;
    let page = Page::new(&browser, site.address(), needs).await?;
    page.before_each_page(WATCH).await?;
    let measured = async {
        slider_to_verdict(&page).await?;
        frames(&page).await?;
        memory(&page).await
    };
    let measured = measured.await;
    browser.quit().await?;
    driver.stop().await;
    measured
}

/// Keeps the program's memory, and how long each animation frame's script took, with all that it set off.
const WATCH: &str = "
    window.frames_took = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (frame) => ask(async (stamp) => {
        const start = performance.now();
        frame(stamp);
        for (let tick = 0; tick < 20; tick += 1) await null;
        frames_took.push(performance.now() - start);
    });
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const make = WebAssembly[name].bind(WebAssembly);
        WebAssembly[name] = async (...given) => {
            const made = await make(...given);
            window.program = made.instance ?? made;
            return made;
        };
    }";

/// Milliseconds, sorted.
struct Times(Vec<f64>);

impl Times {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    fn percent(&self, percent: usize) -> f64 {
        self.0.get((self.0.len() * percent).div_ceil(100).saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    fn print(&self, what: &str, budget: f64) {
        let [half, most, all] = [50, 95, 100].map(|percent| self.percent(percent));
        let count = self.0.len();
        println!("{what}: median {half:.2} ms, p95 {most:.2} ms (budget {budget} ms), longest {all:.2} ms, of {count}");
    }
}

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

async fn slider_to_verdict(page: &Page) -> Result<()> {
    for strategy in ["local", "get-set", "incr"] {
        page.open(&format!("strategy={strategy}&burst=500&servers=16")).await?;
        let times: Vec<f64> = page.ask_and_wait(SLIDE, vec![json!("burst-slider"), json!(200)]).await?;
        Times::of(times).print(&format!("slider to verdict, {strategy}, burst 500, 16 servers"), 16.7);
    }
    Ok(())
}

async fn frames(page: &Page) -> Result<()> {
    page.open("strategy=get-set&burst=500&servers=16&spread=0ms&rtt=500ms&t=20ms").await?;
    page.choose("pace", "20").await?;
    page.ask::<()>("frames_took.length = 0").await?;
    page.click_button("Play").await?;
    let enough = async || page.ask::<bool>("return frames_took.length >= 240").await;
    lab_tests::eventually::eventually("240 frames were drawn", enough).await?;
    Times::of(page.ask("return frames_took").await?).print("script of an animation frame, 500 dots in flight", 4.0);
    Ok(())
}

#[derive(Deserialize)]
struct Memory {
    script: f64,
    program: f64,
    elements: f64,
}

const MEMORY: &str = "gc(); return { script: performance.memory.usedJSHeapSize / 1e6,
    program: program.exports.memory.buffer.byteLength / 1e6, elements: document.getElementsByTagName('*').length };";

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

async fn memory(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let tell = async |when: &str| {
        let Memory { script, program, elements } = page.ask(MEMORY).await?;
        println!("memory {when}: {script:.2} MB of JavaScript, {program:.2} MB of program, {elements} elements");
        anyhow::Ok(())
    };
    for thousand in 0..=10 {
        // The first thousand only warm up.
        page.ask_and_wait::<Option<()>>(REPLAY, vec![json!(1_000)]).await?;
        if [0, 5, 10].contains(&thousand) {
            tell(&format!("after {thousand} 000 replays")).await?;
        }
    }
    Ok(())
}
