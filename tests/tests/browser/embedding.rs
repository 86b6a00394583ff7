//! The lab in another page's frame: what it says and hears, how high it is, what it leaves the host alone with.

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;
use serde_json::{Value, json};

tests![
    a_frame_of_the_same_origin_speaks_and_hears,
    a_frame_of_another_origin_speaks_and_hears,
    a_frame_below_a_path_speaks_and_hears,
    a_sandboxed_frame_without_an_origin_speaks_and_hears,
    only_the_origin_that_the_link_names_is_spoken_with,
    what_is_not_for_the_lab_is_left_alone_and_what_is_bad_is_answered,
    the_height_is_the_pages_own_and_is_followed,
    playing_is_told_at_once_and_a_change_once_it_has_settled,
    the_hosts_history_focus_and_scrolling_are_its_own,
    a_page_of_its_own_loads_nothing_of_this,
];

/// Opens a host with a frame, of this site or with the lab at another.
async fn open(page: &Page, name: &str, link: &str) -> Result<Site> {
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, name, None, link).await?;
    Ok(site)
}

fn text(message: &Value, field: &str) -> String {
    message.pointer(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// All that a host can say and hear.
async fn speaks_and_hears(page: &Page) -> Result<()> {
    let ready = page.heard("ready").await?;
    ensure!(ready.len() == 1, "{ready:?}");
    ensure!(text(&ready[0], "/link") == "strategy=incr&embed=1", "{ready:?}");
    ensure!(ready[0]["tasks"].as_array().is_some_and(|tasks| tasks.len() > 5), "{ready:?}");
    ensure!(ready[0]["height"].as_f64().is_some_and(|height| height > 300.0), "{ready:?}");
    let state = page.say_and_hear(json!({ "type": "ask", "what": "state" })).await?;
    ensure!(state["type"] == "state" && state["playing"] == false && state["verdict"]["allowed"] == 10, "{state}");
    let state = page.say_and_hear(json!({ "type": "set", "link": "strategy=local&servers=8" })).await?;
    ensure!(text(&state, "/link") == "strategy=local&servers=8&embed=1", "{state}");
    ensure!(state["verdict"]["allowed"] == 40, "{state}");
    let state = page.say_and_hear(json!({ "type": "seek", "t": "12.3ms" })).await?;
    ensure!(state["t"] == "12.3ms" && text(&state, "/link").contains("t=12.3ms"), "{state}");
    let state = page.say_and_hear(json!({ "type": "play" })).await?;
    ensure!(state["playing"] == true, "{state}");
    let state = page.say_and_hear(json!({ "type": "pause" })).await?;
    ensure!(state["playing"] == false, "{state}");
    let height = page.say_and_hear(json!({ "type": "ask", "what": "height" })).await?;
    ensure!(height["type"] == "height" && height["height"].as_f64() > Some(300.0), "{height}");
    page.say(json!({ "type": "set", "progress": "kept by the course" })).await?;
    let progress = page.say_and_hear(json!({ "type": "ask", "what": "progress" })).await?;
    ensure!(progress["type"] == "completed" && progress["progress"] == "kept by the course", "{progress}");
    Ok(())
}

async fn a_frame_of_the_same_origin_speaks_and_hears(page: &Page) -> Result<()> {
    let _site = open(page, "same-origin", "strategy=incr&embed=1").await?;
    speaks_and_hears(page).await
}

async fn a_frame_below_a_path_speaks_and_hears(page: &Page) -> Result<()> {
    let _site = open(page, "sub-path", "strategy=incr&embed=1").await?;
    speaks_and_hears(page).await
}

async fn a_frame_of_another_origin_speaks_and_hears(page: &Page) -> Result<()> {
    // The browser says that it gives no focus to what dialogs would have it on.
    page.expects_errors();
    let (host, lab) = (Site::embedding(&page.dist()).await?, Site::at_root(&page.dist()).await?);
    page.may_ask(&lab);
    page.open_host(&host, "other-origin", Some(lab.address()), "strategy=incr&embed=1").await?;
    speaks_and_hears(page).await?;
    let ready = page.heard("ready").await?;
    ensure!(lab.address().starts_with(&text(&ready[0], "/origin")), "{ready:?}");
    Ok(())
}

async fn a_sandboxed_frame_without_an_origin_speaks_and_hears(page: &Page) -> Result<()> {
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.open_host(&site, "sandboxed", Some(site.address()), "strategy=incr&embed=1").await?;
    speaks_and_hears(page).await?;
    let ready = page.heard("ready").await?;
    ensure!(text(&ready[0], "/origin") == "null", "{ready:?}");
    Ok(())
}

async fn only_the_origin_that_the_link_names_is_spoken_with(page: &Page) -> Result<()> {
    // The browser says that what was to be sent was not.
    page.expects_errors();
    let site = Site::embedding(&page.dist()).await?;
    page.move_to(&site);
    page.visit_host(&site, "same-origin", None, "strategy=incr&embed=1&origin=https://example.org").await?;
    page.enter_frame().await?;
    page.runs().await?;
    page.leave_frame().await?;
    page.say(json!({ "type": "set", "link": "servers=9" })).await?;
    page.say(json!({ "type": "play" })).await?;
    page.enter_frame().await?;
    page.type_into("burst", "30").await?;
    eventually("the change is in the address", async || Ok(page.link().await?.scenario.burst == 30)).await?;
    let link = page.link().await?;
    ensure!(link.scenario.servers == 4 && link.playhead.is_none(), "{link}");
    page.leave_frame().await?;
    let heard: Vec<Value> = page.ask("return heard").await?;
    ensure!(heard.is_empty(), "{heard:?}");
    let own = site.address().trim_end_matches('/').to_owned();
    page.open_host(&site, "same-origin", None, &format!("strategy=incr&embed=1&origin={own}")).await?;
    let state = page.say_and_hear(json!({ "type": "set", "link": "servers=9" })).await?;
    ensure!(text(&state, "/link").contains("servers=9"), "{state}");
    Ok(())
}

async fn what_is_not_for_the_lab_is_left_alone_and_what_is_bad_is_answered(page: &Page) -> Result<()> {
    let _site = open(page, "same-origin", "strategy=incr&embed=1").await?;
    page.ask::<()>(
        "const lab = frame.contentWindow;
        for (const data of [null, 7, 'play', [], { type: 'play' }, { lab: 'other', v: 1, type: 'play' }, new Map(), undefined]) {
            lab.postMessage(data, '*');
        }",
    )
    .await?;
    page.enter_frame().await?;
    page.ask::<()>("postMessage({ lab: 'rate-limit-lab', v: 1, type: 'play', id: 'own' }, '*')").await?;
    page.leave_frame().await?;
    for (message, name) in [
        (json!({ "type": "explode" }), "type"),
        (json!({ "type": "play", "v": 2 }), "v"),
        (json!({ "type": "seek", "t": "soon" }), "t"),
        (json!({ "type": "set", "link": 8 }), "link"),
        (json!({ "type": "set", "link": "servers=99" }), "servers"),
        (json!({ "type": "set", "link": "lock=seed" }), "lock"),
        (json!({ "type": "set", "link": "nobody=knows" }), "nobody"),
    ] {
        let error = page.say_and_hear(message.clone()).await?;
        ensure!(error["type"] == "error" && error["name"] == name, "{message}: {error}");
        ensure!(!text(&error, "/message").is_empty(), "{error}");
    }
    let state = page.say_and_hear(json!({ "type": "ask", "what": "state" })).await?;
    ensure!(text(&state, "/link") == "strategy=incr&embed=1" && state["playing"] == false, "{state}");
    let own: Vec<Value> = page.ask("return heard.filter((one) => one.re === 'own')").await?;
    ensure!(own.is_empty(), "it takes messages from its own window: {own:?}");
    Ok(())
}

async fn height_of_frame(page: &Page) -> Result<[f64; 2]> {
    page.enter_frame().await?;
    let own: f64 = page.ask("return Math.ceil(document.documentElement.getBoundingClientRect().height)").await?;
    page.leave_frame().await?;
    Ok([own, page.ask("return frame.clientHeight").await?])
}

async fn the_height_is_the_pages_own_and_is_followed(page: &Page) -> Result<()> {
    let _site = open(page, "same-origin", "strategy=get-set&embed=1").await?;
    page.enter_frame().await?;
    page.runs().await?;
    page.leave_frame().await?;
    let fits = async || {
        let [own, frame] = height_of_frame(page).await?;
        page.enter_frame().await?;
        let bar: bool = page.ask("return document.documentElement.clientWidth < innerWidth").await?;
        page.leave_frame().await?;
        Ok((own - frame).abs() < 1.0 && !bar)
    };
    eventually("the frame is as high as the lab", fits).await?;
    let before = height_of_frame(page).await?[1];
    page.say(json!({ "type": "set", "link": "tab=compare" })).await?;
    eventually("the frame follows", async || Ok((height_of_frame(page).await?[1] - before).abs() > 50.0)).await?;
    page.enter_frame().await?;
    page.runs().await?;
    page.leave_frame().await?;
    eventually("the frame is as high as the lab", fits).await?;
    // Another height of the frame changes nothing of the page's own, once all of it is there; a scroll bar would.
    page.enter_frame().await?;
    page.ask::<()>("document.documentElement.style.overflow = 'hidden'").await?;
    page.leave_frame().await?;
    let own_at = async |height: u32| {
        page.ask_about::<()>("frame.style.height = `${arguments[0]}px`", vec![json!(height)]).await?;
        Ok::<_, anyhow::Error>(height_of_frame(page).await?[0])
    };
    for height in [200, 640, 655] {
        let same = async || Ok((own_at(2000).await? - own_at(height).await?).abs() < 1.0);
        eventually(&format!("it is as high in a frame of {height} px as in one of 2000"), same).await?;
    }
    let told = page.heard("height").await?.len();
    ensure!(told < 20, "the height was told {told} times");
    Ok(())
}

async fn playing_is_told_at_once_and_a_change_once_it_has_settled(page: &Page) -> Result<()> {
    let _site = open(page, "same-origin", "strategy=get-set&embed=1").await?;
    let states = async || page.heard("state").await;
    eventually("it says how it stands", async || Ok(states().await?.len() == 1)).await?;
    page.enter_frame().await?;
    page.click_button("Play").await?;
    page.leave_frame().await?;
    let last = async || Ok(states().await?.last().map(|state| state["playing"] == true));
    eventually_eq("that it plays is told", Some(true), last).await?;
    page.enter_frame().await?;
    page.click_button("Pause").await?;
    for burst in ["41", "42", "43"] {
        page.type_into("burst", burst).await?;
    }
    page.leave_frame().await?;
    let last = async || {
        let state = states().await?.pop().context("a state")?;
        Ok(state["playing"] == false && text(&state, "/link").contains("burst=43"))
    };
    eventually("the last change is told", last).await?;
    ensure!(states().await?.len() < 9, "{:?}", states().await?);
    Ok(())
}

async fn the_hosts_history_focus_and_scrolling_are_its_own(page: &Page) -> Result<()> {
    let _site = open(page, "same-origin", "strategy=get-set&embed=1&t=5ms&tab=events").await?;
    let before = page.history().await?;
    ensure!(page.ask::<bool>("return document.activeElement === document.body").await?, "it took the focus");
    page.say(json!({ "type": "set", "link": "tab=break" })).await?;
    page.say_and_hear(json!({ "type": "set", "link": "servers=5&tab=race" })).await?;
    ensure!(page.ask::<bool>("return document.activeElement === document.body").await?, "it took the focus");
    ensure!(page.ask::<f64>("return scrollY").await? == 0.0, "it scrolled the host");
    page.enter_frame().await?;
    page.type_into("burst", "60").await?;
    page.type_into("servers", "6").await?;
    eventually("both are in the address", async || Ok(page.link().await?.scenario.servers == 6)).await?;
    page.leave_frame().await?;
    let after = page.history().await?;
    ensure!(after == before, "{before} entries became {after}");
    Ok(())
}

async fn a_page_of_its_own_loads_nothing_of_this(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    let names = "return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())";
    let names: Vec<String> = page.ask(names).await?;
    ensure!(!names.iter().any(|name| name.starts_with("embed-")), "{names:?}");
    Ok(())
}
