//! "Many runs": what is counted is what the simulation counts, and each bar leads to a run.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::headless::Headless;
use lab_tests::page::{Distribution, Page};
use lab_tests::random::Source;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::many::{Histogram, Seeds};
use limit_sim::scenario::{Choice, Link, Runs, Strategy, Tab};
use thirtyfour::Key;

tests![
    the_bars_and_numbers_are_the_simulations,
    twenty_random_scenarios_have_the_headless_programs_bars,
    where_luck_has_no_say_there_is_one_bar_and_nothing_to_find,
    a_bar_puts_such_a_run_on_the_stage_and_back_goes_back,
    a_row_of_the_table_does_the_same_by_keyboard,
    a_bad_run_and_a_typical_one_are_found,
    in_a_stream_a_bad_run_is_over_and_a_good_one_is_not,
    another_burst_leaves_the_distribution,
    while_a_slider_is_dragged_the_distribution_moves,
    a_count_can_be_cancelled_and_gone_on_with,
    more_runs_go_on_from_those_there_are,
    the_count_waits_under_another_tab,
    what_can_be_taken_away_has_the_same_numbers,
    words_in_the_picture_are_inside_it_and_apart,
];

/// What the library says of a link.
struct Counted {
    all: Histogram,
    over: Histogram,
    seeds: Seeds,
}

fn counted(link: &Link) -> Counted {
    let seeds = Seeds::of(&link.runs.begin(&link.scenario));
    let (mut all, mut over) = (Histogram::default(), Histogram::default());
    for nth in 0..link.runs.runs.into() {
        let verdict = seeds.verdict(nth);
        all.add(verdict.allowed, seeds.seed(nth));
        if verdict.over > 0 {
            over.add(verdict.allowed, seeds.seed(nth));
        }
    }
    Counted { all, over, seeds }
}

fn same(shown: &Distribution, counted: &Counted) -> Result<()> {
    let over = |allowed| counted.over.bars().iter().find(|bar| bar.allowed == allowed).map_or(0, |bar| bar.runs);
    let bars: Vec<_> = counted.all.bars().iter().map(|bar| (bar.allowed, bar.runs, over(bar.allowed))).collect();
    ensure!(shown.bars == bars, "{:?} is not {bars:?}", shown.bars);
    let mean = format!("{:.2}", counted.all.summary().mean);
    let told = shown.number("mean of these");
    ensure!(told == mean || told.starts_with(&format!("{mean} \u{b1} ")), "{told} is not {mean}");
    let [low, high] = [5, 95].map(|percent| counted.all.percentile(percent).unwrap_or_default());
    let stretch = if low == high { low.to_string() } else { format!("{low} to {high}") };
    ensure!(shown.number("nine of ten (5% to 95%)") == stretch, "{:?}", shown.legend);
    let bounds = counted.seeds.bounds();
    let formula = bounds.expected.map_or("none is known".to_owned(), |mean| format!("{mean:.2}"));
    ensure!(shown.number("mean by formula") == formula, "{:?} is not {formula}", shown.legend);
    ensure!(shown.number("no luck lets more through") == bounds.worst_case.to_string(), "{:?}", shown.legend);
    ensure!(shown.progress.is_none() && shown.stop.is_empty(), "it is not over: {shown:?}");
    let (runs, link) = (counted.all.runs(), Link { scenario: *counted.seeds.scenario(), ..Link::default() });
    ensure!(shown.command == format!("limit-sim --runs {runs} '{link}'"), "{}", shown.command);
    Ok(())
}

/// Waits until what is shown is counted, and is what the link asks for.
async fn is_counted(page: &Page) -> Result<Distribution> {
    let link = page.link().await?;
    let counted = counted(&link);
    let (mut last, mut why) = (None, None);
    let done = eventually("the count is that of the link", async || {
        let shown = page.counted_runs().await?;
        why = same(&shown, &counted).err();
        last = Some(shown);
        Ok(why.is_none())
    })
    .await;
    done.with_context(|| format!("{link}: {:?}", why.map(|why| why.to_string())))?;
    last.context("what was counted")
}

async fn the_bars_and_numbers_are_the_simulations(page: &Page) -> Result<()> {
    for query in [
        "strategy=get-set&runs=1000",
        "strategy=local&runs=10000",
        "strategy=split&burst=16&runs=500&runs-seed=18446744073709551600",
        "strategy=incr&redis=down@5ms..20ms&runs=300",
        "strategy=get-incr&rtt=0.1ms&runs=1000&seed=3&runs-seed=11",
        "strategy=local&traffic=steady&rate=100&for=1s&servers=2&runs=200",
    ] {
        page.open(&format!("{query}&tab=runs")).await?;
        let shown = is_counted(page).await?;
        let this = page.shown().await?.cards["allowed"].value.clone();
        ensure!(shown.number("this run") == this, "{query}: {this}, {:?}", shown.legend);
        ensure!(shown.said.contains(&format!(", with {this}, ")), "{query}: {}", shown.said);
    }
    Ok(())
}

