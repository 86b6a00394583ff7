//! The page as screen readers have it: what it says there, and that the lesson can be done by that alone.

use std::path::Path;

use anyhow::{Context, Result};
use lab_tests::eventually::eventually;
use lab_tests::page::{Node, Page};
use lab_tests::tests;
use thirtyfour::Key;

tests![
    what_a_screen_reader_finds_is_as_it_was_reviewed,
    three_tasks_of_the_lesson_can_be_done_by_roles_and_names_alone,
];

/// Where what was reviewed lies, a file for each state. With `LAB_REVIEW` set, it is written instead of compared.
const REVIEWED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots");

/// States by their names, each with its query and what of it is looked at, as role and name; all of the page where that is
/// empty.
const STATES: [(&str, &str, (&str, &str)); 7] = [
    ("start", "strategy=get-set&servers=2&burst=12", ("", "")),
    ("fault", "strategy=incr&redis=down@5ms..20ms&t=12ms", ("main", "")),
    ("race", "strategy=get-set&servers=2&burst=2&limit=1&spread=1ms&arrivals=even&t=3ms", ("tabpanel", "The race")),
    ("break", "strategy=get-set&tab=break&order=1.2.1", ("tabpanel", "Break it")),
    ("orders", "strategy=get-set&tab=orders", ("tabpanel", "All orders")),
    ("compare", "strategy=get-set&tab=compare", ("tabpanel", "Compare")),
    ("cost", "strategy=incr&tab=cost", ("tabpanel", "What it costs")),
];

async fn what_a_screen_reader_finds_is_as_it_was_reviewed(page: &Page) -> Result<()> {
    page.open("").await?;
    for (name, query, part) in STATES {
        page.go_to(query).await?;
        page.shows_its_address().await?;
        let rests = "return ![...document.querySelectorAll('.panel progress')].some((one) => one.checkVisibility())";
        eventually("all is counted", async || page.ask(rests).await).await?;
        is_as_reviewed(page, name, part).await?;
    }
    page.open_dialog("keys").await?;
    is_as_reviewed(page, "keys", ("dialog", "Keys")).await?;
    page.open("task=own-counts").await?;
    page.in_tree("textbox", "Your prediction").await?;
    is_as_reviewed(page, "lesson", ("complementary", "Lesson")).await
}

/// The part of the tree below this.
fn below(tree: Vec<Node>, (role, name): (&str, &str)) -> Vec<Node> {
    let all = role.is_empty();
    let mut from = tree.into_iter().skip_while(|node| !all && (node.role != role || node.name != name));
    let Some(first) = from.next() else { return Vec::new() };
    let depth = first.depth;
    std::iter::once(first).chain(from.take_while(|node| all || node.depth > depth)).collect()
}

async fn is_as_reviewed(page: &Page, name: &str, part: (&str, &str)) -> Result<()> {
    let file = Path::new(REVIEWED).join(name).with_extension("txt");
    let now = async || {
        let part = below(page.tree().await?, part);
        let from = part.first().map_or(0, |first| first.depth);
        anyhow::Ok(part.iter().map(|node| node.line(from) + "\n").collect::<String>())
    };
    if std::env::var_os("LAB_REVIEW").is_some() {
        return Ok(std::fs::write(&file, now().await?)?);
    }
    let reviewed = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let mut told = String::new();
    let same = eventually("it is as reviewed", async || {
        told = now().await?;
        Ok(told == reviewed)
    })
    .await;
    let differs = reviewed.lines().zip(told.lines()).find(|(was, is)| was != is);
    same.with_context(|| format!("{} (LAB_REVIEW=1 writes it anew), first at {differs:?}", file.display()))
}

/// What is said on its own account, or beside what was asked.
async fn hears(page: &Page, words: &str) -> Result<()> {
    let said = async || Ok(page.tree().await?.iter().any(|node| node.name.contains(words)));
    eventually(&format!("there is something about {words:?}"), said).await
}

async fn presses(page: &Page, role: &str, name: &str, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
    page.go_in_tree(role, name).await?;
    page.press(keys).await
}

/// Writes over what is in a field.
async fn writes(page: &Page, name: &str, text: &str) -> Result<()> {
    page.go_in_tree("textbox", name).await?;
    page.retype(text).await
}

async fn predicts_and_goes_on(page: &Page, title: &str) -> Result<()> {
    page.in_tree("heading", title).await?;
    presses(page, "textbox", "Your prediction", "7").await?;
    presses(page, "button", "Commit and see the run", Key::Enter).await?;
    hears(page, "Your prediction: 7").await?;
    hears(page, "Now you:").await
}

async fn is_done(page: &Page) -> Result<()> {
    hears(page, "Done.").await?;
    presses(page, "button", "Next task", Key::Enter).await
}

async fn three_tasks_of_the_lesson_can_be_done_by_roles_and_names_alone(page: &Page) -> Result<()> {
    page.open("").await?;
    presses(page, "button", "Begin", Key::Enter).await?;
    predicts_and_goes_on(page, "A count in each server").await?;
    presses(page, "slider", "API servers", Key::End).await?;
    is_done(page).await?;

    predicts_and_goes_on(page, "More servers in the middle").await?;
    presses(page, "DisclosureTriangle", "More settings", Key::Enter).await?;
    presses(page, "combobox", "Load balancer", "s").await?;
    is_done(page).await?;

    predicts_and_goes_on(page, "A share of the limit").await?;
    writes(page, "API servers", "2").await?;
    writes(page, "Requests in the burst", "40").await?;
    is_done(page).await?;
    page.in_tree("heading", "One count for all").await?;
    Ok(())
}
