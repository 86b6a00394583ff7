//! A dialog behind a button. The browser keeps the focus in it, closes it on Escape and gives the focus back.

use leptos::html;
use leptos::prelude::*;

/// A button and the dialog that it opens.
#[component]
pub fn Dialog(
    /// What the button says.
    button: &'static str,
    /// The dialog's title.
    title: &'static str,
    /// The dialog, so that others can open it.
    dialog: NodeRef<html::Dialog>,
    /// What is done before it opens.
    #[prop(default = Callback::new(|()| ()))]
    before: Callback<()>,
    /// What is in it.
    children: Children,
) -> impl IntoView {
    let show = move |_| {
        before.run(());
        open(dialog);
    };
    view! {
        <button type="button" class="quiet" on:click=show>{button}</button>
        <dialog node_ref=dialog aria-label=title>
            <h2>{title}</h2>
            {children()}
            <p class="buttons">
                <button type="button" on:click=move |_| dialog.get().into_iter().for_each(|dialog| dialog.close())>
                    "Close"
                </button>
            </p>
        </dialog>
    }
}

/// Opens a dialog. Opening one that is open already is an error to the browser, and no matter.
pub fn open(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        let _ = dialog.show_modal();
    }
}
