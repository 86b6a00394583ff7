//! "Many runs": what is let through as one setting changes.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::{Page, nanos};
use lab_tests::tests;
use limit_sim::many::Sweeping;
use limit_sim::scenario::{Axis, Curves, Link, Measure, Scenario, Strategy, Sweep, Tab};
use limit_sim::time::Span;
use thirtyfour::Key;

tests![
    the_table_has_what_limit_sim_says_of_the_same_link,
    the_lessons_four_are_one_picture_with_their_closed_forms,
    keys_on_the_charts_mark_move_the_setting_in_one_entry,
    dragging_the_charts_mark_moves_the_setting_and_the_setting_moves_the_mark,
    a_value_beyond_the_range_is_told,
    a_point_opens_its_scenario,
    a_value_in_the_table_opens_its_scenario_by_keys,
    a_value_in_the_table_is_of_the_sweep_that_the_table_is_of,
    what_is_pointed_at_is_read_until_the_mouse_leaves_or_it_is_another,
    what_is_more_than_a_run_can_bear_leaves_the_charts_mark_where_it_is,
    the_command_is_there_to_be_copied_once_all_is_run,
    another_measure_is_there_without_running_again,
    a_sweep_can_be_stopped_and_goes_on,
    another_setting_begins_anew_and_the_swept_one_does_not,
    a_link_brings_it_all_back,
    what_is_typed_wrong_is_told_and_nothing_is_lost,
    strategies_that_cannot_count_say_why_and_the_others_are_drawn,
    measured_points_are_those_of_the_lessons_burst,
    it_fits_a_phone_and_axe_finds_nothing,
];

/// A sweep that is done in a moment.
const SHORT: &str = "tab=runs&runs=1000&sweep=rtt=0ms..4ms/1ms";

/// What the table should say for a link: each point's mean and 5 to 95 %, to what is shown.
fn expected(query: &str) -> Result<Vec<Vec<[f64; 3]>>> {
    let link: Link = query.parse().map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    let Link { scenario, runs, compare, .. } = link;
    let others = compare.into_iter().filter(|one| runs.curves == Curves::Compared && *one != scenario.strategy);
    let strategies: Vec<_> = std::iter::once(scenario.strategy).chain(others).collect();
    let mut sweeping = Sweeping::new(&runs.begin(&scenario), runs.sweep, &strategies, runs.at_each());
    while sweeping.advance().is_some() {}
    let mut rows = vec![Vec::new(); runs.sweep.points() as usize];
    for curve in sweeping.curves() {
        let points = curve.points.as_ref().map_err(|misfit| anyhow::anyhow!("{misfit:?}"))?;
        for (row, point) in rows.iter_mut().zip(points) {
            let [low, high] = point.samples.percentiles(runs.measure, [5, 95]);
            row.push([point.samples.summing(runs.measure).summary().mean, low, high]);
        }
    }
    Ok(rows)
}

/// The numbers of a cell: `30.1 26 to 34`, or times in microseconds.
fn numbers(cell: &str) -> Result<[f64; 3]> {
    let mut numbers = Vec::new();
    let mut words = cell.replace('\u{a0}', " ");
    for unit in ["ms", "\u{b5}s", "s"] {
        words = words.replace(&format!(" {unit}"), unit);
    }
    for word in words.split(' ').filter(|word| *word != "to" && !word.is_empty()) {
        let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let number = word.trim_end_matches(unit);
        numbers.push(if unit.is_empty() { number.parse()? } else { nanos(&format!("{number} {unit}"))? / 1e3 });
    }
    match numbers[..] {
        [mean, both] => Ok([mean, both, both]),
        [mean, low, high] => Ok([mean, low, high]),
        _ => anyhow::bail!("{cell:?} has {numbers:?}"),
    }
}

