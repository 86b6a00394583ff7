//! The stage's still part, as SVG: boxes, ways between them, and words.
//!
//! It is told from the run and the playhead, in pieces: from one moment to the next most of them stay as they are, and what is
//! told as before need not be laid out anew ([`crate::live::pieces`]).

use limit_sim::fleet::Standing;
use limit_sim::scenario::{Rule, Scenario};
use limit_sim::time::Time;
use limit_sim::trace::{Moment, Outcome, ServerMoment};
use maud::{Markup, PreEscaped, html};

use super::layout::{Layout, Rect, Room};
use super::state;
use crate::lab::Run;
use crate::language::t;
use crate::svg::{circle, path, rect, text};
use crate::words::command::kept;
use crate::words::number::{px, whole};
use crate::words::strategy;
use crate::{n, say};

/// How many pieces [`scene`] tells.
pub const PIECES: usize = 7;

/// Boxes, ways and words at one moment, in the order in which they lie over each other.
pub fn scene(layout: &Layout, run: &Run, now: Time, moment: &Moment) -> [Markup; PIECES] {
    let scenario = run.trace.scenario();
    let used = strategy::uses_redis(scenario.strategy);
    let servers = 0..layout.servers.len();
    let (mut ways, mut reach) = (layout.to_balancer().path(), String::new());
    // Where nobody is, and where Redis is not asked, no way leads.
    for nth in servers.clone().filter(|nth| moment.servers[*nth].standing != Standing::Away) {
        ways += &layout.to_server(nth).path();
        if used {
            reach += &layout.to_redis(nth).path();
        }
    }
    let stale = newest_stale(run, now, layout.servers.len());
    let (mut boxes, mut counts) = (String::new(), String::new());
    for (nth, stale) in servers.zip(stale) {
        let [at, counted] = server(layout, nth, &moment.servers[nth]);
        let states = state::server(&moment.servers[nth], run.is_troubled(), false);
        boxes += &at.0;
        counts += &counted.0;
        counts += &chips(layout.servers[nth], layout.room, &states, stale).0;
    }
    [
        html! { (path("way", &ways)) (path("way reach", &reach)) },
        user(layout, scenario, moment),
        balancer(layout, scenario, moment.unserved),
        PreEscaped(boxes),
        PreEscaped(counts),
        redis(layout.redis, scenario, moment),
        conditions(layout, moment),
    ]
}

/// What Redis is like, for style sheets.
pub fn names(moment: &Moment) -> String {
    // (One kind of text is joined everywhere: another would be half a kilobyte.)
    let names: Vec<_> = moment.redis.iter().map(|what| state::redis(*what).0.to_owned()).collect();
    names.join(" ")
}

/// What Redis is like: above it; upright, where requests come in there, within it.
fn conditions(layout: &Layout, moment: &Moment) -> Markup {
    let at = layout.redis;
    let y = if layout.upright { at.y + at.h - 17.0 } else { at.y - 10.0 };
    let words: Vec<_> = moment.redis.iter().map(|what| state::redis(*what).1).collect();
    html! {
        @if layout.upright && !words.is_empty() {
            (chip("state", at.middle().x, y, &words.join(", ")))
        } @else {
            @for (nth, words) in words.iter().enumerate() { (chip("state", at.middle().x, y - 19.0 * nth as f64, words)) }
        }
    }
}

/// A box with round corners.
fn frame(at: Rect) -> Markup {
    rect("box", at.x, at.y, at.w, at.h, 8)
}

fn user(layout: &Layout, scenario: &Scenario, moment: &Moment) -> Markup {
    let at = layout.user;
    let (x, bottom) = (at.middle().x, at.y + at.h);
    let lift = if layout.upright { 8.0 } else { 12.0 };
    let who = if scenario.users == 1 { say!("User 81") } else { say!("{} users", scenario.users) };
    let waiting = match scenario.requests() - moment.sent {
        0 => say!("all sent"),
        waiting => say!("{} to come", whole(waiting)),
    };
    let tiny = if waiting.chars().count() > 11 { " tiny" } else { "" };
    html! {
        (frame(at))
        (text("name", "middle", x, bottom - lift - 16.0, &who))
        (text(&format!("small{tiny}"), "middle", x, bottom - lift, &waiting))
    }
}

fn balancer(layout: &Layout, scenario: &Scenario, unserved: u32) -> Markup {
    let at = layout.balancer;
    let middle = at.middle();
    // Upright, the ways to the servers leave where the words would stand below it.
    let (anchor, x, y) = match layout.upright {
        true => ("start", at.x + at.w + 8.0, middle.y + 4.0),
        false => ("middle", middle.x, at.y + at.h + 15.0),
    };
    html! {
        (circle("box", middle.x, middle.y, at.w / 2.0))
        (text("name", "middle", middle.x, middle.y + 4.0, "LB"))
        (text("small", anchor, x, y, strategy::balancer(scenario.balancer)))
        @if unserved > 0 { (chip("state", middle.x, at.y - 10.0, &say!("{} lost", unserved))) }
    }
}

