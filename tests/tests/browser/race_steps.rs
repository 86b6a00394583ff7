//! Stage, table and diagram go through a race step by step, together.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::Choice;
use limit_sim::time::Time;
use limit_sim::trace::{Extent, Trace};

use crate::race_diagram::{race_of, steps_of};

tests![
    stage_table_and_diagram_show_the_same_instant,
    while_it_plays_the_diagram_goes_along,
    step_on_and_step_back_go_from_command_to_command,
    each_step_has_a_sentence_and_the_end_says_what_came_of_it,
    pausing_stops_at_each_read_decision_and_write,
    without_pausing_or_under_another_tab_playing_goes_to_the_end,
    a_press_on_the_diagram_moves_the_playhead_there,
    a_shorter_run_is_told_from_its_own_steps_wherever_the_playhead_was,
    stepping_on_from_the_end_begins_again,
    the_current_step_is_marked_whatever_has_changed,
];

async fn stage_table_and_diagram_show_the_same_instant(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&t=0ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        for part in [0.1, 0.35, 0.5, 0.9] {
            page.click_along(".scrub", part).await?;
            // The mark of a request over the limit that is near opens its race; elsewhere the tab stays.
            for tab in ["events", "race"] {
                page.open_tab(tab).await?;
                let (shown, _) = page.shows_its_address().await.with_context(|| format!("{strategy}, {tab}"))?;
                ensure!(shown.link().tab.name() == tab, "{}", shown.query);
            }
            page.click_button("Next event").await?;
            page.shows_its_address().await?;
        }
        ensure!(page.race().await?.diagram.past().is_some(), "what has happened is not above what has not");
        ensure!(trace == Trace::of(&page.link().await?.scenario), "another run");
    }
    Ok(())
}

async fn while_it_plays_the_diagram_goes_along(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        let (shown, trace) = page.shows_its_address().await?;
        // From where the race begins: long before it there is nothing to see.
        let (first, _) = shown.moments.first().context("a row")?;
        page.open(&format!("strategy={strategy}&t={}", trace.events()[*first].at)).await?;
        page.choose("pace", "1000").await?;
        page.click_button("Play").await?;
        let mut seen = Vec::new();
        loop {
            let shown = page.shown().await?;
            shown.agrees_with(&trace)?;
            let past = shown.moments.iter().filter(|(_, happened)| *happened).count();
            ensure!(seen.last().is_none_or(|before| *before <= past), "the diagram went back from {seen:?} to {past}");
            seen.push(past);
            if past == shown.moments.len() || !shown.playing {
                break;
            }
        }
        seen.dedup();
        ensure!(seen.len() > 2, "{strategy}: the diagram was seen at {seen:?} only");
    }
    Ok(())
}

async fn playhead_becomes(page: &Page, at: Time, end: Time) -> Result<()> {
    eventually_eq("the playhead", at, async || Ok(page.link().await?.playhead.unwrap_or(end))).await
}

async fn step_on_and_step_back_go_from_command_to_command(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&t=0ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let stops = race_of(&trace, None, Extent::Few).stops;
        for stop in &stops {
            page.click_button("Step on \u{203a}").await?;
            playhead_becomes(page, *stop, trace.end()).await?;
            page.shows_its_address().await?;
        }
        // After the last step there is the run's end.
        page.click_button("Step on \u{203a}").await?;
        playhead_becomes(page, trace.end(), trace.end()).await?;
        let before = |at: &&Time| **at < trace.end();
        for stop in stops.iter().rev().filter(before).chain([&Time::START]) {
            page.click_button("\u{2039} Step back").await?;
            playhead_becomes(page, *stop, trace.end()).await?;
        }
        page.shows_its_address().await?;
    }
    Ok(())
}

async fn each_step_has_a_sentence_and_the_end_says_what_came_of_it(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&t=0ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let race = race_of(&trace, None, Extent::Few);
        ensure!(page.race().await?.sentence.starts_with("Nothing has happened to these requests yet"), "{strategy}");
        for (place, (_, event)) in steps_of(&trace, &race).enumerate() {
            page.click_button("Step on \u{203a}").await?;
            playhead_becomes(page, event.at, trace.end()).await?;
            let shown = page.race().await?;
            let (_, step) = shown.diagram.steps[place].split_once(" ms: ").context("a time before the step")?;
            let last = event.at == trace.end();
            ensure!(last || shown.sentence == step, "{strategy}: {:?} is not {step:?}", shown.sentence);
        }
        page.click_button("To the end").await?;
        playhead_becomes(page, trace.end(), trace.end()).await?;
        let shown = page.race().await?;
        let request = format!("equest {}", race.request + 1);
        ensure!(
            shown.sentence.contains(&request) && shown.title.contains(&request),
            "{}: {}",
            shown.title,
            shown.sentence
        );
    }
    Ok(())
}

