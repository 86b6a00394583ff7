//! Before the lab runs, and where it can't.

use anyhow::{Context, Result, ensure};
use lab_tests::engine::Engine;
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::{Program, Site};
use lab_tests::tests;
use serde_json::json;
use thirtyfour::Key;

tests![
    while_the_program_is_on_its_way_the_page_says_so,
    when_the_program_does_not_arrive_the_page_says_what_to_do,
    a_panel_that_does_not_arrive_can_be_asked_for_again,
    a_race_that_does_not_arrive_can_be_asked_for_again,
    many_runs_are_loaded_when_their_tab_is_opened_and_can_be_asked_for_again,
    code_that_does_not_arrive_can_be_asked_for_again,
    the_link_to_share_that_does_not_arrive_can_be_asked_for_again,
    the_list_of_keys_that_does_not_arrive_can_be_asked_for_again,
    all_strategies_that_do_not_arrive_can_be_asked_for_again,
    a_dialog_that_is_waited_for_gives_the_focus_to_what_arrives,
    the_cards_that_do_not_arrive_can_be_asked_for_again,
    the_race_is_loaded_when_it_is_about_to_be_seen,
    what_tells_of_instants_is_loaded_once_the_playhead_leaves_the_end,
    a_link_to_a_request_loads_its_race,
    the_key_to_the_next_request_over_the_limit_loads_its_race,
    a_mark_brings_its_race_into_sight_before_and_after_it_is_loaded,
    the_race_needs_no_text,
    without_webassembly_the_page_says_so,
    without_javascript_the_page_says_so,
    the_lab_works_below_any_path,
];

/// The text in the window.
async fn seen(page: &Page) -> Result<String> {
    page.ask("return document.body.innerText").await
}

async fn while_the_program_is_on_its_way_the_page_says_so(page: &Page) -> Result<()> {
    let site = Site::at_root(&page.dist()).await?;
    site.program_is(Program::Held);
    page.move_to(&site);
    page.visit(&page.address_of("strategy=incr")).await?;
    let text = seen(page).await?;
    ensure!(text.contains("Rate Limit Lab") && text.contains("Getting the lab ready"), "{text}");
    ensure!(!text.contains("Something in the lab broke"), "{text}");
    page.is_accessible("loading").await?;
    // Without a compositor WebKit has no picture of a page before it is loaded.
    if page.engine() != Engine::WebKit {
        page.picture("loading").await?;
    }
    site.program_is(Program::Sent);
    page.runs().await?;
    page.shows_its_address().await?;
    ensure!(!seen(page).await?.contains("Getting the lab ready"), "it still says that it is loading");
    Ok(())
}

async fn when_the_program_does_not_arrive_the_page_says_what_to_do(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    site.program_is(Program::Refused);
    page.move_to(&site);
    page.visit(&page.address_of("strategy=incr")).await?;
    eventually("it says what to do", async || Ok(seen(page).await?.contains("could not be loaded"))).await?;
    site.program_is(Program::Sent);
    page.reload().await?;
    page.shows_its_address().await?;
    Ok(())
}

/// Opens the lab in a window in which the race is far below the first view.
async fn open_far_above_the_race(page: &Page, query: &str) -> Result<()> {
    page.resize(360, 740).await?;
    page.visit(&page.address_of(query)).await?;
    page.first_view_is_there().await
}

/// Whether the second part of the program was asked for, and texts.
async fn loaded(page: &Page) -> Result<[bool; 2]> {
    let names = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())";
    let names: Vec<String> = page.ask(names).await?;
    Ok([names.iter().any(|name| name.starts_with("later-")), names.iter().any(|name| name.contains(".txt"))])
}

async fn a_panel_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    can_be_asked_for_again(page, "break").await
}

async fn a_race_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    can_be_asked_for_again(page, "race").await
}

