//! What the program and its script call each other by: short names, for what is downloaded.
//!
//! wasm-bindgen gives each function that one of them has of the other a name with a hash, so that no two versions of a crate
//! get in each other's way. Once the program is put together nobody needs them, and hashes don't compress.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::project;

const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
/// What loads the program's second part is no function of wasm-bindgen's script.
const LOADER: &str = "./__wasm_split.js";

/// Shortens the names in a built site, which gets new hashes in the names of its files.
pub fn site(dist: &Path) -> Result<()> {
    let (js, wasm) = (only(dist, "js")?, only(dist, "wasm")?);
    let (script, program) = shorten(&fs::read_to_string(&js)?, &fs::read(&wasm)?)?;
    let (old, new) = (hash_in(&js)?, hash(&[script.as_bytes(), &program]));
    fs::remove_file(&js)?;
    fs::remove_file(&wasm)?;
    let renamed = |path: &Path| PathBuf::from(path.to_string_lossy().replace(&old, &new));
    fs::write(renamed(&js), script)?;
    fs::write(renamed(&wasm), program)?;
    let index = dist.join("index.html");
    let html = fs::read_to_string(&index)?;
    ensure!(html.contains(&old), "the page does not load what was built");
    fs::write(&index, html.replace(&old, &new))?;
    Ok(())
}

/// The program's only file of a kind in a folder.
pub fn only(dist: &Path, extension: &str) -> Result<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        if path.extension().is_some_and(|one| one == extension) && !path.ends_with(project::ELEMENT) {
            found.push(path);
        }
    }
    match <[PathBuf; 1]>::try_from(found) {
        Ok([path]) => Ok(path),
        Err(found) => bail!("one .{extension} was expected in the site, and there are {}", found.len()),
    }
}

/// The hash that trunk gave a file: `name-123456789abcdef.js`. It leaves out zeros in front.
fn hash_in(path: &Path) -> Result<String> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let is_hash = |hash: &&str| (8..=16).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hash = stem.rsplit('-').next().filter(is_hash);
    hash.map(str::to_owned).with_context(|| format!("{stem} has no hash"))
}

/// FNV-1a: nobody makes up files against it, they only must not be mistaken for older ones.
pub fn hash(files: &[&[u8]]) -> String {
    let bytes = files.iter().copied().flatten();
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

fn shorten(script: &str, program: &[u8]) -> Result<(String, Vec<u8>)> {
    let mut modules = Vec::new();
    let mut names = Vec::new();
    let mut asked = Vec::new();
    rename(program, &mut |module, name| {
        if module == Some(LOADER) {
            return (LOADER.to_owned(), name.to_owned());
        }
        modules.extend(module.map(str::to_owned));
        // Other names are the linker's, as the memory's, and not only this script knows them.
        if module.is_some() || name.starts_with("__wb") || name.starts_with("wasm_bindgen") {
            names.push(name.to_owned());
        }
        asked.extend(module.map(|_| name.to_owned()));
        (module.unwrap_or_default().to_owned(), name.to_owned())
    })?;
    modules.dedup();
    ensure!(modules.len() == 1, "the program imports from {modules:?}, not from its script alone");
    let module = modules.remove(0);
    let key = format!("\"{module}\"");
    ensure!(script.matches(&key).count() == 1, "the script is not told as {module}");
    let known: HashSet<&str> = names.iter().map(String::as_str).collect();
    let mut short = HashMap::new();
    let script = words(&script.replace(&key, "\"_\""), &mut |word| {
        known.contains(word).then(|| {
            // In the order in which the script names them: so the short names follow each other there.
            let next = letters(short.len());
            short.entry(word.to_owned()).or_insert(next).clone()
        })
    });
    // What the program offers and the script has no use for keeps its name; what it asks for must be there.
    if let Some(name) = asked.iter().find(|name| !short.contains_key(*name)) {
        bail!("the script does not name {name}");
    }
    let program = rename(program, &mut |module, name| {
        if module == Some(LOADER) {
            return (LOADER.to_owned(), name.to_owned());
        }
        let name = short.get(name).cloned().unwrap_or_else(|| name.to_owned());
        (module.map_or_else(String::new, |_| "_".to_owned()), name)
    })?;
    Ok((script, program))
}

/// `a`, `b`, ... `z`, `A`, ... `aa`.
fn letters(mut number: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = String::new();
    loop {
        text.insert(0, char::from(LETTERS[number % LETTERS.len()]));
        number /= LETTERS.len();
        if number == 0 {
            return text;
        }
        number -= 1;
    }
}

/// A script with its words replaced.
fn words(script: &str, replace: &mut impl FnMut(&str) -> Option<String>) -> String {
    let in_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(in_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|letter| !in_word(letter)).unwrap_or(from.len()));
        text += before;
        match replace(word) {
            Some(other) => text += &other,
            None => text += word,
        }
        rest = after;
    }
    text + rest
}

