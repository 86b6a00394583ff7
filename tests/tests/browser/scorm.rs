//! The SCORM packages (`cargo xtask scorm`), launched by a learning management system: scorm-again stands for one.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use lab_tests::eventually::{eventually, eventually_eq};
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::suite::none;
use lab_tests::tests;
use serde_json::{Value, json};
use tempfile::TempDir;
use zip::ZipArchive;

tests![
    what_the_lab_says_reaches_the_system,
    progress_resumes_in_a_second_launch,
    a_pass_mark_of_the_system_decides_whether_the_lesson_is_passed,
    the_lab_itself_runs_in_a_package,
    a_task_done_in_the_lab_reaches_a_system_of_1_2_and_is_resumed_from_there,
    a_task_done_in_the_lab_reaches_a_system_of_2004_and_is_resumed_from_there,
    without_a_system_the_lab_works_and_says_so_in_the_console_alone,
];

const VERSIONS: [&str; 2] = ["1.2", "2004"];

/// The window of what speaks as the lab does.
const STAND_IN: &str = "frames[0].frames[0]";

/// A system that has both packages. What it serves goes with it.
struct System {
    _site: Site,
    _folder: TempDir,
}

impl System {
    /// Unpacks the packages; with `stands_in` another page is in the place of the lab.
    async fn with(page: &Page, stands_in: bool) -> Result<Self> {
        let (needs, folder) = (page.needs(), tempfile::tempdir()?);
        let pages = needs.embedding.join("scorm");
        for version in VERSIONS {
            let package = folder.path().join("package").join(version);
            unpack(&needs.scorm.join(format!("rate-limit-lab-scorm-{version}.zip")), &package)?;
            if stands_in {
                fs::copy(pages.join("stand-in.html"), package.join("lab.html"))?;
            }
        }
        fs::copy(pages.join("lms.html"), folder.path().join("index.html"))?;
        fs::copy(&needs.scorm_again, folder.path().join("scorm-again.min.js"))?;
        let site = Site::at_root(folder.path()).await?;
        page.move_to(&site);
        Ok(Self { _site: site, _folder: folder })
    }
}

fn unpack(package: &Path, folder: &Path) -> Result<()> {
    let file = File::open(package).context("there is no package: run `cargo xtask scorm`")?;
    ZipArchive::new(file)?.extract(folder)?;
    ensure!(folder.join("imsmanifest.xml").is_file(), "the package has no manifest at its root");
    Ok(())
}

/// Launches the package, and waits until the stand-in speaks.
async fn launch(page: &Page, version: &str) -> Result<()> {
    page.visit(&page.address_of(&format!("version={version}"))).await?;
    let there = format!("return typeof {STAND_IN}?.say === 'function'");
    eventually("the package is there", async || page.ask(&there).await).await
}

/// The stand-in says this.
async fn say(page: &Page, message: Value) -> Result<()> {
    page.ask_about(&format!("{STAND_IN}.say(arguments[0])"), vec![message]).await
}

/// Values of the system's data by their names, with what is around them.
async fn told(page: &Page, names: &[&str]) -> Result<HashMap<String, Value>> {
    let script = "const all = told();
        return Object.fromEntries(arguments[0].map((name) => [name, name.split('.').reduce((of, part) => of?.[part], all) ?? null]))";
    page.ask_about(script, vec![json!(names)]).await
}

/// Waits until the system's data has these values.
async fn becomes(page: &Page, wanted: &[(&str, &str)]) -> Result<()> {
    let names: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let wanted: HashMap<String, String> =
        wanted.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    eventually_eq("what the system knows", wanted, async || {
        let told = told(page, &names).await?;
        let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Ok(told.into_iter().map(|(name, value)| (name, text(value))).collect())
    })
    .await
}

/// What the system did not take; and nothing of it went wrong.
async fn nothing_is_refused(page: &Page) -> Result<()> {
    none("refused by the system", &page.ask::<Vec<String>>("return refused").await?)
}