async fn can_be_asked_for_again(page: &Page, tab: &str) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    open_far_above_the_race(page, "strategy=get-set").await?;
    site.program_is(Program::Refused);
    page.click(&format!("#tab-{tab}")).await?;
    let panel = format!("#panel-{tab}");
    eventually("it says what to do", async || Ok(seen(page).await?.contains("This could not be loaded"))).await?;
    page.is_accessible("a panel that can't be loaded").await?;
    site.program_is(Program::Held);
    page.click(&format!("{panel} [data-load]")).await?;
    eventually("it says that it loads", async || Ok(seen(page).await?.contains("This is being loaded"))).await?;
    ensure!(page.is_focused(&panel).await?, "the focus went to {:?}", page.focus().await?);
    page.is_accessible("a panel that is being loaded").await?;
    site.program_is(Program::Sent);
    page.panel_is_there().await?;
    page.open_tab("break").await?;
    ensure!(!page.board().await?.picks.is_empty(), "the board has nothing to pick");
    page.open_tab("race").await?;
    eventually("the race is told", async || Ok(page.race().await?.title.starts_with("Request "))).await?;
    page.open_tab("orders").await?;
    ensure!(!seen(page).await?.contains("This is being loaded"), "the other panels still wait");
    Ok(())
}

async fn many_runs_are_loaded_when_their_tab_is_opened_and_can_be_asked_for_again(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    page.open("strategy=get-set&tab=events").await?;
    let asked = async || -> Result<bool> {
        let names = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())";
        Ok(page.ask::<Vec<String>>(names).await?.iter().any(|name| name.starts_with("runs-")))
    };
    ensure!(!asked().await?, "they are loaded though nobody looks");
    site.program_is(Program::Refused);
    page.click("#tab-runs").await?;
    eventually("it says what to do", async || Ok(seen(page).await?.contains("This could not be loaded"))).await?;
    page.is_accessible("many runs that can't be loaded").await?;
    // The other panels are there all the same.
    page.open_tab("break").await?;
    ensure!(!page.board().await?.picks.is_empty(), "the board has nothing to pick");
    page.click("#tab-runs").await?;
    eventually("it says so again", async || Ok(seen(page).await?.contains("This could not be loaded"))).await?;
    site.program_is(Program::Sent);
    page.click("#panel-runs [data-load]").await?;
    page.panel_is_there().await?;
    ensure!(!page.counted_runs().await?.bars.is_empty() && asked().await?, "there are no bars");
    Ok(())
}

async fn code_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    page.open("strategy=get-set&tab=events").await?;
    site.program_is(Program::Refused);
    page.open_tab("code").await?;
    eventually("it says what to do", async || Ok(seen(page).await?.contains("The code could not be loaded"))).await?;
    page.is_accessible("code that can't be loaded").await?;
    site.program_is(Program::Sent);
    page.click("#panel-code [data-again]").await?;
    eventually("the code is there", async || Ok(!page.code().await?.lines.is_empty())).await?;
    ensure!(page.is_focused("#panel-code pre").await?, "the focus went to {:?}", page.focus().await?);
    Ok(())
}

async fn the_link_to_share_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    dialog_can_be_asked_for_again(page, "share", "This link opens the lab", "#share [name=link]").await
}

async fn the_list_of_keys_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    dialog_can_be_asked_for_again(page, "keys", "Previous request over the limit", "#keys [data-close]").await
}

async fn all_strategies_that_do_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    dialog_can_be_asked_for_again(page, "strategies", "Approximate on purpose", ".groups [value=get-incr]").await
}

