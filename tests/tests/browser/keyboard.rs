//! The same without a mouse.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::time::Time;
use limit_sim::trace::Outcome;
use thirtyfour::Key;

use crate::COUNTERS;

tests![
    tab_leads_to_everything_in_reading_order,
    arrow_keys_go_through_the_strategies,
    all_strategies_are_reached_in_the_dialog_by_arrow_keys,
    sliders_obey_arrows_pages_home_and_end,
    values_can_be_typed_and_corrected,
    the_playheads_keys_move_it_and_do_not_scroll_the_page,
    the_keys_work_where_a_button_or_the_bar_has_the_focus,
    what_tells_no_key_does_nothing,
    o_goes_through_the_requests_over_the_limit,
    space_on_the_play_button_presses_it_once,
    typing_in_a_field_moves_no_playhead,
    keys_of_one_character_can_be_switched_off_and_stay_so,
    rows_are_reached_by_arrows_and_pressed_by_enter,
    dialogs_open_and_close_and_give_the_focus_back,
    another_burst_and_reset_are_pressed_by_enter_and_space,
    lists_are_set_by_typing,
];

async fn tab_leads_to_everything_in_reading_order(page: &Page) -> Result<()> {
    page.open("strategy=get-set&tab=events").await?;
    let order = page.tab_order().await?;
    let expected = [
        "Share",
        "Keys",
        "theme",
        "strategy",
        "More",
        "rule",
        "About this strategy and rule",
        "To the start",
        "Previous event",
        "Play",
        "Next event",
        "To the end",
        "t",
        "pace",
        "servers",
        "servers-slider",
        "burst",
        "burst-slider",
        "rtt",
        "rtt-slider",
        "limit",
        "window",
        "window-start",
        "balancer",
        "jitter",
        "seed",
        "Another burst",
        "Reset",
        "Every event",
        "filter-server",
        "filter-request",
    ];
    let mut rest = order.iter();
    for name in expected {
        ensure!(
            rest.any(|focus| focus.name == name || focus.label == name),
            "{name} is not reached after what precedes it: {order:#?}"
        );
    }
    ensure!(rest.any(|focus| focus.tag == "button"), "no row of the table is reached: {order:#?}");
    Ok(())
}

async fn arrow_keys_go_through_the_strategies(page: &Page) -> Result<()> {
    page.open("").await?;
    page.tab_to("[name=strategy]").await?;
    for strategy in ["split", "get-set", "incr"] {
        page.press(Key::Right).await?;
        eventually_eq("the strategy", strategy.to_owned(), async || Ok(page.shown().await?.strategy)).await?;
        page.shows_its_address().await?;
    }
    page.press(Key::Up).await?;
    eventually_eq("the strategy", "get-set".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn all_strategies_are_reached_in_the_dialog_by_arrow_keys(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.tab_to("[data-opens=strategies]").await?;
    page.press(Key::Enter).await?;
    eventually("the active one has the focus", async || page.is_focused(".groups [value=get-set]").await).await?;
    for strategy in ["get-incr", "read-write", "incr-expire", "incr", "multi-exec"] {
        page.press(Key::Down).await?;
        eventually_eq("the strategy", strategy.to_owned(), async || Ok(page.shown().await?.strategy)).await?;
    }
    page.press(Key::Enter).await?;
    let back = async || page.is_focused("[data-opens=strategies]").await;
    eventually("the dialog is closed and its button has the focus", back).await?;
    page.shows_its_address().await?;
    // It stands in front now, after the four.
    page.tab_to("[name=strategy]").await?;
    page.press(Key::Left).await?;
    eventually_eq("the strategy", "incr".to_owned(), async || Ok(page.shown().await?.strategy)).await
}

async fn sliders_obey_arrows_pages_home_and_end(page: &Page) -> Result<()> {
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        for name in ["servers", "burst", "rtt"] {
            page.tab_to(&format!("#{name}-slider")).await?;
            let slider = async || anyhow::Ok(page.shows_its_address().await?.0.sliders[name].clone());
            let start = slider().await?;
            page.press(Key::Right).await?;
            let right = slider().await?.position;
            page.press(Key::Down).await?;
            let down = slider().await?.position;
            ensure!(right == start.position + 1.0 && down == start.position, "{name}: {start:?}, {right}, {down}");
            page.press(Key::PageUp).await?;
            let up = slider().await?.position;
            page.press(Key::PageDown).await?;
            ensure!(up > down + 1.0 && slider().await?.position == down, "{name}: a page is from {down} to {up}");
            page.press(Key::End).await?;
            ensure!(slider().await?.position == start.max, "{name}: End is not its end");
            page.press(Key::Home).await?;
            ensure!(slider().await?.position == 0.0, "{name}: Home is not its start");
            ensure!(page.is_focused(&format!("#{name}-slider")).await?, "{name} has lost the focus");
        }
    }
    Ok(())
}

async fn values_can_be_typed_and_corrected(page: &Page) -> Result<()> {
    page.open("strategy=get-incr").await?;
    page.tab_to("[name=burst]").await?;
    page.retype("2000").await?;
    eventually("there is a complaint", async || Ok(!page.complaint("burst").await?.is_empty())).await?;
    page.retype("200").await?;
    page.text_becomes("#burst-problem", "").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.link().scenario.burst == 200, "{}", shown.query);
    Ok(())
}

