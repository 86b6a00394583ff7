//! The lesson: predictions, changes that check themselves, and what stays of them.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Task};
use serde_json::json;
use thirtyfour::Key;

tests![
    the_whole_lesson_can_be_done_by_keys_alone,
    a_run_that_is_to_be_predicted_is_not_shown_before,
    a_change_before_the_prediction_counts_for_nothing,
    a_prediction_can_be_skipped_and_a_bad_one_is_refused,
    progress_stays_after_a_reload_and_can_be_forgotten,
    without_storage_the_lesson_works_as_long_as_the_page,
    progress_that_cannot_be_read_is_ignored,
    the_lesson_can_be_closed_and_opened_again,
    a_lesson_that_the_student_has_closed_stays_closed,
    a_task_that_is_done_out_of_sight_is_said_at_the_foot_of_the_window,
    a_task_that_is_done_in_sight_is_said_there_alone,
    links_say_whether_it_is_open_and_where_it_begins,
    answers_that_are_hidden_are_taken_without_a_word,
    what_a_task_needs_and_is_locked_is_said,
    keys_typed_in_the_lesson_do_not_move_the_playhead,
    the_first_view_fits_a_laptop_beside_the_lesson,
    question_prediction_and_button_fit_a_phone,
    axe_finds_nothing_in_the_lesson,
];

/// Opens a task by a link.
async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    eventually("the lesson is there", async || Ok(!page.text(".task h3").await?.is_empty())).await
}

/// The Tab key, as WebDriver names it.
const TAB: char = '\u{e004}';

/// Presses Shift and Tab until this has the focus: the lesson comes before the lab.
async fn back_to(page: &Page, selector: &str) -> Result<()> {
    for _ in 0..80 {
        if page.is_focused(selector).await? {
            return Ok(());
        }
        page.press_with(Key::Shift, TAB).await?;
    }
    anyhow::bail!("Shift and Tab do not lead back to {selector}")
}

async fn field_is(page: &Page, name: &str, value: &str) -> Result<()> {
    page.tab_to(&format!(".field input[name={name}]")).await?;
    page.retype(value).await
}