/// A program with other names for what it imports (of a module) and exports (of none).
fn rename(program: &[u8], name: &mut impl FnMut(Option<&str>, &str) -> (String, String)) -> Result<Vec<u8>> {
    ensure!(program.starts_with(b"\0asm\x01\0\0\0"), "this is no WebAssembly");
    let mut out = program[..8].to_vec();
    let mut rest = Reader(&program[8..]);
    while !rest.0.is_empty() {
        let id = rest.byte()?;
        let size = rest.number()?;
        let mut section = Reader(rest.bytes(size)?);
        let content = match id {
            IMPORTS | EXPORTS => section.renamed(id, name)?,
            _ => section.0.to_vec(),
        };
        out.push(id);
        put_number(&mut out, content.len());
        out.extend(content);
    }
    Ok(out)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("the WebAssembly ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        bail!("a number in the WebAssembly never ends")
    }

    fn text(&mut self) -> Result<&'a str> {
        let length = self.number()?;
        Ok(std::str::from_utf8(self.bytes(length)?)?)
    }

    /// The section of imports or exports, with other names.
    fn renamed(&mut self, id: u8, name: &mut impl FnMut(Option<&str>, &str) -> (String, String)) -> Result<Vec<u8>> {
        let count = self.number()?;
        let mut out = Vec::new();
        put_number(&mut out, count);
        for _ in 0..count {
            let module = if id == IMPORTS { Some(self.text()?) } else { None };
            let (new_module, new_name) = name(module, self.text()?);
            if module.is_some() {
                put_text(&mut out, &new_module);
            }
            put_text(&mut out, &new_name);
            let kind = self.byte()?;
            // wasm-bindgen's programs import functions only, and have their memory and tables themselves.
            ensure!(id == EXPORTS || kind == 0, "the program imports something that is no function");
            out.push(kind);
            put_number(&mut out, self.number()?);
        }
        Ok(out)
    }
}

fn put_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len());
    out.extend(text.bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One type, one function imported, one exported.
    fn program(module: &str, import: &str, export: &str) -> Vec<u8> {
        let mut program = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0".to_vec();
        let mut imports = vec![1];
        put_text(&mut imports, module);
        put_text(&mut imports, import);
        imports.extend([0, 0]);
        let mut exports = vec![2];
        put_text(&mut exports, "memory");
        exports.extend([2, 0]);
        put_text(&mut exports, export);
        exports.extend([0, 0]);
        for (id, section) in [(IMPORTS, imports), (EXPORTS, exports)] {
            program.push(id);
            put_number(&mut program, section.len());
            program.extend(section);
        }
        program
    }

    #[test]
    fn both_sides_get_the_same_short_names() {
        let script =
            r#"w.__wbindgen_malloc(w.memory);let i={"./lab_bg.js":{__wbg_now_0123:()=>now(),__wbg_now_01234:1}}"#;
        let (script, program_) =
            shorten(script, &program("./lab_bg.js", "__wbg_now_0123", "__wbindgen_malloc")).unwrap();
        assert_eq!(script, r#"w.a(w.memory);let i={"_":{b:()=>now(),__wbg_now_01234:1}}"#);
        assert_eq!(program_, program("_", "b", "a"));
    }

    #[test]
    fn a_script_that_does_not_know_a_name_is_an_error() {
        let program = program("./lab_bg.js", "__wbg_now_0123", "__wbindgen_malloc");
        assert!(shorten(r#""./lab_bg.js""#, &program).is_err());
        assert!(shorten("__wbg_now_0123 __wbindgen_malloc", &program).is_err());
        assert!(shorten("", b"no program").is_err());
    }

    #[test]
    fn there_are_names_enough() {
        let names: std::collections::HashSet<_> = (0..5000).map(letters).collect();
        assert_eq!(names.len(), 5000);
        assert_eq!((letters(0), letters(51), letters(52)), ("a".to_owned(), "Z".to_owned(), "aa".to_owned()));
    }

    #[test]
    fn a_hash_that_begins_with_zero_is_one_digit_shorter() {
        let hash = |name: &str| hash_in(Path::new(name)).ok();
        assert_eq!(hash("dist/lab-0123456789abcdef.js").as_deref(), Some("0123456789abcdef"));
        assert_eq!(hash("dist/lab-a2bddadd625c0cf.js").as_deref(), Some("a2bddadd625c0cf"));
        assert_eq!(hash("dist/rate-limit-lab.js"), None);
    }
}
