//! "Code": the strategy in a few lines, with the one that runs now marked.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually_eq;
use lab_tests::page::{Code, Page};
use lab_tests::tests;
use limit_sim::trace::{Kind, Outcome, Trace};

tests![
    there_are_five_styles_and_each_has_every_strategy,
    the_marked_line_follows_the_playhead,
    only_the_mark_moves_with_the_playhead,
    the_choice_of_style_stays_after_a_reload,
    the_scenarios_limit_is_in_the_code,
];

const STYLES: [&str; 5] = ["Redis commands", "JavaScript", "Python", "Go", "Rust"];

async fn choose_style(page: &Page, style: &str) -> Result<()> {
    page.click_button(style).await?;
    let on = async || Ok(on(&page.code().await?));
    eventually_eq("the style", vec![style.to_owned()], on).await
}

fn on(code: &Code) -> Vec<String> {
    code.styles.iter().filter(|(_, on)| *on).map(|(name, _)| name.clone()).collect()
}

/// A code's text.
fn text(code: &Code) -> String {
    code.lines.iter().map(|line| line.code.clone() + "\n").collect()
}

async fn there_are_five_styles_and_each_has_every_strategy(page: &Page) -> Result<()> {
    let mut texts = Vec::new();
    for strategy in crate::COUNTERS {
        page.open(&format!("strategy={strategy}&tab=code")).await?;
        let styles: Vec<_> = page.code().await?.styles.into_iter().map(|(name, _)| name).collect();
        ensure!(styles == STYLES, "{styles:?}");
        for style in STYLES {
            choose_style(page, style).await?;
            let code = page.code().await?;
            let text = text(&code);
            ensure!(code.lines.len() >= 4 && code.lines.iter().any(|line| line.step == "refuse"), "{style}: {text}");
            ensure!(style == STYLES[0] || !texts.contains(&text), "{strategy} in {style} is like another");
            texts.push(text);
        }
    }
    Ok(())
}

/// The step that a request is at: what it waits for, or how it was decided.
fn step_of(trace: &Trace, request: u32, past: usize) -> &'static str {
    let own = trace.events()[..past].iter().rev().filter(|event| event.request.number == request);
    let step = own.into_iter().find_map(|event| match &event.kind {
        Kind::Sent(command) => {
            let name = command.to_string();
            ["GET", "SET", "INCR", "EXPIRE"].into_iter().find(|step| name.starts_with(step))
        }
        Kind::Decided { outcome: Outcome::Refused, .. } => Some("refuse"),
        Kind::Decided { .. } => Some("allow"),
        _ => None,
    });
    step.unwrap_or_default()
}

async fn the_marked_line_follows_the_playhead(page: &Page) -> Result<()> {
    for strategy in crate::COUNTERS {
        for (style, request) in [("Redis commands", 1), ("Python", 15), ("Rust", 33)] {
            let query = format!("strategy={strategy}&tab=code&request={request}");
            page.open(&query).await?;
            choose_style(page, style).await?;
            let (_, trace) = page.shows_its_address().await?;
            let own = trace.events().iter().filter(|event| event.request.number == request - 1);
            let instants: Vec<_> = own.map(|event| event.at).collect();
            let mut met = Vec::new();
            for at in instants {
                page.open(&format!("{query}&t={at}")).await?;
                let step = step_of(&trace, request - 1, trace.events_by(at));
                let marked = async || {
                    let lines = page.code().await?.lines;
                    ensure!(lines.iter().all(|line| line.now.0 == line.now.1), "marks are not told: {lines:?}");
                    Ok(lines.into_iter().filter(|line| line.now.0).map(|line| line.step).collect::<Vec<_>>())
                };
                let lines = page.code().await?.lines;
                let expected = lines.iter().filter(|line| !step.is_empty() && line.step == step);
                let expected: Vec<_> = expected.map(|line| line.step.clone()).collect();
                ensure!(step.is_empty() || !expected.is_empty(), "{strategy} in {style} has no line for {step}");
                eventually_eq("the marked lines", expected, marked)
                    .await
                    .with_context(|| format!("{strategy}, {at}"))?;
                let aside = page.code().await?.aside;
                ensure!(aside.contains(&format!("request {request} is")), "{aside}");
                met.push(step);
            }
            met.dedup();
            ensure!(met.len() >= 2, "{strategy}: only {met:?} was met");
        }
    }
    Ok(())
}

async fn only_the_mark_moves_with_the_playhead(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=code&t=0ms").await?;
    let aside = async || anyhow::Ok(page.code().await?.aside);
    ensure!(aside().await?.contains("No line is marked: request"), "{}", aside().await?);
    page.ask::<()>(
        "document.querySelector('#panel-code pre').focus(); document.querySelector('#panel-code pre code').kept = true",
    )
    .await?;
    // Arrow keys scroll the code that has the focus.
    page.press(thirtyfour::Key::Right).await?;
    ensure!(page.link().await?.playhead.is_some_and(|at| at == limit_sim::time::Time::START), "the playhead moved");
    page.ask::<()>("document.querySelector('.playbar .go').click()").await?;
    eventually_eq("a line is marked", true, async || Ok(aside().await?.contains("The marked line is"))).await?;
    ensure!(page.is_focused("#panel-code pre").await?, "the focus went to {:?}", page.focus().await?);
    let kept: bool = page.ask("return document.querySelector('#panel-code pre code').kept === true").await?;
    ensure!(kept, "the lines were told anew");
    Ok(())
}

async fn the_choice_of_style_stays_after_a_reload(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=code").await?;
    ensure!(on(&page.code().await?) == [STYLES[0]], "{:?}", page.code().await?.styles);
    for style in ["Go", "Rust", "JavaScript"] {
        choose_style(page, style).await?;
        let before = text(&page.code().await?);
        page.reload().await?;
        let code = page.code().await?;
        ensure!(on(&code) == [style] && text(&code) == before, "{style} became {:?}", code.styles);
    }
    Ok(())
}

async fn the_scenarios_limit_is_in_the_code(page: &Page) -> Result<()> {
    page.open("strategy=get-set&limit=37&tab=code").await?;
    for style in STYLES {
        choose_style(page, style).await?;
        let code = text(&page.code().await?);
        ensure!(code.contains("37"), "{style}: {code}");
    }
    page.type_into("limit", "41").await?;
    eventually_eq("the limit is in the code", true, async || Ok(text(&page.code().await?).contains("41"))).await
}