async fn the_playheads_keys_move_it_and_do_not_scroll_the_page(page: &Page) -> Result<()> {
    page.resize(800, 420).await?;
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}")).await?;
        page.ask::<()>("scrollTo({ top: 50, behavior: 'instant' })").await?;
        let at = page.scrolled().await?;
        ensure!(at > 0.0, "the page is too short to scroll");
        let playhead = async || anyhow::Ok(page.shows_its_address().await?.0.link().playhead);

        page.press(Key::Home).await?;
        ensure!(playhead().await? == Some(Time::START), "Home is not the start");
        page.press(Key::Right).await?;
        let first = playhead().await?;
        page.press(Key::Right).await?;
        let second = playhead().await?;
        ensure!(first < second, "arrow right went from {first:?} to {second:?}");
        page.press(Key::Left).await?;
        ensure!(playhead().await? == first, "arrow left is not the way back");
        page.press(" ").await?;
        eventually("it plays", async || Ok(page.shown().await?.playing)).await?;
        page.press(" ").await?;
        eventually("it pauses", async || Ok(!page.shown().await?.playing)).await?;
        page.press(Key::End).await?;
        ensure!(playhead().await?.is_none(), "End is not the end");
        ensure!(page.scrolled().await? == at, "the page has scrolled from {at} to {}", page.scrolled().await?);
    }
    Ok(())
}

async fn the_keys_work_where_a_button_or_the_bar_has_the_focus(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    for place in ["[aria-label='Next event']", ".scrub"] {
        page.tab_to(place).await?;
        page.press(Key::Home).await?;
        ensure!(page.link().await?.playhead == Some(Time::START), "Home on {place}: {}", page.address().await?);
        page.press(Key::Right).await?;
        let (shown, trace) = page.shows_its_address().await?;
        let next = trace.events()[trace.events_by(Time::START)].at;
        ensure!(shown.link().playhead == Some(next), "arrow right on {place}: {}", shown.query);
        page.press(Key::End).await?;
        ensure!(page.link().await?.playhead.is_none(), "End on {place}: {}", page.address().await?);
    }
    Ok(())
}

async fn what_tells_no_key_does_nothing(page: &Page) -> Result<()> {
    page.open("strategy=get-set&redis=slow@5ms..9msx20&t=5ms&tab=events").await?;
    let (before, _) = page.shows_its_address().await?;
    let filled_in =
        "for (const place of document.querySelectorAll('[role=tab], [data-row], [data-block], input, body')) {
        for (const kind of ['keydown', 'keyup']) { place.dispatchEvent(new Event(kind, { bubbles: true })); } }";
    page.ask::<()>(filled_in).await?;
    page.open_tab("break").await?;
    page.ask::<()>(filled_in).await?;
    page.open_dialog("strategies").await?;
    page.ask::<()>("document.querySelector('.groups input').dispatchEvent(new Event('keydown', { bubbles: true }))")
        .await?;
    page.press(Key::Escape).await?;
    let (after, _) = page.shows_its_address().await?;
    ensure!(
        after.playhead.position == before.playhead.position,
        "the playhead went from {:?} to {:?}",
        before.playhead,
        after.playhead
    );
    Ok(())
}

