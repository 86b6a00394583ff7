//! The program in two parts: what is loaded at its start, and what once a tab needs it (`#[wasm_split(later)]` in the page).
//!
//! Trunk knows of one program only. So it finds this one in the place of wasm-bindgen, which takes the program apart, hands
//! on the first part and keeps the second; and again as a hook, when the site is put together, which adds the second part and
//! shortens the names by which all of them call each other.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use duct::cmd;

use crate::project;
use crate::shorten;
use crate::tools::{binaryen, wasm_bindgen, wasm_split};

/// In the place of wasm-bindgen.
const BINDGEN: &str = "wasm-bindgen";
/// The hook, as Trunk.toml names it.
const HOOK: &str = "lab-finish";
/// How the script gets at what loads the second part, before and after it was minified.
const LOADERS: [&str; 2] = ["require(\"./__wasm_split.js\")", "require(`./__wasm_split.js`)"];
/// Loads the second part and calls back whether that worked. The parts share all that they have: memory, table and stack.
const LOADER: &str = "{__wasm_split_load_later:async(f,d)=>{let e=await wasm_bindgen(),k=!1;try{\
    let r=await fetch(\"LATER\");if(!r.ok)throw r.status;\
    await WebAssembly.instantiate(await r.arrayBuffer(),{__wasm_split:e});k=!0}catch(x){console.error(x)}\
    e.__indirect_function_table.get(f)(d,k)}}";
/// What compilers for WebAssembly take for granted by now; the second part does not say what it uses.
const FEATURES: [&str; 6] =
    ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "reference-types", "multivalue"];
/// As in index.html, for the first part.
const OPTIMISED: [&str; 14] = [
    "--converge",
    "-Os",
    "-ocimfs=50",
    "--low-memory-unused",
    "--generate-global-effects",
    "-Os",
    "--optimize-added-constants-propagate",
    "-Os",
    "--merge-locals",
    "--reorder-locals",
    "--reorder-functions-by-name",
    "--strip-target-features",
    "--strip-producers",
    "--strip-debug",
];

/// The folder with what trunk is to find first.
pub fn bin_dir() -> Result<PathBuf> {
    wasm_split::get()?;
    let dir = project::tools().join("parts");
    fs::create_dir_all(&dir)?;
    for name in [BINDGEN, HOOK] {
        let file = dir.join(name).with_extension(env::consts::EXE_EXTENSION);
        // Not written over: it may be running.
        let fresh = dir.join(format!("{name}.{}", std::process::id()));
        fs::copy(env::current_exe()?, &fresh)?;
        fs::rename(&fresh, &file)?;
    }
    Ok(dir)
}

/// Does what this program was started as, if that is not `cargo xtask`.
pub fn run() -> Option<Result<()>> {
    let mut args = env::args_os();
    let name = PathBuf::from(args.next()?);
    match name.file_stem()?.to_str()? {
        BINDGEN => Some(bind(args.collect())),
        HOOK => Some(finish()),
        _ => None,
    }
}

fn kept() -> PathBuf {
    project::root().join("target").join("parts")
}

fn bind(mut args: Vec<OsString>) -> Result<()> {
    let program = args.iter_mut().find(|arg| Path::new(arg).extension().is_some_and(|one| one == "wasm"));
    // It may be asked for its version, too.
    if let Some(program) = program {
        if kept().exists() {
            fs::remove_dir_all(kept())?;
        }
        cmd!(wasm_split::get()?, &program, kept()).run().context("could not take the program apart")?;
        *program = kept().join("main.wasm").into_os_string();
        // The table of functions is theirs together.
        args.push("--keep-lld-exports".into());
    }
    cmd(wasm_bindgen::get()?, args).run().context("wasm-bindgen failed")?;
    Ok(())
}

fn finish() -> Result<()> {
    let site = PathBuf::from(env::var_os("TRUNK_STAGING_DIR").context("this is for trunk to run")?);
    let later = site.join("later.wasm");
    let optimised = OPTIMISED.iter().map(|arg| (*arg).to_owned());
    let features = FEATURES.iter().map(|feature| format!("--enable-{feature}"));
    let output = format!("--output={}", later.display());
    let args = features.chain(optimised).chain([output]).map(OsString::from);
    let args = args.chain([kept().join("split_later.wasm").into_os_string()]);
    let wasm_opt = which::which_in("wasm-opt", Some(binaryen::bin_dir()?), project::root())?;
    cmd(wasm_opt, args).run().context("wasm-opt failed")?;
    let program = fs::read(&later)?;
    fs::remove_file(&later)?;
    // A hash as the other files have one: it must be the part of this very program.
    let name = format!("later-{}.wasm", shorten::hash(&[&program]));
    let script = shorten::only(&site, "js")?;
    let told = fs::read_to_string(&script)?;
    let loader = LOADER.replace("LATER", &name);
    let loads = LOADERS.iter().fold(told.clone(), |told, place| told.replace(place, &loader));
    ensure!(loads != told, "the script has no place for what loads the second part");
    fs::write(&script, loads)?;
    shorten::site(&site)?;
    fs::write(site.join(name), program)?;
    Ok(())
}
