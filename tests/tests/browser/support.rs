//! What a browser may lack (docs/support.md): either the lab works without it, or the page says what is missing. It is never empty.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;
use serde_json::json;

tests![
    without_what_it_needs_the_page_names_that_and_leads_elsewhere,
    without_what_it_can_do_without_the_lab_works,
    a_program_that_the_browser_does_not_take_is_told_with_its_reason,
    a_script_that_is_too_old_for_the_page_leaves_no_empty_page,
];

/// Takes away what the window's name says, before the page's own scripts.
const TAKE: &str = "const none = () => undefined, of = (it, name) => Object.defineProperty(it, name, { get: none, configurable: true });
    const take = {
        'WebAssembly': () => of(window, 'WebAssembly'),
        '@property': () => { delete CSS.registerProperty; },
        'light-dark()': () => { const own = CSS.supports; CSS.supports = (...of) => !of.join().includes('light-dark') && own.apply(CSS, of); },
        'CSS': () => of(window, 'CSS'),
        'storage': () => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } }),
        'a full storage': () => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; },
        'the clipboard': () => of(Navigator.prototype, 'clipboard'),
        'the history': () => { history.pushState = history.replaceState = () => { throw new DOMException('no', 'SecurityError'); }; },
    };
    if (take[window.name]) { take[window.name](); }
    else if (window.name) { of(window, window.name); }";

/// Opens the lab in a browser without this.
async fn open_without(page: &Page, what: &str, query: &str) -> Result<()> {
    page.ask_about::<()>("window.name = arguments[0]", vec![json!(what)]).await?;
    page.visit(&page.address_of(query)).await
}

async fn seen(page: &Page) -> Result<String> {
    page.ask("return document.body.innerText").await
}

async fn without_what_it_needs_the_page_names_that_and_leads_elsewhere(page: &Page) -> Result<()> {
    page.expects_errors();
    page.before_each_page(TAKE);
    page.visit(&page.address_of("")).await?;
    for (what, named) in [
        ("WebAssembly", "WebAssembly"),
        ("@property", "@property"),
        ("light-dark()", "light-dark()"),
        ("CSS", "@property"),
    ] {
        open_without(page, what, "strategy=incr").await?;
        let said = format!("This browser has no {named}, which the lab needs");
        eventually(&format!("{what} is named"), async || Ok(seen(page).await?.contains(&said))).await?;
        let text = seen(page).await?;
        ensure!(
            text.contains("Firefox 128") && text.contains("Safari 17.5") && text.contains("Chrome or Edge 123"),
            "{text}"
        );
        ensure!(!text.contains("Getting the lab ready") && !text.contains("broke"), "{text}");
        page.is_accessible(&format!("without {what}")).await?;
    }
    open_without(page, "WebAssembly", "lang=hi").await?;
    let hindi =
        "\u{907}\u{938} \u{92c}\u{94d}\u{930}\u{93e}\u{909}\u{91c}\u{93c}\u{930} \u{92e}\u{947}\u{902} WebAssembly";
    eventually("it is named in Hindi", async || Ok(seen(page).await?.contains(hindi))).await?;
    page.click("#without a").await?;
    eventually("the page without is there", async || Ok(page.address().await?.contains("without.html"))).await
}

async fn without_what_it_can_do_without_the_lab_works(page: &Page) -> Result<()> {
    page.before_each_page(TAKE);
    page.visit(&page.address_of("")).await?;
    for what in [
        "ResizeObserver",
        "IntersectionObserver",
        "BroadcastChannel",
        "structuredClone",
        "DecompressionStream",
        "FinalizationRegistry",
        "requestIdleCallback",
        "navigation",
        "storage",
        "a full storage",
        "the clipboard",
    ] {
        let without = || format!("without {what}");
        open_without(page, what, "strategy=get-set&t=12.3ms").await?;
        page.runs().await.with_context(without)?;
        page.pick("incr").await.with_context(without)?;
        page.open_tab("break").await.with_context(without)?;
        page.shows_its_address().await.with_context(without)?;
        page.had_no_trouble().await.with_context(without)?;
    }
    // The address stays what it was, and the lab goes on.
    open_without(page, "the history", "strategy=get-set").await?;
    page.runs().await?;
    page.pick("incr").await?;
    page.had_no_trouble().await
}

async fn a_program_that_the_browser_does_not_take_is_told_with_its_reason(page: &Page) -> Result<()> {
    page.expects_errors();
    let script = "WebAssembly.instantiateStreaming = WebAssembly.instantiate = async () => {
        throw new WebAssembly.CompileError('invalid value type externref'); }";
    page.before_each_page(script);
    page.visit(&page.address_of("")).await?;
    let said = async || {
        let text = seen(page).await?;
        Ok(text.contains("could not be loaded") && text.contains("invalid value type externref"))
    };
    eventually("the reason is told", said).await?;
    ensure!(page.ask::<bool>("return document.getElementById('without').checkVisibility()").await?, "it leads nowhere");
    Ok(())
}

async fn a_script_that_is_too_old_for_the_page_leaves_no_empty_page(page: &Page) -> Result<()> {
    page.expects_errors();
    // As in a browser that can't read the page's first script.
    page.before_each_page("window.URLSearchParams = undefined");
    page.visit(&page.address_of("")).await?;
    let text = seen(page).await?;
    ensure!(text.contains("Rate Limit Lab") && text.contains("needs JavaScript and WebAssembly"), "{text}");
    ensure!(page.ask::<bool>("return document.getElementById('without').checkVisibility()").await?, "it leads nowhere");
    Ok(())
}
