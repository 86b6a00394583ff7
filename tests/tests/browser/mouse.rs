//! What a student does by mouse.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::Scenario;
use limit_sim::time::Time;
use limit_sim::trace::Outcome;

use crate::COUNTERS;

tests![
    each_strategy_can_be_picked_and_says_what_it_does,
    clicking_along_a_slider_sets_its_parameter,
    dragging_a_slider_changes_the_verdict_before_it_is_let_go,
    an_exact_value_can_be_typed_into_each_field,
    each_list_sets_its_parameter,
    another_burst_has_another_seed_and_all_else_the_same,
    reset_leaves_the_strategy_and_restores_the_rest,
    the_buttons_step_from_event_to_event_and_to_both_ends,
    the_play_button_plays_and_pauses,
    the_bar_can_be_dragged_to_any_instant,
    a_click_on_the_bar_moves_the_playhead_there,
    the_speed_can_be_chosen,
    a_mark_on_the_bar_leads_to_its_request_over_the_limit,
    a_click_on_a_row_moves_the_playhead_there,
    the_table_can_be_narrowed_to_a_server_and_to_a_request,
];

async fn each_strategy_can_be_picked_and_says_what_it_does(page: &Page) -> Result<()> {
    page.open("").await?;
    let mut said = Vec::new();
    for strategy in COUNTERS.into_iter().rev() {
        page.pick(strategy).await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.query.contains(&format!("strategy={strategy}")), "{}", shown.query);
        ensure!(!said.contains(&(shown.what.clone())), "{strategy} is described like another: {}", shown.what);
        said.push(shown.what);
    }
    Ok(())
}

async fn clicking_along_a_slider_sets_its_parameter(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        for name in ["servers", "burst", "rtt"] {
            for part in [0.0, 0.7, 1.0] {
                page.click_along(&format!("#{name}-slider"), part).await?;
                let (shown, _) = page.shows_its_address().await?;
                let slider = &shown.sliders[name];
                ensure!((slider.position / slider.max - part).abs() < 0.05, "{name} was clicked at {part}: {slider:?}");
                let field = &shown.fields[name];
                ensure!(slider.spoken.starts_with(field.as_str()), "{name}: {slider:?}, the field has {field}");
            }
        }
    }
    let top = page.link().await?.scenario;
    let most = (*Scenario::SERVERS.end(), *Scenario::BURST.end(), *Scenario::RTT.end());
    ensure!((top.servers, top.burst, top.rtt) == most, "the sliders' ends are not the largest values: {top:?}");
    Ok(())
}

async fn dragging_a_slider_changes_the_verdict_before_it_is_let_go(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let before = page.shown().await?;
    page.drag_and_hold("#rtt-slider", 0.3, 0.9).await?;
    let held = async || Ok(page.shown().await?.allowed() != before.allowed());
    eventually("the verdict has changed", held).await?;
    page.let_go().await?;
    page.shows_its_address().await?;
    Ok(())
}

async fn an_exact_value_can_be_typed_into_each_field(page: &Page) -> Result<()> {
    page.open("strategy=get-set&balancer=least-busy").await?;
    let values = [
        ("servers", "9", "servers=9"),
        ("burst", "237", "burst=237"),
        ("rtt", "3.7", "rtt=3.7ms"),
        ("limit", "25", "limit=25"),
        ("window", "50", "window=50ms"),
        ("spread", "80", "spread=80ms"),
        ("work", "5.5", "work=5.5ms"),
        ("seed", "18446744073709551615", "seed=18446744073709551615"),
    ];
    for (field, value, parameter) in values {
        page.type_into(field, value).await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.query.split(['?', '&']).any(|one| one == parameter), "{} has no {parameter}", shown.query);
        ensure!(shown.fields[field] == value, "{field} shows {} for {value}", shown.fields[field]);
    }
    // With its unit is as good.
    page.type_into("rtt", "0.5 s").await?;
    eventually_eq("the round trip", "500".to_owned(), async || Ok(page.shown().await?.fields["rtt"].clone())).await
}

async fn each_list_sets_its_parameter(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    for (list, values) in [
        ("arrivals", &["even", "random"][..]),
        ("balancer", &["round-robin", "least-busy", "sticky", "random"]),
        ("jitter", &["exponential", "none"]),
    ] {
        for value in values {
            page.choose(list, value).await?;
            eventually_eq(list, (*value).to_owned(), async || Ok(page.shown().await?.lists[list].clone())).await?;
            page.shows_its_address().await?;
        }
    }
    Ok(())
}

async fn another_burst_has_another_seed_and_all_else_the_same(page: &Page) -> Result<()> {
    page.open("strategy=split&servers=8&rtt=5ms").await?;
    let before = page.link().await?.scenario;
    page.click_button("Another burst").await?;
    let (shown, _) = page.shows_its_address().await?;
    let after = shown.link().scenario;
    ensure!(after.seed != before.seed, "the seed is still {}", after.seed);
    ensure!(Scenario { seed: before.seed, ..after } == before, "{before:?} became {after:?}");
    Ok(())
}

async fn reset_leaves_the_strategy_and_restores_the_rest(page: &Page) -> Result<()> {
    page.open("strategy=incr&servers=8&burst=500&rtt=5ms&balancer=sticky&limit=3&seed=99").await?;
    page.click_button("Reset").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query == "?strategy=incr", "{}", shown.query);
    Ok(())
}

