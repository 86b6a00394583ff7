//! The page's Content-Security-Policy: it is in force, and nothing that the page does is against it.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;

tests![no_tab_and_no_dialog_is_against_the_policy, what_is_against_the_policy_is_kept_from_happening,];

/// By a host that sends the policy as well, with what a page can't say of itself.
async fn open(page: &Page, query: &str) -> Result<Site> {
    let site = Site::with_policy(&page.dist()).await?;
    page.move_to(&site);
    page.watch_policy().await?;
    page.open(query).await?;
    Ok(site)
}

async fn no_tab_and_no_dialog_is_against_the_policy(page: &Page) -> Result<()> {
    page.saves_nothing();
    let _site = open(page, "strategy=get-set&t=12.3ms&redis=down@10ms..20ms").await?;
    let tabs: Vec<String> =
        page.ask("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.id.slice(4))").await?;
    ensure!(tabs.len() > 8, "{tabs:?}");
    for tab in &tabs {
        page.open_tab(tab).await?;
        page.violates_no_policy().await?;
    }
    page.open_tab("code").await?;
    eventually("the code is there", async || Ok(!page.code().await?.lines.is_empty())).await?;
    page.open_tab("runs").await?;
    page.counted_runs().await?;
    for kind in ["csv", "json", "svg", "png"] {
        page.click(&format!(".runs [data-save={kind}]")).await?;
        let given =
            async || Ok(page.text(".runs .saved").await?.ends_with(&format!(".{kind} is given to the browser.")));
        eventually("the file is given", given).await?;
    }
    let dialogs: Vec<String> = page
        .ask("return [...new Set([...document.querySelectorAll('[data-opens]')].map((opens) => opens.dataset.opens))]")
        .await?;
    ensure!(dialogs.len() >= 3, "{dialogs:?}");
    for dialog in &dialogs {
        page.open_dialog(dialog).await?;
        page.press(thirtyfour::Key::Escape).await?;
    }
    // What is placed by a style of its own is where it belongs.
    page.open_tab("race").await?;
    let heads = "const heads = [...document.querySelectorAll('.heads span')];
        return heads.length > 2 && heads.every((head) => head.style.left.endsWith('px'))";
    eventually("the race's heads are above their lanes", async || page.ask(heads).await).await?;
    let placed = "return document.querySelector('.scrub').style.getPropertyValue('--filled') !== ''
        && document.querySelector('[data-css]') === null && document.adoptedStyleSheets.length >= 2";
    ensure!(page.ask::<bool>(placed).await?, "styles are not set");
    page.violates_no_policy().await
}

async fn what_is_against_the_policy_is_kept_from_happening(page: &Page) -> Result<()> {
    page.expects_errors();
    let _site = open(page, "").await?;
    let tried = "const place = document.createElement('div');
        place.innerHTML = '<p style=\"color:red\" onclick=\"done = 1\"></p><style>p { color: red }</style>';
        document.body.append(place);
        place.firstChild.click();
        setTimeout('window.done = 1');
        fetch('data:,text').catch(() => {});
        return getComputedStyle(place.firstChild).color === 'rgb(255, 0, 0)'";
    ensure!(!page.ask::<bool>(tried).await?, "a style that the page has not named has an effect");
    for kind in ["style-src-attr", "script-src-attr", "style-src-elem", "script-src", "connect-src"] {
        let told =
            async || Ok(page.policy_violations().await?.iter().any(|told| told.starts_with(&format!("{kind} "))));
        eventually(&format!("{kind} is kept"), told).await?;
    }
    ensure!(!page.ask::<bool>("return 'done' in window").await?, "a script that the page has not named has run");
    Ok(())
}
