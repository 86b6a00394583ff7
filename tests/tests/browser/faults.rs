//! What goes wrong: the strip under the stage, its blocks on the play bar, and what is said and shown of it.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::{Fault, Faults, Strategy, What};
use limit_sim::time::Time;
use serde_json::json;
use thirtyfour::prelude::Key;

tests![
    a_fault_is_added_by_its_button_and_told_beside_the_verdict,
    at_the_playhead_is_where_a_fault_is_added_in_the_middle_of_a_run,
    a_link_with_a_fault_unfolds_the_strip_and_fills_it,
    a_number_that_can_not_be_taken_is_told_beside_its_field_and_nothing_is_lost,
    no_more_than_eight_faults_can_be_added,
    a_block_is_dragged_and_stretched_by_the_pointer_in_one_entry_of_the_history,
    only_the_first_button_of_the_first_pointer_drags_a_block,
    a_block_is_moved_stretched_and_removed_by_keys,
    a_block_stays_within_the_run_and_its_keys_leave_the_playhead_alone,
    each_of_four_faults_at_a_time_can_be_seen_and_more_are_counted,
    words_on_the_play_bar_are_apart,
    without_faults_the_play_bar_and_the_stage_are_as_they_were,
    a_crashed_server_and_a_redis_that_is_down_are_told_to_who_does_not_see_the_stage,
    requests_pile_up_at_their_servers_without_a_timeout_and_not_with_one,
    servers_that_join_have_their_places_on_the_stage,
    what_is_done_when_redis_fails_is_set_and_followed,
    a_key_without_an_end_can_be_deleted_by_hand_or_cured,
    axe_finds_nothing_with_the_strip_open,
    the_first_view_holds_with_faults,
    words_on_the_stage_are_apart_when_something_goes_wrong,
];

const STREAM: &str = "strategy=incr&traffic=steady&rate=400&for=1s&arrivals=even";

async fn faults(page: &Page) -> Result<Vec<Fault>> {
    Ok(page.link().await?.scenario.faults.iter().collect())
}

/// The strip is filled.
async fn filled(page: &Page) -> Result<()> {
    eventually("the strip is there", async || {
        page.ask("return document.querySelectorAll('.offers button').length > 12").await
    })
    .await
}

async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    if !page.ask::<bool>("return document.querySelector('.go-wrong').ariaExpanded === 'true'").await? {
        page.click(".go-wrong").await?;
    }
    filled(page).await
}

async fn story(page: &Page) -> Result<String> {
    page.text(".story").await
}

async fn field(page: &Page, name: &str) -> Result<String> {
    page.ask(&format!("return document.querySelector('[name={name}]')?.value ?? ''")).await
}

/// The nth block on the play bar: its name, and when it is.
async fn block(page: &Page, nth: usize) -> Result<String> {
    let script = format!(
        "const block = document.querySelector('[data-block=\"{nth}\"]');
        return block ? `${{block.ariaLabel}} ${{block.ariaValueText}}` : ''"
    );
    page.ask(&script).await
}

async fn a_fault_is_added_by_its_button_and_told_beside_the_verdict(page: &Page) -> Result<()> {
    open(page, STREAM).await?;
    let before = story(page).await?;
    page.click("[data-fault=down]").await?;
    eventually("the story tells of it", async || Ok(story(page).await?.starts_with("Redis was down from "))).await?;
    let (shown, _) = page.shows_its_address().await?;
    let after = story(page).await?;
    ensure!(after != before && after.contains("found nobody there"), "{after}");
    ensure!(shown.query.contains("redis=down@"), "{}", shown.query);
    ensure!(block(page, 0).await?.starts_with("Redis down from "), "{}", block(page, 0).await?);
    page.click("[data-remove='0']").await?;
    eventually_eq("the story", before, async || story(page).await).await?;
    ensure!(page.find(".offers").await?.is_displayed().await?, "the strip folds up under the reader's hand");
    page.click("[data-fault=skew]").await?;
    eventually_eq("how far clocks are off", "5".to_owned(), async || field(page, "fault-skew-n").await).await?;
    page.click("[data-do=none]").await?;
    eventually("all is well", async || Ok(!page.address().await?.contains("skew"))).await
}