/// Commits a prediction, whatever its kind: a number is typed, of choices and marks the first is taken.
async fn predict(page: &Page) -> Result<()> {
    page.tab_to("[name=prediction]").await?;
    let kind: String = page.ask("return document.activeElement.type").await?;
    match kind.as_str() {
        "text" => page.press("7").await?,
        "radio" => page.press(" ").await?,
        _ => page.press(Key::Home).await?,
    }
    page.tab_to("[data-key=commit]").await?;
    page.press(Key::Enter).await?;
    eventually("the run is held against it", async || Ok(!page.text(".told .apart").await?.is_empty())).await?;
    ensure!(page.is_focused(".ask").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn is_done(page: &Page, task: &str) -> Result<()> {
    eventually(&format!("{task} is done"), async || Ok(!page.text(".met .done").await?.is_empty())).await
}

/// Makes a task's change in the lab.
async fn change(page: &Page, task: &str) -> Result<()> {
    match task {
        "own-counts" => {
            page.tab_to("#servers-slider").await?;
            page.press(Key::End).await
        }
        "autoscale" => {
            page.tab_to(".rest > summary").await?;
            page.press(Key::Enter).await?;
            page.tab_to("[name=balancer]").await?;
            page.press("s").await
        }
        "shares" => {
            field_is(page, "servers", "2").await?;
            field_is(page, "burst", "40").await
        }
        "shared-count" => field_is(page, "rtt", "5").await,
        "round-trip" => field_is(page, "rtt", "0.2").await,
        "break-it" => {
            page.tab_to("[data-key=board]").await?;
            page.press(Key::Enter).await?;
            for choice in ["1", "2", "1", "2"] {
                page.press(choice).await?;
            }
            Ok(())
        }
        "atomic" => field_is(page, "rtt", "100").await,
        "other-rules" => {
            page.tab_to("[data-opens=strategies]").await?;
            page.press(Key::Enter).await?;
            eventually("the dialog is there", async || page.is_focused(".groups :checked").await).await?;
            while page.shown().await?.strategy != "script" {
                page.press(Key::Down).await?;
            }
            page.press(Key::Enter).await?;
            // Some on the way can't count by it.
            page.tab_to("[name=rule]").await?;
            page.press("t").await
        }
        "price" => field_is(page, "rtt", "0.9").await,
        "outage" => {
            let folded = "return !document.querySelector('details.answers').open";
            if page.ask::<bool>(folded).await? {
                page.tab_to(".answers > summary").await?;
                page.press(Key::Enter).await?;
            }
            page.tab_to("[name=on-failure]").await?;
            page.press("r").await?;
            let there = "return !!document.querySelector('[name=reason]')";
            eventually("a reason is asked for", async || page.ask(there).await).await?;
            back_to(page, "[name=reason]").await?;
            // Wherever the focus came to: not every engine goes on from the last to the first.
            while !page.ask::<bool>("return document.querySelector('[name=reason]').checked").await? {
                page.press(Key::Up).await?;
            }
            page.tab_to("[data-key=give]").await?;
            page.press(Key::Enter).await
        }
        _ => field_is(page, "sync", "100").await,
    }
}

const TASKS: [&str; 11] = [
    "own-counts",
    "autoscale",
    "shares",
    "shared-count",
    "round-trip",
    "break-it",
    "atomic",
    "other-rules",
    "price",
    "outage",
    "approximate",
];

async fn the_whole_lesson_can_be_done_by_keys_alone(page: &Page) -> Result<()> {
    page.open("").await?;
    page.tab_to("[data-load=guide]").await?;
    page.press(Key::Enter).await?;
    eventually("the first task's title has the focus", async || page.is_focused(".task h3").await).await?;
    for (nth, task) in TASKS.iter().enumerate() {
        let title = page.text(".task h3").await?;
        predict(page).await?;
        ensure!(page.text(".met").await?.is_empty(), "{task} is done before anything was changed");
        change(page, task).await?;
        is_done(page, task).await?;
        let told = page.text(".told").await?;
        ensure!(!told.contains('{') && !told.is_empty(), "{task}: {told}");
        if nth + 1 < TASKS.len() {
            if page.ask("return !!document.activeElement.closest('.task')").await? {
                page.tab_to("[data-key=next]").await?;
            } else {
                back_to(page, "[data-key=next]").await?;
            }
            page.press(Key::Enter).await?;
            eventually("another title", async || Ok(page.text(".task h3").await? != title)).await?;
            ensure!(page.is_focused(".task h3").await?, "the focus went to {:?}", page.focus().await?);
        }
    }
    ensure!(page.text(".met").await?.contains("All tasks are done"), "{}", page.text(".met").await?);
    eventually_eq("where it is", "Task 11 of 11, 11 done".to_owned(), async || page.text(".all summary").await).await?;
    page.reload().await?;
    let at = async || page.text(".all summary").await;
    eventually_eq("where it is after a reload", "Task 11 of 11, 11 done".to_owned(), at).await
}

/// Which of these can be seen.
async fn seen(page: &Page, selectors: &[&str]) -> Result<Vec<String>> {
    let script = "return arguments[0].filter((selector) => [...document.querySelectorAll(selector)]
        .some((item) => item.checkVisibility({ visibilityProperty: true })))";
    page.ask_about(script, vec![json!(selectors)]).await
}

const TELLING: [&str; 7] = [".card", ".story", ".stage", ".playbar", ".happening", ".tabs", "[role=tabpanel]"];

async fn a_run_that_is_to_be_predicted_is_not_shown_before(page: &Page) -> Result<()> {
    open(page, "strategy=get-set&task=shared-count").await?;
    let covered = async || Ok(seen(page, &TELLING).await?.is_empty());
    eventually("the run is covered", covered).await?;
    for key in [" ", "o", "?"] {
        page.press(key).await?;
    }
    page.press(Key::Escape).await?;
    page.press(Key::End).await?;
    none("seen", &seen(page, &TELLING).await?)?;
    ensure!(seen(page, &[".covered"]).await?.len() == 1, "nothing says why");
    // Another run is the student's own.
    field_is(page, "rtt", "3").await?;
    eventually("another run is shown", async || Ok(seen(page, &[".card", ".stage"]).await?.len() == 2)).await?;
    page.click("[data-do=skip]").await?;
    eventually("the run is shown", async || Ok(seen(page, &TELLING).await?.len() == TELLING.len())).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.cards["allowed"].value.starts_with("30"), "{:?}", shown.cards);
    Ok(())
}

