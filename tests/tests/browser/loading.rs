//! Before the lab runs, and where it can't.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::site::{Program, Site};
use lab_tests::tests;

tests![
    while_the_program_is_on_its_way_the_page_says_so,
    when_the_program_does_not_arrive_the_page_says_what_to_do,
    a_panel_that_does_not_arrive_can_be_asked_for_again,
    code_that_does_not_arrive_can_be_asked_for_again,
    what_the_race_does_not_need_is_loaded_later,
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
    page.picture("loading").await?;
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

async fn a_panel_that_does_not_arrive_can_be_asked_for_again(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    page.move_to(&site);
    page.open("strategy=get-set").await?;
    site.program_is(Program::Refused);
    page.click("#tab-break").await?;
    eventually("it says what to do", async || Ok(seen(page).await?.contains("This could not be loaded"))).await?;
    page.is_accessible("a panel that can't be loaded").await?;
    site.program_is(Program::Held);
    page.click("#panel-break [data-load]").await?;
    eventually("it says that it loads", async || Ok(seen(page).await?.contains("This is being loaded"))).await?;
    ensure!(page.is_focused("#panel-break").await?, "the focus went to {:?}", page.focus().await?);
    page.is_accessible("a panel that is being loaded").await?;
    site.program_is(Program::Sent);
    page.panel_is_there().await?;
    ensure!(!page.board().await?.picks.is_empty(), "the board has nothing to pick");
    page.open_tab("orders").await?;
    ensure!(!seen(page).await?.contains("This is being loaded"), "the other panels still wait");
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

async fn what_the_race_does_not_need_is_loaded_later(page: &Page) -> Result<()> {
    let loaded = async || {
        let names = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())";
        let names: Vec<String> = page.ask(names).await?;
        anyhow::Ok([
            names.iter().any(|name| name.starts_with("later-")),
            names.iter().any(|name| name.contains(".txt")),
        ])
    };
    page.open("strategy=get-set").await?;
    ensure!(loaded().await? == [false, false], "the race needs no more than the first part");
    page.open_tab("events").await?;
    ensure!(loaded().await? == [true, false], "the events need the second part, and no text");
    page.open_tab("code").await?;
    page.code().await?;
    ensure!(loaded().await? == [true, true], "the code is a text");
    Ok(())
}

async fn without_webassembly_the_page_says_so(page: &Page) -> Result<()> {
    page.expects_errors();
    page.before_each_page("delete window.WebAssembly").await?;
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
    page.click_button("Share").await?;
    let link: String = page.ask("return document.querySelector('dialog[open] [name=link]').value").await?;
    ensure!(link == page.address().await?, "the link to share is {link}");
    Ok(())
}
