//! What is read out of its own accord: little, and nothing that is out of date by then.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;

tests![a_slider_that_is_held_is_announced_once_it_rests, each_step_is_announced_once_and_nothing_while_it_plays,];

/// Notes whatever a screen reader would read out when it changes.
const WATCH: &str = "
    window.announced = [];
    const region = (item) => {
        for (let at = item; at; at = at.parentElement) {
            const polite = at.matches('output, [role=status], [role=alert], [role=log]') ? 'polite' : null;
            const live = at.ariaLive ?? polite;
            if (live) { return live === 'off' || at.ariaBusy === 'true' ? null : at; }
        }
        return null;
    };
    const element = (node) => node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    new MutationObserver((changes) => new Set(changes.map(({ target }) => region(element(target))))
        .forEach((one) => { if (one?.checkVisibility() && one.textContent.trim()) announced.push(one.textContent.trim()); }))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    return null";

async fn announced(page: &Page) -> Result<Vec<String>> {
    page.ask("return window.announced").await
}

/// Whether what was announced last is what is now said of the playhead's step: by the race, where that has a step there, else
/// by the play bar.
async fn is_up_to_date(page: &Page) -> Result<()> {
    let (all, race, bar) = (announced(page).await?, page.text(".race-step").await?, page.text(".happening").await?);
    ensure!(all.last().is_some_and(|last| *last == race || *last == bar), "neither {race:?} nor {bar:?}: {all:#?}");
    Ok(())
}

/// Moves a slider as a key does that is held, a step in each frame.
const HOLD: &str = "const [slider, done] = [document.querySelector('#burst-slider'), arguments[0]];
    let left = 20;
    const step = () => {
        slider.stepUp();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        left -= 1;
        if (left > 0) { requestAnimationFrame(step); return; }
        slider.dispatchEvent(new Event('change', { bubbles: true }));
        done(null);
    };
    step()";

async fn a_slider_that_is_held_is_announced_once_it_rests(page: &Page) -> Result<()> {
    for tab in ["race", "break"] {
        page.open(&format!("strategy=get-set&t=12ms&tab={tab}")).await?;
        page.ask::<Option<()>>(WATCH).await?;
        page.ask_and_wait::<Option<()>>(HOLD, vec![]).await?;
        eventually("there is an announcement", async || Ok(!announced(page).await?.is_empty())).await?;
        let (_, trace) = page.shows_its_address().await?;
        let scenario = trace.scenario();
        ensure!(scenario.burst > 100, "{tab}: the slider has hardly moved: {}", scenario.burst);
        let verdict = limit_sim::verdict::Verdict::of(scenario);
        let said = format!("{} of {} let through, limit 10.", verdict.allowed, scenario.burst);
        page.click_button("Next event").await?;
        eventually(&format!("{tab}: the step is announced, too"), async || Ok(announced(page).await?.len() > 1))
            .await?;
        let all = announced(page).await?;
        ensure!(all.len() == 2 && all[0].starts_with(&said), "{tab}: not {said:?} and a step, but {all:#?}");
        is_up_to_date(page).await?;
    }
    Ok(())
}

async fn each_step_is_announced_once_and_nothing_while_it_plays(page: &Page) -> Result<()> {
    for tab in ["race", "break"] {
        page.open(&format!("strategy=get-set&t=10ms&tab={tab}")).await?;
        page.choose("pace", "1000").await?;
        page.ask::<Option<()>>(WATCH).await?;
        for steps in 1..=3 {
            page.click_button("Next event").await?;
            eventually_eq("how many steps are announced", steps, async || Ok(announced(page).await?.len())).await?;
            is_up_to_date(page).await?;
        }
        page.click_button("Play").await?;
        let (mut clocks, before) = (Vec::new(), announced(page).await?);
        eventually("it has played for a while", async || {
            clocks.push(page.text(".instant").await?);
            clocks.dedup();
            Ok(clocks.len() > 6)
        })
        .await?;
        ensure!(announced(page).await? == before, "{tab}, while it plays: {:#?}", announced(page).await?);
        page.click_button("Pause").await?;
        let said = async || Ok(announced(page).await?.len());
        eventually_eq("where it stopped is announced", before.len() + 1, said).await?;
        is_up_to_date(page).await?;
    }
    Ok(())
}