/// Counts what waits for as long as a run has to stand to be a try (`SETTLED_MS` in `lesson/panel.rs`).
const TRIES: &str = "window.tries = { taken: 0, toCome: new Set() };
    const [wait, forget] = [setTimeout, clearTimeout];
    window.setTimeout = (act, ms, ...rest) => {
        const id = wait(() => { act(...rest); if (tries.toCome.delete(id)) { tries.taken += 1; } }, ms);
        if (ms === 400) { tries.toCome.add(id); }
        return id;
    };
    window.clearTimeout = (id) => { tries.toCome.delete(id); forget(id); };";

async fn a_change_before_the_prediction_counts_for_nothing(page: &Page) -> Result<()> {
    page.before_each_page(TRIES);
    open(page, "strategy=local&servers=8&burst=100&task=own-counts").await?;
    let taken = async |before: u32| -> Result<u32> {
        let mut all = 0;
        eventually("the run has stood for long enough to be a try", async || {
            let (taken, to_come): (u32, u32) = page.ask("return [tries.taken, tries.toCome.size]").await?;
            all = taken;
            Ok(taken > before && to_come == 0)
        })
        .await?;
        Ok(all)
    };
    let before = taken(0).await?;
    ensure!(page.text(".met").await?.is_empty(), "it counts before the prediction");
    page.click("[data-do=skip]").await?;
    let servers = async || Ok(page.shown().await?.fields["servers"].clone());
    eventually_eq("the servers", "2".to_owned(), servers).await?;
    taken(before).await?;
    ensure!(page.text(".met").await?.is_empty(), "what the task set up counts");
    page.type_into("servers", "8").await?;
    is_done(page, "own-counts").await
}

async fn a_prediction_can_be_skipped_and_a_bad_one_is_refused(page: &Page) -> Result<()> {
    open(page, "task=own-counts").await?;
    for text in ["", "101", "many"] {
        page.click("[name=prediction]").await?;
        page.retype(text).await?;
        eventually("there is a complaint", async || Ok(!page.text(".predict .problem").await?.is_empty())).await?;
        ensure!(page.text(".told").await?.is_empty(), "{text:?} was taken");
    }
    page.click("[data-do=skip]").await?;
    eventually("it says so", async || Ok(page.text(".yours").await?.contains("skipped"))).await?;
    ensure!(page.text(".told .apart").await?.starts_with("20 of 100"), "{}", page.text(".told").await?);
    Ok(())
}

async fn progress_stays_after_a_reload_and_can_be_forgotten(page: &Page) -> Result<()> {
    open(page, "task=atomic").await?;
    page.click("[name=prediction][value=limit]").await?;
    page.click("[data-key=commit]").await?;
    page.type_into("rtt", "100").await?;
    is_done(page, "atomic").await?;
    page.open("").await?;
    eventually_eq("the task", "One step".to_owned(), async || page.text(".task h3").await).await?;
    ensure!(!page.is_focused(".task h3").await?, "the lesson takes the focus on arrival");
    is_done(page, "atomic").await?;
    page.click(".all summary").await?;
    let marks = "return [...document.querySelectorAll('.tasks .state')].map((one) => one.textContent.trim())";
    ensure!(page.ask::<Vec<String>>(marks).await? == ["done"], "{:?}", page.ask::<Vec<String>>(marks).await?);
    page.click("[data-do=ask]").await?;
    page.click("[data-do=keep]").await?;
    is_done(page, "atomic").await?;
    page.click("[data-do=ask]").await?;
    page.click("[data-do=forget]").await?;
    eventually_eq("the task", "A count in each server".to_owned(), async || page.text(".task h3").await).await?;
    page.reload().await?;
    page.runs().await?;
    ensure!(page.text("[data-load=guide]").await? == "Begin", "something is left");
    Ok(())
}

async fn without_storage_the_lesson_works_as_long_as_the_page(page: &Page) -> Result<()> {
    let none =
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })";
    page.before_each_page(none);
    open(page, "task=own-counts").await?;
    page.click("[data-do=skip]").await?;
    page.type_into("servers", "9").await?;
    is_done(page, "own-counts").await?;
    page.click("[data-key=next]").await?;
    eventually_eq("where it is", "Task 2 of 11, 1 done".to_owned(), async || page.text(".all summary").await).await
}

async fn progress_that_cannot_be_read_is_ignored(page: &Page) -> Result<()> {
    page.before_each_page("localStorage.setItem('rate-limit-lab.progress', '9;<b>;own-counts:::')");
    page.open("").await?;
    let title = async || page.text(".task h3").await;
    eventually_eq("the task", "A count in each server".to_owned(), title).await?;
    ensure!(page.text(".told").await?.is_empty(), "something was read");
    Ok(())
}

