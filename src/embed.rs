//! The page as part of another: how compact it is ([`set_up`], at the start); what is left out; what is locked, said beside its
//! control (`locks.rs`); and what it says to the page around it and hears from there (`message.rs`, `speaker.rs`). All but the
//! first is a part of the program of its own (`later/embed.rs`). docs/embedding.md is for whoever embeds it.

pub mod locks;
mod message;
pub mod speaker;

use leptos::prelude::document;
use limit_sim::scenario::{Embed, Embedding};

use crate::live;

/// Makes an embedded page compact.
pub fn set_up(embedding: &Embedding) {
    let root = document().document_element();
    root.into_iter().for_each(|root| live::set(&root, "data-embed", (embedding.embed == Embed::Yes).then_some("")));
}

/// The style by which what is hidden is left out, so that neither eye nor key nor screen reader gets there.
///
/// A control is known by its parameter's name, and what else belongs to a parameter or a part by `data-part`.
fn hiding(embedding: &Embedding) -> String {
    let rules = embedding.hide.iter().map(|name| {
        format!(
            "[data-part~={name}],[name={name}],:is(label,.slider,.setting,.figure):has([name={name}]){{display:none!important}}"
        )
    });
    // A section without its parts has nothing to head.
    let headings = [("run", ["stage", "playbar"]), ("verdict", ["cards", "story"])].into_iter();
    let headings =
        headings.filter(|(_, parts)| parts.iter().all(|part| embedding.hide.iter().any(|name| name == part)));
    rules.chain(headings.map(|(id, _)| format!("#{id}{{display:none}}"))).collect()
}
