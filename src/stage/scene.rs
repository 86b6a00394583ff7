//! The stage's still part, as SVG: boxes, ways between them, and words.

use leptos::prelude::*;
use limit_sim::trace::Outcome;

use super::layout::{Layout, Rect, Room};
use crate::lab::{Lab, use_lab};
use crate::words::number::px;
use crate::words::strategy;

/// Boxes, ways and words.
#[component]
pub fn Scene(layout: Layout) -> impl IntoView {
    let lab = use_lab();
    let servers = 0..layout.servers.len();
    let ways = std::iter::once(layout.to_balancer()).chain(servers.clone().map(|nth| layout.to_server(nth)));
    let ways: String = ways.map(|way| way.path()).collect();
    let to_redis: String = servers.map(|nth| layout.to_redis(nth).path()).collect();
    let boxes = layout.servers.iter().enumerate();
    view! {
        // Its words are in the summary; read one by one they would make no sense.
        <svg aria-hidden="true" width=px(layout.width) height=px(layout.height)>
            <path class="way" d=ways/>
            // Where Redis is not asked, no way leads there.
            <path class="way" d=to_redis visibility=move || if uses_redis(lab) { "visible" } else { "hidden" }/>
            <User at=layout.user upright=layout.upright/>
            <Balancer at=layout.balancer upright=layout.upright/>
            {boxes.map(|(nth, at)| view! { <Server nth at=*at room=layout.room/> }).collect_view()}
            <Redis at=layout.redis/>
        </svg>
    }
}

fn uses_redis(lab: Lab) -> bool {
    strategy::uses_redis(lab.scenario().strategy)
}

/// Words that follow the playhead. `nth` says whose they are, where there are several.
#[component]
fn Words(
    class: &'static str,
    #[prop(default = "middle")] anchor: &'static str,
    x: f64,
    y: f64,
    #[prop(default = 0)] nth: usize,
    text: fn(Lab, usize) -> String,
) -> impl IntoView {
    let lab = use_lab();
    view! { <text class=class text-anchor=anchor x=px(x) y=px(y)>{move || text(lab, nth)}</text> }
}

/// A box with round corners.
#[component]
fn Frame(at: Rect) -> impl IntoView {
    view! { <rect class="box" x=px(at.x) y=px(at.y) width=px(at.w) height=px(at.h) rx="8"/> }
}

#[component]
fn User(at: Rect, upright: bool) -> impl IntoView {
    let (x, bottom) = (at.middle().x, at.y + at.h);
    let lift = if upright { 8.0 } else { 12.0 };
    let waiting = |lab: Lab, _| match lab.scenario().burst - lab.moment().read().sent {
        0 => "all sent".to_owned(),
        waiting => format!("{waiting} to come"),
    };
    view! {
        <Frame at/>
        <Words class="name" x y=bottom - lift - 16.0 text=|_, _| "User 81".to_owned()/>
        <Words class="small" x y=bottom - lift text=waiting/>
    }
}

#[component]
fn Balancer(at: Rect, upright: bool) -> impl IntoView {
    let middle = at.middle();
    // Upright, the ways to the servers leave where the words would stand below it.
    let (anchor, x, y) = match upright {
        true => ("start", at.x + at.w + 8.0, middle.y + 4.0),
        false => ("middle", middle.x, at.y + at.h + 15.0),
    };
    view! {
        <circle class="box" cx=px(middle.x) cy=px(middle.y) r=px(at.w / 2.0)/>
        <Words class="name" x=middle.x y=middle.y + 4.0 text=|_, _| "LB".to_owned()/>
        <Words class="small" anchor x y text=|lab, _| strategy::balancer(lab.scenario().balancer).to_owned()/>
    }
}

