//! `cargo xtask scorm`: the lab with its lesson as packages for learning management systems, in both versions of SCORM.
//!
//! A package has the lab in one file, so that it depends on nothing of how a system serves files, in a frame of a page that
//! speaks to the system (`xtask/scorm/`).

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::bundle;
use crate::project::{self, say};
use crate::tools::wasm_target::CompilerArgs;

/// Each version of SCORM as it is called, and its manifest.
const VERSIONS: [(&str, &str); 2] =
    [("1.2", include_str!("../scorm/1.2.xml")), ("2004", include_str!("../scorm/2004.xml"))];
/// What the lab is opened with, unless something else is asked for.
pub const LINK: &str = "embed=1&lesson=open";
/// The page that is launched.
const PAGE: &str = include_str!("../scorm/index.html");
const STYLE: &str = include_str!("../scorm/scorm.css");
const SCRIPT: &str = include_str!("../scorm/scorm.js");

/// Build the site and write it, with the lesson, as SCORM packages:
/// target/scorm/rate-limit-lab-scorm-1.2.zip and -2004.zip.
#[derive(clap::Args)]
pub struct Args {
    /// What the lab is opened with (docs/embedding.md), for example "embed=1&task=break-it&lang=hi".
    #[arg(long, default_value = LINK)]
    link: String,
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
    for path in packages(&args.link)? {
        say(format!("A package of {} bytes is {}", fs::metadata(&path)?.len(), path.display()));
    }
    Ok(())
}

/// Writes the packages, from dist/ as it is; where they are.
pub fn packages(link: &str) -> Result<Vec<PathBuf>> {
    let lab = fs::read_to_string(bundle::bundle()?)?;
    let folder = project::root().join("target").join("scorm");
    fs::create_dir_all(&folder)?;
    let package = |(version, manifest): (&str, &str)| {
        let path = folder.join(format!("rate-limit-lab-scorm-{version}.zip"));
        let mut zip = ZipWriter::new(File::create(&path)?);
        for (name, content) in files(version, manifest, link, &lab) {
            // The same files make the same package.
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .last_modified_time(DateTime::default());
            zip.start_file(name, options)?;
            zip.write_all(content.as_bytes())?;
        }
        zip.finish()?;
        Ok(path)
    };
    VERSIONS.into_iter().map(package).collect()
}

fn files(version: &str, manifest: &str, link: &str, lab: &str) -> Vec<(&'static str, String)> {
    let link = link.replace('&', "&amp;").replace('"', "&quot;");
    let page = PAGE.replace("VERSION", version).replace("LINK", &link);
    let mut files = vec![
        ("index.html", page),
        ("scorm.css", STYLE.to_owned()),
        ("scorm.js", SCRIPT.to_owned()),
        ("lab.html", lab.to_owned()),
    ];
    let listed: Vec<_> = files.iter().map(|(name, _)| format!("<file href=\"{name}\"/>")).collect();
    // First, where systems look for it.
    files.insert(0, ("imsmanifest.xml", manifest.replace("FILES", &listed.join("\n      "))));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_lists_all_of_its_files_and_knows_its_version() {
        for (version, manifest) in VERSIONS {
            let files = files(version, manifest, "embed=1&task=price", "<p>lab</p>");
            let (first, manifest) = &files[0];
            assert_eq!(*first, "imsmanifest.xml");
            for (name, _) in &files[1..] {
                assert_eq!(manifest.matches(&format!("<file href=\"{name}\"/>")).count(), 1, "{name} in {manifest}");
            }
            assert!(manifest.contains(&format!("<schemaversion>{version}")), "{manifest}");
            let page = &files[1].1;
            assert!(page.contains(&format!("data-version=\"{version}\"")), "{page}");
            assert!(page.contains("data-link=\"embed=1&amp;task=price\""), "{page}");
        }
    }
}