async fn at_the_playhead_is_where_a_fault_is_added_in_the_middle_of_a_run(page: &Page) -> Result<()> {
    open(page, "strategy=incr&t=12.3ms").await?;
    page.click("[data-fault=flush]").await?;
    eventually("it is there", async || Ok(!faults(page).await?.is_empty())).await?;
    ensure!(faults(page).await?[0].to_string() == "flush@12.3ms", "{}", page.address().await?);
    eventually_eq("its field", "12.3".to_owned(), async || field(page, "fault-0-f").await).await
}

async fn a_link_with_a_fault_unfolds_the_strip_and_fills_it(page: &Page) -> Result<()> {
    page.open("strategy=incr&redis=down@10ms..30ms&crash=s2@12ms..20ms").await?;
    filled(page).await?;
    for (name, value) in [("fault-0-f", "10"), ("fault-0-u", "30"), ("fault-1-n", "2"), ("fault-1-f", "12")] {
        ensure!(field(page, name).await? == value, "{name}: {}", field(page, name).await?);
    }
    ensure!(block(page, 0).await? == "Redis down from 10 ms to 30 ms", "{}", block(page, 0).await?);
    ensure!(block(page, 1).await? == "Server 2 crashes from 12 ms to 20 ms", "{}", block(page, 1).await?);
    ensure!(story(page).await?.starts_with("Redis was down from 10 ms to 30 ms."), "{}", story(page).await?);
    page.shows_its_address().await?;
    // Folded, it stays so.
    page.click(".go-wrong").await?;
    eventually("it folds up", async || page.ask("return document.querySelector('.strip').hidden").await).await
}

async fn a_number_that_can_not_be_taken_is_told_beside_its_field_and_nothing_is_lost(page: &Page) -> Result<()> {
    page.open("strategy=incr&redis=down@10ms..30ms").await?;
    filled(page).await?;
    let (before, _) = page.shows_its_address().await?;
    for (letter, wrong, allowed) in
        [("f", "31", "0 ms to 30 ms"), ("f", "soon", "0 ms to 30 ms"), ("u", "9", "10 ms to 600 s")]
    {
        page.click(&format!("[name=fault-0-{letter}]")).await?;
        page.retype(wrong).await?;
        eventually("that is told", async || {
            let told = page.text("#fault-0-problem").await?;
            Ok(told.contains(wrong) && told.contains(allowed))
        })
        .await?;
        ensure!(field(page, &format!("fault-0-{letter}")).await? == wrong, "what was typed is gone");
        ensure!(page.shown().await?.hash == before.hash, "{wrong} changed the run");
    }
    page.click("[name=fault-0-f]").await?;
    page.retype("0.02 s").await?;
    eventually_eq("the beginning", "20".to_owned(), async || field(page, "fault-0-f").await).await?;
    page.text_becomes("#fault-0-problem", "").await?;
    ensure!(faults(page).await?[0].to_string() == "down@20ms..30ms", "{}", page.address().await?);
    page.shows_its_address().await?;
    Ok(())
}

async fn no_more_than_eight_faults_can_be_added(page: &Page) -> Result<()> {
    open(page, "strategy=incr").await?;
    for nth in 1..=Faults::MOST {
        page.click("[data-fault=flush]").await?;
        eventually_eq("the faults", nth, async || Ok(faults(page).await?.len())).await?;
    }
    ensure!(page.text(".full").await?.contains('8'), "{}", page.text(".full").await?);
    page.click("[data-fault=down]").await?;
    let disabled = "return document.querySelector('[data-fault=down]').ariaDisabled";
    ensure!(page.ask::<String>(disabled).await? == "true", "the button does not say that it is of no use");
    ensure!(faults(page).await?.iter().all(|fault| fault.what == What::Flush), "{}", page.address().await?);
    page.click("[data-do=none]").await?;
    eventually_eq("the faults", 0, async || Ok(faults(page).await?.len())).await
}