async fn o_goes_through_the_requests_over_the_limit(page: &Page) -> Result<()> {
    for strategy in ["local", "get-set", "get-incr"] {
        page.open(&format!("strategy={strategy}&rtt=8ms&t=0ms")).await?;
        let (_, trace) = page.shows_its_address().await?;
        let over = trace.events().iter().filter(|event| event.outcome() == Some(Outcome::Over)).map(|event| event.at);
        let over: Vec<_> = over.collect();
        ensure!(over.len() >= 3, "{strategy} lets too few through for this test");
        for at in &over[..3] {
            page.press("o").await?;
            ensure!(
                page.link().await?.playhead == Some(*at),
                "{strategy}: o led to {}, not {at}",
                page.address().await?
            );
        }
        page.press_with(Key::Shift, 'O').await?;
        ensure!(page.link().await?.playhead == Some(over[1]), "{strategy}: Shift+O led to {}", page.address().await?);
    }
    Ok(())
}

async fn space_on_the_play_button_presses_it_once(page: &Page) -> Result<()> {
    page.open("strategy=incr").await?;
    page.tab_to("button.go").await?;
    page.press(" ").await?;
    eventually("it plays", async || Ok(page.shown().await?.playing)).await?;
    page.press(Key::Enter).await?;
    eventually("it pauses", async || Ok(!page.shown().await?.playing)).await?;
    page.shows_its_address().await?;
    Ok(())
}

async fn typing_in_a_field_moves_no_playhead(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=12.3ms&tab=events").await?;
    let before = page.link().await?;
    for field in ["servers", "burst", "rtt", "seed", "filter-request"] {
        page.tab_to(&format!("[name={field}]")).await?;
        page.press("o O?").await?;
        page.press(Key::Left).await?;
        page.press(Key::Home).await?;
        page.press(Key::End).await?;
        let shown = page.shown().await?;
        ensure!(shown.link() == before && !shown.playing, "typing in {field} led to {}", shown.query);
        ensure!(
            !page.ask::<bool>("return !!document.querySelector('dialog[open]')").await?,
            "typing in {field} opened a dialog"
        );
        page.press_with(Key::Control, 'z').await?;
    }
    Ok(())
}

const AT_THE_START: &str = "strategy=get-set&t=0ms&tab=break";

/// Whether the key O takes the playhead from the start to a request over the limit.
async fn o_is_heard(page: &Page) -> Result<bool> {
    page.go_to(AT_THE_START).await?;
    page.tab_to("[aria-label='Next event']").await?;
    page.press("o").await?;
    Ok(page.link().await?.playhead != Some(Time::START))
}

/// Presses the box in the dialog; whether it was ticked.
async fn switch_keys(page: &Page) -> Result<bool> {
    page.open_dialog("keys").await?;
    page.tab_to("[name=single]").await?;
    let was = page.ask("return document.activeElement.checked").await?;
    page.press(" ").await?;
    page.press(Key::Escape).await?;
    Ok(was)
}

async fn keys_of_one_character_can_be_switched_off_and_stay_so(page: &Page) -> Result<()> {
    page.open(AT_THE_START).await?;
    ensure!(o_is_heard(page).await?, "O is no key of the lab");
    ensure!(switch_keys(page).await?, "the box says that they rest");
    for reloaded in [false, true] {
        if reloaded {
            page.reload().await?;
        }
        ensure!(!o_is_heard(page).await?, "O is heard, reloaded: {reloaded}");
        page.press("?").await?;
        ensure!(!page.ask::<bool>("return !!document.querySelector('dialog[open]')").await?, "? is heard");
        page.press(Key::Right).await?;
        ensure!(page.link().await?.playhead != Some(Time::START), "arrow keys rest, too");
        page.tab_to("#tab-break").await?;
        page.press("1").await?;
        ensure!(page.link().await?.order.is_empty(), "1 is a choice");
    }
    ensure!(!switch_keys(page).await?, "the box says that they are heard");
    ensure!(o_is_heard(page).await?, "O is not heard again");
    Ok(())
}

