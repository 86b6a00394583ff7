//! What a link locks or leaves out: nothing gets round it.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;
use limit_sim::scenario::Strategy;
use serde_json::json;
use thirtyfour::Key;

tests![
    a_locked_control_shows_its_value_and_says_why_it_can_not_be_used,
    what_is_locked_stays_whatever_is_pressed,
    what_is_locked_stays_whatever_link_is_followed,
    what_is_locked_stays_by_back_and_by_an_edited_history,
    what_is_locked_stays_whatever_is_said_to_the_lab,
    a_locked_playhead_stays,
    only_the_tabs_that_the_link_names_are_there,
    what_is_hidden_is_out_of_reach,
    until_it_is_known_what_is_locked_nothing_can_be_changed,
    a_page_on_which_everything_is_locked_is_accessible,
];

/// Opens the lab with something locked, and waits until that is marked.
async fn open(page: &Page, query: &str) -> Result<()> {
    page.open(query).await?;
    settled(page).await
}

async fn settled(page: &Page) -> Result<()> {
    eventually("it is known what is locked", async || page.ask("return !!document.querySelector('.refusal')").await)
        .await
}

async fn says(page: &Page, name: &str) -> Result<()> {
    let named = async || {
        let said = page.text(".refusal").await?;
        let names = said.strip_prefix("Locked here: ").and_then(|names| names.strip_suffix('.'));
        Ok(names.is_some_and(|names| names.split(", ").any(|one| one == name)))
    };
    eventually(&format!("{name} is said to be locked"), named).await
}

/// What was said is gone, so that what is said next is new.
async fn says_nothing(page: &Page) -> Result<()> {
    page.ask("document.querySelector('.refusal').textContent = ''").await
}

async fn a_locked_control_shows_its_value_and_says_why_it_can_not_be_used(page: &Page) -> Result<()> {
    open(page, "strategy=get-set&servers=7&balancer=random&lock=strategy,servers,balancer,seed").await?;
    let described = "const one = document.querySelector(arguments[0]);
        const ids = (one.getAttribute('aria-describedby') ?? '').split(' ');
        const says = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
        return [says, one.disabled || one.readOnly, one.getAttribute('aria-disabled') === 'true', one.value]";
    for (control, value) in [
        ("[name=servers]", "7"),
        ("#servers-slider", "6"),
        ("[name=strategy]:checked", "get-set"),
        ("[name=balancer]", "random"),
        ("[name=seed]", "7"),
        (".another", ""),
    ] {
        let told: (String, bool, bool, String) = page.ask_about(described, vec![control.into()]).await?;
        ensure!(told.0.contains("Locked by this page.") && told.1 && told.2 && told.3 == value, "{control}: {told:?}");
    }
    ensure!(
        page.ask::<bool>("return document.querySelector('[name=burst]').dataset.locked === undefined").await?,
        "burst"
    );
    page.type_into("burst", "50").await?;
    ensure!(page.link().await?.scenario.burst == 50, "what is not locked can be changed");
    page.picture("locked").await?;
    page.is_accessible("locked").await
}

async fn what_is_locked_stays_whatever_is_pressed(page: &Page) -> Result<()> {
    open(page, "strategy=get-set&servers=7&seed=5&lock=strategy,servers,seed&tab=events").await?;
    // As somebody would who has taken the marks off.
    page.ask::<()>(
        "for (const one of document.querySelectorAll('[data-locked]')) { one.disabled = false; one.readOnly = false; }",
    )
    .await?;
    page.type_into("servers", "9").await?;
    says(page, "servers").await?;
    page.click_along("#servers-slider", 0.9).await?;
    page.click(".switcher > label:has([value=incr])").await?;
    says(page, "strategy").await?;
    page.click_button("Another burst").await?;
    says(page, "seed").await?;
    page.click_button("Reset").await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["servers"] == "7" && shown.sliders["servers"].position == 6.0, "{shown:?}");
    let link = page.link().await?;
    ensure!(link.scenario.servers == 7 && link.scenario.seed == 5 && shown.strategy == "get-set", "{link}");
    Ok(())
}

