//! The program in parts: what is loaded at its start, and what once a tab needs it (`#[wasm_split(later)]` in the page). What
//! several of the later parts need is a part, too, a chunk, which is loaded before them.
//!
//! Trunk knows of one program only. So it finds this one in the place of wasm-bindgen, which takes the program apart, hands
//! on the first part and keeps the others; and again as a hook, when the site is put together, which adds the others and
//! shortens the names by which all of them call each other.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use duct::cmd;

use crate::order;
use crate::policy;
use crate::project;
use crate::shorten;
use crate::tools::{binaryen, wasm_bindgen, wasm_split};
use crate::trim;
use crate::without;

/// In the place of wasm-bindgen.
const BINDGEN: &str = "wasm-bindgen";
/// The hook, as Trunk.toml names it.
const HOOK: &str = "lab-finish";
/// How the script gets at what loads the later parts, before and after it was minified.
const LOADERS: [&str; 2] = ["require(\"./__wasm_split.js\")", "require(`./__wasm_split.js`)"];
/// Loads files, each once, and calls back whether that worked. The parts share all that they have: memory, table and stack.
const LOADER: &str = "(()=>{let h={},g=(n,e)=>h[n]??=(async()=>{try{let r=await fetch(n);if(!r.ok)throw r.status;\
    await WebAssembly.instantiate(await r.arrayBuffer(),{__wasm_split:e})}catch(x){delete h[n];throw x}})(),\
    l=(...n)=>async(f,d)=>{let e=await wasm_bindgen(),k=!1;try{await Promise.all(n.map(m=>g(m,e)));k=!0}\
    catch(x){console.error(x)}e.__indirect_function_table.get(f)(d,k)};return{PARTS}})()";
/// What compilers for WebAssembly take for granted by now; the second part does not say what it uses.
const FEATURES: [&str; 6] =
    ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "reference-types", "multivalue"];
/// As in index.html, for the first part.
const OPTIMISED: [&str; 13] = [
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

/// Where the parts lie before they are optimised, with their names.
pub fn kept() -> PathBuf {
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
    cmd(wasm_bindgen::get()?, &args).run().context("wasm-bindgen failed")?;
    let told = args.iter().find_map(|arg| arg.to_str()?.strip_prefix("--out-dir="));
    told.map_or(Ok(()), |folder| ask_once(Path::new(folder)))
}

/// The script asks for what loads the later parts once for each of them; once will do, in a place that is easily found.
fn ask_once(folder: &Path) -> Result<()> {
    let script = shorten::only(folder, "js")?;
    let told = fs::read_to_string(&script)?;
    let once: Vec<_> = told
        .lines()
        .scan(None, |first: &mut Option<String>, line| {
            let asks = line.split_once(" = ").filter(|(_, what)| what.trim_end_matches(';') == LOADERS[0]);
            Some(match (asks, &first) {
                (Some((name, _)), Some(first)) => format!("{name} = {first};"),
                (Some((name, _)), None) => {
                    *first = Some(name.trim_start_matches(" ").trim_start_matches("const ").to_owned());
                    line.to_owned()
                }
                (None, _) => line.to_owned(),
            })
        })
        .collect();
    fs::write(&script, trim::trimmed(&once.join("\n"))?)?;
    Ok(())
}

fn finish() -> Result<()> {
    let site = PathBuf::from(env::var_os("TRUNK_STAGING_DIR").context("this is for trunk to run")?);
    let mut files = Vec::new();
    let mut parts = Vec::new();
    // All names first: what the optimiser writes comes to lie beside them.
    let kept = fs::read_dir(kept())?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    for path in kept.into_iter().filter(|path| path.extension().is_some_and(|one| one == "wasm")) {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with("chunk_") {
            files.push(("chunk".to_owned(), optimised(&path)?));
        } else if let Some(name) = name.strip_prefix("split_") {
            parts.push((name.to_owned(), optimised(&path)?));
        }
    }
    // What was read of a folder has no order of its own.
    files.sort_unstable();
    parts.sort_unstable();
    ensure!(!parts.is_empty(), "nothing of the program is loaded later");
    // A hash as the other files have one: they must be the parts of this very program.
    let named = |(name, program): &(String, Vec<u8>)| format!("{name}-{}.wasm", shorten::hash(&[program]));
    let chunks: Vec<_> = files.iter().map(|chunk| format!("\"{}\"", named(chunk))).collect();
    let loads = parts.iter().map(|part| {
        let files: Vec<_> = chunks.iter().cloned().chain([format!("\"{}\"", named(part))]).collect();
        format!("__wasm_split_load_{}:l({})", part.0, files.join(","))
    });
    let loader = LOADER.replace("PARTS", &loads.collect::<Vec<_>>().join(","));
    let script = shorten::only(&site, "js")?;
    let told = fs::read_to_string(&script)?;
    let loads = LOADERS.iter().fold(told.clone(), |told, place| told.replace(place, &loader));
    ensure!(loads != told, "the script has no place for what loads the later parts");
    fs::write(&script, loads)?;
    fs::write(site.join(without::FILE), without::page())?;
    let program = shorten::only(&site, "wasm")?;
    fs::write(&program, order::alike(&fs::read(&program)?)?)?;
    shorten::site(&site)?;
    for part in files.iter().chain(&parts) {
        fs::write(site.join(named(part)), &part.1)?;
    }
    let page = site.join("index.html");
    fs::write(&page, policy::put(&fs::read_to_string(&page)?, policy::Files::Beside)?)?;
    Ok(())
}

/// The optimiser's arguments for a later part.
pub fn arguments() -> impl Iterator<Item = String> {
    let features = FEATURES.iter().map(|feature| format!("--enable-{feature}"));
    features.chain(OPTIMISED.iter().map(|arg| (*arg).to_owned()))
}

/// A later part after wasm-opt, in the order that compresses best.
fn optimised(part: &Path) -> Result<Vec<u8>> {
    let output = part.with_extension("optimised");
    let args = arguments().chain([format!("--output={}", output.display())]).map(OsString::from);
    let wasm_opt = which::which_in("wasm-opt", Some(binaryen::bin_dir()?), project::root())?;
    cmd(wasm_opt, args.chain([part.into()])).run().context("wasm-opt failed")?;
    order::alike(&fs::read(output)?)
}
