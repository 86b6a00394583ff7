//! The lab as an element of other pages: `embed.js`.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;
use serde_json::{Value, json};

tests![
    an_element_that_was_there_before_its_script_becomes_the_lab,
    attributes_and_properties_change_the_lab_and_follow_it,
    how_it_is_set_up_changes_by_loading_it_anew_where_it_stands,
    what_is_not_taken_is_an_event_and_the_attribute_goes_back,
    methods_play_seek_and_ask,
    of_two_on_a_page_one_plays,
    what_is_far_below_is_loaded_when_it_comes_near,
    its_height_follows_the_lab,
    one_that_is_moved_goes_on_and_one_that_is_removed_is_gone,
    properties_that_were_set_before_the_script_are_taken,
    a_lab_of_another_origin_speaks_with_its_element,
];

async fn open(page: &Page, name: &str) -> Result<Site> {
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, name, None, "").await?;
    Ok(site)
}

/// What scripts here begin with: the first element, its frame, and what is in it.
const HERE: &str =
    "const lab = document.querySelector('rate-limit-lab'), frame = lab.shadowRoot?.querySelector('iframe'),
    within = frame?.contentDocument; ";

async fn ask(page: &Page, script: &str) -> Result<Value> {
    page.ask(&format!("{HERE}{script}")).await
}

async fn comes_to(page: &Page, script: &str, wanted: Value) -> Result<()> {
    eventually_eq(script, wanted, async || ask(page, script).await).await
}

async fn an_element_that_was_there_before_its_script_becomes_the_lab(page: &Page) -> Result<()> {
    let site = open(page, "element").await?;
    let origin = site.address().trim_end_matches('/').to_owned();
    let query: String = page.ask(&format!("{HERE}return decodeURIComponent(frame.src.split('?')[1])")).await?;
    for one in ["strategy=get-set", "servers=8", "lock=seed", "embed=1", &format!("origin={origin}")] {
        ensure!(query.split('&').any(|other| other == one), "{one} is not in {query}");
    }
    comes_to(page, "return frame.title", json!("A race & its end")).await?;
    comes_to(
        page,
        "return [lab.strategy, lab.servers, lab.burst, lab.windowStart, lab.capacity]",
        json!(["get-set", "8", "40", "clock", null]),
    )
    .await?;
    comes_to(page, "return within.querySelector('[name=servers]').value", json!("8")).await?;
    comes_to(page, "return lab.querySelector('a').checkVisibility()", json!(false)).await?;
    comes_to(page, "return frame.sandbox.contains('allow-scripts') && frame.allow === 'clipboard-write'", json!(true))
        .await?;
    page.is_accessible("the host of an element").await
}

async fn attributes_and_properties_change_the_lab_and_follow_it(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    // One message for both, and the attribute says what the lab says. (What a driver runs itself is no task in WebKit.)
    page.ask::<()>(&format!("{HERE}setTimeout(() => {{ lab.servers = 2; lab.setAttribute('rtt', '5000us'); }})"))
        .await?;
    comes_to(
        page,
        "return [lab.getAttribute('rtt'), lab.getAttribute('servers'), lab.rtt]",
        json!(["5ms", "2", "5ms"]),
    )
    .await?;
    comes_to(page, "return heard.filter((one) => one.type === 'change').length", json!(1)).await?;
    comes_to(page, "return within.querySelector('[name=servers]').value", json!("2")).await?;
    // Somebody changes something in the lab: what was given follows, what was not is not added.
    page.ask::<()>(&format!("{HERE}within.querySelector('[name=strategy][value=incr]').click()")).await?;
    comes_to(page, "return [lab.getAttribute('strategy'), lab.strategy]", json!(["incr", "incr"])).await?;
    page.ask::<()>(&format!("{HERE}lab.limit = 12")).await?;
    comes_to(page, "return lab.getAttribute('limit')", json!("12")).await?;
    comes_to(
        page,
        "return [...lab.attributes].map((one) => one.name).sort()",
        json!(["id", "label", "limit", "lock", "rtt", "servers", "strategy"]),
    )
    .await?;
    // What is taken away has its default again, by a message where it has one.
    page.ask::<()>(&format!("{HERE}lab.removeAttribute('limit')")).await?;
    comes_to(page, "return [lab.limit, within.querySelector('[name=limit]').value]", json!(["10", "10"])).await?;
    ensure!(page.heard("ready").await?.len() == 1, "it was loaded anew");
    page.ask::<()>(&format!("{HERE}lab.timeout = '4ms'")).await?;
    comes_to(page, "return new URLSearchParams(lab.link).get('timeout')", json!("4ms")).await?;
    page.ask::<()>(&format!("{HERE}lab.timeout = null")).await?;
    eventually("it is loaded anew", async || Ok(page.heard("ready").await?.len() == 2)).await?;
    comes_to(page, "return [lab.timeout, lab.strategy, lab.servers, lab.rtt]", json!([null, "incr", "2", "5ms"]))
        .await?;
    // Nothing goes round in circles: each further change is one, and none comes between them.
    let changes = "return heard.filter((one) => one.type === 'change').length";
    let before: u64 = serde_json::from_value(ask(page, changes).await?)?;
    for more in 1..=4 {
        page.ask::<()>(&format!("{HERE}lab.limit = {}", 20 + more)).await?;
        comes_to(page, "return new URLSearchParams(lab.link).get('limit')", json!((20 + more).to_string())).await?;
        ensure!(ask(page, changes).await? == json!(before + more), "it goes on changing");
    }
    Ok(())
}

