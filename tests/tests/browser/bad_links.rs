//! Links with mistakes in them, and links of odd shapes.

use anyhow::{Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::tests;
use limit_sim::scenario::{Link, Parameter};

tests![
    each_mistake_is_named_with_what_was_given_and_what_is_allowed,
    several_mistakes_are_all_named_and_what_is_good_is_taken,
    the_notice_can_be_dismissed_and_the_lab_works_on,
    going_back_to_a_good_link_takes_the_notice_away,
    a_good_link_brings_no_notice,
    odd_links_start_the_lab,
    a_playhead_beyond_the_end_is_at_the_end,
];

/// The mistakes that the page names, a line each.
async fn notices(page: &Page) -> Result<Vec<String>> {
    let script = "const notice = document.querySelector('.notice');
        return !notice?.checkVisibility() ? [] : notice.querySelector('.problems').textContent.split('\\n')";
    page.ask(script).await
}

/// The notice names what the link's reader objects to, and nothing else; the lab runs with the rest.
async fn names_all_mistakes(page: &Page, query: &str) -> Result<Vec<String>> {
    page.open(query).await?;
    let seen: String = page.ask("return location.search").await?;
    let (link, problems) = Link::read(&seen);
    let told_all = async || Ok(notices(page).await?.iter().take(8).all(|line| line.contains("  Allowed: ")));
    eventually("what is allowed is told", told_all).await?;
    let told = notices(page).await?;
    // Eight are told one by one, and how many more there are.
    ensure!(told.len() == problems.len().min(9), "{query}: {told:?} is not {problems:?}");
    for (told, problem) in told.iter().zip(&problems).take(8) {
        // Of what is very long, the beginning.
        let given: String = format!("{}={}", problem.name, problem.given).chars().take(40).collect();
        let allowed = problem.allowed().to_string();
        ensure!(told.starts_with(&given) && told.contains(allowed.as_str()), "{told} does not tell {problem:?}");
    }
    let shown = page.shown().await?;
    let hash = limit_sim::trace::Trace::of(&link.scenario).hash().to_string();
    ensure!(shown.hash == hash, "{query} does not run what could be understood of it");
    Ok(told)
}

async fn each_mistake_is_named_with_what_was_given_and_what_is_allowed(page: &Page) -> Result<()> {
    let allowed = |name: &str| Parameter::ALL.iter().find(|one| one.name == name).map(|one| one.allowed().to_string());
    for mistake in [
        "strategy=redis",
        "rule=leaky",
        "servers=0",
        "servers=33",
        "servers=4.5",
        "burst=99999999999999999999",
        "burst=",
        "spread=11s",
        "limit=0",
        "window=0ms",
        "rtt=5",
        "rtt=-5ms",
        "jitter=some",
        "balancer=fair",
        "arrivals=late",
        "work=11s",
        "seed=-1",
        "t=soon",
        "v=2",
        "server=8",
    ] {
        let told = names_all_mistakes(page, mistake).await?;
        ensure!(told.len() == 1, "{mistake}: {told:?}");
        let name = mistake.split('=').next().unwrap_or_default();
        let allowed = allowed(name).unwrap_or_else(|| "strategy, rule, servers".to_owned());
        ensure!(told[0].contains(&allowed), "{mistake}: {told:?} does not say {allowed}");
    }
    Ok(())
}

async fn several_mistakes_are_all_named_and_what_is_good_is_taken(page: &Page) -> Result<()> {
    let told = names_all_mistakes(page, "strategy=incr&burst=many&servers=8&rtt=5&seed=9&colour=red").await?;
    ensure!(told.len() == 3, "{told:?}");
    let scenario = page.shown().await?.link().scenario;
    ensure!((scenario.servers, scenario.seed, scenario.burst) == (8, 9, 40), "{scenario:?}");
    Ok(())
}

async fn the_notice_can_be_dismissed_and_the_lab_works_on(page: &Page) -> Result<()> {
    page.open("strategy=get-set&burst=0").await?;
    page.drag("#servers-slider", 0.1, 0.5).await?;
    page.click_button("Dismiss").await?;
    eventually_eq("the notices", Vec::<String>::new(), async || notices(page).await).await?;
    page.pick("incr").await?;
    page.shows_its_address().await?;
    ensure!(!page.address().await?.contains("burst=0"), "the address still has the mistake: {}", page.address().await?);
    Ok(())
}

async fn going_back_to_a_good_link_takes_the_notice_away(page: &Page) -> Result<()> {
    page.open("strategy=get-set").await?;
    // As by a link inside a course page that only changes the query.
    page.ask::<()>("history.pushState(null, '', '?burst=0'); dispatchEvent(new PopStateEvent('popstate'))").await?;
    eventually_eq("the number of notices", 1, async || Ok(notices(page).await?.len())).await?;
    page.back().await?;
    eventually_eq("the number of notices", 0, async || Ok(notices(page).await?.len())).await?;
    page.shows_its_address().await?;
    Ok(())
}

async fn a_good_link_brings_no_notice(page: &Page) -> Result<()> {
    for query in ["", "strategy=incr", "strategy=get-set&servers=32&rtt=0.3ms&t=12.3ms"] {
        ensure!(names_all_mistakes(page, query).await?.is_empty(), "{query} brings a notice");
        ensure!(
            !page.ask::<bool>("return !!document.querySelector('.notice')?.checkVisibility()").await?,
            "{query} brings an empty notice"
        );
    }
    Ok(())
}

async fn odd_links_start_the_lab(page: &Page) -> Result<()> {
    let long = format!("strategy={}", "very-".repeat(3000));
    let many = (0..200).map(|nth| format!("name{nth}={nth}")).collect::<Vec<_>>().join("&");
    for query in [
        "",
        "?",
        "&&&",
        "=",
        "=&=",
        "servers",
        "servers=8&servers=9",
        "%73ervers=8&rtt=0%2E3ms",
        "servers=%38",
        "%",
        "%ff%fe",
        "strategy=%F0%9F%A6%80&\u{1f980}=\u{1f980}",
        "burst=\u{664}\u{660}",
        "servers=<b>x</b>&<script>alert(1)</script>",
        "strategy=get%2Dset",
        "rtt=2+ms",
        "v=1",
        "strategy=incr#servers=8",
        &long,
        &many,
    ] {
        names_all_mistakes(page, query).await?;
        ensure!(
            !page.ask::<bool>("return !!document.querySelector('.notice b, .notice script')").await?,
            "{query} is taken as HTML"
        );
        let wide: bool = page.ask("return document.documentElement.scrollWidth > innerWidth").await?;
        ensure!(!wide, "{} makes the page wider than the window", &query[..query.len().min(60)]);
    }
    Ok(())
}

async fn a_playhead_beyond_the_end_is_at_the_end(page: &Page) -> Result<()> {
    for beyond in ["99s", "10000000000s", "18446744073s"] {
        page.open(&format!("strategy=get-set&t={beyond}")).await?;
        let (shown, _) = page.shows_its_address().await?;
        ensure!(shown.playhead.position == shown.playhead.max, "{:?}", shown.playhead);
        ensure!(shown.of.ends_with(&shown.clock), "the clock shows {} {}", shown.clock, shown.of);
    }
    Ok(())
}