async fn twenty_random_scenarios_have_the_headless_programs_bars(page: &Page) -> Result<()> {
    page.saves_nothing();
    let headless = Headless::build()?;
    let mut source = Source::announced("many runs of twenty random scenarios");
    for nth in 0..20 {
        let strategy = Strategy::ALL[nth % Strategy::ALL.len()];
        let scenario = if nth % 4 == 3 { source.troubled(strategy) } else { source.scenario(strategy) };
        let runs = Runs { runs: *Runs::RUNS.start(), ..Runs::default() };
        let link = Link { scenario, runs, tab: Tab::Runs, ..Link::default() }.to_string();
        page.open(&link).await?;
        page.counted_runs().await?;
        let (_, shown) = saved(page, "json").await?;
        let shown: serde_json::Value = serde_json::from_str(&shown)?;
        let told = headless.run_with(&["--runs", &runs.runs.to_string()], &link)?;
        let bars = |json: &serde_json::Value, seed: &str| -> Vec<[Option<u64>; 3]> {
            let bars = json.as_array().into_iter().flatten();
            bars.map(|bar| ["allowed", "runs", seed].map(|name| bar[name].as_u64())).collect()
        };
        let (shown_bars, told_bars) = (bars(&shown["bars"], "first_seed"), bars(&told["allowed_histogram"], "seed"));
        ensure!(shown_bars == told_bars && !told_bars.is_empty(), "{link}: {shown_bars:?} is not {told_bars:?}");
        for percentile in ["p5", "p50", "p95"] {
            let (shown, told) =
                (shown["summary"][percentile].as_f64(), told["percentiles"]["allowed"][percentile].as_f64());
            ensure!(shown == told && told.is_some(), "{link}: {percentile} {shown:?} is not {told:?}");
        }
        let means = [&shown["summary"], &told["allowed"]].map(|summary| summary["mean"].as_f64());
        // The page writes six decimals.
        let close = matches!(means, [Some(shown), Some(told)] if (shown - told).abs() < 1e-6);
        ensure!(close, "{link}: the means are {means:?}");
    }
    Ok(())
}

async fn where_luck_has_no_say_there_is_one_bar_and_nothing_to_find(page: &Page) -> Result<()> {
    page.open("strategy=incr&runs=1000&tab=runs").await?;
    let shown = is_counted(page).await?;
    let said = "Each of the 1,000 bursts lets exactly 10 through, the limit: luck has no say.";
    ensure!(shown.said == said && shown.bars.len() == 1 && shown.finds.is_empty(), "{shown:?}");
    Ok(())
}

/// The run on the stage lets so many through, by this seed, and what is counted is as it was.
async fn on_stage(page: &Page, before: &Distribution, allowed: u32, seed: u64) -> Result<()> {
    eventually_eq("the seed", seed, async || Ok(page.link().await?.scenario.seed)).await?;
    eventually_eq("let through", allowed.to_string(), async || Ok(page.shown().await?.cards["allowed"].value.clone()))
        .await?;
    let named = format!("(seed {seed}), with {allowed}, ");
    eventually("the sentence names the seed", async || Ok(page.distribution().await?.said.contains(&named))).await?;
    let after = page.counted_runs().await?;
    ensure!(after.bars == before.bars && after.command == before.command, "it was counted anew: {after:?}");
    Ok(())
}

