//! Empty, extreme and odd settings.

use anyhow::{Context, Result, ensure};
use lab_tests::page::{Page, Shown};
use lab_tests::tests;
use thirtyfour::Key;

tests![extreme_settings_show_sane_words_and_numbers, playing_an_instant_or_a_long_run_ends_well,];

fn sane(shown: &Shown) -> Result<()> {
    let cards = shown.cards.values().flat_map(|card| [&card.value, &card.beside, &card.below]);
    for text in cards.chain([&shown.story, &shown.what, &shown.clock, &shown.of, &shown.key, &shown.counter]) {
        for odd in
            ["NaN", "inf", "undefined", "null", "Some(", "-0", "  ", "1 requests", "1 servers", "1 were", " ,", ".."]
        {
            // The number may end a longer one.
            let plain =
                !odd.starts_with("1 ") || !text.contains(|letter: char| letter.is_ascii_digit() && letter != '1');
            ensure!(!(plain && text.contains(odd)), "{text:?} contains {odd:?}");
        }
    }
    ensure!(shown.story.ends_with('.') && shown.what.ends_with('.'), "{:?}, {:?}", shown.story, shown.what);
    ensure!(shown.cards.values().all(|card| !card.value.is_empty() && !card.below.is_empty()), "{:?}", shown.cards);
    Ok(())
}

async fn extreme_settings_show_sane_words_and_numbers(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for settings in [
            "servers=1",
            "servers=32",
            "burst=1",
            "burst=1000",
            "limit=10000",
            "limit=1",
            "rtt=0ms",
            "spread=0ms",
            "spread=10s",
            "rtt=500ms&jitter=exponential",
            "window=1ms",
            "window=3600s",
            "servers=1&burst=1&limit=1&spread=0ms&rtt=0ms",
            "servers=32&burst=1000&limit=1&spread=0ms&rtt=500ms",
            "servers=32&limit=31",
            "burst=10",
            "burst=11",
            "burst=9",
            "balancer=sticky&servers=32",
            "balancer=least-busy&work=0ms",
            "balancer=least-busy&work=10s",
            "arrivals=even&spread=0ms",
        ] {
            let query = format!("strategy={strategy}&{settings}");
            page.open(&query).await?;
            let (shown, _) = page.shows_its_address().await.with_context(|| query.clone())?;
            sane(&shown).with_context(|| query.clone())?;
            for key in [Key::Home, Key::Right, Key::Left] {
                page.press(key).await?;
                let (shown, _) = page.shows_its_address().await.with_context(|| query.clone())?;
                sane(&shown).with_context(|| query.clone())?;
            }
        }
    }
    Ok(())
}

async fn playing_an_instant_or_a_long_run_ends_well(page: &Page) -> Result<()> {
    for query in ["strategy=local&burst=1&spread=0ms", "strategy=incr&burst=1000&servers=32&rtt=500ms&spread=0ms"] {
        page.open(&format!("{query}&t=0ms")).await?;
        page.choose("pace", "1").await?;
        page.press(Key::Home).await?;
        page.click_button("Play").await?;
        lab_tests::eventually::eventually("it ends", async || Ok(!page.shown().await?.playing)).await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.link().playhead.is_none(), "{}", shown.query);
    }
    Ok(())
}
