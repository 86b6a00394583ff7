//! "Check yourself" and the key points, at the lesson's end.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use serde_json::json;
use thirtyfour::Key;

tests![
    each_answer_is_answered_by_the_numbers_of_its_own_run,
    several_answers_may_be_given_and_are_counted,
    a_question_is_answered_by_the_keyboard_alone,
    a_link_is_followed_without_loading_the_page_and_keeps_what_is_embedded,
    where_answers_are_hidden_only_that_one_was_taken_is_said,
    answers_are_kept_and_the_lesson_forgets_them,
    a_question_leaves_the_task_above_it_alone,
    each_key_point_leads_to_its_run,
    axe_finds_nothing_in_questions,
];

const CURE: &str = "[data-question=cure]";

/// Opens the lab with the lesson begun.
async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    if page.ask("return !document.querySelector('.check')").await? {
        page.click("[data-load=guide]").await?;
    }
    page.find(".check form").await?;
    // On a narrow page they are folded.
    page.ask::<()>("document.querySelector('.after').open = true").await
}

async fn answer(page: &Page, question: &str, choice: &str) -> Result<String> {
    let script = "const form = document.querySelector(`[data-question='${arguments[0]}']`);
        form.querySelector(`[value='${arguments[1]}']`).click();
        form.querySelector('[type=submit]').click();";
    page.ask_about::<()>(script, vec![json!(question), json!(choice)]).await?;
    let place = format!("[data-question='{question}'] .feedback");
    eventually("something is said", async || Ok(!page.text(&place).await?.is_empty())).await?;
    page.text(&place).await
}

async fn each_answer_is_answered_by_the_numbers_of_its_own_run(page: &Page) -> Result<()> {
    open(page, "").await?;
    let wrong = answer(page, "cure", "memory").await?;
    ensure!(wrong.starts_with("Not quite.") && wrong.contains("22 are over"), "{wrong}");
    let right = answer(page, "cure", "atomic").await?;
    ensure!(right.starts_with("Right.") && right.contains("10 of 40 pass"), "{right}");
    let bill = answer(page, "cost", "one").await?;
    ensure!(bill.contains("120,000 calls a second take 120% of a node"), "{bill}");
    // Every choice has something to say, and no place in it is empty.
    let script = "return [...document.querySelectorAll('.check form')].flatMap((form) =>
        [...form.querySelectorAll('[type=radio]')].map((one) => [form.dataset.question, one.value]))";
    let all: Vec<(String, String)> = page.ask(script).await?;
    ensure!(all.len() > 40, "{} choices", all.len());
    for (question, choice) in all {
        let said = answer(page, &question, &choice).await?;
        ensure!(!said.contains(['{', '}']), "{question}: {choice}: {said}");
    }
    Ok(())
}

async fn several_answers_may_be_given_and_are_counted(page: &Page) -> Result<()> {
    open(page, "").await?;
    ensure!(page.text(".check .tally").await? == "Right: 0 of 14", "{}", page.text(".check .tally").await?);
    answer(page, "cure", "nodes").await?;
    page.text_becomes(&format!("{CURE} .tried"), "Not right so far. Answers given: 1").await?;
    answer(page, "cure", "atomic").await?;
    page.text_becomes(&format!("{CURE} .tried"), "Answered right. Answers given: 2").await?;
    answer(page, "cure", "window").await?;
    page.text_becomes(&format!("{CURE} .tried"), "Answered right. Answers given: 3").await?;
    page.text_becomes(".check .tally", "Right: 1 of 14").await
}

async fn a_question_is_answered_by_the_keyboard_alone(page: &Page) -> Result<()> {
    open(page, "strategy=incr&t=20ms").await?;
    page.ask::<()>("document.querySelector('[data-question=cure] [type=radio]').focus()").await?;
    // Keys are the question's own: the playhead stays.
    page.press(Key::Space + "").await?;
    page.press(Key::Down + Key::Down).await?;
    ensure!(page.is_focused("[value=atomic]").await?, "the focus went to {:?}", page.focus().await?);
    page.press(Key::Enter + "").await?;
    eventually("it is answered", async || Ok(page.text(&format!("{CURE} .feedback")).await?.starts_with("Right.")))
        .await?;
    let link = page.link().await?;
    ensure!(link.playhead.is_some_and(|at| at.since_start().millis_f64() == 20.0), "{:?}", link.playhead);
    Ok(())
}