async fn a_bar_puts_such_a_run_on_the_stage_and_back_goes_back(page: &Page) -> Result<()> {
    page.open("strategy=get-set&runs=1000&tab=runs").await?;
    let (shown, link) = (is_counted(page).await?, page.link().await?);
    let bars = counted(&link).all.bars().to_vec();
    for bar in [bars[0], bars[bars.len() / 2], bars[bars.len() - 1]] {
        let entries = page.history().await?;
        let [left, top, width, height] = page.place_of(&format!("[data-first='{}'] rect", bar.allowed)).await?;
        page.move_to_point(left + width / 2.0, top + height - 1.0).await?;
        let told = format!("{} let through: ", bar.allowed);
        eventually("the bar is told", async || Ok(page.distribution().await?.hint.starts_with(&told))).await?;
        page.click_at(left + width / 2.0, top + height - 1.0).await?;
        on_stage(page, &shown, bar.allowed, bar.seed).await?;
        let here = page.link().await?;
        ensure!(here.runs.first == Some(link.scenario.seed), "{here} does not keep where the runs begin");
        ensure!(page.history().await? == entries + 1, "{} entries", page.history().await?);
    }
    for bar in [bars[bars.len() / 2], bars[0]] {
        page.back().await?;
        on_stage(page, &shown, bar.allowed, bar.seed).await?;
    }
    page.back().await?;
    eventually_eq("the seed", link.scenario.seed, async || Ok(page.link().await?.scenario.seed)).await?;
    ensure!(is_counted(page).await?.bars == shown.bars, "another distribution");
    // A link of it has it all.
    page.forward().await?;
    on_stage(page, &shown, bars[0].allowed, bars[0].seed).await?;
    page.reload().await?;
    ensure!(is_counted(page).await?.bars == shown.bars, "another distribution");
    Ok(())
}

async fn a_row_of_the_table_does_the_same_by_keyboard(page: &Page) -> Result<()> {
    page.open("strategy=local&runs=1000&tab=runs").await?;
    let shown = is_counted(page).await?;
    let bars = counted(&page.link().await?).all.bars().to_vec();
    let rows: Vec<_> = shown.rows.iter().map(|row| [row[0].clone(), row[1].clone(), row[4].clone()]).collect();
    let expected: Vec<_> =
        bars.iter().map(|bar| [bar.allowed.to_string(), bar.runs.to_string(), bar.seed.to_string()]).collect();
    ensure!(rows == expected, "{rows:?}");
    page.ask::<()>("document.querySelector('.runs summary').focus()").await?;
    page.press(Key::Enter).await?;
    for bar in bars.iter().take(3) {
        page.tab_to(&format!("[data-key=open-{}]", bar.allowed)).await?;
        page.press(Key::Enter).await?;
        on_stage(page, &shown, bar.allowed, bar.seed).await?;
        ensure!(page.is_focused(&format!("[data-key=open-{}]", bar.allowed)).await?, "the focus went elsewhere");
    }
    Ok(())
}

async fn a_bad_run_and_a_typical_one_are_found(page: &Page) -> Result<()> {
    for (query, fewest_are_bad) in [("strategy=get-set", false), ("strategy=split&burst=16", true)] {
        page.open(&format!("{query}&runs=1000&tab=runs")).await?;
        let shown = is_counted(page).await?;
        let all = counted(&page.link().await?).all;
        let bad = if fewest_are_bad { all.bars().first() } else { all.worst() };
        for (button, bar) in [("Find me a bad one", bad), ("A typical one", all.typical())] {
            let bar = bar.context("a bar")?;
            page.click_button(button).await?;
            on_stage(page, &shown, bar.allowed, bar.seed).await.with_context(|| format!("{query}: {button}"))?;
        }
    }
    Ok(())
}

async fn in_a_stream_a_bad_run_is_over_and_a_good_one_is_not(page: &Page) -> Result<()> {
    // The most that are let through are no more than are due there.
    page.open("strategy=get-set&traffic=steady&rate=11&for=3s&rtt=0.1ms&runs=500&tab=runs").await?;
    let shown = is_counted(page).await?;
    ensure!(counted(&page.link().await?).over.runs() > 0, "none is over");
    for (button, bad) in [("Find me a bad one", true), ("A good one", false)] {
        let before = page.link().await?.scenario.seed;
        page.click_button(button).await?;
        eventually("another run is there", async || Ok(page.link().await?.scenario.seed != before)).await?;
        let verdict = limit_sim::verdict::Verdict::of(&page.link().await?.scenario);
        ensure!((verdict.over > 0) == bad, "{button}: {} over", verdict.over);
        on_stage(page, &shown, verdict.allowed, page.link().await?.scenario.seed).await?;
    }
    Ok(())
}

async fn another_burst_leaves_the_distribution(page: &Page) -> Result<()> {
    page.open("strategy=local&runs=1000&tab=runs").await?;
    let (shown, link) = (is_counted(page).await?, page.link().await?);
    page.click_button("Another burst").await?;
    eventually_eq("where the runs begin", Some(link.scenario.seed), async || Ok(page.link().await?.runs.first)).await?;
    let here = page.link().await?;
    let verdict = limit_sim::verdict::Verdict::of(&here.scenario);
    on_stage(page, &shown, verdict.allowed, here.scenario.seed).await
}