async fn what_the_lab_says_reaches_the_system(page: &Page) -> Result<()> {
    let _system = System::with(page, true).await?;
    for version in VERSIONS {
        launch(page, version).await?;
        let first = version == "1.2";
        becomes(
            page,
            if first { &[("core.lesson_status", "incomplete")] } else { &[("completion_status", "incomplete")] },
        )
        .await?;
        say(page, json!({ "type": "prediction", "task": "price", "predicted": "10", "actual": "36", "close": false }))
            .await?;
        say(page, json!({ "type": "prediction", "task": "price", "predicted": null, "actual": "36", "close": false }))
            .await?;
        say(page, json!({ "type": "answer", "question": "price", "answer": "40", "correct": false, "attempts": 1 }))
            .await?;
        say(page, json!({ "type": "answer", "question": "price", "answer": "36", "correct": true, "attempts": 2 }))
            .await?;
        let asked = format!(
            "return {STAND_IN}.heard.filter(({{ type, what }}) => type === 'ask' && what === 'progress').length"
        );
        eventually_eq("how often the progress is asked for", 3, async || page.ask::<u32>(&asked).await).await?;
        let half =
            json!({ "type": "completed", "task": "price", "score": 0.455, "done": 1, "of": 2, "progress": "p1" });
        say(page, half).await?;
        becomes(page, &[("suspend_data", "p1")]).await?;
        if first {
            becomes(
                page,
                &[("core.score.raw", "45.5"), ("core.score.max", "100"), ("core.lesson_status", "incomplete")],
            )
            .await?;
        } else {
            becomes(page, &[("score.raw", "45.5"), ("score.scaled", "0.455"), ("progress_measure", "0.5")]).await?;
            becomes(page, &[("completion_status", "incomplete"), ("success_status", "unknown")]).await?;
        }
        let interactions = told(page, &["interactions"]).await?.remove("interactions").unwrap_or_default();
        let (response, wrong) = if first { ("student_response", "wrong") } else { ("learner_response", "incorrect") };
        for (nth, id, said, result) in
            [("0", "prediction-price", "10", "neutral"), ("1", "price", "40", wrong), ("2", "price", "36", "correct")]
        {
            let one = &interactions[nth];
            ensure!(one["id"] == id && one[response] == said && one["result"] == result, "{interactions}");
        }
        ensure!(interactions.get("3").is_none(), "{interactions}");
        let all = json!({ "type": "completed", "task": "lesson", "score": 0.9, "done": 2, "of": 2, "progress": "p2" });
        say(page, all).await?;
        if first {
            becomes(page, &[("core.score.raw", "90"), ("core.lesson_status", "completed")]).await?;
        } else {
            becomes(page, &[("score.scaled", "0.9"), ("progress_measure", "1")]).await?;
            becomes(page, &[("completion_status", "completed"), ("success_status", "passed")]).await?;
        }
        nothing_is_refused(page).await?;
    }
    Ok(())
}

async fn progress_resumes_in_a_second_launch(page: &Page) -> Result<()> {
    let _system = System::with(page, true).await?;
    for version in VERSIONS {
        launch(page, version).await?;
        let first = json!({ "type": "completed", "task": "price", "score": 1, "done": 1, "of": 2, "progress": "as far as this" });
        say(page, first).await?;
        becomes(page, &[("suspend_data", "as far as this")]).await?;
        nothing_is_refused(page).await?;
        page.ask::<()>("document.querySelector('iframe').src = 'about:blank'").await?;
        eventually_eq("how often it was ended", 1, async || page.ask::<u32>("return ended").await).await?;
        launch(page, version).await?;
        let given =
            format!("return {STAND_IN}.heard.filter(({{ type }}) => type === 'set').map(({{ progress }}) => progress)");
        let wanted = vec!["as far as this".to_owned()];
        eventually_eq("the progress", wanted, async || page.ask::<Vec<String>>(&given).await).await?;
        nothing_is_refused(page).await?;
        // What another student left on this device is taken away.
        say(page, json!({ "type": "ready", "link": "", "height": 600, "tasks": [], "progress": "another's" })).await?;
        let wanted = vec!["as far as this".to_owned(); 2];
        eventually_eq("the progress", wanted, async || page.ask::<Vec<String>>(&given).await).await?;
    }
    Ok(())
}