async fn the_table_has_what_limit_sim_says_of_the_same_link(page: &Page) -> Result<()> {
    for (query, digit) in [
        (format!("strategy=get-set&{SHORT}"), 0.05),
        ("strategy=local&tab=runs&runs=2000&sweep=servers=1..8/1&burst=30&runs-seed=99".to_owned(), 0.05),
        (format!("strategy=lease&{SHORT}&curves=one&measure=redis-calls"), 0.005),
        (format!("strategy=get-incr&{SHORT}&compare=incr,cas&measure=wait-p99"), 50.0),
        ("strategy=script&rule=token-bucket&tab=runs&runs=500&sweep=limit&curves=one".to_owned(), 0.05),
    ] {
        page.open(&query).await?;
        let swept = page.swept().await?;
        let rows = expected(&query)?;
        ensure!(swept.table.len() == rows.len() + 1, "{query}: {} rows, not {}", swept.table.len() - 1, rows.len());
        for (shown, row) in swept.table[1..].iter().zip(&rows) {
            ensure!(shown.len() == row.len() + 1, "{query}: {shown:?}");
            for (cell, numbers_of) in shown[1..].iter().zip(row) {
                for (shown, is) in numbers(cell)?.into_iter().zip(numbers_of) {
                    ensure!((shown - is).abs() <= digit + 1e-6, "{query}: {cell} is {numbers_of:?}");
                }
            }
        }
    }
    Ok(())
}

async fn the_lessons_four_are_one_picture_with_their_closed_forms(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=runs&runs=1000").await?;
    let swept = page.swept().await?;
    ensure!(
        swept.table[0][1..] == ["Redis GET then SET", "Local counters", "Local, limit \u{f7} N", "Redis atomic INCR"]
    );
    ensure!(swept.rings == 4, "{} curves have closed forms", swept.rings);
    ensure!(
        swept.finding.starts_with("With Redis GET then SET, 10.1 to 40.0 are let through on average"),
        "{}",
        swept.finding
    );
    ensure!(swept.finding.contains("; already at 1 ms it is "), "{}", swept.finding);
    ensure!(swept.finding.contains("Whatever the round trip: Local counters 35."), "{}", swept.finding);
    let names: Vec<String> =
        page.ask("return [...document.querySelectorAll('.sweep .chart .name')].map((one) => one.textContent)").await?;
    ensure!(names.len() == 5 && names.contains(&"limit 10".to_owned()), "{names:?}");
    let apart = "const boxes = [...document.querySelectorAll('.sweep .chart .name')].map((one) => one.getBoundingClientRect());
        return boxes.every((one, nth) => boxes.slice(nth + 1).every((other) => one.bottom <= other.top + 3 || other.bottom <= one.top + 3))";
    ensure!(page.ask::<bool>(apart).await?, "names lie on each other");
    ensure!(swept.counting == "100 bursts at each point.", "{}", swept.counting);
    Ok(())
}

async fn rtt(page: &Page) -> Result<Span> {
    Ok(page.link().await?.scenario.rtt)
}

async fn keys_on_the_charts_mark_move_the_setting_in_one_entry(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    let before = page.history().await?;
    page.ask::<()>("document.querySelector('[name=sweep-step]').focus(); return null").await?;
    page.tab_to("[name=sweep-here]").await?;
    page.press(Key::Right).await?;
    eventually_eq("the round trip", Span::from_micros(2_100), async || rtt(page).await).await?;
    page.press(Key::Right).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["rtt"] == "2.2", "{:?}", shown.fields);
    page.press(Key::Home).await?;
    eventually_eq("the round trip", Span::ZERO, async || rtt(page).await).await?;
    page.press(Key::End).await?;
    eventually_eq("the round trip", Span::from_millis(4), async || rtt(page).await).await?;
    page.shows_its_address().await?;
    let mark = page.sweep().await?.mark;
    ensure!(mark == (40.0, "4 ms".to_owned(), "Redis round trip, on the chart".to_owned()), "{mark:?}");
    ensure!(page.history().await? == before + 1, "{} entries more", page.history().await? - before);
    page.back().await?;
    eventually_eq("the round trip", Span::from_millis(2), async || rtt(page).await).await
}

async fn dragging_the_charts_mark_moves_the_setting_and_the_setting_moves_the_mark(page: &Page) -> Result<()> {
    page.open("strategy=local&tab=runs&runs=500&sweep=servers").await?;
    page.swept().await?;
    let before = page.history().await?;
    page.drag("[name=sweep-here]", 0.2, 1.0).await?;
    eventually_eq("the servers", 16, async || Ok(page.link().await?.scenario.servers)).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.sliders["servers"].spoken == "16 servers", "{:?}", shown.sliders["servers"]);
    ensure!(page.history().await? == before + 1, "{} entries more", page.history().await? - before);
    page.type_into("servers", "3").await?;
    eventually_eq("the mark", (2.0, "3".to_owned(), "API servers, on the chart".to_owned()), async || {
        Ok(page.sweep().await?.mark)
    })
    .await
}

