//! What is where, in windows of all sizes.

use anyhow::{Result, ensure};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Strategy};

tests![
    no_window_needs_sideways_scrolling,
    the_first_view_fits_a_laptop,
    stage_sliders_and_verdict_fit_a_courses_frame,
    words_on_the_stage_are_inside_it_and_apart,
    words_elsewhere_are_not_cut_off,
];

async fn no_window_needs_sideways_scrolling(page: &Page) -> Result<()> {
    let mut wide = Vec::new();
    for width in [320, 360, 500, 800, 1280, 2560] {
        page.resize(width, 740).await?;
        for query in ["", "strategy=get-set&servers=32&burst=1000&t=20ms", "strategy=get-incr&burst=0&colour=red"] {
            page.open(query).await?;
            let script = "const most = document.documentElement.clientWidth;
                const inside = (item) => item.closest('.scroller, .unseen, dialog, .marks');
                const out = [...document.body.querySelectorAll('*')].filter((item) => !inside(item)
                    && item.getBoundingClientRect().right > most + 1);
                return document.documentElement.scrollWidth > most
                    ? out.map((item) => item.outerHTML.slice(0, 90)).slice(-3).join(' | ') : null;";
            if let Some(what) = page.ask::<Option<String>>(script).await? {
                wide.push(format!("{width} px, ?{query}: {what}"));
            }
        }
    }
    none("wider than the window", &wide)
}

async fn the_first_view_fits_a_laptop(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for servers in [1, 4, 8, 32] {
            page.open(&format!("strategy={strategy}&servers={servers}&rtt=8ms")).await?;
            let parts = [".switcher", "p.what", ".stage", ".playbar", ".slider", ".card", ".story"];
            none(&format!("{strategy}, {servers} servers: out of sight"), &page.outside(&parts).await?)?;
        }
    }
    Ok(())
}

async fn stage_sliders_and_verdict_fit_a_courses_frame(page: &Page) -> Result<()> {
    page.resize(800, 640).await?;
    for strategy in Strategy::NAMES {
        page.open(&format!("strategy={strategy}")).await?;
        none(&format!("{strategy}: out of sight"), &page.outside(&[".stage", ".slider", ".card"]).await?)?;
    }
    Ok(())
}

async fn words_on_the_stage_are_inside_it_and_apart(page: &Page) -> Result<()> {
    let mut wrong = Vec::new();
    for (width, height) in [(360, 740), (800, 640), (1280, 800), (2560, 1300)] {
        page.resize(width, height).await?;
        for servers in [1, 4, 8, 16, 32] {
            for (strategy, playhead) in [("get-set", ""), ("get-set", "&t=20ms"), ("local", "")] {
                // Tallies of three digits where few servers share a thousand requests.
                for burst in [40, 1000] {
                    let query = format!(
                        "strategy={strategy}&servers={servers}&burst={burst}&rtt=20ms&balancer=round-robin{playhead}"
                    );
                    page.open(&query).await?;
                    let found = page.crowded(".stage", &[".stage svg text"]).await?;
                    wrong.extend(found.into_iter().take(3).map(|what| format!("{width} px, {query}: {what}")));
                }
            }
        }
    }
    none("on the stage", &wrong)
}

async fn words_elsewhere_are_not_cut_off(page: &Page) -> Result<()> {
    let script =
        "return [...document.querySelectorAll(`.switcher label span, .switcher > button, .card *, .story, p.what, button,
            .clock, .slider label, .setting span`)]
        .filter((item) => item.offsetParent && (item.scrollWidth > item.clientWidth + 1) && item.clientWidth > 0
            && getComputedStyle(item).overflowX !== 'visible')
        .map((item) => item.textContent)";
    for (width, height) in [(320, 700), (360, 740), (800, 640), (1280, 800)] {
        page.resize(width, height).await?;
        for strategy in crate::COUNTERS {
            page.open(&format!("strategy={strategy}&servers=32&burst=1000&limit=10000&rtt=500ms&window=400ms")).await?;
            let cut: Vec<String> = page.ask(script).await?;
            none(&format!("{strategy}, {width} px: cut off"), &cut)?;
        }
    }
    ensure!(page.shown().await?.cards.len() == 5, "a card is missing");
    Ok(())
}
