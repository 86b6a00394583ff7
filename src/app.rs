//! The page, put together.

use std::cell::Cell;

use leptos::prelude::*;
use maud::html;

use crate::controls::{Controls, RuleRow, Switcher};
use crate::details::Details;
use crate::dialog;
use crate::lab::Lab;
use crate::live;
use crate::part::Part;
use crate::playbar::PlayBar;
use crate::stage::Stage;
use crate::strip::strip;
use crate::theme;
use crate::top::{Notices, Top};
use crate::verdict::{Cards, Story};

/// The whole page. Its order is the reading order: what this is, the play area, the verdict, the controls, the details.
#[component]
pub fn App() -> impl IntoView {
    let lab = Lab::from_address();
    provide_context(lab);
    dialog::listen();
    let theme = theme::use_theme();
    let [go_wrong, strip] = strip();
    view! {
        <Top theme/>
        <main class="lab">
            <Notices/>
            <Switcher/>
            <RuleRow/>
            <div class="bench">
                <section class="play" aria-label="The run">
                    <Stage theme/>
                    {go_wrong}
                    <PlayBar/>
                </section>
                {strip}
                <section class="outcome" aria-label="Verdict">
                    <Cards/>
                    <Story/>
                </section>
                <Controls/>
            </div>
            <Details/>
        </main>
        <Announcer/>
    }
}

/// Reads the verdict out once a change has settled, and not while a slider still moves.
#[component]
fn Announcer() -> impl IntoView {
    const SETTLED_MS: u32 = 700;
    let lab = crate::lab::use_lab();
    let part = Part::new(html! { p.unseen role="status" {} });
    let (said, waiting) = (part.root().clone(), Cell::new(None));
    let mut arrived = false;
    live::effect(move || {
        let run = lab.run();
        // Not on arrival: the page is read from its top then.
        if !std::mem::replace(&mut arrived, true) {
            return;
        }
        let said = said.clone();
        let say = move || said.set_text_content(Some(&crate::verdict::summary(&run)));
        waiting.set(Some(live::later(SETTLED_MS, say)));
    });
    part
}
