//! `cargo xtask words`: the tables of the page's languages.
//!
//! The English phrases are found in the program, by what marks them (`src/language.rs`); the other tables are held against
//! them. What looks like a phrase and is marked by nothing is told, too: it would stay English in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::LitStr;
use walkdir::WalkDir;

use crate::project;

/// Update lang/en.txt, put the other tables in order, and say what they lack.
#[derive(clap::Args)]
pub struct Args {
    /// Change nothing: fail if something is out of date, missing or left over.
    #[arg(long)]
    check: bool,
}

/// The table that is made from the program.
const ENGLISH: &str = "en";

/// Marks of phrases: functions and macros.
const MARKS: &[&str] = &["t", "T", "n", "say", "phrase"];

/// What is said to developers alone, or to machines.
const NOT_SHOWN: &[&str] =
    &["panic", "expect", "unreachable", "assert", "assert_eq", "assert_ne", "include_str", "find", "query_selector"];

/// Functions whose first text is a class of style sheets.
const CLASSED: &[&str] = &["path", "rect", "circle", "text", "chip"];

/// Keys, as the browser names them.
const KEYS: &[&str] = &["Enter", "Escape", "Home", "End", "Delete", "Backspace"];

/// What looks like a phrase and is the same in every language: names, keys, and classes of the style sheets.
const SAME: &[&str] =
    &["English", "Redis", "Python", "Rust", "Backspace", "Reflect", "lane redis", "strategies strategy", "count lost"];

/// What tells code, or other programs: in English everywhere.
const CODE: &[&str] = &["src/code/listing.rs", "src/later/fingers.rs", "src/embed/message.rs", "src/embed/speaker.rs"];

/// Runs the command.
pub fn run(args: &Args) -> Result<()> {
    check(!args.check)
}

/// Holds the tables against the program; with `mend` it puts right what can be.
pub fn check(mend: bool) -> Result<()> {
    let root = project::root();
    let found = found(&root)?;
    let mut wrong: Vec<String> =
        found.unmarked.iter().map(|(file, text)| format!("{file}: not marked: {text:?}")).collect();
    let phrases = &found.phrases;
    for file in fs::read_dir(root.join("lang")).context("there is no folder lang")? {
        let path = file?.path();
        // What else is there are texts that are loaded whole.
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let table =
            if name == ENGLISH { phrases.iter().map(|one| (one.clone(), one.clone())).collect() } else { read(&text)? };
        if name != ENGLISH {
            wrong.extend(
                phrases.iter().filter(|one| !table.contains_key(*one)).map(|one| format!("{name}: missing: {one}")),
            );
            let left_over = table.keys().filter(|one| !phrases.contains(*one));
            wrong.extend(left_over.map(|one| format!("{name}: no such phrase any more: {one}")));
            let other = table.iter().filter(|(english, own)| values(english) != values(own));
            wrong
                .extend(other.map(|(english, own)| format!("{name}: other values than in English: {english} / {own}")));
        }
        let kept: BTreeMap<_, _> =
            table.into_iter().filter(|(english, _)| !mend || phrases.contains(english)).collect();
        let told = if name == ENGLISH { phrases.iter().map(|one| format!("{one}\n")).collect() } else { told(&kept) };
        if told != text {
            if mend {
                fs::write(&path, &told)?;
            } else {
                wrong.push(format!("{name}: out of date or out of order; run `cargo xtask words`"));
            }
        }
    }
    println!("{} phrases", phrases.len());
    ensure!(wrong.is_empty(), "{}\n{} in all", wrong.join("\n"), wrong.len());
    Ok(())
}

/// A table: two lines for each phrase, and an empty one between.
fn read(text: &str) -> Result<BTreeMap<String, String>> {
    let mut table = BTreeMap::new();
    for entry in text.split("\n\n").map(str::trim).filter(|entry| !entry.is_empty()) {
        let (english, own) = entry.split_once('\n').with_context(|| format!("{entry:?} is not two lines"))?;
        ensure!(!own.contains('\n'), "{entry:?} is not two lines");
        table.insert(english.to_owned(), own.to_owned());
    }
    Ok(table)
}

fn told(table: &BTreeMap<String, String>) -> String {
    let entries: Vec<_> = table.iter().map(|(english, own)| format!("{english}\n{own}\n")).collect();
    entries.join("\n")
}

/// The values that a phrase names: `{}` by their order, `{1}` by its number, `$x` by its letter.
fn values(phrase: &str) -> BTreeSet<String> {
    let braces = phrase.split('{').skip(1).enumerate().map(|(nth, piece)| match piece.split_once('}') {
        Some((place, _)) if !place.is_empty() => place.to_owned(),
        _ => nth.to_string(),
    });
    let letters = phrase.split('$').skip(1).filter_map(|piece| piece.chars().next());
    braces.chain(letters.filter(|letter| letter.is_alphabetic()).map(|letter| format!("${letter}"))).collect()
}

#[derive(Default)]
struct Found {
    phrases: BTreeSet<String>,
    unmarked: Vec<(String, String)>,
}

