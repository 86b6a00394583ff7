//! A dialog behind a button. The browser keeps the focus in it, closes it on Escape and gives the focus back.

use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::live;
use crate::part::Part;

/// A button and the dialog that it opens.
#[derive(Clone, Copy)]
pub struct Dialog {
    /// The dialog's id.
    pub id: &'static str,
    /// What the button says.
    pub button: &'static str,
    /// The dialog's title.
    pub title: &'static str,
}

impl Dialog {
    /// Their markup, with what is in the dialog.
    pub fn told(&self, inner: &Markup) -> Markup {
        let Self { id, button, title } = self;
        html! {
            button.quiet type="button" data-opens=(id) { (button) }
            dialog id=(id) aria-label=(title) {
                h2 { (title) }
                (inner)
                p.buttons { button.close type="button" { "Close" } }
            }
        }
    }

    /// Keeps the dialog that was told in this part. `before` is done before the button opens it. Answers the dialog, so that
    /// others can open it.
    pub fn keep(self, part: &Part, before: impl Fn() + 'static) -> HtmlDialogElement {
        let Self { id, .. } = self;
        let dialog: HtmlDialogElement = part.find(&format!("#{id}")).unchecked_into();
        let opened = dialog.clone();
        live::hear(&part.find(&format!("[data-opens={id}]")), "click", move |_| {
            before();
            open(&opened);
        });
        let closed = dialog.clone();
        live::hear(&part.find(&format!("#{id} .close")), "click", move |_| closed.close());
        dialog
    }
}

/// Opens a dialog. Opening one that is open already is an error to the browser, and no matter.
pub fn open(dialog: &HtmlDialogElement) {
    let _ = dialog.show_modal();
}
