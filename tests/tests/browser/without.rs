//! Where there are no scripts, or the program does not come.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::site::{Program, Site};
use lab_tests::tests;

tests![
    without_scripts_the_page_leads_to_one_that_needs_none,
    without_the_program_the_page_leads_there_too,
    nobody_else_loads_it,
    it_is_accessible_and_fits_into_a_phone,
];

/// That the page at the end of the link is there, and has the runs' numbers.
async fn is_there(page: &Page) -> Result<()> {
    eventually("the page is there", async || Ok(page.address().await?.contains("without.html"))).await?;
    let text = page.text("main").await?;
    for part in ["32 of 40 pass", "10 pass, which is the limit", "40 में से 32 जाने दिए"] {
        ensure!(text.contains(part), "{part} is not in {text}");
    }
    Ok(())
}

async fn without_scripts_the_page_leads_to_one_that_needs_none(page: &Page) -> Result<()> {
    page.without_javascript().await?;
    page.visit(&page.address_of("")).await?;
    page.click("#without a").await?;
    is_there(page).await?;
    page.picture("without/no-scripts").await?;
    Ok(())
}

async fn without_the_program_the_page_leads_there_too(page: &Page) -> Result<()> {
    page.expects_errors();
    let site = Site::at_root(&page.dist()).await?;
    site.program_is(Program::Refused);
    page.move_to(&site);
    page.visit(&page.address_of("strategy=incr")).await?;
    let shown = "return document.getElementById('without')?.checkVisibility() === true";
    eventually("there is a link", async || page.ask(shown).await).await?;
    page.is_accessible("a lab that could not be loaded").await?;
    page.click("#without a").await?;
    is_there(page).await
}

async fn nobody_else_loads_it(page: &Page) -> Result<()> {
    page.open("").await?;
    page.open_dialog("gallery").await?;
    let asked = "return performance.getEntriesByType('resource').some((one) => one.name.includes('without'))";
    ensure!(!page.ask::<bool>(asked).await?, "it is loaded though the lab is there");
    Ok(())
}

async fn it_is_accessible_and_fits_into_a_phone(page: &Page) -> Result<()> {
    for scheme in ["light", "dark"] {
        page.prefer(scheme, "no-preference").await?;
        for (width, height) in [(1280, 800), (360, 740)] {
            page.resize(width, height).await?;
            page.visit(&page.address_of("").replace('?', "without.html")).await?;
            page.is_accessible(&format!("without scripts, {scheme}, {width} px")).await?;
            page.picture(&format!("without/{scheme}-{width}")).await?;
            let wide = "return document.documentElement.scrollWidth > innerWidth";
            ensure!(!page.ask::<bool>(wide).await?, "it is wider than {width} px");
        }
    }
    Ok(())
}
