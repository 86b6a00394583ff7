//! axe-core finds nothing wrong, in any state.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;

tests![
    axe_finds_nothing_in_the_light_theme,
    axe_finds_nothing_in_the_dark_theme,
    axe_finds_nothing_in_the_projector_theme,
    axe_finds_nothing_in_open_dialogs,
    axe_finds_nothing_in_a_notice_or_beside_a_wrong_field,
    axe_finds_nothing_with_everything_unfolded,
    axe_finds_nothing_under_any_tab_in_light,
    axe_finds_nothing_under_any_tab_in_dark,
    what_is_said_of_a_step_is_read_out,
];

const WIDTHS: [(u32, u32); 2] = [(1280, 800), (360, 740)];

async fn in_theme(page: &Page, theme: &str) -> Result<()> {
    page.open("").await?;
    page.choose("theme", theme).await?;
    for (width, height) in WIDTHS {
        page.resize(width, height).await?;
        for strategy in crate::STRATEGIES {
            for playhead in ["", "&t=20ms"] {
                let query = format!("strategy={strategy}{playhead}");
                page.open(&query).await?;
                page.is_accessible(&format!("{query}, {theme}, {width} px")).await?;
            }
        }
    }
    Ok(())
}

async fn axe_finds_nothing_in_the_light_theme(page: &Page) -> Result<()> {
    in_theme(page, "light").await
}

async fn axe_finds_nothing_in_the_dark_theme(page: &Page) -> Result<()> {
    in_theme(page, "dark").await
}

async fn axe_finds_nothing_in_the_projector_theme(page: &Page) -> Result<()> {
    in_theme(page, "projector").await
}

async fn axe_finds_nothing_in_open_dialogs(page: &Page) -> Result<()> {
    for theme in ["light", "dark", "projector"] {
        for (width, height) in WIDTHS {
            page.resize(width, height).await?;
            for dialog in ["share", "keys", "strategies"] {
                page.open("strategy=get-set&t=20ms").await?;
                page.choose("theme", theme).await?;
                page.open_dialog(dialog).await?;
                page.is_accessible(&format!("{dialog} open, {theme}, {width} px")).await?;
                page.picture(&format!("dialogs/{dialog}-{theme}-{width}")).await?;
            }
        }
    }
    Ok(())
}

async fn axe_finds_nothing_in_a_notice_or_beside_a_wrong_field(page: &Page) -> Result<()> {
    for theme in ["light", "dark", "projector"] {
        for (width, height) in WIDTHS {
            page.resize(width, height).await?;
            page.open("strategy=get-set&burst=0&server=8").await?;
            page.choose("theme", theme).await?;
            for field in ["servers", "limit"] {
                page.type_into(field, "none").await?;
            }
            page.is_accessible(&format!("notice and wrong fields, {theme}, {width} px")).await?;
            page.picture(&format!("mistakes/{theme}-{width}")).await?;
        }
    }
    Ok(())
}

async fn axe_finds_nothing_with_everything_unfolded(page: &Page) -> Result<()> {
    for (width, height) in WIDTHS {
        page.resize(width, height).await?;
        page.open("strategy=get-incr&servers=32&burst=1000&balancer=least-busy").await?;
        page.ask::<()>("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await?;
        page.is_accessible(&format!("unfolded, {width} px")).await?;
    }
    Ok(())
}

async fn under_any_tab(page: &Page, theme: &str) -> Result<()> {
    page.open("").await?;
    page.choose("theme", theme).await?;
    for (width, height) in WIDTHS {
        page.resize(width, height).await?;
        for query in crate::details_layout::STATES {
            crate::details_layout::open(page, query).await?;
            page.is_accessible(&format!("{query}, {theme}, {width} px")).await?;
        }
        // A hint, and a choice that can't be taken.
        page.open("strategy=get-set&tab=break&order=1.1").await?;
        for button in ["Hint", "more requests", "Hint"] {
            page.click_button(button).await?;
            page.is_accessible(&format!("after {button}, {theme}, {width} px")).await?;
        }
        page.open(crate::orders::LONG).await?;
        page.click("[data-do=cancel]").await?;
        page.is_accessible(&format!("a cancelled count, {theme}, {width} px")).await?;
    }
    Ok(())
}

async fn axe_finds_nothing_under_any_tab_in_light(page: &Page) -> Result<()> {
    under_any_tab(page, "light").await
}

async fn axe_finds_nothing_under_any_tab_in_dark(page: &Page) -> Result<()> {
    under_any_tab(page, "dark").await
}

/// What is read out when it changes must be in the page before it does.
async fn what_is_said_of_a_step_is_read_out(page: &Page) -> Result<()> {
    for (tab, place, press) in
        [("race", ".race-step", "back"), ("break", ".board-said", "1"), ("orders", ".found", "requests-more")]
    {
        page.open(&format!("strategy=get-set&tab={tab}")).await?;
        if tab == "orders" {
            page.counted_orders().await?;
        }
        let place = format!("#panel-{tab} {place}[role=status]");
        let before = page.text(&place).await?;
        ensure!(!before.is_empty(), "nothing is said in {place}");
        page.ask_about::<()>("document.querySelector(arguments[0]).here = true", vec![place.as_str().into()]).await?;
        page.click(&format!("#panel-{tab} [data-do='{press}']")).await?;
        eventually(&format!("{place} says something else"), async || {
            let now = page.text(&place).await?;
            Ok(!now.is_empty() && now != before)
        })
        .await?;
        let script = "return document.querySelector(arguments[0]).here === true";
        ensure!(page.ask_about::<bool>(script, vec![place.as_str().into()]).await?, "{place} is another than before");
    }
    Ok(())
}
