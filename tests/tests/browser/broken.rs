//! A program that fails: by panics, traps and exceptions that are caused in it, never by calling what handles them.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;
use serde_json::{Value, json};

tests![
    a_panic_in_a_handler_shows_the_panel_and_the_link_is_the_last_good_state,
    an_exception_while_it_plays_ends_all_frames,
    a_panic_at_the_start_shows_the_panel_and_reset_leaves_the_address,
    a_panic_at_the_start_that_the_storage_causes_ends_with_reset,
    a_trap_in_damaged_memory_shows_the_panel,
    a_panic_in_a_part_that_is_loaded_later_shows_the_panel,
    the_panel_is_above_an_open_dialog,
    the_panel_is_in_the_pages_language_and_theme_and_fits_a_phone,
    a_host_hears_of_it_and_the_focus_stays_with_the_host,
    reset_keeps_what_the_host_has_settled,
    a_frame_without_an_origin_says_so_too,
    an_element_keeps_its_place_and_can_be_reloaded,
];

/// Makes a panic of the next drag: the address is being written, and written again meanwhile, which the program has never asked for.
const PANIC_AT_NEXT_DRAG: &str = "history.pushState = () => {};
    history.replaceState = () => dispatchEvent(new Event('pagehide'));
    const later = window.setTimeout;
    window.setTimeout = (...what) => { dispatchEvent(new Event('pagehide')); return later(...what); }";

/// Makes a panic of whatever the program makes next.
const NOTHING_CAN_BE_MADE: &str = "Document.prototype.createElement = () => { throw new Error('no elements'); }";

/// Counts errors and what the program asks for of frames and the canvas, from now on.
const COUNTING: &str = "window.errors = 0; window.drawn = 0;
    addEventListener('error', () => { errors += 1; });
    addEventListener('unhandledrejection', () => { errors += 1; });
    window.frame_by = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => { drawn += 1; return frame_by(act); };
    const clears = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...at) { drawn += 1; return clears.apply(this, at); };";

/// What the panel says.
async fn panel(page: &Page) -> Result<String> {
    page.ask("const panel = document.getElementById('broken'); return panel?.checkVisibility() ? panel.innerText : ''")
        .await
}

async fn breaks(page: &Page) -> Result<()> {
    eventually("the panel is shown", async || Ok(!panel(page).await?.is_empty())).await
}

/// The link in the panel.
async fn link(page: &Page) -> Result<String> {
    page.ask("return document.querySelector('#broken input').value").await
}

/// Drags a slider, by events: the driver may never answer for a hand that ends the program.
async fn drag(page: &Page, name: &str) -> Result<()> {
    let script = "const slider = document.querySelector(`#${arguments[0]}-slider`);
        for (const part of [0.4, 0.7]) {
            slider.value = Number(slider.min) + (slider.max - slider.min) * part;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        }";
    page.ask_about(script, vec![json!(name)]).await
}

/// Whatever is done now reaches nobody: no errors, no frames.
async fn is_over(page: &Page) -> Result<()> {
    let stir = "const done = arguments[0];
        const frames = (count) => count ? frame_by(() => frames(count - 1)) : done([errors, drawn]);
        errors = drawn = 0;
        for (const button of document.querySelectorAll('#lab button')) { button.click(); }
        for (const field of document.querySelectorAll('#lab input')) { field.dispatchEvent(new Event('input', { bubbles: true })); }
        for (const key of ['Home', 'o', ' ', '?']) { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }
        dispatchEvent(new PopStateEvent('popstate'));
        postMessage({ lab: 'rate-limit-lab', v: 1, type: 'play' }, '*');
        document.querySelector('.stage')?.style.setProperty('width', '300px');
        frames(5)";
    let [errors, drawn]: [u32; 2] = page.ask_and_wait(stir, vec![]).await?;
    ensure!(errors == 0 && drawn == 0, "{errors} errors, {drawn} frames");
    Ok(())
}

/// Presses one of the panel's buttons, which loads the page anew: not every driver waits for that.
async fn presses(page: &Page, name: &str) -> Result<()> {
    page.ask::<()>("window.isOld = true").await?;
    page.click(&format!("#broken [name={name}]")).await?;
    let anew = "return !window.isOld && document.readyState !== 'loading'";
    eventually("the page is loaded anew", async || Ok(page.ask(anew).await.unwrap_or(false))).await
}