async fn how_it_is_set_up_changes_by_loading_it_anew_where_it_stands(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    page.ask::<()>(&format!("{HERE}lab.limit = 5")).await?;
    comes_to(page, "return new URLSearchParams(lab.link).get('limit')", json!("5")).await?;
    page.ask::<()>(&format!("{HERE}lab.progress = 'so far'; lab.setAttribute('theme', 'dark'); lab.hide = 'title'"))
        .await?;
    eventually("it is loaded anew", async || Ok(page.heard("ready").await?.len() == 2)).await?;
    comes_to(page, "return within.documentElement.dataset.theme", json!("dark")).await?;
    comes_to(page, "return within.querySelector('#lab h1').checkVisibility()", json!(false)).await?;
    comes_to(page, "return within.querySelector('[name=limit]').value", json!("5")).await?;
    comes_to(page, "return lab.progress", json!("so far")).await
}

async fn what_is_not_taken_is_an_event_and_the_attribute_goes_back(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    page.ask::<()>(&format!("{HERE}lab.servers = 'many'; lab.seed = 9")).await?;
    let names = "return heard.filter((one) => one.type === 'error').map((one) => one.name).sort()";
    comes_to(page, names, json!(["seed", "servers"])).await?;
    comes_to(page, "return [lab.getAttribute('servers'), lab.getAttribute('seed')]", json!(["8", "7"])).await?;
    // In the attributes of an element that is made, too: a value, and a name.
    page.ask::<()>(
        "const other = document.createElement('rate-limit-lab');
        other.id = 'other';
        other.setAttribute('limit', 'none');
        other.setAttribute('server', '8');
        other.setAttribute('data-any', 'thing');
        document.body.prepend(other)",
    )
    .await?;
    let names =
        "return heard.filter((one) => one.type === 'error' && one.id === 'other').map((one) => one.name).sort()";
    comes_to(page, names, json!(["limit", "server"])).await
}

async fn methods_play_seek_and_ask(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    page.ask::<()>(&format!("{HERE}lab.seek('12.3ms')")).await?;
    comes_to(page, "return lab.t", json!("12.3ms")).await?;
    page.ask::<()>(&format!("{HERE}lab.seek(4)")).await?;
    comes_to(page, "return lab.t", json!("4ms")).await?;
    page.ask::<()>(&format!("{HERE}lab.play()")).await?;
    comes_to(page, "return lab.playing", json!(true)).await?;
    page.ask::<()>(&format!("{HERE}lab.pause()")).await?;
    comes_to(page, "return lab.playing", json!(false)).await?;
    let asked = |what: &str| {
        format!("const done = arguments[0]; {HERE} lab.ask('{what}').then(done, (error) => done(error.message))")
    };
    let state: Value = page.ask_and_wait(&asked("state"), vec![]).await?;
    ensure!(state["verdict"]["requests"] == 40, "{state}");
    let height: Value = page.ask_and_wait(&asked("height"), vec![]).await?;
    ensure!(height["height"].as_f64() > Some(300.0), "{height}");
    let progress: Value = page.ask_and_wait(&asked("progress"), vec![]).await?;
    ensure!(progress["type"] == "completed", "{progress}");
    let error: String = page.ask_and_wait(&asked("nonsense"), vec![]).await?;
    ensure!(error.contains("what"), "{error}");
    ensure!(page.heard("completed").await?.is_empty(), "an answer is no event");
    Ok(())
}

async fn of_two_on_a_page_one_plays(page: &Page) -> Result<()> {
    let _site = open(page, "two-on-a-page").await?;
    let both = "return heard.filter((one) => one.type === 'ready').length";
    comes_to(page, both, json!(2)).await?;
    let playing = "return [first.playing, second.playing]";
    page.ask::<()>("first.seek(0); first.play()").await?;
    comes_to(page, playing, json!([true, false])).await?;
    page.ask::<()>("second.seek(0); second.play()").await?;
    comes_to(page, playing, json!([false, true])).await?;
    page.ask::<()>("first.play()").await?;
    comes_to(page, playing, json!([true, false])).await?;
    // Each is the lab at its own address, and hears of nothing that is for the other.
    let addresses = "return [first, second].map((one) => new URL(one.shadowRoot.querySelector('iframe').src).pathname)";
    comes_to(page, addresses, json!(["/", "/course/unit/lab/"])).await?;
    page.ask::<()>("first.servers = 3").await?;
    comes_to(page, "return new URLSearchParams(first.link).get('servers')", json!("3")).await?;
    comes_to(page, "return [second.servers, second.strategy, first.strategy]", json!(["4", "incr", "local"])).await
}

