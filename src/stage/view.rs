//! The stage: the scene, and over it the canvas with everything that moves.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, MouseEvent};

use super::dots::{self, Frame};
use super::ink::Ink;
use super::layout::{Layout, Point};
use super::pick::pick;
use super::scene::{PIECES, names, scene};
use super::summary;
use crate::details;
use crate::lab::{Lab, use_lab};
use crate::language::{T, t};
use crate::live;
use crate::media::use_media;
use crate::part::Part;
use crate::size::use_size;
use crate::theme::Theme;
use crate::visible::use_visible;
use crate::words::number::px;

/// The stage.
pub fn stage(theme: RwSignal<Theme>) -> Part {
    let lab = use_lab();
    let stage = Part::new(told());
    let size = use_size(stage.root());
    // Also those that join later have their places.
    let servers = move || lab.run().trace.servers();
    let layout = move || {
        let (width, height) = size.get();
        // Before it is laid out there is nothing to draw on.
        (width > 0.0).then(|| Layout::new(width, height, servers()))
    };
    live::style(stage.root(), move || {
        let (width, _) = size.get();
        let height = Layout::height_for(width, servers()).filter(|_| width > 0.0);
        // Without a height of its own it has the style sheet's.
        height.map_or_else(String::new, |height| format!("height:{}px", px(height)))
    });
    live::attribute(stage.root(), "data-crowded", move || (servers() > 12).to_string());
    live::flag(stage.root(), "data-strip", move || lab.strip());
    live::attribute(stage.root(), "data-troubled", move || lab.run().is_troubled().to_string());
    draw_on(stage.find("canvas").unchecked_into(), lab, layout, size, theme, use_visible(stage.root(), "0px", true));

    let words = stage.find(".unseen");
    live::effect(move || {
        // While it plays they would be out of date before they are read.
        let told =
            if lab.playing() { t("The run is playing.").to_owned() } else { summary::of(&lab.run(), &lab.moment()) };
        words.set_text_content(Some(&told));
    });
    let picture = stage.find(".scene svg");
    let side = move |of: fn(&Layout) -> f64| px(layout().map_or(0.0, |layout| of(&layout)));
    live::attribute(&picture, "width", move || side(|layout| layout.width));
    live::attribute(&picture, "height", move || side(|layout| layout.height));
    live::attribute(&picture, "data-redis", move || names(&lab.moment()));
    live::pieces(&picture, move || {
        layout().map_or_else(Vec::new, |layout| scene(&layout, &lab.run(), lab.now(), &lab.moment()).into())
    });
    let pressed = stage.root().clone();
    live::hear(stage.root(), "click", move |event| {
        let event: MouseEvent = event.unchecked_into();
        let (run, layout) = untrack(|| (lab.run(), layout()));
        let Some(layout) = layout else { return };
        let corner = pressed.get_bounding_client_rect();
        let at = Point { x: f64::from(event.client_x()) - corner.x(), y: f64::from(event.client_y()) - corner.y() };
        let past = run.trace.events_by(untrack(|| lab.now()));
        if let Some(decided) = pick(&layout, &run, past, at) {
            details::show_race(lab, decided);
        }
    });
    stage
}

fn told() -> Markup {
    html! {
        div.stage data-part="stage" {
            p.unseen {}
            // Its words are in the summary; read one by one they would make no sense.
            div.scene { svg aria-hidden="true" { @for _ in 0..PIECES { g {} } } }
            canvas aria-hidden="true" {}
            div.key aria-hidden="true" {
                p {
                    span { i.allowed { "\u{25cf}" } " " (T("let through")) }
                    span { i.over { "\u{25cb}" } " " (T("over the limit")) }
                    span { i.refused { "\u{2715}" } " " (T("refused (429)")) }
                    span.trouble { i.lost { "\u{25a1}" } " " (T("lost")) }
                }
                p {
                    span { i.flight {} " " (T("on its way")) span.trouble.waits { " " (T("or waiting")) } }
                    span { i.reply {} " " (T("reply")) }
                    span { i.outdated {} " " (T("stale read")) }
                }
            }
        }
    }
}

/// Draws a frame whenever something that it shows has changed. Effects run once for all changes of a moment, so that is at
/// most once a frame while the lab plays.
fn draw_on(
    canvas: HtmlCanvasElement,
    lab: Lab,
    layout: impl Fn() -> Option<Layout> + Copy + 'static,
    size: RwSignal<(f64, f64)>,
    theme: RwSignal<Theme>,
    visible: RwSignal<bool>,
) {
    let dark = use_media("(prefers-color-scheme: dark)");
    let still = use_media("(prefers-reduced-motion: reduce)");
    // How it is drawn, and how often that has changed.
    let look = Rc::new(RefCell::new((Ink::default(), 1.0)));
    let looks = RwSignal::new(0usize);
    let (styled, new_look) = (canvas.clone(), look.clone());
    live::effect(move || {
        theme.track();
        dark.track();
        // It changes with the pixels of the device, too.
        size.track();
        let new = (Ink::of(&styled), window().device_pixel_ratio().clamp(1.0, 3.0));
        if *new_look.borrow() != new {
            *new_look.borrow_mut() = new;
            looks.update(|looks| *looks += 1);
        }
    });
    live::effect(move || {
        let (Some(layout), true) = (layout(), visible.get()) else { return };
        looks.track();
        let look = look.borrow();
        let (ink, scale) = (&look.0, look.1);
        let Ok(Some(context)) = canvas.get_context("2d") else { return };
        // Setting a canvas's size clears it and costs time, so it is done only when the size changes.
        let size = ((layout.width * scale) as u32, (layout.height * scale) as u32);
        if (canvas.width(), canvas.height()) != size {
            canvas.set_width(size.0);
            canvas.set_height(size.1);
        }
        let run = lab.run();
        let frame = Frame {
            run: &run,
            now: lab.now(),
            moment: &lab.moment(),
            layout: &layout,
            ink,
            scale,
            flights: !still.get(),
        };
        dots::draw(context.unchecked_ref::<CanvasRenderingContext2d>(), &frame);
    });
}