async fn a_value_beyond_the_range_is_told(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}&rtt=30ms")).await?;
    let swept = page.swept().await?;
    ensure!(swept.mark.1 == "30 ms, beyond this range", "{:?}", swept.mark);
    ensure!(swept.notes.contains("Now it is 30 ms, beyond this range."), "{}", swept.notes);
    let line = "return document.querySelector('.sweep .here').checkVisibility({ visibilityProperty: true })";
    ensure!(!page.ask::<bool>(line).await?, "a line is drawn for it");
    page.type_into("rtt", "1").await?;
    eventually("the line", async || page.ask(line).await).await?;
    ensure!(!page.sweep().await?.notes.contains("beyond"));
    Ok(())
}

async fn a_point_opens_its_scenario(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    let before = page.history().await?;
    // Local counters are the first of those compared.
    page.press_point(0, 3).await?;
    let opened = async || Ok(page.link().await?.scenario);
    let scenario = Scenario { strategy: Strategy::Local, rtt: Span::from_millis(3), ..Scenario::default() };
    eventually_eq("the scenario", scenario, opened).await?;
    ensure!(page.history().await? == before + 1);
    page.shows_its_address().await?;
    let swept = page.swept().await?;
    ensure!(swept.finding.starts_with("With Local counters"), "{}", swept.finding);
    page.press_point(2, 4).await?;
    let scenario = Scenario { strategy: Strategy::GetSet, rtt: Span::from_millis(4), ..Scenario::default() };
    eventually_eq("the scenario", scenario, opened).await
}

