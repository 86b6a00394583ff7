//! What the tests need on this machine, and where it lies.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::engine::Engine;

/// The files and programs that the tests work with.
#[derive(Clone, Debug)]
pub struct Needs {
    /// The built site.
    pub dist: PathBuf,
    /// What shows the pages (`LAB_ENGINE`; Chromium if it is not set).
    pub engine: Engine,
    /// Chromium or Chrome, or Firefox; WebKit's driver knows its browser itself.
    pub browser: PathBuf,
    /// The driver that belongs to it.
    pub driver: PathBuf,
    /// axe-core's script.
    pub axe: PathBuf,
    /// Where screenshots go.
    pub shots: PathBuf,
    /// The lab in one file.
    pub bundle: PathBuf,
    /// The folder of the SCORM packages.
    pub scorm: PathBuf,
    /// The script of a learning management system.
    pub scorm_again: PathBuf,
    /// The folder of pages that the lab is embedded in.
    pub embedding: PathBuf,
}

impl Needs {
    /// Finds everything: first where the `LAB_` variables point, then in the usual places.
    ///
    /// # Errors
    /// When something is missing, with what to do about it.
    pub fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = root.join("target");
        let axe = target.join("tools/node_modules/axe-core/axe.min.js");
        let engine = env::var("LAB_ENGINE").unwrap_or_else(|_| "chromium".to_owned()).parse()?;
        let (browser, driver) = match engine {
            Engine::Chromium => {
                let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
                (program("LAB_CHROMIUM", &names)?, program("LAB_CHROMEDRIVER", &["chromedriver"])?)
            }
            Engine::Firefox => {
                let names = ["firefox-esr", "firefox"];
                (program("LAB_FIREFOX", &names)?, program("LAB_GECKODRIVER", &["geckodriver"])?)
            }
            Engine::WebKit => {
                program("LAB_XVFB", &["Xvfb"])?;
                (PathBuf::new(), program("LAB_WEBKIT_DRIVER", &["WebKitWebDriver"])?)
            }
        };
        let found = Self {
            dist: given("LAB_DIST").unwrap_or_else(|| root.join("dist")),
            engine,
            browser,
            driver,
            axe: given("LAB_AXE").unwrap_or(axe),
            shots: given("LAB_SHOTS").unwrap_or_else(|| target.join("screenshots")),
            bundle: target.join("bundle/rate-limit-lab.html"),
            scorm: target.join("scorm"),
            scorm_again: given("LAB_SCORM_AGAIN")
                .unwrap_or_else(|| target.join("tools/node_modules/scorm-again/dist/scorm-again.min.js")),
            embedding: Path::new(env!("CARGO_MANIFEST_DIR")).join("embedding"),
        };
        there("a built site", &found.dist.join("index.html"))?;
        there("axe-core", &found.axe)?;
        Ok(found)
    }
}

/// The engine by itself, for the benchmark.
#[derive(Clone, Debug)]
pub struct EngineBench {
    /// The folder of what is compiled for the browser.
    pub wasm: PathBuf,
    /// The program that is compiled for this machine.
    pub native: PathBuf,
}

impl EngineBench {
    /// Finds both: first where the `LAB_` variables point, then in the usual places.
    ///
    /// # Errors
    /// When one is missing, with what to do about it.
    pub fn find() -> Result<Self> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
        let found = Self {
            wasm: given("LAB_ENGINE_WASM").unwrap_or_else(|| target.join("engine-bench")),
            native: given("LAB_ENGINE_NATIVE").unwrap_or_else(|| target.join("release/engine-bench")),
        };
        for file in [&found.wasm.join("engine_bench_bg.wasm"), &found.native] {
            if !file.is_file() {
                bail!("There is no {}. Run `cargo xtask bench`, which makes it.", file.display());
            }
        }
        Ok(found)
    }
}

fn given(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}

fn program(variable: &str, names: &[&str]) -> Result<PathBuf> {
    match given(variable).or_else(|| names.iter().find_map(|name| which::which(name).ok())) {
        Some(program) => there(names[0], &program).map(|()| program),
        None => bail!("{} is not installed. Run `cargo xtask test`, which gets it.", names[0]),
    }
}

fn there(what: &str, file: &Path) -> Result<()> {
    if file.is_file() {
        return Ok(());
    }
    bail!(
        "There is no {what} at {}. Run `cargo xtask test`, which builds or gets all that the tests need.",
        file.display()
    )
}
