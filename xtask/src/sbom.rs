//! `cargo xtask sbom`: what the page is made of, for programs that look after such lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use duct::cmd;
use serde_json::Value;

use crate::project::{self, say};
use crate::tools::cargo_cyclonedx;
use crate::tools::wasm_target::WASM;

/// The package that the page is.
const PAGE: &str = "rate-limit-lab";

/// Write what the page is made of, as CycloneDX 1.5: target/sbom/rate-limit-lab.cdx.json.
///
/// Every crate that is compiled for the page, or runs while it is compiled, is in it with its version, licence and checksum; that
/// none of the page's is missing is checked against cargo's own dependency tree.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Result<()> {
    let written = write()?;
    let text = fs::read_to_string(&written)?.replace(&*project::root().to_string_lossy(), ".");
    let mut list: Value = serde_json::from_str(&text)?;
    keep(&mut list, &crates("normal,build")?);
    let named = named(&list)?;
    let missing: Vec<_> = crates("normal,no-proc-macro")?.into_iter().filter(|one| !named.contains(one)).collect();
    ensure!(missing.is_empty(), "the list does not name {}", missing.join(", "));
    fs::write(&written, serde_json::to_string_pretty(&list)?)?;
    say(format!("{} names all {} crates that the page is made of and by", written.display(), named.len()));
    Ok(())
}

/// Has cargo-cyclonedx write the list. It writes one beside each package's manifest; the page's is the one that is kept.
fn write() -> Result<PathBuf> {
    let program = cargo_cyclonedx::get()?;
    let name = format!("{PAGE}.cdx");
    let line = ["cyclonedx", "--format", "json", "--spec-version", "1.5", "--target", WASM, "--override-filename"];
    let line = line.into_iter().chain([name.as_str(), "--quiet"]);
    cmd(program, line).dir(project::root()).stdin_null().run().context("cargo-cyclonedx could not write the list")?;
    let folder = project::root().join("target").join("sbom");
    fs::create_dir_all(&folder)?;
    let list = folder.join(&name).with_extension("cdx.json");
    for package in MetadataCommand::new().manifest_path(project::root().join("Cargo.toml")).no_deps().exec()?.packages {
        let written = package.manifest_path.with_file_name(format!("{name}.json"));
        if package.name == PAGE {
            fs::rename(&written, &list)?;
        } else if written.exists() {
            fs::remove_file(&written)?;
        }
    }
    Ok(list)
}

/// Leaves these crates alone in a list. The programs beside the page use some with more features, and so more of them. What
/// differs each time is left out, too.
fn keep(list: &mut Value, crates: &BTreeSet<String>) {
    if let Some(list) = list.as_object_mut() {
        list.remove("serialNumber");
    }
    if let Some(metadata) = list["metadata"].as_object_mut() {
        metadata.remove("timestamp");
    }
    let mut gone = BTreeSet::new();
    if let Some(components) = list["components"].as_array_mut() {
        components.retain(|one| {
            let kept = name(one).is_some_and(|name| crates.contains(&name));
            if !kept {
                gone.extend(one["bom-ref"].as_str().map(str::to_owned));
            }
            kept
        });
    }
    let is_gone = |one: &Value| one.as_str().is_some_and(|one| gone.contains(one));
    if let Some(dependencies) = list["dependencies"].as_array_mut() {
        dependencies.retain(|one| !is_gone(&one["ref"]));
        let on = dependencies.iter_mut().filter_map(|one| one["dependsOn"].as_array_mut());
        on.for_each(|on| on.retain(|one| !is_gone(one)));
    }
}

/// All crates that cargo names for the page, with these edges of its tree.
fn crates(edges: &str) -> Result<BTreeSet<String>> {
    let line = ["tree", "--package", PAGE, "--edges", edges, "--target", WASM, "--prefix", "none", "--format", "{p}"];
    let tree = cmd(project::cargo(), line).dir(project::root()).stdin_null().read()?;
    let named = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name} {}", rest.split(' ').next()?))
    };
    tree.lines().filter(|line| !line.is_empty()).map(|line| named(line).context("a crate's version")).collect()
}

/// All crates that a list names.
fn named(list: &Value) -> Result<BTreeSet<String>> {
    let components = list["components"].as_array().context("a list of components")?;
    let all = components.iter().chain([&list["metadata"]["component"]]);
    all.map(|one| name(one).context("a component without a version")).collect()
}

fn name(component: &Value) -> Option<String> {
    Some(format!("{} {}", component["name"].as_str()?, component["version"].as_str()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_page_itself_and_its_components_are_what_a_list_names() {
        let page = json!({ "component": { "name": "page", "version": "1.0.0" } });
        let list = json!({ "metadata": page, "components": [{ "name": "a", "version": "2.0.1" }] });
        assert_eq!(named(&list).unwrap().into_iter().collect::<Vec<_>>(), ["a 2.0.1", "page 1.0.0"]);
        assert!(named(&json!({ "metadata": page, "components": [{ "name": "a" }] })).is_err());
    }

    #[test]
    fn what_is_not_kept_is_no_dependency_either() {
        let component = |name: &str| json!({ "name": name, "version": "1.0.0", "bom-ref": name });
        let mut list = json!({
            "serialNumber": "1",
            "metadata": { "timestamp": "now" },
            "components": [component("a"), component("b")],
            "dependencies": [{ "ref": "a", "dependsOn": ["b"] }, { "ref": "b" }],
        });
        keep(&mut list, &BTreeSet::from(["a 1.0.0".to_owned()]));
        let dependencies = json!([{ "ref": "a", "dependsOn": [] }]);
        assert_eq!(list, json!({ "metadata": {}, "components": [component("a")], "dependencies": dependencies }));
    }
}
