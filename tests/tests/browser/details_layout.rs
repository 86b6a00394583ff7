//! What is under the tabs fits the window, at all sizes.

use anyhow::Result;
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;

tests![
    no_tab_needs_sideways_scrolling,
    no_words_under_the_tabs_are_cut_off,
    words_in_the_diagrams_are_inside_them_and_apart,
];

const SIZES: [(u32, u32); 3] = [(360, 740), (800, 640), (1280, 800)];

/// Every tab in states that need room.
pub const STATES: [&str; 25] = [
    "strategy=get-set",
    "strategy=get-set&t=20ms",
    "strategy=get-incr&rtt=20ms&servers=6&burst=900&request=701",
    "strategy=incr&request=1",
    "strategy=local",
    "strategy=split&servers=6",
    "strategy=get-set&servers=2&burst=2&limit=1&spread=1ms&arrivals=even&balancer=round-robin",
    "strategy=get-set&tab=break",
    "strategy=get-set&tab=break&order=1.2.1",
    "strategy=get-set&tab=break&order=1.2.1.2",
    "strategy=incr&tab=break&case-servers=4&case-requests=6&case-limit=3&case-extras=both&order=1.2.3.4.5.6.1",
    "strategy=local&tab=break&case-servers=3&case-requests=6&case-extras=crash&order=1.2.9.3",
    "strategy=get-set&tab=orders&case-servers=4&case-requests=8&case-limit=2",
    "strategy=incr&tab=orders",
    "strategy=get-set&tab=compare",
    "strategy=incr&tab=cost",
    "strategy=local&tab=cost&cost-rate=1000000&cost-checks=20.0&cost-service=10ms&cost-buckets=100000000&cost-bytes=100000",
    "strategy=incr&tab=failure",
    "strategy=local&tab=failure",
    "strategy=incr&limit=1000&traffic=steady&rate=400&for=2s&redis=slow@500ms..1500msx2000&tab=failure&stands-for=10000&t=1s",
    "strategy=get-set&tab=code&window=500ms",
    "strategy=split&tab=code",
    "strategy=get-set&tab=events&t=20ms",
    "strategy=get-set&tab=runs&runs=300",
    "strategy=local&traffic=steady&rate=100&for=3s&tab=runs&runs=150",
];

/// Opens a state, and waits for what takes time.
pub async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    if query.contains("tab=orders") {
        page.counted_orders().await?;
    }
    if query.contains("tab=runs") {
        page.counted_runs().await?;
    }
    page.shows_its_address().await?;
    Ok(())
}

async fn no_tab_needs_sideways_scrolling(page: &Page) -> Result<()> {
    let script = "const most = document.documentElement.clientWidth;
        // Pictures end at their edge, whatever is drawn beyond it, but their words must not be cut off there.
        const drawn = (item) => item.ownerSVGElement && item.localName !== 'text';
        const inside = (item) => item.closest('.scroller, .unseen, dialog, .marks, pre') || drawn(item);
        const out = [...document.body.querySelectorAll('*')].filter((item) => !inside(item)
            && item.checkVisibility() && item.getBoundingClientRect().right > most + 1);
        return document.documentElement.scrollWidth > most || out.length > 0
            ? out.map((item) => item.outerHTML.slice(0, 90)).slice(-3).join(' | ') : null;";
    let mut wide = Vec::new();
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for query in STATES {
            open(page, query).await?;
            if let Some(what) = page.ask::<Option<String>>(script).await? {
                wide.push(format!("{width} px, ?{query}: {what}"));
            }
        }
    }
    none("wider than the window", &wide)
}

async fn no_words_under_the_tabs_are_cut_off(page: &Page) -> Result<()> {
    // Code and table are scrolled in their own frames, and say so.
    let script = "return [...document.querySelectorAll('.details *')].filter((item) => item.checkVisibility()
            && !item.closest('.unseen, svg, pre, .scroller') && getComputedStyle(item).overflowX !== 'visible'
            && item.clientWidth > 0 && (item.scrollWidth > item.clientWidth + 1 || item.scrollHeight > item.clientHeight + 1))
        .map((item) => `${item.localName}.${item.className}: ${item.textContent.slice(0, 60)}`)";
    let mut cut = Vec::new();
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for query in STATES {
            open(page, query).await?;
            let found: Vec<String> = page.ask(script).await?;
            cut.extend(found.into_iter().take(3).map(|what| format!("{width} px, ?{query}: {what}")));
        }
    }
    none("cut off", &cut)
}

async fn words_in_the_diagrams_are_inside_them_and_apart(page: &Page) -> Result<()> {
    let mut wrong = Vec::new();
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for query in STATES.into_iter().filter(|query| !query.contains("tab=") || query.contains("order=")) {
            open(page, query).await?;
            let mut found = page.crowded(".panel svg.sequence", &[".panel svg.sequence text"]).await?;
            found.extend(page.crowded("body", &[".panel .heads span"]).await?);
            wrong.extend(found.into_iter().take(4).map(|what| format!("{width} px, ?{query}: {what}")));
        }
    }
    none("in the diagrams", &wrong)
}