/// Presses at a part of the nth block's width, moves by so many pixels, and lets go.
async fn drag(page: &Page, nth: usize, part: f64, by: f64) -> Result<()> {
    let [x, y, width, height] = page.place_of(&format!("[data-block='{nth}']")).await?;
    let (x, y) = (x + width * part, y + height / 2.0);
    page.press_at(x, y).await?;
    for step in 1..=4 {
        page.move_to_point(x + by * f64::from(step) / 4.0, y).await?;
    }
    page.let_go().await
}

async fn a_block_is_dragged_and_stretched_by_the_pointer_in_one_entry_of_the_history(page: &Page) -> Result<()> {
    page.open(&format!("{STREAM}&timeout=10ms&redis=down@300ms..600ms")).await?;
    filled(page).await?;
    let (entries, millis) = (page.history().await?, |at: Time| at.nanos() / 1_000_000);
    drag(page, 0, 0.5, 60.0).await?;
    eventually("it has moved", async || Ok(millis(faults(page).await?[0].from) > 305)).await?;
    let moved = faults(page).await?[0];
    ensure!(millis(moved.until) - millis(moved.from) == 300, "it has another length: {moved}");
    ensure!(page.history().await? == entries + 1, "a drag is not one entry of the history");
    ensure!(field(page, "fault-0-f").await? == millis(moved.from).to_string(), "the row shows another beginning");
    drag(page, 0, 1.0, -40.0).await?;
    eventually("its end has moved", async || Ok(faults(page).await?[0].until < moved.until)).await?;
    let shorter = faults(page).await?[0];
    ensure!(shorter.from == moved.from, "its beginning has moved, too: {shorter}");
    drag(page, 0, 0.0, -50.0).await?;
    eventually("its beginning has moved", async || Ok(faults(page).await?[0].from < moved.from)).await?;
    ensure!(faults(page).await?[0].until == shorter.until, "its end has moved, too");
    page.shows_its_address().await?;
    Ok(())
}

async fn only_the_first_button_of_the_first_pointer_drags_a_block(page: &Page) -> Result<()> {
    page.open(&format!("{STREAM}&timeout=10ms&redis=down@300ms..600ms")).await?;
    filled(page).await?;
    let entries = page.history().await?;
    let middle = "const at = document.querySelector('[data-block]').getBoundingClientRect();
        return [at.x + at.width / 2, at.y + at.height / 2]";
    let [x, y]: [f64; 2] = page.ask(middle).await?;
    let at = async || -> Result<u64> { page.ask("return +document.querySelector('[data-block]').ariaValueNow").await };
    let happens = async |kind: &str, pointer: u32, right: f64, button: u32, buttons: u32| -> Result<()> {
        let script = "const [kind, pointerId, clientX, clientY, button, buttons] = arguments;
            const given = { bubbles: true, isPrimary: pointerId === 1, pointerId, clientX, clientY, button, buttons };
            document.querySelector('[data-block]').dispatchEvent(new PointerEvent(kind, given))";
        let given = [json!(kind), json!(pointer), json!(x + right), json!(y), json!(button), json!(buttons)];
        page.ask_about::<()>(script, given.to_vec()).await?;
        page.draws(2).await
    };
    let before = at().await?;
    for (pointer, button, buttons) in [(1, 2, 2), (2, 0, 1)] {
        happens("pointerdown", pointer, 0.0, button, buttons).await?;
        happens("pointermove", pointer, 50.0, 0, buttons).await?;
        ensure!(at().await? == before, "pointer {pointer} drags the block with button {button}");
        happens("pointerup", pointer, 50.0, button, 0).await?;
    }
    happens("pointerdown", 1, 0.0, 0, 1).await?;
    happens("pointermove", 2, 80.0, 0, 1).await?;
    ensure!(at().await? == before, "a second finger drags what the first one holds");
    happens("pointermove", 1, 50.0, 0, 1).await?;
    let moved = at().await?;
    ensure!(moved > before, "the first button drags nothing");
    happens("pointermove", 1, 80.0, 0, 0).await?;
    happens("pointermove", 1, 120.0, 0, 1).await?;
    ensure!(at().await? == moved, "it follows a pointer that has let it go where nobody heard of it");
    ensure!(page.history().await? == entries + 1, "a drag is not one entry of the history");
    Ok(())
}