async fn rows_are_reached_by_arrows_and_pressed_by_enter(page: &Page) -> Result<()> {
    page.resize(1280, 640).await?;
    for strategy in COUNTERS {
        page.open(&format!("strategy={strategy}&t=10ms&tab=events")).await?;
        let (shown, trace) = page.shows_its_address().await?;
        let row = shown.row.context("a current row")?.nth;
        page.tab_to("tbody button").await?;
        let focused = async || {
            anyhow::Ok(
                page.ask::<String>("return document.activeElement.closest('[data-row]')?.dataset.row ?? ''").await?,
            )
        };
        ensure!(focused().await? == row.to_string(), "Tab leads to row {} and not to {row}", focused().await?);
        // Beyond what was in sight.
        let down = 20;
        for step in 1..=down {
            page.press(Key::Down).await?;
            eventually_eq("the focused row", (row + step).to_string(), focused).await?;
        }
        page.press(Key::Up).await?;
        eventually_eq("the focused row", (row + down - 1).to_string(), focused).await?;
        page.press(Key::Enter).await?;
        let (shown, _) = page.shows_its_address().await?;
        let there = trace.events()[row + down - 1].at;
        ensure!(shown.link().playhead == Some(there), "Enter led to {} and not to {there}", shown.query);
        ensure!(focused().await? == (row + down - 1).to_string(), "the row has lost the focus");
    }
    Ok(())
}

async fn dialogs_open_and_close_and_give_the_focus_back(page: &Page) -> Result<()> {
    page.open("strategy=get-set&t=12.3ms").await?;
    let open = async || page.text("dialog[open] h2").await;
    for (button, title) in [("Share", "Share this lab"), ("Keys", "Keys")] {
        let place = format!(".tools [data-opens={}]", if button == "Share" { "share" } else { "keys" });
        for by_button in [false, true] {
            page.tab_to(&place).await?;
            ensure!(page.focus().await?.label == button, "{:?}", page.focus().await?);
            page.press(Key::Enter).await?;
            eventually_eq("the open dialog", title.to_owned(), open).await?;
            if by_button {
                page.tab_to("dialog[open] > .buttons:last-child button").await?;
            }
            // The lab's keys rest while a dialog is open.
            page.press("o").await?;
            // What asks for the focus for good is refused in other sites' frames, with a line in the console.
            let asking = page.ask::<bool>("return !!document.querySelector('[autofocus]')").await?;
            ensure!(!asking, "something asks for the focus although {title} is open");
            page.press(if by_button { Key::Enter } else { Key::Escape }).await?;
            eventually_eq("the open dialog", String::new(), open).await?;
            ensure!(page.focus().await?.label == button, "the focus went to {:?}", page.focus().await?);
        }
    }
    page.tab_to(".scrub").await?;
    page.press("?").await?;
    eventually_eq("the open dialog", "Keys".to_owned(), open).await?;
    page.press(Key::Escape).await?;
    eventually_eq("the open dialog", String::new(), open).await?;
    ensure!(page.is_focused(".scrub").await?, "the focus went to {:?}", page.focus().await?);
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query == "?strategy=get-set&t=12.3ms", "{}", shown.query);
    Ok(())
}

async fn another_burst_and_reset_are_pressed_by_enter_and_space(page: &Page) -> Result<()> {
    page.open("strategy=split&servers=5").await?;
    page.tab_to(".controls .buttons button:first-child").await?;
    page.press(Key::Enter).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query.contains("seed="), "{}", shown.query);
    page.press(Key::Tab).await?;
    page.press(" ").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query == "?strategy=split" && !shown.playing, "{}", shown.query);
    Ok(())
}

async fn lists_are_set_by_typing(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    page.tab_to("[name=balancer]").await?;
    page.press("s").await?;
    eventually_eq("the balancer", "sticky".to_owned(), async || Ok(page.shown().await?.lists["balancer"].clone()))
        .await?;
    page.shows_its_address().await?;
    Ok(())
}