async fn a_value_in_the_table_opens_its_scenario_by_keys(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    page.ask::<()>("document.querySelector('.sweep .scroller').focus(); return null").await?;
    page.tab_to("[data-point$='-1000000']").await?;
    page.press(Key::Tab).await?;
    page.press(Key::Enter).await?;
    let scenario = Scenario { strategy: Strategy::Local, rtt: Span::from_millis(1), ..Scenario::default() };
    eventually_eq("the scenario", scenario, async || Ok(page.link().await?.scenario)).await?;
    page.swept().await?;
    ensure!(page.is_focused("[data-point='0-1000000']").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn a_value_in_the_table_is_of_the_sweep_that_the_table_is_of(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    // Another sweep is asked for, and before there is anything of it a value is pressed that would be 3,000,000 servers.
    page.ask::<()>(
        "const list = document.querySelector('[name=sweep]'); list.value = 'servers';
        list.dispatchEvent(new Event('change', { bubbles: true }));
        document.querySelector('[data-point=\"0-3000000\"]').click(); return null",
    )
    .await?;
    let scenario = Scenario { strategy: Strategy::Local, rtt: Span::from_millis(3), ..Scenario::default() };
    eventually_eq("the scenario", (scenario, Sweep::of(Axis::Servers)), async || {
        let link = page.link().await?;
        Ok((link.scenario, link.runs.sweep))
    })
    .await?;
    ensure!(page.swept().await?.table[0][0] == "API servers");
    Ok(())
}

async fn what_is_pointed_at_is_read_until_the_mouse_leaves_or_it_is_another(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    const READING: &str = ".sweep .reading";
    for leaves in [true, false] {
        let [x, y] = page.point_at(2, 3).await?;
        page.move_to_point(x, y).await?;
        eventually("it is read", async || Ok(page.text(READING).await?.starts_with("Redis GET then SET at 3 ms: 3")))
            .await?;
        if leaves {
            page.move_to_point(2.0, 2.0).await?;
        } else {
            page.choose("measure", "redis-calls").await?;
        }
        page.text_becomes(READING, "").await?;
    }
    Ok(())
}

async fn what_is_more_than_a_run_can_bear_leaves_the_charts_mark_where_it_is(page: &Page) -> Result<()> {
    let busy = "strategy=sync-all&traffic=steady&for=5s&users=16&servers=32&sync=101ms";
    page.open(&format!("{busy}&tab=runs&runs=100&curves=one&sweep=sync=1ms..201ms/100ms")).await?;
    let swept = page.swept().await?;
    ensure!(swept.notes.contains("1 value is left out: more than a run can bear."), "{}", swept.notes);
    let mark = (10.0, "101 ms".to_owned(), "Servers sync every, on the chart".to_owned());
    ensure!(swept.mark == mark, "{:?}", swept.mark);
    page.ask::<()>("document.querySelector('[name=sweep-here]').focus(); return null").await?;
    page.press(Key::Home).await?;
    ensure!(page.sweep().await?.mark == mark, "{:?}", page.sweep().await?.mark);
    page.press(Key::End).await?;
    eventually_eq("the sync", Span::from_millis(201), async || Ok(page.link().await?.scenario.sync)).await
}

async fn the_command_is_there_to_be_copied_once_all_is_run(page: &Page) -> Result<()> {
    const SHOWN: &str = "return document.querySelector('.sweep .command').checkVisibility()";
    page.open(LONG).await?;
    eventually("it is under way", async || Ok(page.sweep().await?.stop == "Cancel")).await?;
    page.click(".sweep [data-do=cancel]").await?;
    eventually("it is stopped", async || Ok(page.sweep().await?.counting.contains(", stopped"))).await?;
    ensure!(!page.ask::<bool>(SHOWN).await?, "the command has more runs than there are");
    page.open("strategy=get-set&tab=runs&runs=1000&rtt=7ms").await?;
    page.swept().await?;
    ensure!(page.ask::<bool>(SHOWN).await?);
    let command = "limit-sim --sweep rtt=0ms..20ms/1ms --runs 100 --compare 'strategy=get-set'";
    page.text_becomes(".sweep .command code", command).await?;
    page.ask::<()>(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; return null",
    )
    .await?;
    page.click(".sweep .command button").await?;
    page.text_becomes(".sweep .copied", "Copied.").await?;
    let copied: String = page.ask("return window.copied").await?;
    ensure!(copied == command, "{copied}");
    Ok(())
}

/// Notes whether anything is run from now on.
const WATCH: &str = "window.ran = false;
    new MutationObserver(() => { window.ran ||= !!document.querySelector('.sweep progress'); })
        .observe(document.querySelector('.sweep'), { childList: true, subtree: true });
    return null;";

async fn another_measure_is_there_without_running_again(page: &Page) -> Result<()> {
    page.open(&format!("strategy=incr&{SHORT}")).await?;
    page.swept().await?;
    page.ask::<()>(WATCH).await?;
    for (measure, text) in [
        ("wait-p50", "With Redis atomic INCR, the median added wait is 8 \u{b5}s to 4.0 ms on average"),
        ("redis-calls", "With Redis atomic INCR, a request takes 1.02 to 1.03 Redis calls on average"),
        ("falsely-refused", "With Redis atomic INCR, 0.0 are refused wrongly on average whatever the round trip"),
        ("allowed", "With Redis atomic INCR, 10.0 are let through on average whatever the round trip"),
    ] {
        page.choose("measure", measure).await?;
        let start = text.split(" to ").next().unwrap_or(text).to_owned();
        let says = async || Ok(page.sweep().await?.finding.starts_with(&start));
        eventually(&format!("it says {start}"), says).await.with_context(|| measure)?;
        ensure!(!page.sweep().await?.busy);
    }
    eventually_eq("the address", Measure::Allowed, async || Ok(page.link().await?.runs.measure)).await?;
    is_still(page).await?;
    ensure!(!page.ask::<bool>("return window.ran").await?, "it was run again");
    Ok(())
}

/// Waits until whatever begins once the reader's hand is still would have begun, and been seen.
async fn is_still(page: &Page) -> Result<()> {
    // Longer than the page waits, and two frames.
    let wait = "window.still = false; const start = performance.now(); let frames = 0;
        const next = () => {
            frames += performance.now() - start > 200;
            window.still = frames > 2;
            window.still || requestAnimationFrame(next);
        };
        requestAnimationFrame(next); return null";
    page.ask::<()>(wait).await?;
    eventually("the hand is still", async || page.ask("return window.still").await).await
}

/// What takes long enough to be stopped.
const LONG: &str = "strategy=get-set&tab=runs&runs=100000&sweep=rtt=0ms..20ms/200us";

async fn a_sweep_can_be_stopped_and_goes_on(page: &Page) -> Result<()> {
    page.open(LONG).await?;
    eventually("it is under way", async || Ok(page.sweep().await?.stop == "Cancel")).await?;
    // What would change under the reader's hand is no table yet.
    page.ask::<()>("document.querySelector('.sweep details').open = true; return null").await?;
    page.text_becomes(".sweep .numbers", "It is told once all are run.").await?;
    page.click(".sweep [data-do=cancel]").await?;
    eventually("it is stopped", async || Ok(page.sweep().await?.counting.contains(", stopped"))).await?;
    let stopped = page.sweep().await?;
    ensure!(stopped.stop == "Go on" && !stopped.busy, "{stopped:?}");
    ensure!(stopped.table.len() == 102, "{} rows", stopped.table.len());
    // Nothing goes on in what would be many slices.
    let frames = "const done = arguments[0]; let left = 20;
        const next = () => left-- > 0 ? requestAnimationFrame(next) : done(null); next();";
    page.ask_and_wait::<()>(frames, vec![]).await?;
    ensure!(page.sweep().await?.counting == stopped.counting, "it went on");
    page.click(".sweep [data-do=go-on]").await?;
    eventually("it goes on", async || {
        let now = page.sweep().await?;
        Ok(now.stop == "Cancel" && now.counting != stopped.counting)
    })
    .await
}

async fn another_setting_begins_anew_and_the_swept_one_does_not(page: &Page) -> Result<()> {
    page.open(&format!("strategy=get-set&{SHORT}")).await?;
    page.swept().await?;
    page.ask::<()>(WATCH).await?;
    page.type_into("rtt", "3").await?;
    page.pick("incr").await?;
    eventually("it is told of the other", async || {
        Ok(page.sweep().await?.finding.starts_with("With Redis atomic INCR"))
    })
    .await?;
    page.click_button("Another burst").await?;
    eventually("there is another burst, and the sweep's seed is named", async || {
        let Link { scenario, runs, .. } = page.link().await?;
        Ok(scenario.seed != Scenario::default().seed && runs.first == Some(Scenario::default().seed))
    })
    .await?;
    is_still(page).await?;
    ensure!(!page.ask::<bool>("return window.ran").await?, "it was run again");
    page.type_into("burst", "20").await?;
    eventually("it is another", async || {
        Ok(page.sweep().await?.table.get(1).is_some_and(|row| row[2].starts_with("19.") || row[2].starts_with("20.")))
    })
    .await?;
    let swept = page.swept().await?;
    ensure!(page.ask::<bool>("return window.ran").await?, "it was not run again: {swept:?}");
    Ok(())
}

async fn a_link_brings_it_all_back(page: &Page) -> Result<()> {
    let query = "strategy=lease&tab=runs&runs=500&sweep=servers=2..8/3&measure=redis-calls&curves=one";
    page.open(query).await?;
    let link = page.link().await?;
    ensure!(
        link.tab == Tab::Runs && link.runs.sweep == Sweep { axis: Axis::Servers, from: 2, to: 8, step: 3 },
        "{link}"
    );
    let swept = page.swept().await?;
    ensure!(swept.table[0] == ["API servers", "Lease"], "{:?}", swept.table[0]);
    let values: Vec<_> = swept.table[1..].iter().map(|row| row[0].as_str()).collect();
    ensure!(values == ["2", "5", "8"], "{values:?}");
    let shown = page.shown().await?;
    for (field, text) in [("sweep-from", "2"), ("sweep-to", "8"), ("sweep-step", "3")] {
        ensure!(shown.fields[field] == text, "{field} shows {}", shown.fields[field]);
    }
    for (list, value) in [("sweep", "servers"), ("measure", "redis-calls"), ("curves", "one")] {
        ensure!(shown.lists[list] == value, "{list} shows {}", shown.lists[list]);
    }
    page.choose("sweep", "rtt").await?;
    page.choose("curves", "compared").await?;
    page.choose("sweep-compare-1", "cas").await?;
    eventually("the address", async || {
        let link = page.link().await?;
        Ok(link.runs.sweep == Sweep::of(Axis::Rtt) && link.compare[0] == Strategy::Cas)
    })
    .await?;
    page.reload().await?;
    let swept = page.swept().await?;
    ensure!(swept.table[0][..3] == ["Redis round trip", "Lease", "Compare and set"], "{:?}", swept.table[0]);
    Ok(())
}

async fn what_is_typed_wrong_is_told_and_nothing_is_lost(page: &Page) -> Result<()> {
    page.open(&format!("strategy=incr&{SHORT}")).await?;
    let before = page.swept().await?.table;
    let allowed = "0ms to 500ms, the first below the last, in 1 to 100 steps, with a unit (us, ms or s)";
    for (field, wrong, right) in
        [("sweep-from", "4", "0"), ("sweep-to", "501", "4"), ("sweep-step", "0", "1"), ("sweep-step", "often", "1ms")]
    {
        page.type_into(field, wrong).await?;
        let told = format!("\u{201c}{wrong}\u{201d} was not taken. Allowed: {allowed}.");
        page.text_becomes("#sweep-problem", &told).await?;
        let holds = format!("return document.querySelector('[name={field}]').value");
        ensure!(page.ask::<String>(&holds).await? == wrong, "what was typed in {field} is gone");
        ensure!(page.link().await?.runs.sweep.to_string() == "rtt=0ms..4ms/1ms", "{}", page.address().await?);
        ensure!(page.swept().await?.table == before, "the table is another");
        page.type_into(field, right).await?;
        page.text_becomes("#sweep-problem", "").await?;
    }
    page.type_into("sweep-to", "100").await?;
    page.type_into("sweep-to", "500").await?;
    eventually_eq("the sweep", "rtt=0ms..500ms/50ms".to_owned(), async || Ok(page.link().await?.runs.sweep.to_string()))
        .await
}

async fn strategies_that_cannot_count_say_why_and_the_others_are_drawn(page: &Page) -> Result<()> {
    page.open(&format!("strategy=script&rule=gcra&{SHORT}&compare=incr,get-set,local")).await?;
    let swept = page.swept().await?;
    ensure!(swept.table[0] == ["Redis round trip", "Redis script", "Local counters"], "{:?}", swept.table[0]);
    for name in ["Redis atomic INCR", "Redis GET then SET"] {
        let why =
            format!("{name} can\u{2019}t count by this rule: it is a strategy which is one counter that only goes up.");
        ensure!(swept.notes.contains(&why), "{}", swept.notes);
    }
    Ok(())
}

async fn measured_points_are_those_of_the_lessons_burst(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=runs&runs=500").await?;
    page.swept().await?;
    let measured = async || Ok(page.sweep().await?.measured);
    // Five each for GET then SET and for INCR.
    eventually_eq("the points", 10, measured).await?;
    let legend = page.text(".sweep .legend").await?;
    ensure!(legend.contains("measured on Redis 7, one standard deviation"), "{legend}");
    for other in ["burst=41", "sweep=servers", "measure=wait-p50"] {
        page.open(&format!("strategy=local&tab=runs&runs=500&{other}")).await?;
        let swept = page.swept().await?;
        ensure!(swept.measured == 0 && swept.notes.contains("A real Redis was measured"), "{other}: {swept:?}");
    }
    let before = page.history().await?;
    page.click(".sweep [data-do=measured]").await?;
    eventually_eq("the points", 10, measured).await?;
    let link = page.link().await?;
    ensure!(link.scenario.strategy == Strategy::GetSet && link.runs.measure == Measure::Allowed, "{link}");
    ensure!(page.history().await? == before + 1, "it is no entry of its own");
    Ok(())
}

async fn it_fits_a_phone_and_axe_finds_nothing(page: &Page) -> Result<()> {
    for (width, height) in [(360, 740), (800, 640), (1280, 800)] {
        page.resize(width, height).await?;
        for query in ["strategy=get-set&rtt=30ms", "strategy=script&rule=gcra", "strategy=owner&measure=wait-p99"] {
            page.open(&format!("{query}&{SHORT}")).await?;
            page.swept().await?;
            page.type_into("sweep-to", "none").await?;
            page.is_accessible(&format!("{query}, {width} px")).await?;
            let wide = "const most = document.documentElement.clientWidth;
                return [...document.querySelectorAll('.sweep *')].filter((item) => !item.closest('.scroller, .unseen')
                    && item.checkVisibility() && item.getBoundingClientRect().right > most + 1).map((item) => item.outerHTML.slice(0, 90))";
            let wide: Vec<String> = page.ask(wide).await?;
            ensure!(wide.is_empty(), "{query}, {width} px: {wide:?}");
            let words = "const frame = document.querySelector('.sweep .chart svg').getBoundingClientRect();
                return [...document.querySelectorAll('.sweep .chart text')].filter((item) => {
                    const box = item.getBoundingClientRect();
                    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2; }).map((item) => item.textContent)";
            let words: Vec<String> = page.ask(words).await?;
            ensure!(words.is_empty(), "{query}, {width} px: {words:?} leave the picture");
        }
    }
    Ok(())
}
