//! "Share": the link to the lab as it stands.

use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

use crate::address;
use crate::lab::use_lab;

/// How the last copying went.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
    Done,
    /// Some browsers and frames don't let pages write to the clipboard.
    Refused,
}

/// The button and its dialog.
#[component]
pub fn Share() -> impl IntoView {
    let lab = use_lab();
    let dialog = NodeRef::<Dialog>::new();
    let link = RwSignal::new(String::new());
    let copied = RwSignal::new(Copied::NotYet);
    let open = move |_| {
        link.set(untrack(|| address::of(&lab.link())));
        copied.set(Copied::NotYet);
        if let Some(dialog) = dialog.get() {
            let _ = dialog.show_modal();
        }
    };
    let close = move |_| dialog.get().into_iter().for_each(|dialog| dialog.close());
    let copy = move |_| {
        let text = link.get_untracked();
        spawn_local(async move {
            let written = write_to_clipboard(&text).await;
            let _ = copied.try_set(if written.is_some() { Copied::Done } else { Copied::Refused });
        });
    };
    view! {
        <button type="button" class="quiet" on:click=open>"Share"</button>
        <dialog node_ref=dialog aria-labelledby="share-title">
            <h2 id="share-title">"Share this lab"</h2>
            <p>"This link opens the lab as it stands: settings, seed and playhead."</p>
            <label>
                <span class="unseen">"Link"</span>
                <input type="text" name="link" readonly prop:value=link on:focus=select_all/>
            </label>
            <p role="status">
                {move || match copied.get() {
                    Copied::NotYet => "",
                    Copied::Done => "Copied.",
                    Copied::Refused => "This browser does not let the page copy. Select the link and copy it.",
                }}
            </p>
            <p class="buttons">
                <button type="button" class="main" on:click=copy>"Copy link"</button>
                <button type="button" on:click=close>"Close"</button>
            </p>
        </dialog>
    }
}

fn select_all(event: web_sys::FocusEvent) {
    event_target::<web_sys::HtmlInputElement>(&event).select();
}

/// None when the browser has no clipboard for this page (it has none over plain http), or refuses.
async fn write_to_clipboard(text: &str) -> Option<()> {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?.dyn_into::<Clipboard>().ok()?;
    JsFuture::from(clipboard.write_text(text)).await.ok().map(|_| ())
}
