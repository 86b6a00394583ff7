//! `cargo xtask bundle`: the site as one file, which works from a disk, in a sandboxed frame and on a host that takes a single
//! file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use walkdir::WalkDir;

use crate::policy;
use crate::project::{self, say};
use crate::tools::wasm_target::CompilerArgs;
use crate::without;

/// Build the site and write it as one HTML file with everything inside:
/// target/bundle/rate-limit-lab.html.
#[derive(clap::Args)]
pub struct Args {
    /// Take dist/ as it is.
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    toolchain: CompilerArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    if !args.no_build {
        crate::build::build(&args.toolchain)?;
    }
    let path = bundle()?;
    let bytes = fs::metadata(&path)?.len();
    say(format!("The lab in one file of {bytes} bytes is {}", path.display()));
    Ok(())
}

/// Writes the file, from dist/ as it is; where it is.
pub fn bundle() -> Result<PathBuf> {
    let page = fs::read_to_string(project::dist().join("index.html")).context("there is no site in dist/")?;
    let folder = project::root().join("target").join("bundle");
    fs::create_dir_all(&folder)?;
    let path = folder.join("rate-limit-lab.html");
    fs::write(&path, in_one(&page, &files(&project::dist())?)?)?;
    Ok(path)
}

/// A site's files beside its page, by their paths in it.
fn files(dist: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(dist).sort_by_file_name() {
        let entry = entry?;
        let name = entry.path().strip_prefix(dist)?.to_string_lossy().replace('\\', "/");
        if entry.file_type().is_file() && name != "index.html" && name != without::FILE && name != project::ELEMENT {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Answers the page's own requests from what is in the page. (Frames without an origin and pages from a disk may not ask for
/// files, but all may ask for `data:` addresses.)
const ANSWERS: &str = "(() => {
const files = FILES;
const own = (address) => files[String(address).replace(/^\\.\\//, '').split('?')[0]] ?? address;
const [ask, open] = [window.fetch, XMLHttpRequest.prototype.open];
window.fetch = (address, how) => ask(own(address), how);
XMLHttpRequest.prototype.open = function (method, address, ...rest) { return open.call(this, method, own(address), ...rest); };
})();";

/// The page with all files in it.
fn in_one(page: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<String> {
    // There is nothing beside it that they could lead to.
    let mut page = without_links(page, without::FILE);
    let mut answers = Vec::new();
    for (name, content) in files {
        if name.ends_with(".js") {
            let script = std::str::from_utf8(content)?;
            // What would end the element early; in a script a backslash before the slash changes nothing.
            let script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--");
            page = replaced(
                &page,
                &format!("<script defer src=./{name}></script>"),
                &format!("<script>{script}</script>"),
            )?;
        } else {
            let kind = if name.ends_with(".wasm") { "application/wasm" } else { "text/plain;charset=utf-8" };
            answers.push(format!("\"{name}\":\"data:{kind};base64,{}\"", STANDARD.encode(content)));
            let hint = format!("<link as=fetch crossorigin href=./{name} rel=preload type=application/wasm>");
            page = page.replace(&hint, "");
        }
    }
    let answers = ANSWERS.replace("FILES", &format!("{{{}}}", answers.join(",")));
    let page = replaced(&page, "<script>", &format!("<script>{answers}</script><script>"))?;
    ensure!(!page.contains(" src=./") && !page.contains("rel=preload"), "the page still asks for a file");
    policy::put(&page, policy::Files::Within)
}

/// The page without its links to a file.
fn without_links(page: &str, file: &str) -> String {
    let start = format!("<a href={file}");
    let mut pieces = page.split(&start);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |page, piece| page + piece.split_once("</a>").map_or(piece, |(_, after)| after))
}

/// A text with the first of these replaced; there must be one.
fn replaced(text: &str, what: &str, with: &str) -> Result<String> {
    let (before, after) = text.split_once(what).with_context(|| format!("the page has no {what}"))?;
    Ok(format!("{before}{with}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_in_the_page_and_nothing_is_asked_for() {
        let page = "<meta charset=utf-8><script>first()</script><script defer src=./lab.js></script>\
                    <link as=fetch crossorigin href=./lab.wasm rel=preload type=application/wasm>";
        let files = [("lab.js", &b"run('</script>')"[..]), ("lab.wasm", b"\0asm"), ("texts/a.txt", b"text")];
        let files = files.map(|(name, content)| (name.to_owned(), content.to_owned())).into();
        let page = in_one(page, &files).unwrap();
        for part in [
            "\"lab.wasm\":\"data:application/wasm;base64,AGFzbQ==\"",
            "\"texts/a.txt\":\"data:text/plain;charset=utf-8;base64,dGV4dA==\"",
            "<script>run('<\\/script>')</script>",
            "<script>first()</script>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn links_to_what_is_left_out_go() {
        let page = "<p>a <a href=without.html>b</a> c <a href=without.html#hi lang=hi>d</a> <a href=e>f</a>";
        assert_eq!(without_links(page, "without.html"), "<p>a  c  <a href=e>f</a>");
    }

    #[test]
    fn a_page_that_would_still_ask_for_a_file_is_an_error() {
        let files = [("other.js".to_owned(), Vec::new())].into();
        assert!(in_one("<script></script><script defer src=./lab.js></script>", &files).is_err());
    }
}
