//! Empty, extreme and odd settings.

use anyhow::{Context, Result, ensure};
use lab_tests::page::{Page, Shown};
use lab_tests::random::Source;
use lab_tests::tests;
use thirtyfour::Key;

tests![
    extreme_settings_show_sane_words_and_numbers,
    playing_an_instant_or_a_long_run_ends_well,
    trying_things_at_random_breaks_nothing,
];

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
    for strategy in crate::STRATEGIES {
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

async fn trying_things_at_random_breaks_nothing(page: &Page) -> Result<()> {
    let mut source = Source::announced("trying things at random");
    page.open("").await?;
    page.pick("get-incr").await?;
    page.press(" ").await?;
    ensure!(page.ask::<bool>("return !!document.querySelector('dialog[open]')").await?, "it opens where the focus is");
    page.press(Key::Escape).await?;
    for _ in 0..150 {
        let part = source.below(101) as f64 / 100.0;
        match source.below(12) {
            0 => page.pick(crate::STRATEGIES[source.below(5)]).await?,
            1 | 2 => page.drag(["#servers-slider", "#burst-slider", "#rtt-slider"][source.below(3)], 0.5, part).await?,
            3 => page.drag(".scrub", 0.5, part).await?,
            4 => page.click_button("Another burst").await?,
            5 => page.press(["o", "O", " ", "x"][source.below(4)]).await?,
            6 => page.press([Key::Home, Key::End, Key::Left, Key::Right][source.below(4)].clone()).await?,
            7 => page.choose("balancer", ["random", "round-robin", "least-busy", "sticky"][source.below(4)]).await?,
            8 => page.type_into("limit", ["1", "10", "300", "none"][source.below(4)]).await?,
            9 => {
                page.back().await?;
                // Back from the first entry leads out of the lab.
                if page.address().await?.starts_with("about:") {
                    page.forward().await?;
                }
            }
            10 => page.forward().await?,
            _ => page.choose("theme", ["system", "light", "dark", "projector"][source.below(4)]).await?,
        }
        page.runs().await?;
        // The space bar presses the button that has the focus: the one of a dialog that was left has it again.
        if page.ask("return !!document.querySelector('dialog[open]')").await? {
            page.press(Key::Escape).await?;
        }
    }
    if page.shown().await?.playing {
        page.click_button("Pause").await?;
    }
    sane(&page.shows_its_address().await?.0)
}
