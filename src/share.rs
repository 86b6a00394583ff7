//! "Share": the link to the lab as it stands.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

use crate::address;
use crate::dialog::Dialog;
use crate::lab::use_lab;

/// The button and its dialog.
#[component]
pub fn Share() -> impl IntoView {
    let lab = use_lab();
    let dialog = NodeRef::<html::Dialog>::new();
    let link = RwSignal::new(String::new());
    let said = RwSignal::new("");
    let before = Callback::new(move |()| {
        link.set(untrack(|| address::of(&lab.link())));
        said.set("");
    });
    let copy = move |_| {
        let text = link.get_untracked();
        spawn_local(async move {
            // Some browsers and frames don't let pages write to the clipboard.
            let _ = said.try_set(match write_to_clipboard(&text).await {
                Some(()) => "Copied.",
                None => "This browser does not let the page copy. Select the link and copy it.",
            });
        });
    };
    view! {
        <Dialog button="Share" title="Share this lab" dialog before>
            <p>"This link opens the lab as it stands: settings, seed and playhead."</p>
            <input type="text" name="link" aria-label="Link" readonly prop:value=link/>
            <p role="status">{said}</p>
            <p class="buttons"><button type="button" class="main" on:click=copy>"Copy link"</button></p>
        </Dialog>
    }
}

/// None when the browser has no clipboard for this page (it has none over plain http), or refuses.
async fn write_to_clipboard(text: &str) -> Option<()> {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    let clipboard = clipboard.dyn_into::<Clipboard>().ok()?;
    JsFuture::from(clipboard.write_text(text)).await.ok().map(|_| ())
}
