//! How long the script of an animation frame takes.

use anyhow::Result;
use lab_tests::eventually::eventually;
use lab_tests::page::Page;

use crate::times::Times;

/// Keeps how long each animation frame's script took, with all that it set off.
const WATCH: &str = "
    window.frames_took = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (frame) => ask(async (stamp) => {
        const start = performance.now();
        frame(stamp);
        for (let tick = 0; tick < 20; tick += 1) await null;
        frames_took.push(performance.now() - start);
    });";

/// Prints it for a burst that is all in flight at once.
pub async fn measure(page: &Page) -> Result<()> {
    page.before_each_page(WATCH);
    page.open("strategy=get-set&burst=500&servers=16&spread=0ms&rtt=500ms&t=20ms").await?;
    page.choose("pace", "20").await?;
    page.ask::<()>("frames_took.length = 0").await?;
    page.click_button("Play").await?;
    eventually("240 frames were drawn", async || page.ask("return frames_took.length >= 240").await).await?;
    Times::of(page.ask("return frames_took").await?).print("script of an animation frame, 500 dots in flight", 4.0);
    Ok(())
}