fn found(root: &Path) -> Result<Found> {
    let mut found = Found::default();
    for folder in ["src", "sim/src"] {
        for file in WalkDir::new(root.join(folder)).sort_by_file_name() {
            let file = file?;
            let name = file.path().strip_prefix(root)?.display().to_string();
            if file.path().extension().is_some_and(|ending| ending == "rs") && !name.contains("/bin/") {
                let text = fs::read_to_string(file.path())?;
                let tokens: TokenStream = text.parse().ok().with_context(|| format!("{name} is not Rust"))?;
                walk(tokens, &name, Place::Open, &mut found);
            }
        }
    }
    Ok(found)
}

/// Where a literal stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Where it may be shown.
    Open,
    /// In a mark.
    Marked,
    /// Where the first is a class of style sheets.
    Classed,
    /// Where nobody reads it.
    Hidden,
}

fn walk(tokens: TokenStream, file: &str, place: Place, found: &mut Found) {
    let mut before = [String::new(), String::new()];
    let mut tests = false;
    let mut first = true;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                // `name(...)` or `name!(...)`.
                let name = if before[1] == "!" { &before[0] } else { &before[1] };
                let inside = match group.delimiter() {
                    // Attributes, and what they say of tests.
                    Delimiter::Bracket if before[1] == "#" || (before[0] == "#" && before[1] == "!") => {
                        let text = group.stream().to_string();
                        tests |= text.replace(' ', "") == "cfg(test)";
                        before = [before[1].clone(), String::new()];
                        continue;
                    }
                    Delimiter::Brace if std::mem::take(&mut tests) => Place::Hidden,
                    Delimiter::Parenthesis if MARKS.contains(&name.as_str()) && place != Place::Hidden => Place::Marked,
                    Delimiter::Parenthesis if CLASSED.contains(&name.as_str()) && place == Place::Open => {
                        Place::Classed
                    }
                    _ if NOT_SHOWN.contains(&name.as_str()) || place == Place::Hidden => Place::Hidden,
                    _ => Place::Open,
                };
                walk(group.stream(), file, inside, found);
                before = [before[1].clone(), String::new()];
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()).map(|text| text.value()) {
                    match place {
                        // A mark's first literal is its phrase.
                        Place::Marked if first => drop(found.phrases.insert(text)),
                        // The simulation speaks to the page alone by what it marks.
                        Place::Classed if first => {}
                        Place::Open | Place::Classed
                            if file.starts_with("src/") && !CODE.contains(&file) && looks_like_a_phrase(&text) =>
                        {
                            found.unmarked.push((file.to_owned(), text));
                        }
                        _ => {}
                    }
                }
                before = [before[1].clone(), String::new()];
                first = false;
            }
            other => {
                tests &= other.to_string() != ";";
                before = [before[1].clone(), other.to_string()];
                first = false;
            }
        }
    }
}

/// Two words side by side, or one with a capital letter, beside which nothing says that a machine reads it.
fn looks_like_a_phrase(text: &str) -> bool {
    if SAME.contains(&text) {
        return false;
    }
    let is_word = |word: &&str| {
        word.len() > 1 && word.trim_end_matches(['.', ',', ':', ';']).chars().all(|letter| letter.is_ascii_lowercase())
    };
    let words: Vec<_> = text.split_whitespace().collect();
    let side_by_side = words.windows(2).any(|two| is_word(&two[0]) && is_word(&two[1]));
    let mut letters = text.chars();
    let capital = letters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && text.len() > 2
        && letters.all(|letter| letter.is_ascii_lowercase());
    // A selector is no phrase, either.
    (side_by_side || capital) && !KEYS.contains(&text) && !text.contains("[type=")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_in(program: &str) -> Found {
        let mut found = Found::default();
        walk(program.parse().unwrap(), "src/x.rs", Place::Open, &mut found);
        found
    }

    #[test]
    fn marked_phrases_are_found_in_macros_too() {
        let found = found_in(r#"fn f() { html! { p title=(t("A title")) { (say!("{} of {}", a, t("both"))) } } }"#);
        assert_eq!(found.phrases.into_iter().collect::<Vec<_>>(), ["A title", "both", "{} of {}"]);
        assert!(found.unmarked.is_empty());
    }

    #[test]
    fn unmarked_phrases_are_told() {
        let found =
            found_in(r#"fn f() { html! { p class="a b" { "This is said" } b { "Copy" } } panic!("this is not") }"#);
        let texts: Vec<_> = found.unmarked.into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["This is said", "Copy"]);
    }

    #[test]
    fn classes_keys_and_selectors_are_no_phrases() {
        let found = found_in(
            r#"fn f() { text("small key", "middle", "not this"); key("Home"); all("[type=text], select, dialog"); }"#,
        );
        let texts: Vec<_> = found.unmarked.into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["not this"]);
    }

    #[test]
    fn tests_and_attributes_are_left_alone() {
        let found =
            found_in(r#"#[doc = "some words here"] fn f() {} #[cfg(test)] mod tests { fn g() { t("no phrase"); } }"#);
        assert!(found.unmarked.is_empty() && found.phrases.is_empty());
    }

    #[test]
    fn values_are_the_same_in_any_order() {
        assert_eq!(values("{} of {}"), values("{1}, {0}"));
        assert_ne!(values("{} of {}"), values("{0}"));
        assert_eq!(values("$s and $r"), values("$r, $s"));
    }
}