async fn pausing_stops_at_each_read_decision_and_write(page: &Page) -> Result<()> {
    for strategy in ["get-set", "get-incr", "incr", "local"] {
        page.open(&format!("strategy={strategy}&t=0ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        page.choose("pace", "1").await?;
        page.click_button("Pause at each step").await?;
        for stop in race_of(&trace, None, Extent::Few).stops {
            page.click_button("Play").await?;
            let stopped = async || {
                let shown = page.shown().await?;
                Ok(!shown.playing && shown.link().playhead.unwrap_or(trace.end()) == stop)
            };
            eventually(&format!("{strategy}: it stops at {stop}"), stopped).await?;
            page.shows_its_address().await?;
        }
    }
    Ok(())
}

async fn without_pausing_or_under_another_tab_playing_goes_to_the_end(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=0ms").await?;
    page.choose("pace", "1").await?;
    let to_the_end = async || {
        let shown = page.shown().await?;
        Ok(!shown.playing && shown.link().playhead.is_none())
    };
    page.click_button("Play").await?;
    eventually("it plays to the end", to_the_end).await?;
    page.click_button("Pause at each step").await?;
    page.open_tab("events").await?;
    page.click_button("Play").await?;
    eventually("it plays to the end", to_the_end).await?;
    page.open_tab("race").await?;
    page.click_button("Pause at each step").await?;
    page.click_button("Play").await?;
    eventually("it plays to the end", to_the_end).await
}

async fn a_press_on_the_diagram_moves_the_playhead_there(page: &Page) -> Result<()> {
    for strategy in ["get-set", "local"] {
        page.open(&format!("strategy={strategy}")).await?;
        let (_, trace) = page.shows_its_address().await?;
        for row in page.race().await?.diagram.moments.iter().rev().step_by(3) {
            page.click_middle(&format!("#panel-race .moment[data-event='{}'] .press", row.event)).await?;
            playhead_becomes(page, trace.events()[row.event].at, trace.end()).await?;
        }
        page.shows_its_address().await?;
    }
    Ok(())
}

async fn a_shorter_run_is_told_from_its_own_steps_wherever_the_playhead_was(page: &Page) -> Result<()> {
    for buttons in [&["To the end"][..], &["Previous event"; 3]] {
        for by_way_of in [None, Some("events")] {
            page.open("strategy=get-set&burst=500&servers=16").await?;
            page.open_tab("race").await?;
            page.shows_its_address().await?;
            for button in buttons {
                page.click_button(button).await?;
            }
            if let Some(tab) = by_way_of {
                page.open_tab(tab).await?;
            }
            page.type_into("burst", "6").await?;
            page.shows_its_address().await?;
            page.open_tab("race").await?;
            let (shown, trace) = page.shows_its_address().await?;
            ensure!(shown.link().scenario.burst == 6 && !trace.events().is_empty(), "{}", shown.query);
        }
    }
    page.open("strategy=local").await?;
    page.open_tab("race").await?;
    for strategy in ["get-set", "local"] {
        page.click_button("To the end").await?;
        page.pick(strategy).await?;
        page.shows_its_address().await?;
    }
    Ok(())
}

async fn stepping_on_from_the_end_begins_again(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let race = race_of(&trace, None, Extent::Few);
        let (_, first) = steps_of(&trace, &race).next().context("a step")?;
        page.click_button("Step on \u{203a}").await?;
        playhead_becomes(page, first.at, trace.end()).await?;
    }
    Ok(())
}

async fn the_current_step_is_marked_whatever_has_changed(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=race&t=20ms").await?;
    page.shows_its_address().await?;
    for button in ["Another burst", "Next over the limit", "Another burst"] {
        page.click_button(button).await?;
        page.shows_its_address().await?;
        let script = "return document.querySelectorAll('.race-listed [aria-current=step]').length";
        eventually_eq(button, 1, async || page.ask::<usize>(script).await).await?;
    }
    Ok(())
}
