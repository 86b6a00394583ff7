//! Keys.

use std::fmt;

/// A key such as `rl:user81` or `rl:user81:3`: a name, a number that follows it directly, and perhaps a part after a colon.
///
/// A brace that the name leaves open is closed behind the number: the name `rl:{user` makes `rl:{user81}:3`. What stands in
/// braces, the tag, alone decides in which slot of a cluster the key is ([`super::slot`]).
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
        let closing = if self.name.contains('{') { "}" } else { "" };
        write!(f, "{}{}{closing}", self.name, self.id)?;
        self.part.map_or(Ok(()), |part| write!(f, ":{part}"))
    }
}