async fn the_lesson_can_be_closed_and_opened_again(page: &Page) -> Result<()> {
    for (width, height) in [(1280, 800), (800, 640), (360, 740)] {
        page.resize(width, height).await?;
        open(page, "task=shares").await?;
        page.click(".lesson .fold").await?;
        none("seen", &seen(page, &[".course"]).await?)?;
        ensure!(page.place_of(".lesson").await?[3] < 60.0, "closed it is more than a line at {width} px");
        page.tab_to(".lesson .fold").await?;
        page.press(Key::Enter).await?;
        ensure!(seen(page, &[".course"]).await?.len() == 1, "it does not open again");
        ensure!(page.text(".task h3").await? == "A share of the limit", "it is elsewhere");
    }
    Ok(())
}

async fn a_lesson_that_the_student_has_closed_stays_closed(page: &Page) -> Result<()> {
    open(page, "task=shares").await?;
    page.click(".lesson .fold").await?;
    page.open("").await?;
    none("seen", &seen(page, &[".course", ".guide"]).await?)?;
    // A link to a task opens it, and that is no word of the student's.
    open(page, "task=shares").await?;
    ensure!(seen(page, &[".course"]).await?.len() == 1, "a link does not open it");
    page.open("").await?;
    none("seen", &seen(page, &[".course", ".guide"]).await?)?;
    page.click(".lesson .fold").await?;
    page.reload().await?;
    page.runs().await?;
    eventually("it is open again", async || Ok(seen(page, &[".guide"]).await?.len() == 1)).await
}

async fn a_task_that_is_done_out_of_sight_is_said_at_the_foot_of_the_window(page: &Page) -> Result<()> {
    page.resize(360, 740).await?;
    open(page, "task=atomic").await?;
    page.click("[data-do=skip]").await?;
    page.click("[data-do=see]").await?;
    page.type_into("rtt", "100").await?;
    eventually("it is said", async || Ok(seen(page, &[".finished"]).await?.len() == 1)).await?;
    none("out of sight", &page.outside(&[".finished button"]).await?)?;
    page.click(".finished button").await?;
    eventually("the task is in sight", async || Ok(page.outside(&[".done"]).await?.is_empty())).await?;
    eventually("the note is gone", async || Ok(seen(page, &[".finished"]).await?.is_empty())).await?;
    ensure!(page.is_focused(".met").await?, "the focus is elsewhere");
    // Once it was seen it is not said again.
    page.click("[data-do=see]").await?;
    eventually("the run is in sight", async || Ok(page.outside(&[".playbar .go"]).await?.is_empty())).await?;
    none("said again", &seen(page, &[".finished"]).await?)
}

async fn a_task_that_is_done_in_sight_is_said_there_alone(page: &Page) -> Result<()> {
    page.resize(800, 2000).await?;
    open(page, "task=atomic").await?;
    page.click("[data-do=skip]").await?;
    page.type_into("rtt", "100").await?;
    is_done(page, "atomic").await?;
    none("out of sight", &page.outside(&[".done"]).await?)?;
    page.resize(800, 640).await?;
    page.click("[data-do=see]").await?;
    let away = async || Ok(!page.outside(&[".done"]).await?.is_empty());
    eventually("what is said is out of sight", away).await?;
    page.draws(3).await?;
    none("said again", &seen(page, &[".finished"]).await?)
}

async fn links_say_whether_it_is_open_and_where_it_begins(page: &Page) -> Result<()> {
    for (query, place, course) in [
        ("", true, false),
        ("lesson=closed", true, false),
        ("embed=1", true, false),
        ("hide=lesson", false, false),
        ("task=price", true, true),
        ("embed=1&task=price", true, true),
        ("hide=lesson&task=price", false, false),
        ("lesson=closed&task=price", true, false),
    ] {
        page.open(query).await?;
        let wanted: Vec<_> =
            [(".lesson", place), (".course", course)].into_iter().filter(|one| one.1).map(|one| one.0).collect();
        let there = async || Ok(seen(page, &[".lesson", ".course"]).await? == wanted);
        eventually(&format!("what {query:?} opens"), there).await?;
        if course {
            ensure!(page.text(".task h3").await? == "What it costs", "{query}: {}", page.text(".task h3").await?);
        }
    }
    Ok(())
}

