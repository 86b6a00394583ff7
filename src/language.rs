//! The page's languages. The program is written in English; another language is a table of what each English phrase is in it
//! (`lang/`), loaded before the page is told.
//!
//! A phrase is looked up where it is shown: [`t`] for one that stands alone, [`say!`](crate::say) for a sentence with values
//! in it, [`n!`](crate::n) for one that is named in one place (a table, a constant) and shown in another, by `t`.
//! `cargo xtask words` finds them by these names, keeps `lang/en.txt`, and says what other tables lack.

use std::fmt::{Display, Write};
use std::sync::OnceLock;

use leptos::prelude::document;
use maud::Render;

use crate::texts::File;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, the language that the program is written in.
    English,
    /// Hindi.
    Hindi,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Hindi];

    /// Its BCP 47 tag, which is its name in links, in storage, and on the page's root element.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hindi => "hi",
        }
    }

    /// What its speakers call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Hindi => "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
        }
    }

    /// The language that the page is to be in: the script in `index.html` has settled it, by the link or by what was chosen
    /// before.
    pub fn wanted() -> Self {
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        Self::ALL.into_iter().find(|one| tag.as_deref() == Some(one.tag())).unwrap_or(Self::English)
    }

    /// The language that the page is in.
    pub fn present() -> Self {
        TABLE.get().map_or(Self::English, |(language, _)| *language)
    }

    /// The table of its phrases; none for English.
    pub fn table(self) -> Option<File> {
        // (Tables are long, and this is worked out while the program is compiled.)
        #[allow(long_running_const_eval)]
        const HINDI: File = File::new("hi.txt", include_str!("../lang/hi.txt"));
        match self {
            Self::English => None,
            Self::Hindi => Some(HINDI),
        }
    }
}

/// A language's phrases: the English ones, in their order, each with what it is in that language.
type Table = Vec<(&'static str, &'static str)>;

/// The present language's table. Not set: English.
static TABLE: OnceLock<(Language, Table)> = OnceLock::new();

/// From now on phrases are looked up in this table: two lines for each phrase, English first, then an empty one; in the
/// order of the English ones. It can't be set twice.
pub fn use_table(language: Language, text: &'static str) {
    let mut lines = text.split('\n');
    let mut table = Vec::new();
    while let (Some(english), Some(own)) = (lines.next(), lines.next()) {
        table.push((english, own));
        // The empty one.
        lines.next();
    }
    let _ = TABLE.set((language, table));
}

/// A phrase in the present language: as it is, where that has no word for it.
pub fn t(english: &str) -> &str {
    let Some((_, table)) = TABLE.get() else { return english };
    table.binary_search_by(|(key, _)| (*key).cmp(english)).map_or(english, |place| table[place].1)
}

/// A phrase in markup, in the present language. (What [`t`] answers can be told, too; by this there is less of it at each place.)
pub struct T<'a>(pub &'a str);

impl Render for T<'_> {
    fn render_to(&self, told: &mut String) {
        put(self.0, told);
    }
}

#[inline(never)]
fn put(english: &str, told: &mut String) {
    t(english).render_to(told);
}

/// A sentence in the present language with its values filled in: `{}` is the next value, `{2}` the third.
pub fn fill(sentence: &str, values: &[&dyn Display]) -> String {
    let mut told = String::new();
    limit_sim::phrase::fill(t(sentence), &mut told, &mut |nth, told| {
        let _ = values.get(nth).map(|value| write!(told, "{value}"));
    });
    told
}

/// A sentence with values, in the present language: `say!("Server {} lets request {} through.", server, number)`. Other
/// languages may name the values in another order, as `{1}` and `{0}`.
#[macro_export]
macro_rules! say {
    ($sentence:literal $(, $value:expr)* $(,)?) => {
        $crate::language::fill($sentence, &[$(&$value as &dyn std::fmt::Display),*])
    };
}

/// A phrase that is shown elsewhere, by [`t`].
#[macro_export]
macro_rules! n {
    ($phrase:literal) => {
        $phrase
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_stand_where_the_sentence_wants_them() {
        assert_eq!(say!("Server {} lets request {} through.", 2, "7"), "Server 2 lets request 7 through.");
        assert_eq!(super::fill("{1} after {0}, {1}", &[&"a", &"b"]), "b after a, b");
        assert_eq!(say!("No value."), "No value.");
    }
}