async fn a_pass_mark_of_the_system_decides_whether_the_lesson_is_passed(page: &Page) -> Result<()> {
    let _system = System::with(page, true).await?;
    for (version, mark, status) in [
        ("1.2", "{ student_data: { mastery_score: '80' } }", "core.lesson_status"),
        ("2004", "{ scaled_passing_score: '0.8' }", "success_status"),
    ] {
        launch(page, version).await?;
        page.ask::<()>("document.querySelector('iframe').src = 'about:blank'").await?;
        eventually_eq("how often it was ended", 1, async || page.ask::<u32>("return ended").await).await?;
        page.ask::<()>(&format!("sessionStorage.setItem('{version}', JSON.stringify({mark}))")).await?;
        launch(page, version).await?;
        for (score, wanted) in [(0.79, "failed"), (0.8, "passed")] {
            let all =
                json!({ "type": "completed", "task": "lesson", "score": score, "done": 2, "of": 2, "progress": "p" });
            say(page, all).await?;
            becomes(page, &[(status, wanted)]).await?;
        }
        nothing_is_refused(page).await?;
    }
    Ok(())
}

async fn the_lab_itself_runs_in_a_package(page: &Page) -> Result<()> {
    let _system = System::with(page, false).await?;
    for version in VERSIONS {
        page.visit(&page.address_of(&format!("version={version}"))).await?;
        page.enter_frame().await?;
        page.enter_frame().await?;
        page.first_view_is_there().await?;
        ensure!(
            page.ask::<String>("return location.search").await?.contains("embed=1"),
            "the lab is not told where it is"
        );
        page.leave_frame().await?;
        nothing_is_refused(page).await?;
    }
    Ok(())
}

/// Launches the package, and goes into the lab.
async fn enter_lab(page: &Page, version: &str) -> Result<()> {
    page.visit(&page.address_of(&format!("version={version}"))).await?;
    page.enter_frame().await?;
    page.enter_frame().await?;
    page.first_view_is_there().await
}

async fn a_task_done_in_the_lab_reaches_a_system_of_1_2_and_is_resumed_from_there(page: &Page) -> Result<()> {
    a_task_is_done(page, "1.2").await
}

async fn a_task_done_in_the_lab_reaches_a_system_of_2004_and_is_resumed_from_there(page: &Page) -> Result<()> {
    a_task_is_done(page, "2004").await
}

/// Does the first task, and launches the package once more.
async fn a_task_is_done(page: &Page, version: &str) -> Result<()> {
    let _system = System::with(page, false).await?;
    enter_lab(page, version).await?;
    page.click("[data-load=guide]").await?;
    let asked = "return !!document.querySelector('[name=prediction]')";
    eventually("the first task asks", async || page.ask(asked).await).await?;
    page.click("[name=prediction]").await?;
    page.press("7").await?;
    page.click("[data-key=commit]").await?;
    eventually("the run is held against it", async || Ok(!page.text(".told .apart").await?.is_empty())).await?;
    page.type_into("servers", "8").await?;
    eventually("the task is done", async || Ok(!page.text(".met .done").await?.is_empty())).await?;
    page.leave_frame().await?;
    let score = if version == "1.2" { "core.score.raw" } else { "score.scaled" };
    let scored = async || Ok(told(page, &[score]).await?[score].as_str().is_some_and(|score| !score.is_empty()));
    eventually("a score", scored).await?;
    let kept =
        async || Ok(told(page, &["suspend_data"]).await?["suspend_data"].as_str().is_some_and(|text| text.len() > 2));
    eventually("progress is kept", kept).await?;
    nothing_is_refused(page).await?;
    // What the device has kept is gone: the system alone knows.
    page.enter_frame().await?;
    page.enter_frame().await?;
    page.ask::<()>("localStorage.clear()").await?;
    page.leave_frame().await?;
    page.ask::<()>("document.querySelector('iframe').src = 'about:blank'").await?;
    eventually_eq("how often it was ended", 1, async || page.ask::<u32>("return ended").await).await?;
    enter_lab(page, version).await?;
    eventually("the task is still done", async || Ok(page.text("#guide summary").await?.contains("1 done"))).await?;
    page.leave_frame().await?;
    Ok(())
}

async fn without_a_system_the_lab_works_and_says_so_in_the_console_alone(page: &Page) -> Result<()> {
    let _system = System::with(page, false).await?;
    page.before_each_page("var said = []; console.info = (text) => said.push(text);");
    page.visit(&page.address_of("").replace('?', "package/2004/index.html")).await?;
    let said: Vec<String> = page.ask("return said").await?;
    ensure!(said.len() == 1 && said[0].contains("no learning management system"), "{said:?}");
    page.enter_frame().await?;
    page.first_view_is_there().await?;
    let shown: String = page.ask("return document.body.innerText").await?;
    ensure!(!shown.contains("learning management"), "the page says so, too");
    page.leave_frame().await
}
