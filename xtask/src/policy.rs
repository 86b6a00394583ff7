//! The page's Content-Security-Policy: what it may load and run, which is its own files and nothing else. It stands in the page
//! itself, with the hashes of the script and style elements there, so that hosts need not know of it (docs/hosting.md).

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Where the policy's element begins.
const ELEMENT: &str = "<meta http-equiv=Content-Security-Policy content=\"";
/// What it stands behind: it is in force for what comes after it.
const BEFORE: &str = "<meta charset=utf-8>";
/// Trunk's own script for reloading is in the page, so it is only served on this machine.
const RELOADS: &str = "{{__TRUNK_ADDRESS__}}";

/// Where the page's own files are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Beside the page.
    Beside,
    /// In the page (`bundle.rs`).
    Within,
}

/// The page with its policy, in the place of one that it has. Its style elements become one.
pub fn put(page: &str, files: Files) -> Result<String> {
    if page.contains(RELOADS) {
        return Ok(page.to_owned());
    }
    let page = one_style(&without(page)?);
    ensure!(
        !page.contains(" style=") && !page.contains(" onclick="),
        "the policy forbids what the page has in attributes"
    );
    let element = format!("{ELEMENT}{}\">", told(&page, files)?);
    let (before, after) = page.split_once(BEFORE).context("the page does not say how it is encoded")?;
    Ok(format!("{before}{BEFORE}{element}{after}"))
}

fn told(page: &str, files: Files) -> Result<String> {
    let (scripts, styles) = (hashes(page, "script")?, hashes(page, "style")?);
    let (own, asked, pictures) = match files {
        Files::Beside => ("'self' ", "'self'", "'self' data:"),
        Files::Within => ("", "data:", "data:"),
    };
    Ok(format!(
        "default-src 'none';script-src {own}{scripts}'wasm-unsafe-eval';style-src {own}{};connect-src {asked};\
         img-src {pictures};frame-src 'self';base-uri 'none';form-action 'none'",
        styles.trim_end()
    ))
}

/// The hashes of all elements of a kind that have their content within, each with a space behind it.
fn hashes(page: &str, kind: &str) -> Result<String> {
    let (start, end) = (format!("<{kind}>"), format!("</{kind}>"));
    let mut hashes = String::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once(&start) {
        let (content, after) = after.split_once(&end).with_context(|| format!("a {kind} in the page never ends"))?;
        hashes += &format!("'sha256-{}' ", STANDARD.encode(Sha256::digest(content)));
        rest = after;
    }
    Ok(hashes)
}

/// Style elements that follow each other are as good as one, which has one hash.
fn one_style(page: &str) -> String {
    page.replace("</style><style>", "")
}

fn without(page: &str) -> Result<String> {
    let Some((before, after)) = page.split_once(ELEMENT) else { return Ok(page.to_owned()) };
    let (_, after) = after.split_once("\">").context("the page's policy never ends")?;
    Ok(format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<meta charset=utf-8><script>alert(1)</script><style>a{}</style><style>b{}</style><script src=a.js>\
                        </script>";

    #[test]
    fn the_policy_names_what_stands_in_the_page() {
        let page = put(PAGE, Files::Beside).unwrap();
        // As `printf 'alert(1)' | openssl dgst -sha256 -binary | base64` has it.
        let script = "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'wasm-unsafe-eval';";
        assert!(page.contains(script), "{page}");
        assert!(page.contains("<style>a{}b{}</style>") && page.matches("sha256-").count() == 2, "{page}");
    }

    #[test]
    fn a_policy_is_in_the_place_of_the_one_before() {
        let page = put(&put(PAGE, Files::Beside).unwrap(), Files::Within).unwrap();
        assert_eq!(page, put(PAGE, Files::Within).unwrap());
        assert!(!page.contains("script-src 'self'"), "{page}");
    }

    #[test]
    fn what_the_policy_forbids_is_an_error_while_the_page_is_built() {
        assert!(put(&PAGE.replace("<script src", "<p style=color:red><script src"), Files::Beside).is_err());
    }
}
