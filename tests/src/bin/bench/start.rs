//! From following a link to the lab to the first verdict, with nothing in the browser's cache.

use anyhow::Result;
use lab_tests::page::Page;
use serde::Deserialize;

use crate::times::{SLOWED, Times, slowed};

/// Notes when the first verdict stands in the page.
const WATCH: &str = "
    new MutationObserver((_, watch) => {
        if (!document.querySelector('.cards .card .value strong')?.textContent) return;
        window.verdict_after = performance.now();
        watch.disconnect();
    }).observe(document, { childList: true, subtree: true, characterData: true });";

/// Loads of each.
const MANY: u32 = 20;

#[derive(Deserialize)]
struct Started {
    painted: f64,
    verdict: f64,
}

/// Prints it, on slower machines, too.
pub async fn measure(page: &Page) -> Result<()> {
    page.before_each_page(WATCH);
    page.without_cache().await?;
    for times in SLOWED {
        page.slow_down(times).await?;
        let (mut painted, mut verdict) = (Vec::new(), Vec::new());
        for nth in 0..MANY {
            page.visit(&page.address_of(&format!("strategy=get-set&seed={nth}"))).await?;
            page.first_view_is_there().await?;
            let started: Started = page
                .ask_and_wait(
                    "const answer = arguments[arguments.length - 1];
                    const look = () => {
                        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
                        if (painted && window.verdict_after) answer({ painted, verdict: window.verdict_after });
                        else requestAnimationFrame(look);
                    };
                    look();",
                    Vec::new(),
                )
                .await?;
            painted.push(started.painted);
            verdict.push(started.verdict);
        }
        Times::of(painted).print(&format!("from the link to the first paint{}", slowed(times)), None);
        Times::of(verdict).print(&format!("from the link to the first verdict{}", slowed(times)), None);
    }
    Ok(())
}
