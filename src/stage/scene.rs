//! The stage's still part, as SVG, with the canvas over it.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use limit_sim::scenario::Strategy;
use limit_sim::trace::{Moment, Outcome};
use wasm_bindgen::JsCast;
use web_sys::CanvasRenderingContext2d;

use super::dots::{self, Frame};
use super::ink::Ink;
use super::layout::{Layout, Rect};
use super::size::use_size;
use super::summary;
use super::visible::use_visible;
use crate::lab::{Lab, use_lab};
use crate::media::use_media;
use crate::theme::Theme;
use crate::words::strategy;

/// The stage.
#[component]
pub fn Stage(theme: RwSignal<Theme>) -> impl IntoView {
    let lab = use_lab();
    let stage = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = use_size(stage);
    let servers = lab.setting(|scenario| scenario.servers as usize);
    let layout = Memo::new(move |_| {
        let (width, height) = size.get();
        // Before it is laid out there is nothing to draw on.
        (width > 0.0).then(|| Layout::new(width, height, servers.get()))
    });
    let height = move || {
        let (width, _) = size.get();
        Layout::height_for(width, servers.get()).filter(|_| width > 0.0).map(|height| format!("{height}px"))
    };
    draw_on(canvas, lab, layout, theme, use_visible(stage));

    // While it plays the words would be out of date before they are read.
    let words = Memo::new(move |before: Option<&String>| match before {
        Some(before) if lab.playing() => before.clone(),
        _ => summary::of(&lab.run(), &lab.moment().read()),
    });
    view! {
        <div class="stage" node_ref=stage style:height=height data-crowded=move || (servers.get() > 12).to_string()>
            <p class="unseen">{words}</p>
            {move || layout.get().map(|layout| view! { <Still layout/> })}
            <canvas node_ref=canvas aria-hidden="true"></canvas>
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
    let scale = Memo::new(move |_| {
        layout.track();
        window().device_pixel_ratio().clamp(1.0, 3.0)
    });
    let ink = Memo::new(move |_| {
        (theme.track(), dark.track());
        canvas.get().map(|canvas| Ink::of(&canvas))
    });
    // Setting a canvas's size clears it and costs time, so it is done only when the size changes.
    Effect::new(move |_| {
        if let (Some(canvas), Some(layout)) = (canvas.get(), layout.get()) {
            canvas.set_width((layout.width * scale.get()) as u32);
            canvas.set_height((layout.height * scale.get()) as u32);
        }
    });
    Effect::new(move |_| {
        let (Some(element), Some(layout), Some(ink), true) = (canvas.get(), layout.get(), ink.get(), visible.get()) else {
            return;
        };
        let Ok(Some(context)) = element.get_context("2d") else { return };
        let run = lab.run();
        let frame = Frame {
            run: &run,
            now: lab.now(),
            moment: &lab.moment().read(),
            layout: &layout,
            ink: &ink,
            scale: scale.get(),
            flights: !still.get(),
        };
        dots::draw(context.unchecked_ref::<CanvasRenderingContext2d>(), &frame);
    });
}

/// Boxes, ways and words.
#[component]
fn Still(layout: Layout) -> impl IntoView {
    let lab = use_lab();
    let uses_redis = lab.setting(|scenario| !matches!(scenario.strategy, Strategy::Local | Strategy::Split));
    let servers = layout.servers.len();
    let ways_to_redis: Vec<_> = (0..servers).map(|nth| layout.to_redis(nth).path()).collect();
    view! {
        // Its words are in the summary; read one by one they would make no sense.
        <svg aria-hidden="true" width=layout.width height=layout.height>
            <g class="ways">
                <path d=layout.to_balancer().path()/>
                {(0..servers).map(|nth| view! { <path d=layout.to_server(nth).path()/> }).collect_view()}
                {move || {
                    uses_redis.get().then(|| ways_to_redis.iter().map(|way| view! { <path d=way.clone()/> }).collect_view())
                }}
            </g>
            <User at=layout.user upright=layout.upright/>
            <Balancer at=layout.balancer/>
            {layout
                .servers
                .iter()
                .enumerate()
                .map(|(nth, at)| view! { <Server nth at=*at compact=layout.compact/> })
                .collect_view()}
            <Redis at=layout.redis used=uses_redis/>
        </svg>
    }
}

#[component]
fn User(at: Rect, upright: bool) -> impl IntoView {
    let lab = use_lab();
    let middle = at.middle().x;
    let bottom = at.y + at.h;
    let waiting = move || lab.scenario().burst - lab.moment().read().sent;
    let still = move || match waiting() {
        0 => "all sent".to_owned(),
        waiting => format!("{waiting} to come"),
    };
    view! {
        <rect class="box" x=at.x y=at.y width=at.w height=at.h rx="8"/>
        <text class="name" text-anchor="middle" x=middle y=bottom - if upright { 22.0 } else { 30.0 }>"User 81"</text>
        <text class="small" text-anchor="middle" x=middle y=bottom - if upright { 8.0 } else { 12.0 }>{still}</text>
    }
}

#[component]
fn Balancer(at: Rect) -> impl IntoView {
    let lab = use_lab();
    let balancer = lab.setting(|scenario| scenario.balancer);
    let middle = at.middle();
    view! {
        <circle class="box" cx=middle.x cy=middle.y r=at.w / 2.0/>
        <text class="name" text-anchor="middle" x=middle.x y=middle.y + 4.0>"LB"</text>
        <text class="small" text-anchor="middle" x=middle.x y=at.y + at.h + 15.0>
            {move || strategy::balancer(balancer.get())}
        </text>
    }
}

#[component]
fn Server(nth: usize, at: Rect, compact: bool) -> impl IntoView {
    let lab = use_lab();
    let count = move |moment: &Moment, outcome| moment.servers.get(nth).map_or(0, |server| server.count(outcome));
    let tally = Memo::new(move |_| {
        let moment = lab.moment();
        let moment = moment.read();
        (count(&moment, Outcome::Allowed) + count(&moment, Outcome::Over), count(&moment, Outcome::Refused))
    });
    let numbers = move || {
        let (passed, refused) = tally.get();
        if compact { format!("\u{25cf}{passed} \u{2715}{refused}") } else { format!("{passed} ok \u{b7} {refused} refused") }
    };
    let (inset, baseline) = if compact { (7.0, 16.0) } else { (12.0, 22.0) };
    let name = if compact { format!("S{}", nth + 1) } else { format!("Server {}", nth + 1) };
    view! {
        <rect class="box" x=at.x y=at.y width=at.w height=at.h rx="8"/>
        <text class="name" x=at.x + inset y=at.y + baseline>{name}</text>
        <text class="small tally" text-anchor="end" x=at.x + at.w - inset y=at.y + baseline>{numbers}</text>
        <Stale nth at/>
    }
}

/// The value that a server goes by although it has changed since.
#[component]
fn Stale(nth: usize, at: Rect) -> impl IntoView {
    const WIDTH: f64 = 62.0;
    let lab = use_lab();
    let value = Memo::new(move |_| {
        let (run, now) = (lab.run(), lab.now());
        let mut current = run.stale.iter().filter(|one| one.stale <= now && now < one.wrote);
        // The newest of the server's, when it has several.
        let stale = current.rfind(|one| one.request.server as usize == nth)?;
        Some(stale.value.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string))
    });
    let (x, y) = (at.x + at.w - WIDTH - 10.0, at.y - 8.0);
    move || {
        value.get().map(|value| {
            view! {
                <g class="stale">
                    <rect x=x y=y width=WIDTH height="17" rx="4"/>
                    <text text-anchor="middle" x=x + WIDTH / 2.0 y=y + 12.5>"stale: " {value}</text>
                </g>
            }
        })
    }
}