async fn answers_that_are_hidden_are_taken_without_a_word(page: &Page) -> Result<()> {
    open(page, "task=own-counts&answers=hidden").await?;
    page.click("[name=prediction]").await?;
    page.retype("20").await?;
    eventually_eq("what is said", "Your prediction was taken.".to_owned(), async || page.text(".told").await).await?;
    for servers in ["3", "9"] {
        page.type_into("servers", servers).await?;
        eventually_eq("what is said", "Your answer was taken.".to_owned(), async || page.text(".met").await).await?;
    }
    ensure!(page.text(".all summary").await? == "Task 1 of 11", "{}", page.text(".all summary").await?);
    Ok(())
}

async fn what_a_task_needs_and_is_locked_is_said(page: &Page) -> Result<()> {
    for query in ["task=own-counts&lock=servers", "task=break-it&hide=tabs", "task=break-it&tabs=race,code"] {
        open(page, query).await?;
        ensure!(!page.text(".missing").await?.is_empty(), "{query}: nothing is said");
        none("seen", &seen(page, &[".predict"]).await?)?;
    }
    Ok(())
}

async fn keys_typed_in_the_lesson_do_not_move_the_playhead(page: &Page) -> Result<()> {
    for task in ["shared-count", "round-trip", "atomic"] {
        open(page, &format!("strategy=local&t=20ms&task={task}")).await?;
        page.tab_to("[name=prediction]").await?;
        for key in ["o", "O", "?"] {
            page.press(key).await?;
        }
        page.press(Key::Home).await?;
        let shown = page.shown().await?;
        ensure!(shown.query.contains("t=20ms") && !shown.playing, "{task}: {}", shown.query);
        ensure!(page.text("dialog[open] h2").await?.is_empty(), "{task}: a dialog has opened");
    }
    Ok(())
}

async fn the_first_view_fits_a_laptop_beside_the_lesson(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for servers in [1, 4, 8, 32] {
            open(page, &format!("strategy={strategy}&servers={servers}&rtt=8ms&task=own-counts")).await?;
            let parts =
                [".lesson", ".switcher", "p.what", ".stage", ".playbar", ".slider:not([hidden])", ".card", ".story"];
            none(&format!("{strategy}, {servers} servers: out of sight"), &page.outside(&parts).await?)?;
        }
    }
    Ok(())
}

async fn question_prediction_and_button_fit_a_phone(page: &Page) -> Result<()> {
    page.resize(360, 740).await?;
    for task in TASKS {
        open(page, &format!("task={task}")).await?;
        none(&format!("{task}: out of sight"), &page.outside(&[".question", ".predict", "[data-key=commit]"]).await?)?;
        page.click("[data-do=skip]").await?;
        if task != "break-it" {
            page.click("[data-do=see]").await?;
            let there = async || Ok(page.outside(&[".playbar .go"]).await?.is_empty());
            eventually(&format!("{task}: the run is in sight"), there).await?;
        }
        let wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        ensure!(!page.ask::<bool>(wide).await?, "{task} needs sideways scrolling");
    }
    Ok(())
}

async fn axe_finds_nothing_in_the_lesson(page: &Page) -> Result<()> {
    for (theme, lang, (width, height)) in
        [("light", "en", (1280, 800)), ("dark", "hi", (360, 740)), ("projector", "en", (360, 740))]
    {
        page.resize(width, height).await?;
        // Each kind of prediction in each look; all tasks in one.
        let kinds = [Task::OwnCounts, Task::RoundTrip, Task::Atomic, Task::Outage];
        let tasks = Task::ALL.iter().filter(|task| **task != Task::None && (theme == "light" || kinds.contains(task)));
        for task in tasks.map(|task| task.name()) {
            open(page, &format!("task={task}&theme={theme}&lang={lang}&lock=seed")).await?;
            let state = |what: &str| format!("{task} {what}, {theme}, {lang}, {width} px");
            page.is_accessible(&state("before")).await?;
            page.click("[data-do=skip]").await?;
            page.ask::<()>("document.querySelectorAll('.course details').forEach((one) => { one.open = true; })")
                .await?;
            page.click("[data-do=ask]").await?;
            page.is_accessible(&state("after")).await?;
            page.picture(&format!("lesson/{task}-{theme}-{width}")).await?;
            page.click("[data-do=forget]").await?;
        }
    }
    Ok(())
}