/// A server's box with its name, and what it has counted.
fn server(layout: &Layout, nth: usize, server: &ServerMoment) -> [Markup; 2] {
    let (at, room) = (layout.servers[nth], layout.room);
    let (passed, refused) =
        (server.count(Outcome::Allowed) + server.count(Outcome::Over), server.count(Outcome::Refused));
    let tally = match room {
        Room::Words => say!("{} ok \u{b7} {} refused", passed, refused),
        Room::Signs | Room::Little => format!("{passed}\u{2713} {refused}\u{2715}"),
        Room::Tiny => format!("{passed}\u{2713}"),
    };
    let name = match room {
        Room::Words | Room::Signs => say!("Server {}", nth + 1),
        Room::Little => say!("S{}", nth + 1),
        Room::Tiny => (nth + 1).to_string(),
    };
    let (inset, baseline) = room.inset();
    let y = at.y + baseline;
    let tiny = if room == Room::Tiny { " tiny" } else { "" };
    let [name_class, tally_class] = [format!("name{tiny}"), format!("small{tiny} tally")];
    let standing = state::standing(server.standing).0;
    let stands = html! {
        g.server data-standing=(standing) {
            (frame(at))
            @if server.standing == Standing::Crashed { (crossed(at)) }
            (text(&name_class, "start", at.x + inset, y, &name))
        }
    };
    let counts = html! { g data-standing=(standing) { (text(&tally_class, "end", at.x + at.w - inset, y, &tally)) } };
    [stands, counts]
}

/// A box that nobody is in any more.
fn crossed(Rect { x, y, w, h }: Rect) -> Markup {
    let [left, right, top, bottom] = [x, x + w, y, y + h].map(px);
    path("crossed", &format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"))
}

/// What is said of a server besides its counts: across the box's lower edge, clear of its words and marks. Last the value that it goes by
/// although it has changed since. Of what has no room the first is told.
fn chips(at: Rect, room: Room, states: &[String], stale: Option<String>) -> Markup {
    let small = matches!(room, Room::Little | Room::Tiny);
    let y = at.y + at.h - 5.0;
    let stale = stale.map(|value| if small { value } else { say!("stale: {}", value) });
    let (mut right, mut left) = (at.x + at.w - 8.0, at.x + 8.0);
    let stale = stale.map(|words| {
        let half = wide(&words).max(26.0) / 2.0;
        right -= 2.0 * half + 4.0;
        chip("stale", right + 4.0 + half, y, &words)
    });
    let mut told = Markup::default();
    for (nth, words) in states.iter().enumerate() {
        let width = wide(words);
        if nth == 0 && width > right - left && stale.is_none() {
            // Wider than the box's own room, and by itself: in its middle.
            told = chip("state", at.middle().x, y, words);
        } else if width <= right - left {
            told.0 += &chip("state", left + width / 2.0, y, words).0;
        }
        left += width + 4.0;
    }
    html! { (told) @if let Some(stale) = stale { (stale) } }
}

/// How much room a chip takes.
fn wide(words: &str) -> f64 {
    6.6 * words.chars().count() as f64 + 12.0
}

/// A few words in a frame of their own, around a place.
fn chip(class: &str, x: f64, y: f64, words: &str) -> Markup {
    let width = wide(words).max(26.0);
    html! {
        g class=(class) {
            (rect("chip", x - width / 2.0, y, width, 15.0, 4))
            (text("chip", "middle", x, y + 11.5, words))
        }
    }
}

/// For each server, the newest stale value that it goes by now.
fn newest_stale(run: &Run, now: Time, servers: usize) -> Vec<Option<String>> {
    let mut newest = vec![None; servers];
    for one in run.stale_at(now) {
        // A missing key is read as zero.
        newest[one.request.server as usize] = Some(kept(run.trace.scenario(), one.value.as_ref()));
    }
    newest
}

/// The shared counter, on a cylinder as databases are drawn.
fn redis(at: Rect, scenario: &Scenario, moment: &Moment) -> Markup {
    let used = strategy::uses_redis(scenario.strategy);
    let lid = 11.0;
    let [left, right, top, bottom] = [at.x, at.x + at.w, at.y + lid, at.y + at.h - lid].map(px);
    let arc = format!("A{} {}", px(at.w / 2.0), px(lid));
    let body = format!("M{left} {top}{arc} 0 0 1 {right} {top}V{bottom}{arc} 0 0 1 {left} {bottom}Z");
    let rim = format!("M{left} {top}{arc} 0 0 0 {right} {top}");
    // A low cylinder has its words closer together.
    let [key_at, value_at, foot_at] = if at.h < 100.0 { [-5.0, 19.0, 49.0] } else { [-12.0, 24.0, 84.0] };
    let middle = at.middle();
    let (key, value) = match &moment.counter {
        _ if !used => (say!("not asked"), "\u{2013}".to_owned()),
        None => (say!("no key yet"), "\u{2013}".to_owned()),
        Some((key, None)) => (key.to_string(), "\u{2013}".to_owned()),
        Some((key, value)) => (key.to_string(), kept(scenario, value.as_ref())),
    };
    let beneath = beneath(scenario.rule, &value);
    let foot = match moment.queued {
        0 => say!("Redis"),
        1 => say!("Redis \u{b7} 1 running"),
        queued => say!("Redis \u{b7} {} queued", queued),
    };
    // Of a long queue the words would reach over the stage's edge.
    let long = moment.queued >= 10 && at.h >= 100.0;
    let (foot_anchor, foot_x) = if long { ("end", at.x + at.w + 6.0) } else { ("middle", middle.x) };
    html! {
        g.redis data-used=(used) {
            (path("box", &body))
            (path("rim", &rim))
            (text("small key", "middle", middle.x, middle.y + key_at, &key))
            (text("value", "middle", middle.x, middle.y + value_at, &value))
            @if at.h >= 100.0 { (text("small", "middle", middle.x, middle.y + value_at + 18.0, beneath)) }
            (text("small", foot_anchor, foot_x, middle.y + foot_at, &foot))
        }
    }
}

/// What the number in the box is, where it is no plain count.
fn beneath(rule: Rule, value: &str) -> &'static str {
    t(match rule {
        _ if value == "\u{2013}" => "",
        Rule::FixedWindow => "",
        Rule::TokenBucket => n!("tokens"),
        Rule::SlidingLog => n!("in the log"),
        Rule::SlidingCounter => n!("this window"),
        Rule::Gcra => n!("next on time"),
    })
}
