//! Debian's packages, where there is apt-get and we may use it.

use anyhow::{Context, Result, bail};
use duct::{Expression, cmd};

use crate::project::say;

/// Installs packages, or says why it can't.
pub fn install(packages: &[&str]) -> Result<()> {
    if which::which("apt-get").is_err() {
        bail!("there is no apt-get here to install {} with", packages.join(" "));
    }
    let Some(sudo) = privilege() else {
        bail!("run `sudo apt-get install {}`, then try again", packages.join(" "));
    };
    say(format!("Installing with apt-get: {} (about 1 minute, once)", packages.join(" ")));
    let args = [&["install", "-y", "--no-install-recommends"], packages].concat();
    let install = || apt_get(sudo, &args).run();
    if install().is_err() {
        // A fresh machine has no package lists yet, an old one has stale lists.
        apt_get(sudo, &["update"]).run().context("apt-get update failed")?;
        install().context("apt-get install failed")?;
    }
    Ok(())
}

/// What to put before apt-get: nothing for root, sudo where it asks for no password.
fn privilege() -> Option<&'static [&'static str]> {
    if cmd!("id", "-u").read().is_ok_and(|id| id == "0") {
        return Some(&[]);
    }
    let sudo = cmd!("sudo", "-n", "true").stdin_null().stderr_null().run();
    sudo.is_ok().then_some(&["sudo", "-n"])
}

fn apt_get(sudo: &[&str], args: &[&str]) -> Expression {
    let line = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
    let line = [sudo, &line, args].concat();
    cmd(line[0], &line[1..]).stdin_null().stdout_null()
}