async fn what_is_locked_stays_whatever_link_is_followed(page: &Page) -> Result<()> {
    open(page, "strategy=incr&rule=fixed-window&seed=3&lock=strategy,seed&tab=failure").await?;
    let first = "[data-link]";
    page.find(first).await?;
    page.click(first).await?;
    says(page, "seed").await?;
    says_nothing(page).await?;
    let link = page.link().await?;
    ensure!(link.scenario.seed == 3 && link.scenario.strategy == Strategy::Incr, "{link}");
    // A rule that the locked strategy can't count by is refused, and nothing is put in its place.
    page.choose("rule", "gcra").await?;
    says(page, "strategy").await?;
    let lists = page.shown().await?.lists;
    ensure!(lists["rule"] == "fixed-window", "{lists:?}");
    Ok(())
}

async fn what_is_locked_stays_by_back_and_by_an_edited_history(page: &Page) -> Result<()> {
    open(page, "strategy=get-set&servers=7&lock=servers").await?;
    page.type_into("burst", "50").await?;
    page.ask::<()>(
        "history.replaceState(null, '', '?strategy=incr&servers=30&burst=60'); history.pushState(null, '', '#x')",
    )
    .await?;
    page.back().await?;
    eventually_eq("the burst", 60, async || Ok(page.link().await?.scenario.burst)).await?;
    let link = page.link().await?;
    ensure!(link.scenario.servers == 7 && link.embedding.locks("servers"), "{link}");
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["servers"] == "7", "{shown:?}");
    page.ask::<()>("location.hash = 'servers=9'").await?;
    page.back().await?;
    eventually_eq("the hash", String::new(), async || page.ask("return location.hash").await).await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.fields["servers"] == "7", "{shown:?}");
    Ok(())
}

async fn what_is_locked_stays_whatever_is_said_to_the_lab(page: &Page) -> Result<()> {
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, "same-origin", None, "strategy=incr&t=5ms&lock=strategy,t&embed=1").await?;
    for (message, name) in [
        (json!({ "type": "set", "link": "strategy=local" }), "strategy"),
        (json!({ "type": "set", "link": "rule=gcra" }), "rule"),
        (json!({ "type": "seek", "t": "1ms" }), "t"),
        (json!({ "type": "play" }), "t"),
        (json!({ "type": "set", "link": "lock=servers" }), "lock"),
    ] {
        let error = page.say_and_hear(message.clone()).await?;
        ensure!(error["type"] == "error" && error["name"] == name, "{message}: {error}");
    }
    let state = page.say_and_hear(json!({ "type": "ask", "what": "state" })).await?;
    ensure!(state["link"] == "strategy=incr&t=5ms&embed=1&lock=strategy,t" && state["playing"] == false, "{state}");
    let state = page.say_and_hear(json!({ "type": "set", "link": "burst=50" })).await?;
    ensure!(state["type"] == "state" && state["verdict"]["requests"] == 50, "{state}");
    Ok(())
}

async fn a_locked_playhead_stays(page: &Page) -> Result<()> {
    open(page, "strategy=get-set&t=5ms&lock=t").await?;
    for key in [" ".into(), Key::Home.into(), Key::End.into(), "o".into(), Key::Right.into()] {
        let key: thirtyfour::TypingData = key;
        page.press(key).await?;
    }
    let shown = page.shown().await?;
    ensure!(shown.clock.starts_with('5') && !shown.playing, "{shown:?}");
    says(page, "t").await?;
    ensure!(page.link().await?.to_string().contains("t=5ms"), "{}", page.address().await?);
    Ok(())
}