async fn a_link_is_followed_without_loading_the_page_and_keeps_what_is_embedded(page: &Page) -> Result<()> {
    open(page, "strategy=incr&embed=1&lesson=open&lock=limit&hide=gallery").await?;
    page.ask::<()>("window.here = true").await?;
    answer(page, "cure", "memory").await?;
    let entries = page.history().await?;
    page.click(&format!("{CURE} .feedback a")).await?;
    eventually_eq("the strategy", "local".to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    ensure!(page.ask::<bool>("return window.here === true").await?, "the page was loaded anew");
    ensure!(page.history().await? == entries + 1, "no entry of its own");
    let address = page.address().await?;
    ensure!(
        ["embed=1", "lesson=open", "lock=limit", "hide=gallery"].iter().all(|one| address.contains(one)),
        "{address}"
    );
    let in_sight = "const { top, bottom } = document.querySelector('.play').getBoundingClientRect();
        return bottom > 0 && top < innerHeight";
    ensure!(page.ask::<bool>(in_sight).await?, "the stage is out of sight");
    page.back().await?;
    eventually_eq("the strategy", "incr".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn where_answers_are_hidden_only_that_one_was_taken_is_said(page: &Page) -> Result<()> {
    open(page, "answers=hidden").await?;
    for choice in ["memory", "atomic"] {
        let said = answer(page, "cure", choice).await?;
        ensure!(said == "Your answer was taken.", "{said}");
    }
    page.text_becomes(&format!("{CURE} .tried"), "Answers given: 2").await?;
    page.text_becomes(".check .tally", "Answered: 1 of 14").await
}

async fn answers_are_kept_and_the_lesson_forgets_them(page: &Page) -> Result<()> {
    open(page, "").await?;
    answer(page, "cure", "atomic").await?;
    answer(page, "sync", "exact").await?;
    page.reload().await?;
    page.find(".check form").await?;
    page.text_becomes(&format!("{CURE} .tried"), "Answered right. Answers given: 1").await?;
    page.text_becomes("[data-question=sync] .tried", "Not right so far. Answers given: 1").await?;
    page.ask::<()>("document.querySelector('[data-do=ask]').click()").await?;
    page.ask::<()>("document.querySelector('[data-do=forget]').click()").await?;
    page.text_becomes(&format!("{CURE} .tried"), "").await?;
    page.text_becomes(".check .tally", "Right: 0 of 14").await
}

/// The lesson hears of forms, fields and buttons in it, and these are in it.
async fn a_question_leaves_the_task_above_it_alone(page: &Page) -> Result<()> {
    open(page, "").await?;
    let before = page.text(".course .task").await?;
    answer(page, "cure", "atomic").await?;
    ensure!(page.text(".course .task").await? == before, "{}", page.text(".course .task").await?);
    Ok(())
}

async fn each_key_point_leads_to_its_run(page: &Page) -> Result<()> {
    open(page, "").await?;
    let links: Vec<String> =
        page.ask("return [...document.querySelectorAll('.key-points a')].map((one) => one.dataset.link)").await?;
    ensure!(links.len() > 6, "{links:?}");
    for link in links {
        let wanted = link.parse::<limit_sim::scenario::Link>().ok().context("a link")?;
        page.ask_about::<()>(
            "document.querySelector(`.key-points [data-link='${arguments[0]}']`).click()",
            vec![json!(link)],
        )
        .await?;
        eventually("the run is another", async || Ok(page.link().await?.scenario == wanted.scenario)).await?;
    }
    Ok(())
}

async fn axe_finds_nothing_in_questions(page: &Page) -> Result<()> {
    for (width, height) in [(1280, 800), (360, 740)] {
        for theme in ["light", "dark"] {
            page.resize(width, height).await?;
            open(page, &format!("theme={theme}")).await?;
            answer(page, "cure", "memory").await?;
            answer(page, "race", "stale").await?;
            page.is_accessible(&format!("questions, {theme}, {width} px")).await?;
            page.ask::<()>("document.querySelector('[data-question=cure]').scrollIntoView({ behavior: 'instant' })")
                .await?;
            page.picture(&format!("check/{theme}-{width}")).await?;
            let wide = "return document.documentElement.scrollWidth > innerWidth";
            ensure!(!page.ask::<bool>(wide).await?, "it is wider than {width} px");
        }
    }
    Ok(())
}
