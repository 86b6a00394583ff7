//! The page as part of another: what is left out and how compact it is ([`set_up`], at the start); what is locked, said beside
//! its control (`locks.rs`); and what it says to the page around it and hears from there (`message.rs`, `speaker.rs`). The
//! latter are a part of the program of their own (`later/embed.rs`). docs/embedding.md is for whoever embeds it.

pub mod locks;
mod message;
pub mod speaker;

use leptos::prelude::document;
use limit_sim::scenario::{Embed, Embedding};
use maud::{PreEscaped, html};

use crate::live;
use crate::part::Part;

/// Leaves out what is hidden, so that neither eye nor key nor screen reader gets there, and makes an embedded page compact.
///
/// A control is known by its parameter's name, and what else belongs to a parameter or a part by `data-part`.
pub fn set_up(embedding: &Embedding) {
    let Some(root) = document().document_element() else { return };
    live::set(&root, "data-embed", (embedding.embed == Embed::Yes).then_some(""));
    if embedding.hide.is_empty() {
        return;
    }
    let mut rule = String::new();
    for name in &embedding.hide {
        for piece in ["[data-part~=", "],[name=", "],:is(label,.slider,.setting,.figure):has([name=", "]),"] {
            rule += piece;
            if !piece.ends_with(',') {
                rule += name;
            }
        }
    }
    rule += "#x{display:none!important}";
    let style = Part::new(html! { style { (PreEscaped(rule)) } });
    let _ = root.append_child(style.root());
}