async fn a_block_is_moved_stretched_and_removed_by_keys(page: &Page) -> Result<()> {
    page.open(&format!("{STREAM}&timeout=10ms&redis=down@300ms..600ms")).await?;
    filled(page).await?;
    let focus =
        "const block = document.querySelector('[data-block]'); block.focus(); return document.activeElement === block";
    ensure!(page.ask::<bool>(focus).await?, "a block can't have the focus");
    let before = faults(page).await?[0];
    page.press(Key::Right).await?;
    eventually("it has moved", async || Ok(faults(page).await?[0].from > before.from)).await?;
    let moved = faults(page).await?[0];
    ensure!(moved.until - moved.from == before.until - before.from, "{before} became {moved}");
    ensure!(page.is_focused("[data-block]").await?, "the focus is lost");
    page.press_with(Key::Shift, Key::Left).await?;
    eventually("its end has moved", async || Ok(faults(page).await?[0].until < moved.until)).await?;
    ensure!(faults(page).await?[0].from == moved.from, "its beginning has moved, too");
    page.press(Key::Delete).await?;
    eventually_eq("the faults", 0, async || Ok(faults(page).await?.len())).await
}

async fn a_block_stays_within_the_run_and_its_keys_leave_the_playhead_alone(page: &Page) -> Result<()> {
    page.open(&format!("{STREAM}&timeout=10ms&redis=down@300ms..600ms&t=450ms")).await?;
    filled(page).await?;
    let millis = |at: Time| at.nanos() / 1_000_000;
    page.ask::<()>("document.querySelector('[data-block]').focus()").await?;
    for (key, least, most) in [
        (Key::PageUp, 390, 410),
        (Key::PageDown, 290, 310),
        (Key::Home, 0, 0),
        (Key::End, 690, 710),
        (Key::Right, 690, 710),
        (Key::Home, 0, 0),
    ] {
        page.press(key.clone()).await?;
        eventually(&format!("it lies between {least} and {most} ms"), async || {
            let from = faults(page).await?.first().map(|fault| millis(fault.from));
            Ok(from.is_some_and(|from| (least..=most).contains(&from)))
        })
        .await?;
        ensure!(
            page.link().await?.playhead.map(millis) == Some(450),
            "the playhead has moved: {}",
            page.address().await?
        );
        ensure!(page.is_focused("[data-block]").await?, "the focus is lost");
    }
    drag(page, 0, 0.5, 900.0).await?;
    eventually("it is at the end", async || Ok(millis(faults(page).await?[0].from) > 600)).await?;
    let end = page.link().await?;
    ensure!(millis(faults(page).await?[0].until) <= 1010, "it lies outside of the run: {end}");
    let bounds = "const { ariaValueNow, ariaValueMax } = document.querySelector('[data-block]'); return +ariaValueNow <= +ariaValueMax";
    ensure!(page.ask::<bool>(bounds).await?, "the slider is at more than its most");
    Ok(())
}

