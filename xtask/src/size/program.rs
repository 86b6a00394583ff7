//! A part of the program as it is shipped, but with the names of its functions.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use duct::cmd;
use wasmparser::{KnownCustom, Name, NameSectionReader, Parser, Payload, TypeRef};

use crate::project;
use crate::tools::binaryen;

/// A part, and where its functions are in it.
pub struct Program {
    /// Its bytes, without the names.
    pub bytes: Vec<u8>,
    /// In the order of the file.
    pub functions: Vec<Function>,
    /// Bytes of its data: texts and tables.
    pub data: Range<usize>,
}

/// A function's code.
pub struct Function {
    /// As it was in the source, with what it is generic over where the compiler tells.
    pub name: String,
    /// Its body.
    pub at: Range<usize>,
}

impl Program {
    /// Optimises a part by the arguments that it is shipped with, and keeps the names.
    ///
    /// # Errors
    /// When there is no such file, or it is no WebAssembly.
    pub fn optimised(part: &Path, args: impl IntoIterator<Item = String>) -> Result<Self> {
        let output = part.with_extension("named");
        let args = args.into_iter().filter(|arg| arg != "--strip-debug").map(OsString::from);
        let file = format!("--output={}", output.display());
        let wasm_opt = which::which_in("wasm-opt", Some(binaryen::bin_dir()?), project::root())?;
        cmd(wasm_opt, args.chain(["-g".into(), file.into(), part.into()])).run().context("wasm-opt failed")?;
        Self::read(fs::read(output)?)
    }

    fn read(mut bytes: Vec<u8>) -> Result<Self> {
        let (mut bodies, mut names, mut data, mut imported) = (Vec::new(), HashMap::new(), 0..0, 0);
        let mut ends = bytes.len();
        for payload in Parser::new(0).parse_all(&bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(within(body.range())?),
                Payload::DataSection(section) => data = within(section.range())?,
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(reader) = section.as_known() {
                        ends = within(section.range())?.start;
                        names = named(reader)?;
                    }
                }
                _ => {}
            }
        }
        // Names come last, so nothing moves when they go. What stays of their section are two numbers.
        bytes.truncate(ends);
        let functions = (imported..).zip(bodies).map(|(index, at)| {
            let name = names.remove(&index).unwrap_or_else(|| "without a name".to_owned());
            Function { name, at }
        });
        Ok(Self { functions: functions.collect(), bytes, data })
    }
}

fn within(range: Range<u64>) -> Result<Range<usize>> {
    Ok(range.start.try_into()?..range.end.try_into()?)
}

/// Functions' names by their indices.
fn named(reader: NameSectionReader) -> Result<HashMap<u32, String>> {
    let mut names = HashMap::new();
    for name in reader {
        if let Name::Function(functions) = name? {
            for function in functions {
                let function = function?;
                names.insert(function.index, function.name.to_owned());
            }
        }
    }
    Ok(names)
}