async fn only_the_tabs_that_the_link_names_are_there(page: &Page) -> Result<()> {
    open(page, "tabs=break,orders").await?;
    let tabs = "return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.dataset.tab)";
    ensure!(page.ask::<Vec<String>>(tabs).await? == ["break", "orders"], "{:?}", page.ask::<Vec<String>>(tabs).await?);
    ensure!(page.tab().await? == "break", "{}", page.tab().await?);
    page.open_tab("orders").await?;
    page.press(Key::Right).await?;
    ensure!(page.tab().await? == "break", "arrow keys go round those that are there");
    open(page, "tab=code&lock=tab").await?;
    ensure!(page.ask::<Vec<String>>(tabs).await? == ["code"], "{:?}", page.ask::<Vec<String>>(tabs).await?);
    Ok(())
}

async fn what_is_hidden_is_out_of_reach(page: &Page) -> Result<()> {
    let all = [
        "title",
        "tools",
        "strategies",
        "about",
        "stage",
        "playbar",
        "controls",
        "strip",
        "cards",
        "story",
        "tabs",
        "lesson",
    ];
    let reachable =
        "return [...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex], h1, canvas')]
        .filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))";
    page.visit(&page.address_of(&format!("hide={},rule", all.join(",")))).await?;
    eventually("the lab is there", async || page.ask("return !!document.querySelector('.cards .card')").await).await?;
    // The part of the program that leaves it out is on its way.
    let none = Vec::<String>::new();
    eventually_eq("what can be reached", none, async || page.ask(reachable).await).await?;
    ensure!(page.ask::<String>("return document.body.innerText.trim()").await?.is_empty(), "nothing is to be seen");
    let before = page.address().await?;
    for key in [" ", "?", "o"] {
        page.press(key).await?;
    }
    ensure!(page.address().await? == before, "keys reach what is hidden");
    ensure!(
        !page.ask::<bool>("return !!document.querySelector('dialog[open]')").await?,
        "a dialog that nobody sees is open"
    );
    page.open("hide=servers,seed,balancer,cards").await?;
    for control in ["[name=servers]", "#servers-slider", ".another", "[name=balancer]", ".cards"] {
        let shown = "return document.querySelector(arguments[0]).checkVisibility()";
        ensure!(!page.ask_about::<bool>(shown, vec![control.into()]).await?, "{control}");
    }
    page.type_into("burst", "30").await?;
    Ok(())
}

async fn until_it_is_known_what_is_locked_nothing_can_be_changed(page: &Page) -> Result<()> {
    page.expects_errors();
    // The part of the program that knows does not come.
    page.before_each_page(
        "const real = window.fetch;
        window.fetch = (what, ...rest) => String(what?.url ?? what).includes('embed-') && !window.mayLoad
            ? Promise.reject(new Error('no')) : real(what, ...rest);",
    );
    page.visit(&page.address_of("strategy=get-set&servers=7&t=5ms&lock=servers")).await?;
    eventually("that is said", async || Ok(page.text(".embed").await?.contains("could not be loaded"))).await?;
    let before = page.address().await?;
    for key in [" ", "o"] {
        page.press(key).await?;
    }
    ensure!(page.ask::<bool>("return document.querySelector('#lab').inert").await?, "it can be used");
    ensure!(page.address().await? == before, "keys change it");
    page.ask::<()>("window.mayLoad = true").await?;
    page.click_button("Try again").await?;
    settled(page).await?;
    page.type_into("burst", "50").await?;
    ensure!(page.link().await?.scenario.burst == 50, "{}", page.address().await?);
    Ok(())
}

async fn a_page_on_which_everything_is_locked_is_accessible(page: &Page) -> Result<()> {
    open(page, "strategy=cas&rule=gcra&redis=down@10ms..30ms&lock=all").await?;
    let usable = "return [...document.querySelectorAll('input, select')]
        .filter((one) => one.checkVisibility() && !one.disabled && !one.readOnly && one.dataset.locked !== undefined)
        .map((one) => one.name)";
    let usable: Vec<String> = page.ask(usable).await?;
    ensure!(usable.is_empty(), "{usable:?}");
    page.is_accessible("all locked").await?;
    page.picture("all-locked").await?;
    Ok(())
}
