//! The page in its second language.

use anyhow::{Result, ensure};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::Choice;
use limit_sim::scenario::Tab;

tests![every_tab_fits_a_phone_and_keeps_no_english_sentence,];

async fn every_tab_fits_a_phone_and_keeps_no_english_sentence(page: &Page) -> Result<()> {
    page.resize(360, 740).await?;
    let wide = "const most = document.documentElement.clientWidth;
        const inside = (item) => item.closest('.scroller, .unseen, dialog, .marks');
        return document.documentElement.scrollWidth <= most ? [] : [...document.body.querySelectorAll('*')].filter((item) => !inside(item)
            && item.getBoundingClientRect().right > most + 1).map((item) => item.outerHTML.slice(0, 90)).slice(-3)";
    // Code and commands are in English everywhere.
    let english = "const all = document.body.cloneNode(true);
        all.querySelectorAll('#panel-code, script, style, [hidden], code, textarea').forEach((one) => one.remove());
        return all.textContent.match(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/g) ?? []";
    for tab in Tab::ALL {
        page.open(&format!("strategy=get-set&lang=hi&tab={}", tab.name())).await?;
        ensure!(page.ask::<String>("return document.documentElement.lang").await? == "hi", "another language");
        let title: String = page.ask("return document.querySelector('#lab h1').textContent").await?;
        ensure!(title == "\u{930}\u{947}\u{91f} \u{932}\u{93f}\u{92e}\u{93f}\u{91f} \u{932}\u{948}\u{92c}", "{title}");
        none(&format!("{}: wider than the window", tab.name()), &page.ask::<Vec<String>>(wide).await?)?;
        none(&format!("{}: in English", tab.name()), &page.ask::<Vec<String>>(english).await?)?;
    }
    Ok(())
}