/// `content` is something of what is in the dialog, `focus` what has the focus once that is there.
async fn dialog_can_be_asked_for_again(page: &Page, dialog: &str, content: &str, focus: &str) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    open_far_above_the_race(page, "strategy=get-incr").await?;
    let says = async |text: &str| Ok(page.text("dialog[open]").await?.contains(text));
    site.program_is(Program::Refused);
    let button = format!("[data-opens={dialog}]");
    page.click(&button).await?;
    eventually("it says what to do", async || says("This could not be loaded. Check the connection.").await).await?;
    page.is_accessible("a dialog that can't be loaded").await?;
    site.program_is(Program::Held);
    page.click("dialog[open] [data-load]").await?;
    eventually("it says that it loads", async || says("This is being loaded").await).await?;
    ensure!(page.is_focused("dialog[open] [aria-busy]").await?, "the focus went to {:?}", page.focus().await?);
    page.is_accessible("a dialog that is being loaded").await?;
    site.program_is(Program::Sent);
    eventually("it is there", async || says(content).await).await?;
    ensure!(!says("This is being loaded").await?, "it still says that it is loading");
    ensure!(page.is_focused(focus).await?, "the focus went to {:?}", page.focus().await?);
    page.press(Key::Escape).await?;
    eventually("the button has the focus back", async || page.is_focused(&button).await).await
}