async fn a_panic_in_a_handler_shows_the_panel_and_the_link_is_the_last_good_state(page: &Page) -> Result<()> {
    page.may_break();
    page.open("strategy=get-set&servers=6").await?;
    page.type_into("burst", "30").await?;
    eventually("the change is in the address", async || Ok(page.link().await?.scenario.burst == 30)).await?;
    let good = page.address().await?;
    page.ask::<()>(&format!("{COUNTING}{PANIC_AT_NEXT_DRAG}")).await?;
    drag(page, "servers").await?;
    breaks(page).await?;
    let said = panel(page).await?;
    ensure!(said.contains("Something in the lab broke.") && said.contains("panicked at"), "{said}");
    ensure!(link(page).await? == good, "{} is not {good}", link(page).await?);
    ensure!(page.is_focused("#broken").await?, "the focus is at {:?}", page.focus().await?);
    ensure!(
        page.ask::<String>("return document.querySelector('#broken [role]').role").await? == "alert",
        "it is no alert"
    );
    page.is_accessible("a lab that broke").await?;
    page.picture("broken").await?;
    is_over(page).await?;
    // A link can be copied: it selects itself.
    page.click("#broken input").await?;
    let selected = "const field = document.querySelector('#broken input');
        return field.selectionEnd - field.selectionStart === field.value.length";
    ensure!(page.ask::<bool>(selected).await?, "it is not selected");
    presses(page, "again").await?;
    page.runs().await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(page.address().await? == good && shown.query.contains("burst=30"), "{}", page.address().await?);
    // And it can be reset from anywhere.
    page.ask::<()>(PANIC_AT_NEXT_DRAG).await?;
    drag(page, "servers").await?;
    breaks(page).await?;
    presses(page, "reset").await?;
    page.runs().await?;
    ensure!(page.link().await? == limit_sim::scenario::Link::default(), "{}", page.address().await?);
    Ok(())
}

async fn an_exception_while_it_plays_ends_all_frames(page: &Page) -> Result<()> {
    page.may_break();
    page.open("strategy=get-set&t=0ms").await?;
    page.ask::<()>(COUNTING).await?;
    page.click_button("Play").await?;
    page.ask::<()>("CanvasRenderingContext2D.prototype.fill = () => { throw new TypeError('no fills'); }").await?;
    breaks(page).await?;
    // Either is told: the exception, or the panic of what was next in line and met what it had left behind.
    let said = panel(page).await?;
    ensure!(said.contains("no fills") || said.contains("already borrowed"), "{said}");
    is_over(page).await?;
    presses(page, "again").await?;
    page.runs().await
}

async fn a_panic_at_the_start_shows_the_panel_and_reset_leaves_the_address(page: &Page) -> Result<()> {
    page.may_break();
    page.before_each_page(&format!("if (location.search.includes('servers=9')) {{ {NOTHING_CAN_BE_MADE} }}"));
    let address = page.address_of("strategy=get-set&servers=9&theme=dark");
    page.visit(&address).await?;
    breaks(page).await?;
    let said = panel(page).await?;
    ensure!(said.contains("panicked at src/part.rs"), "{said}");
    ensure!(!page.text("body").await?.contains("Getting the lab ready"), "it also says that it is loading");
    ensure!(link(page).await? == address, "{}", link(page).await?);
    // The same once more comes to the same.
    presses(page, "again").await?;
    eventually("it was loaded anew", async || {
        page.ask("return performance.getEntriesByType('navigation')[0].type === 'reload'").await
    })
    .await?;
    breaks(page).await?;
    presses(page, "reset").await?;
    page.runs().await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.query.trim_start_matches('?') == "theme=dark", "{}", shown.query);
    Ok(())
}

async fn a_panic_at_the_start_that_the_storage_causes_ends_with_reset(page: &Page) -> Result<()> {
    page.may_break();
    page.open("").await?;
    let keep =
        "localStorage.setItem('rate-limit-lab.progress', 'bad'); localStorage.setItem('rate-limit-lab.theme', 'dark');
        localStorage.setItem('of-the-course', 'stays')";
    page.ask::<()>(keep).await?;
    page.before_each_page(&format!(
        "if (localStorage.getItem('rate-limit-lab.progress') === 'bad') {{ {NOTHING_CAN_BE_MADE} }}"
    ));
    page.visit(&page.address_of("")).await?;
    breaks(page).await?;
    presses(page, "reset").await?;
    page.runs().await?;
    let kept: Value = page.ask("return { ...localStorage }").await?;
    ensure!(kept["rate-limit-lab.theme"] == "dark" && kept["of-the-course"] == "stays", "{kept}");
    Ok(())
}