async fn while_a_slider_is_dragged_the_distribution_moves(page: &Page) -> Result<()> {
    page.open("strategy=get-set&runs=10000&tab=runs").await?;
    let before = is_counted(page).await?;
    page.drag_and_hold("#rtt-slider", 0.5, 0.8).await?;
    let mean = |shown: &Distribution| shown.number("mean of these").split(' ').next().unwrap_or("").to_owned();
    eventually("the mean moves", async || {
        let now = page.distribution().await?;
        ensure!(!now.bars.is_empty() && !now.said.is_empty(), "nothing is shown meanwhile");
        Ok(mean(&now) != mean(&before) && now.bars != before.bars)
    })
    .await?;
    page.let_go().await?;
    let after = is_counted(page).await?;
    ensure!(page.link().await?.runs.first.is_none() && mean(&after) != mean(&before), "{after:?}");
    Ok(())
}

/// Takes a browser seconds.
const LONG: &str = "strategy=get-set&burst=100&runs=20000&tab=runs";

async fn a_count_can_be_cancelled_and_gone_on_with(page: &Page) -> Result<()> {
    // It must not be over before it is cancelled, however slow the rest is.
    page.open("strategy=get-set&burst=100&runs=100000&tab=runs").await?;
    eventually("it counts", async || Ok(page.distribution().await?.stop == "Cancel")).await?;
    // As a hand presses it: some time passes until it lets go.
    let [left, top, width, height] = page.place_of(".runs [data-key=stop]").await?;
    page.press_at(left + width / 2.0, top + height / 2.0).await?;
    page.draws(12).await?;
    page.let_go().await?;
    eventually_eq("the button", "Go on".to_owned(), async || Ok(page.distribution().await?.stop)).await?;
    let before = page.distribution().await?;
    page.draws(12).await?;
    let after = page.distribution().await?;
    ensure!(before == after && !after.busy && !after.rows.is_empty(), "it counts on: {after:?}");
    let (done, all) = after.progress.context("a bar of how far it is")?;
    ensure!(0 < done && done < all && after.said.contains(" so far: "), "it is at {done} of {all}: {}", after.said);
    page.is_accessible("a cancelled count").await?;
    page.click_button("Go on").await?;
    eventually("it goes on", async || {
        let now = page.distribution().await?;
        Ok(now.stop == "Cancel" && now.progress.is_some_and(|(now, _)| now > done))
    })
    .await?;
    Ok(())
}

async fn more_runs_go_on_from_those_there_are(page: &Page) -> Result<()> {
    page.open("strategy=local&burst=20&runs=500&tab=runs").await?;
    is_counted(page).await?;
    for runs in ["10000", "1000"] {
        page.choose("runs", runs).await?;
        eventually_eq("the link's runs", runs.to_owned(), async || Ok(page.link().await?.runs.runs.to_string()))
            .await?;
        is_counted(page).await?;
    }
    Ok(())
}

async fn the_count_waits_under_another_tab(page: &Page) -> Result<()> {
    let count = "const set = window.setTimeout; window.slices = 0;
        window.setTimeout = (act, wait, ...more) => { window.slices += wait === 0; return set(act, wait, ...more); };";
    page.before_each_page(count);
    page.open(LONG).await?;
    eventually("it counts", async || Ok(page.ask::<u32>("return slices").await? > 2)).await?;
    page.open_tab("code").await?;
    let before: u32 = page.ask("return slices").await?;
    page.draws(12).await?;
    let after: u32 = page.ask("return slices").await?;
    ensure!(before == after, "{} slices meanwhile", after - before);
    page.open_tab("runs").await?;
    let shown = page.counted_runs().await?;
    same(&shown, &counted(&page.link().await?))
}

/// Has a file made, and what it is called and holds.
async fn saved(page: &Page, kind: &str) -> Result<(String, String)> {
    page.click(&format!(".runs [data-save={kind}]")).await?;
    let told = format!(".{kind} is given to the browser.");
    eventually("it is given", async || Ok(page.text(".runs .saved").await?.ends_with(&told))).await?;
    let script = "const link = document.querySelector('.runs .export a');
        const [head, text] = [link.href.slice(0, link.href.indexOf(',')), link.href.slice(link.href.indexOf(',') + 1)];
        return [link.download, head.includes('base64') ? link.href : decodeURIComponent(text)]";
    page.ask(script).await
}