async fn a_dialog_that_is_waited_for_gives_the_focus_to_what_arrives(page: &Page) -> Result<()> {
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    open_far_above_the_race(page, "strategy=get-incr").await?;
    site.program_is(Program::Held);
    page.press("?").await?;
    let busy = async || Ok(page.text("#keys [aria-busy]").await?.contains("This is being loaded"));
    eventually("the key opens the list of keys, which is being loaded", busy).await?;
    page.press(Key::Escape).await?;
    page.click("[data-opens=strategies]").await?;
    site.program_is(Program::Sent);
    let chosen = async || page.is_focused("#strategies [value=get-incr]").await;
    eventually("the active strategy has the focus", chosen).await?;
    page.press(Key::Down).await?;
    eventually_eq("the strategy", "read-write".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn the_cards_that_do_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    open_far_above_the_race(page, "strategy=get-set").await?;
    site.program_is(Program::Refused);
    page.click(".about-it").await?;
    let says = async |text: &str| Ok(page.text("#about").await?.contains(text));
    eventually("it says what to do", async || says("This could not be loaded.").await).await?;
    page.is_accessible("cards that can't be loaded").await?;
    site.program_is(Program::Sent);
    page.click("#about [data-load]").await?;
    eventually("the cards are there", async || says("Avoid it when").await).await
}

async fn the_race_is_loaded_when_it_is_about_to_be_seen(page: &Page) -> Result<()> {
    open_far_above_the_race(page, "strategy=get-set").await?;
    // What is far from the window stays as it is, whatever the run is.
    page.pick("incr").await?;
    page.shown().await?;
    ensure!(loaded(page).await? == [false, false], "the first view needs no more than the first part");
    let empty = "return document.querySelector('#panel-race').children.length === 0";
    ensure!(page.ask::<bool>(empty).await?, "there is something where the race will be");
    let nearly = "const panel = document.querySelector('#panel-race');
        scrollBy({ top: panel.getBoundingClientRect().top - innerHeight - arguments[0], behavior: 'instant' });
        return panel.getBoundingClientRect().top - innerHeight";
    let below: f64 = page.ask_about(nearly, vec![json!(200)]).await?;
    ensure!(below > 0.0, "the race is in sight, from {below}");
    eventually("it is loaded", async || Ok(loaded(page).await? == [true, false])).await?;
    page.panel_is_there().await?;
    page.shows_its_address().await?;
    Ok(())
}

async fn what_tells_of_instants_is_loaded_once_the_playhead_leaves_the_end(page: &Page) -> Result<()> {
    open_far_above_the_race(page, "strategy=get-set").await?;
    ensure!(loaded(page).await? == [false, false], "the run's end needs no more than the first part");
    page.press(Key::Home).await?;
    eventually("it is loaded", async || Ok(loaded(page).await? == [true, false])).await?;
    page.click_button("Next event").await?;
    let said = async || Ok(page.text(".happening").await?.contains("request"));
    eventually("it is said what happens", said).await
}

async fn a_link_to_a_request_loads_its_race(page: &Page) -> Result<()> {
    open_far_above_the_race(page, "strategy=get-set&request=12").await?;
    eventually("it is loaded", async || Ok(loaded(page).await? == [true, false])).await?;
    eventually("it is there", async || Ok(page.race().await?.title.starts_with("Request 12 "))).await?;
    ensure!(page.scrolled().await? == 0.0, "the page has scrolled to {}", page.scrolled().await?);
    Ok(())
}

async fn the_key_to_the_next_request_over_the_limit_loads_its_race(page: &Page) -> Result<()> {
    open_far_above_the_race(page, "strategy=get-set&t=0ms").await?;
    page.press("o").await?;
    eventually("it is loaded", async || Ok(loaded(page).await? == [true, false])).await?;
    let request = page.link().await?.request.context("a chosen request")? + 1;
    let title = format!("Request {request} was let through, over the limit");
    eventually_eq("the race", title, async || Ok(page.race().await?.title)).await?;
    ensure!(page.scrolled().await? == 0.0, "the page has scrolled to {}", page.scrolled().await?);
    Ok(())
}

async fn a_mark_brings_its_race_into_sight_before_and_after_it_is_loaded(page: &Page) -> Result<()> {
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    open_far_above_the_race(page, "strategy=get-set").await?;
    site.program_is(Program::Held);
    page.click_mark(0).await?;
    let place =
        "const { top } = document.querySelector('#panel-race').getBoundingClientRect(); return top / innerHeight";
    let in_sight = async || Ok((0.0..=0.46).contains(&page.ask::<f64>(place).await?));
    eventually("its place is in sight", in_sight).await?;
    ensure!(seen(page).await?.contains("This is being loaded"), "it does not say that it loads");
    let (before, height) = (page.scrolled().await?, "return document.documentElement.scrollHeight");
    let high: f64 = page.ask(height).await?;
    site.program_is(Program::Sent);
    page.race_comes_into_sight().await?;
    ensure!(page.scrolled().await? == before, "it went from {before} to {}", page.scrolled().await?);
    ensure!(page.ask::<f64>(height).await? >= high, "the page has become shorter than {high}");
    page.shows_its_address().await?;
    Ok(())
}

async fn the_race_needs_no_text(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.open_tab("events").await?;
    ensure!(loaded(page).await? == [true, false], "neither the race nor the events need a text");
    page.open_tab("code").await?;
    page.code().await?;
    ensure!(loaded(page).await? == [true, true], "the code is a text");
    Ok(())
}

async fn without_webassembly_the_page_says_so(page: &Page) -> Result<()> {
    page.expects_errors();
    page.before_each_page("delete window.WebAssembly");
    page.visit(&page.address_of("")).await?;
    eventually("it says what is missing", async || Ok(seen(page).await?.contains("no WebAssembly"))).await?;
    ensure!(!seen(page).await?.contains("Getting the lab ready"), "it also says that it is loading");
    page.is_accessible("without WebAssembly").await
}

async fn without_javascript_the_page_says_so(page: &Page) -> Result<()> {
    page.without_javascript().await?;
    page.visit(&page.address_of("")).await?;
    eventually("it says what is missing", async || Ok(seen(page).await?.contains("needs JavaScript"))).await?;
    page.picture("without-javascript").await?;
    Ok(())
}

async fn the_lab_works_below_any_path(page: &Page) -> Result<()> {
    let site = Site::below("/courses/42/lab", &page.dist()).await?;
    page.move_to(&site);
    page.open("strategy=get-set&t=12.3ms").await?;
    page.pick("incr").await?;
    page.reload().await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(
        shown.strategy == "incr" && page.address().await?.contains("/courses/42/lab/?"),
        "{}",
        page.address().await?
    );
    let link = page.shared_link().await?;
    ensure!(link == page.address().await?, "the link to share is {link}");
    Ok(())
}
