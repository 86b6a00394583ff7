//! Pictures for a person to look at.

use anyhow::Result;
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;

tests![every_strategy_has_its_picture_taken, every_choice_has_its_picture_taken, every_tab_has_its_picture_taken,];

const SIZES: [(u32, u32); 3] = [(1280, 800), (800, 640), (360, 740)];

async fn every_strategy_has_its_picture_taken(page: &Page) -> Result<()> {
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for theme in ["light", "dark"] {
            page.prefer(theme, "no-preference").await?;
            for strategy in crate::COUNTERS {
                for (when, playhead) in [("rest", ""), ("flight", "&t=20ms")] {
                    page.open(&format!("strategy={strategy}{playhead}")).await?;
                    // Some averages come a moment later.
                    let whole = async || Ok(page.shown().await?.card("allowed").below.contains("average"));
                    eventually("there is an average", whole).await?;
                    page.picture(&format!("{width}x{height}-{theme}/{strategy}-{when}")).await?;
                }
            }
        }
    }
    Ok(())
}

async fn every_choice_has_its_picture_taken(page: &Page) -> Result<()> {
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for theme in ["light", "dark"] {
            page.prefer(theme, "no-preference").await?;
            let take = async |name: &str| page.picture(&format!("{width}x{height}-{theme}/{name}")).await;
            page.open("strategy=lock&retries=20").await?;
            page.click("[data-opens=strategies]").await?;
            take("strategies").await?;
            page.open("strategy=read-write&rule=token-bucket").await?;
            page.click(".about-it").await?;
            eventually("the cards are there", async || Ok(page.text("#about").await?.contains("Bound"))).await?;
            take("about").await?;
            page.open("strategy=incr").await?;
            page.choose("rule", "gcra").await?;
            take("refused-rule").await?;
            page.open("strategy=sync-all&traffic=steady&users=3&greedy=4").await?;
            page.unfold(".straddle").await?;
            take("stream").await?;
            for strategy in ["owner", "lease", "deny-cache"] {
                page.open(&format!("strategy={strategy}&t=20ms")).await?;
                take(strategy).await?;
            }
        }
    }
    Ok(())
}

const SMALLEST: &str = "strategy=get-set&servers=2&burst=2&limit=1&spread=1ms&arrivals=even&balancer=round-robin";

/// What is pictured, by name.
const TABS: [(&str, &str); 14] = [
    ("race-get-set-rest", "strategy=get-set"),
    ("race-get-set-flight", "strategy=get-set&t=12.1ms"),
    ("race-get-incr", "strategy=get-incr"),
    ("race-smallest", SMALLEST),
    ("race-local", "strategy=local"),
    ("race-incr", "strategy=incr"),
    ("board-start", "strategy=get-set&tab=break"),
    (
        "board-half",
        "strategy=get-set&tab=break&case-servers=3&case-requests=5&case-limit=2&case-extras=both&order=1.2.3.1",
    ),
    ("board-broken", "strategy=get-set&tab=break&order=1.2.1.2"),
    ("orders", "strategy=get-set&tab=orders&case-servers=3&case-requests=6&case-limit=2"),
    ("orders-incr", "strategy=incr&tab=orders"),
    ("cost", "strategy=incr&tab=cost"),
    ("code", "strategy=get-set&tab=code&t=12.1ms"),
    ("events", "strategy=get-set&tab=events&t=22ms"),
];

async fn every_tab_has_its_picture_taken(page: &Page) -> Result<()> {
    for (width, height) in SIZES {
        page.resize(width, height).await?;
        for theme in ["light", "dark"] {
            page.prefer(theme, "no-preference").await?;
            for (name, query) in TABS {
                crate::details_layout::open(page, query).await?;
                page.ask::<()>("document.querySelector('.details').scrollIntoView({ behavior: 'instant' })").await?;
                page.picture(&format!("{width}x{height}-{theme}/tab-{name}")).await?;
            }
        }
    }
    Ok(())
}
