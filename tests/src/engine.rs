//! The engines that the page is tried in.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use anyhow::{Result, bail};

/// What shows the page and runs its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Blink and V8: Chromium, Chrome, Edge.
    Chromium,
    /// Gecko: Firefox.
    Firefox,
    /// WebKitGTK, the engine of Safari and of every browser on an iPhone.
    WebKit,
}

impl Engine {
    /// All of them, by the names that [`FromStr`] takes.
    pub const ALL: [(&str, Self); 3] =
        [("chromium", Self::Chromium), ("firefox", Self::Firefox), ("webkit", Self::WebKit)];
}

impl FromStr for Engine {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match Self::ALL.iter().find(|(one, _)| *one == name) {
            Some((_, engine)) => Ok(*engine),
            None => bail!("there is no engine {name:?}; there are {:?}", Self::ALL.map(|(name, _)| name)),
        }
    }
}

impl Display for Engine {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let name = Self::ALL.iter().find(|(_, one)| one == self).map_or("", |(name, _)| name);
        to.write_str(name)
    }
}