async fn each_of_four_faults_at_a_time_can_be_seen_and_more_are_counted(page: &Page) -> Result<()> {
    let tops =
        "return new Set([...document.querySelectorAll('.block')].map((one) => one.getBoundingClientRect().top)).size";
    let crashes = |count: usize| (1..=count).map(|nth| format!("s{nth}@20ms..30ms")).collect::<Vec<_>>().join(",");
    page.open(&format!("strategy=incr&servers=8&crash={}", crashes(4))).await?;
    filled(page).await?;
    ensure!(page.ask::<u32>(tops).await? == 4, "some lie over others");
    ensure!(page.ask::<bool>("return !document.querySelector('.lanes .more')").await?, "there is room for all");
    page.open(&format!("strategy=incr&servers=8&crash={}", crashes(6))).await?;
    filled(page).await?;
    ensure!(page.text(".lanes .more").await? == "+2", "{}", page.text(".lanes .more").await?);
    // A second of a kind does not hide the first.
    open(page, "strategy=incr").await?;
    for nth in 1..=2 {
        page.click("[data-fault=down]").await?;
        eventually_eq("the faults", nth, async || Ok(faults(page).await?.len())).await?;
    }
    let two = faults(page).await?;
    ensure!(two[0].until < two[1].from, "{} {}", two[0], two[1]);
    Ok(())
}

async fn words_on_the_play_bar_are_apart(page: &Page) -> Result<()> {
    let over = "const boxes = [...document.querySelectorAll('.lanes .block, .lanes i')].map((one) => {
            if (one.matches('.block')) return [one.dataset.key, one.getBoundingClientRect()];
            const range = document.createRange();
            range.selectNodeContents(one);
            const box = range.getBoundingClientRect();
            // What went to a second line is not seen.
            return [one.textContent, box.top < one.getBoundingClientRect().bottom - 4 ? box : new DOMRect(-9, -9, 0, 0)];
        });
        return boxes.flatMap(([a, one], nth) => boxes.slice(nth + 1).flatMap(([b, other]) =>
            one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3
                ? [`${a} over ${b}`] : []));";
    for (width, height) in [(360, 740), (800, 640), (1280, 800)] {
        page.resize(width, height).await?;
        for faults in
            ["flush@30ms,down@43ms..68ms", "flush@10ms,evict@12ms,down@20ms..25ms,silent@22ms..40ms,flush@41ms"]
        {
            page.open(&format!("strategy=incr&redis={faults}")).await?;
            filled(page).await?;
            none(&format!("{faults} at {width} px"), &page.ask::<Vec<String>>(over).await?)?;
        }
    }
    Ok(())
}

async fn without_faults_the_play_bar_and_the_stage_are_as_they_were(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let tall = "return document.querySelector('.track').getBoundingClientRect().height";
    let without: f64 = page.ask(tall).await?;
    ensure!(without < 34.0, "the bar is {without} px high");
    let shown = "return [...document.querySelectorAll('.trouble, .state, .block, .strip')].filter((one) => one.checkVisibility()).length";
    ensure!(page.ask::<u32>(shown).await? == 0, "something of what goes wrong is shown");
    page.open("strategy=get-set&redis=down@10ms..20ms,silent@12ms..22ms,slow@14ms..24msx20,paused@16ms..26ms").await?;
    filled(page).await?;
    let with: f64 = page.ask(tall).await?;
    ensure!(with > without && with <= without + 41.0, "with four faults at a time it is {with} px high");
    Ok(())
}

/// The stage's words at an instant.
async fn stage(page: &Page, query: &str) -> Result<String> {
    page.open(query).await?;
    page.ask("return document.querySelector('.stage > .unseen').textContent").await
}