async fn what_can_be_taken_away_has_the_same_numbers(page: &Page) -> Result<()> {
    page.saves_nothing();
    for query in ["strategy=get-set&rtt=0.3ms&runs=1000&tab=runs", "strategy=incr&runs=100&seed=4&tab=runs"] {
        page.open(query).await?;
        let shown = is_counted(page).await?;
        let (link, strategy) = (page.link().await?, query.split(['=', '&']).nth(1).unwrap_or_default());
        let Counted { all, over, .. } = counted(&link);
        let (name, csv) = saved(page, "csv").await?;
        ensure!(name == format!("many-runs-{strategy}.csv"), "{name}");
        let over = |allowed| over.bars().iter().find(|bar| bar.allowed == allowed).map_or(0, |bar| bar.runs);
        let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        ensure!(rows.len() == all.bars().len() + 1 && rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
        for (row, bar) in rows[1..].iter().zip(all.bars()) {
            let numbers = [bar.allowed.to_string(), bar.runs.to_string(), over(bar.allowed).to_string()];
            ensure!(row[..3] == numbers && row[5] == bar.seed.to_string(), "{row:?} is not {bar:?}");
            ensure!((row[3].parse::<f64>()? - bar.runs as f64 / all.runs() as f64).abs() < 1e-6, "{row:?}");
        }
        let (_, json) = saved(page, "json").await?;
        let json: serde_json::Value = serde_json::from_str(&json)?;
        ensure!(json["link"] == link.to_string(), "{link}: {json}");
        ensure!(json["complete"] == true && json["command"] == shown.command, "{json}");
        ensure!((json["summary"]["mean"].as_f64().context("a mean")? - all.summary().mean).abs() < 1e-5, "{json}");
        ensure!(json["summary"]["p95"] == all.percentile(95).unwrap_or_default(), "{json}");
        ensure!(json["bars"].as_array().map(Vec::len) == Some(all.bars().len()), "{json}");
        let (_, svg) = saved(page, "svg").await?;
        for word in ["var(", "color-mix", "light-dark", "color("] {
            ensure!(!svg.contains(word), "{word} is in {svg}");
        }
        // (What is parsed in the page is under its policy, which takes no styles told as text.)
        let parsed = "const told = new DOMParser().parseFromString(arguments[0].replaceAll(/ style=\"[^\"]*\"/g, ''), 'image/svg+xml'),
                svg = told.documentElement;
            return [svg.namespaceURI, svg.querySelector('title')?.textContent ?? '', svg.querySelector('desc')?.textContent ?? '',
                String(svg.querySelectorAll('[data-first]').length)]";
        let parts: Vec<String> = page.ask_about(parsed, vec![svg.as_str().into()]).await?;
        ensure!(parts[0] == "http://www.w3.org/2000/svg" && parts[1].contains(" bursts"), "{parts:?}");
        ensure!(parts[2].contains("?strategy=") && parts[3] == all.bars().len().to_string(), "{parts:?}");
        let (name, png) = saved(page, "png").await?;
        ensure!(name.ends_with(".png") && png.starts_with("data:image/png;base64,"), "{name}");
        let size = "const done = arguments[1], image = new Image(), { width, height } = document.querySelector('.chart svg').viewBox.baseVal;
            image.onload = () => done([image.width / width, image.height / height]); image.onerror = () => done([0, 0]);
            image.src = arguments[0];";
        let scale: Vec<f64> = page.ask_and_wait(size, vec![png.as_str().into()]).await?;
        // Below the picture is its caption.
        ensure!((scale[0] - 2.0).abs() < 0.02 && scale[1] > 2.1, "{scale:?}");
    }
    Ok(())
}

async fn words_in_the_picture_are_inside_it_and_apart(page: &Page) -> Result<()> {
    let mut wrong = Vec::new();
    for (width, height) in [(360, 740), (800, 640), (1280, 800)] {
        page.resize(width, height).await?;
        for theme in ["light", "projector"] {
            page.open("").await?;
            page.choose("theme", theme).await?;
            for query in [
                "strategy=get-set",
                "strategy=local",
                "strategy=incr",
                "strategy=split&burst=16",
                "strategy=local&limit=100",
                "strategy=get-set&burst=1000&servers=32&limit=300&spread=900ms",
                "strategy=local&traffic=steady&rate=100&for=3s",
                "strategy=incr&redis=down@5ms..20ms",
                "strategy=local&burst=1",
            ] {
                page.open(&format!("{query}&runs=100&tab=runs")).await?;
                page.counted_runs().await?;
                let found = page.crowded(".runs .chart svg", &[".runs .chart text"]).await?;
                wrong.extend(found.into_iter().take(4).map(|what| format!("{width} px, {theme}, ?{query}: {what}")));
            }
        }
    }
    none("in the picture", &wrong)
}
