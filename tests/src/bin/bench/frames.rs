//! How long the script of an animation frame takes.

use anyhow::Result;
use lab_tests::page::Page;
use serde_json::json;

use crate::times::{SLOWED, Times, slowed};

/// Keeps how long each animation frame's script took, with all that it set off.
const WATCH: &str = "
    window.frames_took = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (frame) => ask(async (stamp) => {
        const start = performance.now();
        frame(stamp);
        for (let tick = 0; tick < 20; tick += 1) await null;
        frames_took.push(performance.now() - start);
    });
    window.next_frame = () => new Promise(ask);";

/// Waits for so many frames, and answers how long they took and how many discs of what is under way the next one has.
const FRAMES: &str = "
    const [wanted, answer] = [arguments[0], arguments[arguments.length - 1]];
    (async () => {
        frames_took.length = 0;
        while (frames_took.length < wanted) await next_frame();
        const took = frames_took.slice(0, wanted);
        const canvas = CanvasRenderingContext2D.prototype, arc = canvas.arc;
        let discs = 0;
        canvas.arc = function (x, y, radius, ...rest) {
            if (radius === 4.5) discs += 1;
            return arc.call(this, x, y, radius, ...rest);
        };
        await next_frame();
        discs = 0;
        await next_frame();
        canvas.arc = arc;
        return [took, discs];
    })().then(answer);";

/// Frames of each.
const MANY: u32 = 100;

/// What is all in flight for as long as it is watched, and the milliseconds that 95 % of its frames may take on this machine. A
/// burst has 1,000 requests at most; a stream that waits for half a second has 5,000 under way.
const IN_FLIGHT: [(&str, &str, Option<f64>); 3] = [
    ("50", "burst=50&servers=16&spread=0ms&t=20ms", None),
    ("500", "burst=500&servers=16&spread=0ms&t=20ms", Some(4.0)),
    ("5,000", "servers=16&traffic=steady&rate=10000&for=2s&t=600ms", None),
];

/// Prints it for each, on slower machines, too.
pub async fn measure(page: &Page) -> Result<()> {
    page.before_each_page(WATCH);
    for (dots, link, budget) in IN_FLIGHT {
        for times in SLOWED {
            page.slow_down(1).await?;
            page.open(&format!("strategy=get-set&rtt=500ms&{link}")).await?;
            page.choose("pace", "100").await?;
            page.click_button("Play").await?;
            page.slow_down(times).await?;
            let (took, discs): (Vec<f64>, u32) = page.ask_and_wait(FRAMES, vec![json!(MANY)]).await?;
            let what = format!("script of an animation frame, {dots} in flight ({discs} drawn){}", slowed(times));
            Times::of(took).print(&what, budget.filter(|_| times == 1));
        }
    }
    Ok(())
}