async fn a_crashed_server_and_a_redis_that_is_down_are_told_to_who_does_not_see_the_stage(page: &Page) -> Result<()> {
    let base = "strategy=incr&crash=s2@12ms..30ms&redis=down@20ms..25ms,slow@20ms..25msx20";
    let within = stage(page, &format!("{base}&t=22ms")).await?;
    let second = within.split("Server ").nth(2).context("a second server")?;
    ensure!(second.contains("; crashed"), "{within}");
    ensure!(within.contains("Redis: down.") && within.contains("Redis: 20\u{d7} slower."), "{within}");
    let seen: Vec<String> =
        page.ask("return [...document.querySelectorAll('.stage .state')].map((one) => one.textContent)").await?;
    ensure!(["crashed", "down"].iter().all(|one| seen.iter().any(|seen| seen == one)), "{seen:?}");
    let after = stage(page, &format!("{base}&t=35ms")).await?;
    ensure!(after.contains("; new") && !after.contains("crashed") && !after.contains("Redis: down"), "{after}");
    Ok(())
}

async fn requests_pile_up_at_their_servers_without_a_timeout_and_not_with_one(page: &Page) -> Result<()> {
    let waiting = async |query: &str| -> Result<usize> {
        let told = stage(page, query).await?;
        let numbers = told.split("; ").filter_map(|part| part.split_once(" waiting")?.0.parse::<usize>().ok());
        Ok(numbers.sum())
    };
    let stream = format!("{STREAM}&redis=silent@300ms..600ms&t=590ms");
    let (long, short) = (waiting(&stream).await?, waiting(&format!("{stream}&timeout=10ms")).await?);
    ensure!(long > 100 && (3..=6).contains(&short), "{long} wait without a timeout, and {short} with 10 ms");
    Ok(())
}

/// The servers of which a summary says this. Those that stand alike are told together: "Servers 5, 6, each: ...".
fn servers(summary: &str, of_which: &str) -> Vec<u32> {
    let told = summary.split("Server").filter(|one| one.contains(of_which)).filter_map(|one| one.split_once(':'));
    let numbers = told.flat_map(|(numbers, _)| numbers.split([' ', ',']));
    let mut servers: Vec<_> = numbers.filter_map(|one| one.parse().ok()).collect();
    servers.sort_unstable();
    servers
}

async fn servers_that_join_have_their_places_on_the_stage(page: &Page) -> Result<()> {
    let base = "strategy=local&servers=4&scale=%2B4@20ms";
    let before = stage(page, &format!("{base}&t=10ms")).await?;
    ensure!(servers(&before, "; not there") == [5, 6, 7, 8], "{before}");
    let after = stage(page, base).await?;
    ensure!(servers(&after, "; new") == [5, 6, 7, 8], "{after}");
    eventually("the story tells of it", async || Ok(story(page).await?.contains("4 \u{d7} 10 to 8 \u{d7} 10"))).await
}

async fn what_is_done_when_redis_fails_is_set_and_followed(page: &Page) -> Result<()> {
    page.open(&format!("{STREAM}&redis=down@300ms..600ms")).await?;
    ensure!(page.shown().await?.card("down").value.starts_with("all pass"), "by default all pass");
    page.click(".answers summary").await?;
    page.choose("on-failure", "closed").await?;
    eventually("the card follows", async || Ok(page.shown().await?.card("down").value.starts_with("all refused")))
        .await?;
    eventually("the story follows", async || Ok(story(page).await?.contains("the policy refused all"))).await?;
    page.type_into("timeout", "10").await?;
    page.type_into("breaker", "3").await?;
    page.type_into("breaker-reset", "50").await?;
    let (shown, _) = page.shows_its_address().await?;
    for one in ["on-failure=closed", "timeout=10ms", "breaker=3", "breaker-reset=50ms"] {
        ensure!(shown.query.contains(one), "{} has no {one}", shown.query);
    }
    ensure!(!shown.query.contains("skew"), "a field for something else has set the clocks: {}", shown.query);
    page.type_into("timeout", "0").await?;
    eventually("that is told", async || Ok(page.complaint("timeout").await?.contains("100us"))).await?;
    for empty in ["timeout", "breaker"] {
        page.type_into(empty, "").await?;
        eventually(&format!("{empty} is none"), async || Ok(!page.address().await?.contains(&format!("&{empty}="))))
            .await?;
    }
    Ok(())
}