#[component]
fn Server(nth: usize, at: Rect, room: Room) -> impl IntoView {
    let (inset, baseline) = room.inset();
    let y = at.y + baseline;
    let (name, tally): (fn(Lab, usize) -> String, fn(Lab, usize) -> String) = match room {
        Room::Words => (
            |_, nth| format!("Server {}", nth + 1),
            |lab, nth| {
                let (passed, refused) = counts(lab, nth);
                format!("{passed} ok \u{b7} {refused} refused")
            },
        ),
        Room::Signs => (|_, nth| format!("Server {}", nth + 1), signs),
        Room::Little => (|_, nth| format!("S{}", nth + 1), signs),
    };
    view! {
        <Frame at/>
        <Words class="name" anchor="start" x=at.x + inset y nth text=name/>
        <Words class="small tally" anchor="end" x=at.x + at.w - inset y nth text=tally/>
        <Stale nth at room/>
    }
}

/// How many a server has let through and refused by now.
fn counts(lab: Lab, nth: usize) -> (usize, usize) {
    let moment = lab.moment();
    let moment = moment.read();
    let count = |outcome| moment.servers.get(nth).map_or(0, |server| server.count(outcome));
    (count(Outcome::Allowed) + count(Outcome::Over), count(Outcome::Refused))
}

fn signs(lab: Lab, nth: usize) -> String {
    let (passed, refused) = counts(lab, nth);
    format!("{passed}\u{2713} {refused}\u{2715}")
}

/// The value that a server goes by although it has changed since: across the box's lower edge, clear of its words.
#[component]
fn Stale(nth: usize, at: Rect, room: Room) -> impl IntoView {
    let lab = use_lab();
    let (said, width) = if room == Room::Little { ("", 26.0) } else { ("stale: ", 62.0) };
    let (x, y) = (at.x + at.w - width - 8.0, at.y + at.h - 8.0);
    let visibility = move || if stale(lab, nth).is_some() { "visible" } else { "hidden" };
    view! {
        <g class="stale" visibility=visibility>
            <rect x=px(x) y=px(y) width=px(width) height="17" rx="4"/>
            <text text-anchor="middle" x=px(x + width / 2.0) y=px(y + 12.5)>
                {said}
                {move || stale(lab, nth)}
            </text>
        </g>
    }
}

/// The newest stale value that the server goes by now.
fn stale(lab: Lab, nth: usize) -> Option<String> {
    let (run, now) = (lab.run(), lab.now());
    let found = run.stale_at(now).filter(|one| one.request.server as usize == nth).last();
    // A missing key is read as zero.
    found.map(|one| one.value.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string))
}

/// The shared counter, on a cylinder as databases are drawn.
#[component]
fn Redis(at: Rect) -> impl IntoView {
    let lab = use_lab();
    let lid = 11.0;
    let [left, right, top, bottom] = [at.x, at.x + at.w, at.y + lid, at.y + at.h - lid].map(px);
    let arc = format!("A{} {}", px(at.w / 2.0), px(lid));
    let body = format!("M{left} {top}{arc} 0 0 1 {right} {top}V{bottom}{arc} 0 0 1 {left} {bottom}Z");
    let rim = format!("M{left} {top}{arc} 0 0 0 {right} {top}");
    let x = at.middle().x;
    // A low cylinder has its words closer together.
    let [key, value, foot] = if at.h < 100.0 { [-5.0, 19.0, 49.0] } else { [-12.0, 24.0, 84.0] };
    let y = at.middle().y;
    view! {
        <g class="redis" data-used=move || uses_redis(lab).to_string()>
            <path class="box" d=body/>
            <path class="rim" d=rim/>
            <Words class="small key" x y=y + key text=key_name/>
            <Words class="value" x y=y + value text=key_value/>
            <Words class="small" x y=y + foot text=queue/>
        </g>
    }
}

fn key_name(lab: Lab, _: usize) -> String {
    match &lab.moment().read().counter {
        _ if !uses_redis(lab) => "not asked".to_owned(),
        None => "no key yet".to_owned(),
        Some((key, _)) => key.to_string(),
    }
}

fn key_value(lab: Lab, _: usize) -> String {
    match &lab.moment().read().counter {
        _ if !uses_redis(lab) => "\u{2013}".to_owned(),
        Some((_, Some(value))) => value.to_string(),
        _ => "0".to_owned(),
    }
}

fn queue(lab: Lab, _: usize) -> String {
    match lab.moment().read().queued {
        0 => "Redis".to_owned(),
        queued => format!("Redis \u{b7} {queued} in queue"),
    }
}
