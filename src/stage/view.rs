//! The stage: the scene, and over it the canvas with everything that moves.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use maud::Markup;
use wasm_bindgen::JsCast;
use web_sys::CanvasRenderingContext2d;

use super::dots::{self, Frame};
use super::ink::Ink;
use super::layout::Layout;
use super::scene::scene;
use super::size::use_size;
use super::summary;
use super::visible::use_visible;
use crate::lab::{Lab, use_lab};
use crate::media::use_media;
use crate::painted::Painted;
use crate::theme::Theme;
use crate::words::number::px;

/// The stage.
#[component]
pub fn Stage(theme: RwSignal<Theme>) -> impl IntoView {
    let lab = use_lab();
    let stage = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = use_size(stage);
    let servers = move || lab.scenario().servers as usize;
    let layout = Memo::new(move |_| {
        let (width, height) = size.get();
        // Before it is laid out there is nothing to draw on.
        (width > 0.0).then(|| Layout::new(width, height, servers()))
    });
    let height = move || {
        let (width, _) = size.get();
        Layout::height_for(width, servers()).filter(|_| width > 0.0).map(|height| px(height) + "px")
    };
    draw_on(canvas, lab, layout, theme, use_visible(stage));

    // While it plays the words would be out of date before they are read.
    let words = Memo::new(move |before: Option<&String>| match before {
        Some(before) if lab.playing() => before.clone(),
        _ => summary::of(&lab.run(), &lab.moment().read()),
    });
    let still = move || match layout.get() {
        Some(layout) => scene(&layout, &lab.run(), lab.now(), &lab.moment().read()),
        None => Markup::default(),
    };
    view! {
        <div class="stage" node_ref=stage style:height=height data-crowded=move || (servers() > 12).to_string()>
            <p class="unseen">{words}</p>
            <Painted class="scene" tell=Box::new(still)/>
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <div class="key" aria-hidden="true">
                <p>
                    <span><i class="allowed">"\u{25cf}"</i>" let through"</span>
                    <span><i class="over">"\u{25cb}"</i>" over the limit"</span>
                    <span><i class="refused">"\u{2715}"</i>" refused (429)"</span>
                </p>
                <p>
                    <span><i class="flight"></i>" on its way"</span>
                    <span><i class="reply"></i>" reply"</span>
                    <span><i class="outdated"></i>" stale read"</span>
                </p>
            </div>
        </div>
    }
}

/// Draws a frame whenever something that it shows has changed. Effects run once for all changes of a moment, so that is at
/// most once a frame while the lab plays.
fn draw_on(
    canvas: NodeRef<Canvas>,
    lab: Lab,
    layout: Memo<Option<Layout>>,
    theme: RwSignal<Theme>,
    visible: ReadSignal<bool>,
) {
    let dark = use_media("(prefers-color-scheme: dark)");
    let still = use_media("(prefers-reduced-motion: reduce)");
    let look = Memo::new(move |_| {
        theme.track();
        dark.track();
        layout.track();
        canvas.get().map(|canvas| (Ink::of(&canvas), window().device_pixel_ratio().clamp(1.0, 3.0)))
    });
    Effect::new(move |_| {
        let (Some(element), Some(layout), true) = (canvas.get(), layout.get(), visible.get()) else { return };
        let Some((ink, scale)) = look.get() else { return };
        let Ok(Some(context)) = element.get_context("2d") else { return };
        // Setting a canvas's size clears it and costs time, so it is done only when the size changes.
        let size = ((layout.width * scale) as u32, (layout.height * scale) as u32);
        if (element.width(), element.height()) != size {
            element.set_width(size.0);
            element.set_height(size.1);
        }
        let run = lab.run();
        let frame = Frame {
            run: &run,
            now: lab.now(),
            moment: &lab.moment().read(),
            layout: &layout,
            ink: &ink,
            scale,
            flights: !still.get(),
        };
        dots::draw(context.unchecked_ref::<CanvasRenderingContext2d>(), &frame);
    });
}