async fn the_buttons_step_from_event_to_event_and_to_both_ends(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        page.click_button("To the start").await?;
        ensure!(page.link().await?.playhead == Some(Time::START), "not at the start: {}", page.address().await?);
        for _ in 0..5 {
            let before = page.link().await?.playhead.context("a playhead")?;
            page.click_button("Next event").await?;
            let (shown, trace) = page.shows_its_address().await?;
            let next = trace.events()[trace.events_by(before)].at;
            ensure!(shown.link().playhead == Some(next), "after {before} comes {next}, not {}", shown.query);
        }
        let there = page.link().await?.playhead.context("a playhead")?;
        page.click_button("Next event").await?;
        page.click_button("Previous event").await?;
        ensure!(page.link().await?.playhead == Some(there), "forth and back is not where it was");
        page.click_button("To the end").await?;
        ensure!(page.link().await?.playhead.is_none(), "not at the end: {}", page.address().await?);
        page.shows_its_address().await?;
    }
    Ok(())
}

async fn the_play_button_plays_and_pauses(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        ensure!(!page.shown().await?.playing, "it plays without being asked to");
        page.click_button("Play").await?;
        let moves = async || {
            let shown = page.shown().await?;
            Ok(shown.playing && shown.playhead.position > 0.0)
        };
        eventually("the playhead moves", moves).await?;
        page.click_button("Pause").await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(!shown.playing && shown.link().playhead.is_some(), "{shown:?}");
    }
    Ok(())
}

async fn the_bar_can_be_dragged_to_any_instant(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}&servers=1&limit=1000")).await?;
        page.drag(".scrub", 1.0, 0.25).await?;
        let (shown, _) = page.shows_its_address().await?;
        let part = shown.playhead.position / shown.playhead.max;
        ensure!((part - 0.25).abs() < 0.03, "dragged to a quarter, and it is at {part}");
    }
    Ok(())
}

async fn a_click_on_the_bar_moves_the_playhead_there(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}&servers=1&limit=1000")).await?;
        for part in [0.6, 0.1, 0.9] {
            page.click_along(".scrub", part).await?;
            let (shown, _) = page.shows_its_address().await?;
            let at = shown.playhead.position / shown.playhead.max;
            ensure!((at - part).abs() < 0.03, "clicked at {part}, and it is at {at}");
        }
    }
    Ok(())
}

async fn the_speed_can_be_chosen(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=0ms").await?;
    page.choose("pace", "1").await?;
    page.click_button("Play").await?;
    let end = async || {
        let shown = page.shown().await?;
        Ok(!shown.playing && shown.playhead.position == shown.playhead.max)
    };
    eventually("it has played to its end", end).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.lists["pace"] == "1", "the speed is {}", shown.lists["pace"]);
    Ok(())
}

async fn a_mark_on_the_bar_leads_to_its_request_over_the_limit(page: &Page) -> Result<()> {
    page.open("strategy=local&servers=2&burst=12&limit=6&seed=3").await?;
    let (shown, trace) = page.shows_its_address().await?;
    let over = trace.events().iter().filter(|event| event.outcome() == Some(Outcome::Over)).map(|event| event.at);
    let over: Vec<_> = over.collect();
    ensure!(!over.is_empty() && shown.marks == over.len(), "{} marks for {over:?}", shown.marks);
    let apart = page.marks_apart().await?;
    ensure!(!apart.is_empty(), "all marks lie close together");
    for nth in apart {
        let at = &over[nth];
        page.click_mark(nth).await?;
        let (shown, trace) = page.shows_its_address().await?;
        let playhead = shown.link().playhead.unwrap_or(trace.end());
        ensure!(playhead == *at, "the mark of {at} led to {playhead}");
        page.race_comes_into_sight().await?;
        page.open_tab("events").await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.row.is_some_and(|row| row.cells[3].contains("over the limit")), "another row is current");
    }
    Ok(())
}

async fn a_click_on_a_row_moves_the_playhead_there(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}&t=10ms&tab=events")).await?;
        let (shown, trace) = page.shows_its_address().await?;
        let row = shown.row.context("a current row")?.nth + 3;
        page.click(&format!("tr[aria-rowindex='{}'] .what", row + 2)).await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.link().playhead == Some(trace.events()[row].at), "row {row} led to {}", shown.query);
    }
    Ok(())
}

async fn the_table_can_be_narrowed_to_a_server_and_to_a_request(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=0ms&tab=events").await?;
    let (_, trace) = page.shows_its_address().await?;
    let mut of_server = trace.events().iter().filter(|event| event.request.server == 1);
    let expected = of_server.clone().count();
    page.choose("filter-server", "2").await?;
    eventually_eq("the rows of server 2", expected, async || Ok(page.shown().await?.rows)).await?;
    let request = of_server.next_back().context("an event of server 2")?.request.number;
    page.click("[name=filter-request]").await?;
    page.retype(&(request + 1).to_string()).await?;
    let expected = trace.events().iter().filter(|event| event.request.number == request).count();
    eventually_eq("the rows of the request", expected, async || Ok(page.shown().await?.rows)).await
}
