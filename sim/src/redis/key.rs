//! Keys.

use std::fmt;

/// A key such as `rl:user81` or `rl:user81:3`: a name, a number that follows it directly, and perhaps a part after a colon.
///
/// Kept in pieces because making a text for each command would cost more than running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// What comes after the last colon, if anything.
    pub part: Option<u64>,
    /// The number that ends the name.
    pub id: u32,
    /// What the key begins with.
    pub name: &'static str,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.id)?;
        self.part.map_or(Ok(()), |part| write!(f, ":{part}"))
    }
}
