//! What an hour of use leaves behind: as many clicks and changes as one every two seconds, in a mixture that a seed decides, as
//! fast as the page takes them.

use anyhow::{Context, Result};
use lab_tests::page::{Held, Page};
use serde_json::json;

use crate::memory::PROGRAM;

/// One every two seconds, for an hour.
const CLICKS: u32 = 1_800;
/// In one script.
const AT_ONCE: u32 = 90;
/// Of the mixture.
const SEED: u32 = 7;

/// Files are made, and not handed to the browser, which would ask where to put them.
const NO_FILES: &str = "
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () { if (!this.download) click.call(this); };
    window.print = () => {};";

/// Uses whatever of a kind is in sight: every third time a slider; strategies, tabs and the play bar more often than the rest. Not
/// the list of languages, which loads the page anew. A dialog is left after some clicks, because nothing else can be used meanwhile.
const USE: &str = "
    const [seed, from, times, answer] = [...arguments].slice(0, 3).concat(arguments[arguments.length - 1]);
    let state = (seed * 2654435761 + from) | 0;
    const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const any = (list) => list[Math.floor(random() * list.length)];
    const KINDS = ['input[type=range]', 'input[type=range]', '.switcher input', '[role=tab]', '.playbar button',
        'button, summary, [role=tab], select:not([name=language]), input[type=radio], input[type=checkbox], input[type=range]'];
    (async () => {
        let used = 0;
        for (let nth = 0; nth < times; nth += 1) {
            const open = document.querySelector('dialog[open]');
            if (open && random() < 0.2) open.close();
            const within = document.querySelector('dialog[open]') ?? document;
            const all = [...within.querySelectorAll(any(KINDS))];
            const one = any(all.filter((one) => one.checkVisibility() && !one.disabled));
            if (one?.type === 'range') {
                one.value = +one.min + random() * (one.max - one.min);
                for (const event of ['input', 'change']) one.dispatchEvent(new Event(event, { bubbles: true }));
            } else if (one?.localName === 'select') {
                one.value = any([...one.options]).value;
                for (const event of ['input', 'change']) one.dispatchEvent(new Event(event, { bubbles: true }));
            } else {
                one?.click();
            }
            used += one ? 1 : 0;
            await new Promise(requestAnimationFrame);
        }
        return used;
    })().then(answer);";

/// Prints what the page holds after each quarter of the hour, each time at the same link.
pub async fn measure(page: &Page) -> Result<()> {
    page.before_each_page(NO_FILES);
    page.open("").await?;
    tell(page, "before").await?;
    let (mut first, mut used) = (None, 0);
    for quarter in 1..=4_u32 {
        for nth in 0..CLICKS / 4 / AT_ONCE {
            let from = (quarter * 100 + nth) * AT_ONCE;
            let clicks: u32 = page
                .ask_and_wait(USE, vec![json!(SEED), json!(from), json!(AT_ONCE)])
                .await
                .with_context(|| format!("it ended after {used} clicks"))?;
            used += clicks;
        }
        let held = tell(page, &format!("after {used} clicks")).await?;
        let (before, program) = *first.get_or_insert(held);
        if quarter == 4 {
            println!(
                "growth over the last three quarters of an hour: {:+.2} MB of JavaScript, {:+.2} MB of program, {:+} nodes, {:+} listeners",
                (held.0.script - before.script) / 1e6,
                held.1 - program,
                held.0.nodes - before.nodes,
                held.0.listeners - before.listeners
            );
        }
    }
    page.had_no_trouble().await
}

async fn tell(page: &Page, when: &str) -> Result<(Held, f64)> {
    page.ask::<()>("document.querySelectorAll('dialog[open]').forEach((open) => open.close())").await?;
    page.go_to("strategy=get-set&tab=events").await?;
    page.go_to("strategy=get-set").await?;
    // What waits for the next moments has had them.
    page.ask_and_wait::<Option<()>>(
        "const answer = arguments[arguments.length - 1]; requestIdleCallback(() => answer(null), { timeout: 2000 })",
        Vec::new(),
    )
    .await?;
    let held = page.holds().await?;
    let program: f64 = page.ask(PROGRAM).await?;
    println!(
        "{when}: {:.2} MB of JavaScript, {program:.2} MB of program, {} nodes, {} listeners",
        held.script / 1e6,
        held.nodes,
        held.listeners
    );
    Ok((held, program))
}