/// The shared counter, on a cylinder as databases are drawn.
#[component]
fn Redis(at: Rect, used: Memo<bool>) -> impl IntoView {
    let lab = use_lab();
    let lid = 11.0;
    let (right, bottom) = (at.x + at.w, at.y + at.h - lid);
    let radius = at.w / 2.0;
    let body = format!(
        "M{} {}A{radius} {lid} 0 0 1 {right} {}V{bottom}A{radius} {lid} 0 0 1 {} {bottom}Z",
        at.x,
        at.y + lid,
        at.y + lid,
        at.x
    );
    let rim = format!("M{} {}A{radius} {lid} 0 0 0 {right} {}", at.x, at.y + lid, at.y + lid);
    let middle = at.middle();
    let low = at.h < 100.0;
    let counter = Memo::new(move |_| lab.moment().read().counter.clone());
    let key = move || match (used.get(), counter.get()) {
        (false, _) => "not asked".to_owned(),
        (true, None) => "no key yet".to_owned(),
        (true, Some((key, _))) => key.to_string(),
    };
    let value = move || match (used.get(), counter.get()) {
        (true, Some((_, Some(value)))) => value.to_string(),
        (true, _) => "0".to_owned(),
        (false, _) => "\u{2013}".to_owned(),
    };
    let foot = move || match lab.moment().read().queued {
        0 => "Redis".to_owned(),
        queued => format!("Redis \u{b7} {queued} in queue"),
    };
    view! {
        <g class="redis" data-used=move || used.get().to_string()>
            <path class="box" d=body/>
            <path class="rim" d=rim/>
            <text class="small key" text-anchor="middle" x=middle.x y=middle.y - if low { 6.0 } else { 12.0 }>{key}</text>
            <text class="value" text-anchor="middle" x=middle.x y=middle.y + if low { 19.0 } else { 24.0 }>{value}</text>
            <text class="small" text-anchor="middle" x=middle.x y=at.y + at.h + if low { 11.0 } else { 18.0 }>{foot}</text>
        </g>
    }
}