async fn a_trap_in_damaged_memory_shows_the_panel(page: &Page) -> Result<()> {
    page.may_break();
    page.open("strategy=get-set").await?;
    page.ask::<()>(&format!("{COUNTING}new Uint8Array(program.memory.buffer).fill(255)")).await?;
    page.ask::<()>("document.querySelector('input[name=strategy][value=incr]').click()").await?;
    breaks(page).await?;
    is_over(page).await
}

async fn a_panic_in_a_part_that_is_loaded_later_shows_the_panel(page: &Page) -> Result<()> {
    page.may_break();
    page.resize(360, 740).await?;
    page.visit(&page.address_of("strategy=get-set")).await?;
    page.first_view_is_there().await?;
    page.ask::<()>(&format!("{COUNTING}{NOTHING_CAN_BE_MADE}")).await?;
    page.ask::<()>("document.querySelector('#tab-break').click()").await?;
    breaks(page).await?;
    is_over(page).await
}

async fn the_panel_is_above_an_open_dialog(page: &Page) -> Result<()> {
    page.may_break();
    page.open("strategy=get-set").await?;
    page.open_dialog("share").await?;
    page.ask::<()>(PANIC_AT_NEXT_DRAG).await?;
    drag(page, "servers").await?;
    breaks(page).await?;
    ensure!(page.is_focused("#broken").await?, "the focus is at {:?}", page.focus().await?);
    presses(page, "reset").await?;
    page.runs().await
}

async fn the_panel_is_in_the_pages_language_and_theme_and_fits_a_phone(page: &Page) -> Result<()> {
    page.may_break();
    for (theme, lang) in [("light", "en"), ("dark", "hi"), ("projector", "en"), ("projector", "hi")] {
        page.resize(320, 568).await?;
        page.open(&format!("strategy=get-set&theme={theme}&lang={lang}")).await?;
        page.ask::<()>(PANIC_AT_NEXT_DRAG).await?;
        drag(page, "servers").await?;
        breaks(page).await?;
        let said = panel(page).await?;
        let hindi = said.contains("\u{91f}\u{942}\u{91f} \u{917}\u{92f}\u{93e}");
        ensure!(hindi == (lang == "hi") && hindi != said.contains("Something"), "{lang}: {said}");
        let fits = "const at = document.getElementById('broken').getBoundingClientRect();
            return at.left >= 0 && at.right <= innerWidth && at.top >= 0 && at.bottom <= innerHeight
                && document.documentElement.scrollWidth <= innerWidth";
        ensure!(page.ask::<bool>(fits).await?, "it does not fit");
        page.is_accessible(&format!("a lab that broke, {theme}, {lang}")).await?;
        page.picture(&format!("broken-{theme}-{lang}")).await?;
    }
    Ok(())
}

async fn in_host(page: &Page, name: &str, link: &str) -> Result<Site> {
    page.may_break();
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, name, Some(site.address()), link).await?;
    Ok(site)
}

/// What the host heard of the failure.
async fn heard(page: &Page) -> Result<Value> {
    eventually("the host hears of it", async || Ok(!page.heard("broken").await?.is_empty())).await?;
    let heard = page.heard("broken").await?;
    ensure!(heard.len() == 1, "{heard:?}");
    heard.into_iter().next().context("a message")
}

async fn a_host_hears_of_it_and_the_focus_stays_with_the_host(page: &Page) -> Result<()> {
    let _site = in_host(page, "same-origin", "strategy=get-set&embed=1").await?;
    page.say_and_hear(json!({ "type": "set", "link": "burst=30" })).await?;
    page.ask::<()>("document.querySelector('button').focus()").await?;
    page.enter_frame().await?;
    page.ask::<()>(PANIC_AT_NEXT_DRAG).await?;
    drag(page, "servers").await?;
    breaks(page).await?;
    let heights = "const panel = document.getElementById('broken');
        return [false, true].map((hidden) => {
            panel.hidden = hidden;
            return document.documentElement.getBoundingClientRect().height;
        }).concat(panel.hidden = false)";
    let heights: Value = page.ask(heights).await?;
    ensure!(heights[0] == heights[1], "the panel makes the page higher: {heights}");
    page.leave_frame().await?;
    let in_sight = "const { top, bottom } = frame.contentDocument.getElementById('broken').getBoundingClientRect();
        const above = frame.getBoundingClientRect().top;
        return frame.clientHeight > innerHeight && above + top >= 0 && above + bottom <= innerHeight";
    eventually("the panel is in sight in a frame that is higher than the window", async || page.ask(in_sight).await)
        .await?;
    let told = heard(page).await?;
    ensure!(told["v"] == 1 && told["lab"] == "rate-limit-lab", "{told}");
    let link = told["link"].as_str().context("a link")?;
    ensure!(link.contains("burst=30") && link.contains("embed=1") && !link.contains("servers="), "{told}");
    ensure!(told["message"].as_str().is_some_and(|text| text.contains("panicked at")), "{told}");
    ensure!(page.ask::<bool>("return document.activeElement.localName === 'button'").await?, "it took the focus");
    // It answers nothing any more, and comes back where it was.
    page.say(json!({ "type": "play" })).await?;
    page.enter_frame().await?;
    presses(page, "again").await?;
    page.runs().await?;
    ensure!(page.link().await?.scenario.burst == 30, "{}", page.address().await?);
    page.leave_frame().await?;
    eventually_eq("how often it was ready", 2, async || Ok(page.heard("ready").await?.len())).await
}