async fn what_is_far_below_is_loaded_when_it_comes_near(page: &Page) -> Result<()> {
    let _site = open(page, "two-on-a-page").await?;
    comes_to(page, "return heard.filter((one) => one.type === 'ready').length", json!(2)).await?;
    let third =
        "const far = third.shadowRoot.querySelector('iframe'); return [far.hasAttribute('src'), far.clientHeight]";
    comes_to(page, third, json!([false, 700])).await?;
    page.ask::<()>("scrollTo(0, document.body.scrollHeight)").await?;
    eventually("the third is there", async || Ok(page.heard("ready").await?.len() == 3)).await?;
    // One that is asked something is loaded, wherever it is.
    page.ask::<()>(
        "scrollTo(0, 0);
        const fourth = document.createElement('rate-limit-lab');
        fourth.id = 'fourth';
        third.after(fourth);
        fourth.ask('state').then((state) => { window.answered = state.verdict.requests; })",
    )
    .await?;
    comes_to(page, "return window.answered", json!(40)).await
}

async fn its_height_follows_the_lab(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    let fits = "return Math.abs(frame.clientHeight - within.documentElement.getBoundingClientRect().height) < 2";
    comes_to(page, fits, json!(true)).await?;
    let before = ask(page, "return frame.clientHeight").await?;
    page.ask::<()>(&format!("{HERE}lab.tab = 'cost'")).await?;
    eventually("it has another height", async || Ok(ask(page, "return frame.clientHeight").await? != before)).await?;
    comes_to(page, fits, json!(true)).await?;
    page.resize(500, 800).await?;
    comes_to(page, fits, json!(true)).await?;
    comes_to(
        page,
        "return frame.clientWidth === lab.clientWidth && document.documentElement.scrollWidth <= innerWidth",
        json!(true),
    )
    .await
}

async fn one_that_is_moved_goes_on_and_one_that_is_removed_is_gone(page: &Page) -> Result<()> {
    let _site = open(page, "element").await?;
    page.ask::<()>(&format!("{HERE}lab.limit = 5")).await?;
    comes_to(page, "return new URLSearchParams(lab.link).get('limit')", json!("5")).await?;
    page.ask::<()>(&format!(
        "{HERE}const place = document.createElement('section');
        document.body.append(place);
        window.answered = 0;
        place.append(lab);
        lab.ask('state').then(() => {{ window.answered += 1; }})"
    ))
    .await?;
    eventually("it is there again", async || Ok(page.heard("ready").await?.len() == 2)).await?;
    comes_to(
        page,
        "return [lab.limit, within.querySelector('[name=limit]').value, window.answered]",
        json!(["5", "5", 1]),
    )
    .await?;
    let gone = "const done = arguments[0], lab = document.querySelector('rate-limit-lab');
        const asked = lab.ask('state');
        lab.remove();
        lab.play();
        asked.then(() => done('an answer'), (error) => done([error.message, lab.shadowRoot.querySelector('iframe').hasAttribute('src')]))";
    let gone: Value = page.ask_and_wait(gone, vec![]).await?;
    ensure!(gone == json!(["This rate-limit-lab was taken out of the page.", false]), "{gone}");
    Ok(())
}

async fn properties_that_were_set_before_the_script_are_taken(page: &Page) -> Result<()> {
    let _site = open(page, "set-before").await?;
    comes_to(page, "return [lab.getAttribute('servers'), lab.getAttribute('window-start')]", json!(["3", "first-hit"]))
        .await?;
    comes_to(page, "return within.querySelector('[name=servers]').value", json!("3")).await?;
    // The script once more is no harm.
    page.ask::<()>("const script = document.createElement('script'); script.src = '/embed.js?again'; script.onload = () => { window.again = true; }; document.body.append(script)").await?;
    comes_to(page, "return window.again", json!(true)).await
}

async fn a_lab_of_another_origin_speaks_with_its_element(page: &Page) -> Result<()> {
    // The browser says that it does not give the focus to dialogs there.
    page.expects_errors();
    let _site = open(page, "element").await?;
    let other = Site::at_root(&page.dist()).await?;
    page.may_ask(&other);
    page.ask_about::<()>(
        &format!("{HERE}lab.setAttribute('src', `${{arguments[0]}}?strategy=local&hide=title`)"),
        vec![other.address().into()],
    )
    .await?;
    eventually("it is there", async || Ok(page.heard("ready").await?.len() == 2)).await?;
    // What the address says, with the attributes before it.
    comes_to(page, "return [lab.strategy, lab.servers, lab.hide]", json!(["get-set", "8", "title"])).await?;
    comes_to(page, "return new URLSearchParams(lab.link).get('hide')", json!("title")).await?;
    page.ask::<()>(&format!("{HERE}lab.servers = 2")).await?;
    comes_to(page, "return new URLSearchParams(lab.link).get('servers')", json!("2")).await
}