async fn a_key_without_an_end_can_be_deleted_by_hand_or_cured(page: &Page) -> Result<()> {
    let base = "strategy=incr-expire&servers=1&burst=5&limit=3&arrivals=even&crash=s1@3ms..4ms";
    page.open(base).await?;
    filled(page).await?;
    eventually("it is told", async || Ok(story(page).await?.contains("between INCR and EXPIRE: the key has no end")))
        .await?;
    page.click("[data-do=delete]").await?;
    eventually("it was deleted", async || Ok(story(page).await?.contains("until it was removed at "))).await?;
    page.click("[data-do=fix]").await?;
    eventually("another strategy", async || Ok(page.link().await?.scenario.strategy == Strategy::MultiExec)).await?;
    eventually("no key is stuck", async || Ok(!story(page).await?.contains("EXPIRE: "))).await
}

async fn axe_finds_nothing_with_the_strip_open(page: &Page) -> Result<()> {
    for theme in ["light", "dark", "projector"] {
        for (width, height) in [(1280, 800), (360, 740)] {
            page.resize(width, height).await?;
            page.open("strategy=incr&redis=slow@10ms..20msx500,flush@30ms&crash=s2@12ms..20ms&scale=-1@25ms&timeout=5ms&t=15ms").await?;
            page.choose("theme", theme).await?;
            filled(page).await?;
            page.click("[name=fault-0-f]").await?;
            page.retype("x").await?;
            page.is_accessible(&format!("faults, {theme}, {width} px")).await?;
            page.picture(&format!("faults/{theme}-{width}")).await?;
        }
    }
    Ok(())
}

async fn the_first_view_holds_with_faults(page: &Page) -> Result<()> {
    for (width, height, parts) in [
        (1280, 800, &[".stage", ".playbar", ".slider", ".strip", ".card"][..]),
        (800, 640, &[".stage", ".playbar", ".slider", ".card"]),
    ] {
        page.resize(width, height).await?;
        for query in ["redis=down@10ms..30ms", "redis=slow@10ms..30msx500&crash=s2@12ms..20ms"] {
            page.open(&format!("strategy=incr&{query}")).await?;
            filled(page).await?;
            none(&format!("{query}, {width} px"), &page.outside(parts).await?)?;
        }
    }
    for width in [320, 360] {
        page.resize(width, 740).await?;
        page.open("strategy=incr&redis=slow@10ms..30msx500,flush@30ms&crash=s2@12ms..20ms&scale=%2B2@25ms").await?;
        filled(page).await?;
        let script = "const most = document.documentElement.clientWidth;
            return [...document.querySelectorAll('.strip *, .playbar *')]
                .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > most + 1)
                .map((one) => one.outerHTML.slice(0, 80));";
        none(&format!("wider than {width} px"), &page.ask::<Vec<String>>(script).await?)?;
    }
    Ok(())
}

async fn words_on_the_stage_are_apart_when_something_goes_wrong(page: &Page) -> Result<()> {
    let mut wrong = Vec::new();
    for (width, height) in [(360, 740), (800, 640), (1280, 800)] {
        page.resize(width, height).await?;
        for servers in [1, 4, 8, 32] {
            for fault in
                ["redis=slow@10ms..30msx500", "redis=failover@10ms..30ms&crash=s1@12ms..30ms", "deploy=10ms..30ms"]
            {
                let query = format!("strategy=incr&servers={servers}&{fault}&t=20ms");
                page.open(&query).await?;
                let found = page.crowded(".stage", &[".stage svg text"]).await?;
                wrong.extend(found.into_iter().take(3).map(|what| format!("{width} px, {query}: {what}")));
            }
        }
    }
    none("on the stage", &wrong)
}