async fn reset_keeps_what_the_host_has_settled(page: &Page) -> Result<()> {
    let link =
        "strategy=get-set&servers=8&burst=30&embed=1&lock=servers,seed&hide=cards&tabs=race,break&theme=dark&lang=hi";
    let _site = in_host(page, "same-origin", link).await?;
    page.enter_frame().await?;
    page.ask::<()>(PANIC_AT_NEXT_DRAG).await?;
    drag(page, "burst").await?;
    breaks(page).await?;
    presses(page, "reset").await?;
    page.runs().await?;
    let kept = page.link().await?;
    let wanted: limit_sim::scenario::Link =
        "servers=8&embed=1&lock=servers,seed&hide=cards&tabs=race,break&theme=dark&lang=hi"
            .parse()
            .map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    ensure!(kept == wanted, "{kept}");
    page.leave_frame().await
}

async fn a_frame_without_an_origin_says_so_too(page: &Page) -> Result<()> {
    let _site = in_host(page, "sandboxed", "strategy=get-set&embed=1").await?;
    for cause in
        [PANIC_AT_NEXT_DRAG, "CanvasRenderingContext2D.prototype.fill = () => { throw new TypeError('no fills'); }"]
    {
        page.enter_frame().await?;
        page.ask::<()>(cause).await?;
        drag(page, "servers").await?;
        breaks(page).await?;
        let panics = cause == PANIC_AT_NEXT_DRAG;
        page.leave_frame().await?;
        let told = page.heard("broken").await?.len();
        ensure!(told == if panics { 1 } else { 2 }, "{told} times");
        page.enter_frame().await?;
        presses(page, "reset").await?;
        page.runs().await?;
        page.leave_frame().await?;
    }
    Ok(())
}

async fn an_element_keeps_its_place_and_can_be_reloaded(page: &Page) -> Result<()> {
    page.may_break();
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, "element", None, "").await?;
    let here = "const lab = document.querySelector('rate-limit-lab'), frame = lab.shadowRoot.querySelector('iframe'), within = frame.contentWindow; ";
    page.ask::<()>(&format!("{here}lab.burst = 30")).await?;
    eventually_eq("the lab's burst", json!("30"), async || {
        page.ask(&format!("{here}return within.document.querySelector('[name=burst]').value")).await
    })
    .await?;
    eventually("the address says so", async || {
        page.ask(&format!("{here}return within.location.search.includes('burst=30')")).await
    })
    .await?;
    let height: f64 = page.ask(&format!("{here}return frame.clientHeight")).await?;
    let cause = format!(
        "{here}within.history.replaceState = () => within.dispatchEvent(new within.Event('pagehide'));
        const slider = within.document.querySelector('#burst-slider');
        for (const part of [0.4, 0.7]) {{
            slider.value = Number(slider.min) + (slider.max - slider.min) * part;
            slider.dispatchEvent(new within.Event('input', {{ bubbles: true }}));
        }}"
    );
    page.ask::<()>(&cause).await?;
    let told = heard(page).await?;
    ensure!(told["id"] == "lab" && told["link"].as_str().is_some_and(|link| link.contains("burst=30")), "{told}");
    ensure!(page.ask::<f64>(&format!("{here}return frame.clientHeight")).await? == height, "it has another height");
    ensure!(page.heard("error").await?.is_empty(), "it is told as an error, too");
    // A change of the page's loads it anew, where it was.
    page.ask::<()>(&format!("{here}lab.servers = 3; lab.limit = 11")).await?;
    eventually_eq("how often it was ready", 2, async || Ok(page.heard("ready").await?.len())).await?;
    let stands = format!(
        "{here}return ['burst', 'servers', 'limit'].map((name) => within.document.querySelector(`input[name=${{name}}]`).value)"
    );
    eventually_eq("how it stands", json!(["30", "3", "11"]), async || page.ask(&stands).await).await
}
