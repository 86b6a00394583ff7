//! The page as its readers' systems change it: room between letters, narrow windows, colours of their own.

use anyhow::{Result, ensure};
use lab_tests::page::Page;
use lab_tests::suite::none;
use lab_tests::tests;
use limit_sim::scenario::{Choice, Tab};

tests![
    with_more_room_between_letters_nothing_is_cut_off_or_too_wide,
    what_is_chosen_and_what_has_the_focus_shows_in_forced_colours,
    more_contrast_darkens_what_is_soft,
];

/// As WCAG 2.2 has it in 1.4.12.
const SPACED: &str = "
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];";

/// What leaves the window, or its own box; but for pictures, whose letters can't wrap and are told elsewhere, too.
const LOST: &str = "
    document.querySelectorAll('details').forEach((one) => { one.open = true; });
    const most = document.documentElement.clientWidth;
    const all = [...document.body.querySelectorAll('*')].filter((item) => item.checkVisibility()
        && !item.closest('.unseen, svg, dialog, pre, .scroller, .marks, .stage, .lanes, select'));
    const wide = all.filter((item) => item.getBoundingClientRect().right > most + 1);
    const cut = all.filter((item) => getComputedStyle(item).overflowX !== 'visible' && item.clientWidth > 0
        && !item.matches('input, progress') && (item.scrollWidth > item.clientWidth + 1 || item.scrollHeight > item.clientHeight + 1));
    const told = (why) => (item) => `${why}: ${item.outerHTML.slice(0, 90)}`;
    return [...wide.slice(-3).map(told('too wide')), ...cut.slice(0, 3).map(told('cut off')),
        ...(document.documentElement.scrollWidth > most ? ['the page scrolls sideways'] : [])]";

async fn with_more_room_between_letters_nothing_is_cut_off_or_too_wide(page: &Page) -> Result<()> {
    let mut lost = Vec::new();
    // A phone, the narrowest window that must do, and a laptop's at 200 %.
    for (width, height) in [(320, 640), (360, 740), (640, 400)] {
        page.resize(width, height).await?;
        for look in ["", "lang=hi", "theme=projector"] {
            page.open(&format!("strategy=get-set&t=20ms&{look}")).await?;
            page.ask::<()>(SPACED).await?;
            for tab in Tab::NAMES {
                page.go_to(&format!("strategy=get-set&redis=down@5ms..20ms&t=20ms&tab={tab}")).await?;
                let found: Vec<String> = page.ask(LOST).await?;
                lost.extend(found.into_iter().map(|what| format!("{width} px, {tab}, {look}: {what}")));
            }
        }
    }
    none("lost", &lost)
}

/// The colours that tell what is chosen.
const CHOSEN: &str = "
    const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
    const tab = (on) => style(`.tabs [aria-selected='${on}']`, 'borderBottomColor');
    const strategy = (which) => style(`.switcher label:not([hidden]) input:${which} + span`, 'backgroundColor');
    return [[tab(true), tab(false)], [strategy('checked'), strategy('not(:checked)')]]";

async fn what_is_chosen_and_what_has_the_focus_shows_in_forced_colours(page: &Page) -> Result<()> {
    for scheme in ["light", "dark"] {
        page.force_colours(scheme).await?;
        page.open("strategy=get-set&t=20ms").await?;
        for [on, off] in page.ask::<Vec<[String; 2]>>(CHOSEN).await? {
            ensure!(on != off, "{scheme}: what is chosen looks like the rest, {on}");
        }
        // Each control has an edge or a line of its own, and the focus an outline.
        let bare = "return [...document.querySelectorAll('button, select, [type=text]')].filter((item) => item.checkVisibility()
                && parseFloat(getComputedStyle(item).borderBottomWidth) < 1 && !item.closest('.scroller'))
            .map((item) => item.outerHTML.slice(0, 80))";
        none(&format!("{scheme}: without an edge"), &page.ask::<Vec<String>>(bare).await?)?;
        page.tab_to("[aria-label='Next event']").await?;
        let outline = "const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
            return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2";
        ensure!(page.ask::<bool>(outline).await?, "{scheme}: the focus does not show");
        page.picture(&format!("forced-colours/{scheme}")).await?;
    }
    Ok(())
}

async fn more_contrast_darkens_what_is_soft(page: &Page) -> Result<()> {
    let colours = "return ['.what', '.story', '.card'].map((one) => getComputedStyle(document.querySelector(one)))
        .flatMap(({ color, borderBottomColor }) => [color, borderBottomColor])";
    page.open("strategy=get-set").await?;
    let [soft, .., line]: [String; 6] = page.ask(colours).await?;
    page.want_contrast().await?;
    let [what, _, ink, .., edge]: [String; 6] = page.ask(colours).await?;
    ensure!(what == ink && what != soft, "what was soft, {soft}, is {what}, and not ink, {ink}");
    ensure!(edge != line, "an edge is still {line}");
    Ok(())
}
