//! The bar itself.

use leptos::prelude::*;
use limit_sim::time::Time;
use limit_sim::trace::Kind;
use maud::{Markup, html};

use super::marks::{keep_marks, marks, snap};
use super::pace::{PACES, comfortable};
use super::player;
use crate::details;
use crate::lab::{Lab, Run, Tell, use_lab};
use crate::language::{T, t};
use crate::live;
use crate::part::Part;
use crate::select::{self, Keep};
use crate::words::number::{instant, percent, stamp, whole};
use crate::{n, say};

/// How finely the playhead can be dragged, in positions of the bar.
const POSITIONS: u64 = 10_000;

/// A button: what it is called in English, its picture, what it does.
type Button = (&'static str, &'static str, fn(Lab));

const BUTTONS: [Button; 5] = [
    (n!("To the start"), "M6 5v14M19 5 9 12l10 7z", Lab::first),
    (n!("Previous event"), "M17 5 7 12l10 7z", Lab::previous),
    (n!("Play"), PLAY, Lab::toggle),
    (n!("Next event"), "M7 5l10 7-10 7z", Lab::next),
    (n!("To the end"), "M18 5v14M5 5l10 7-10 7z", Lab::last),
];

/// The pictures of the button that plays, and of the same while it pauses.
const PLAY: &str = "M8 4.5 19 12 8 19.5z";
const PAUSE: &str = "M7 5h3v14H7zM14 5h3v14h-3z";

/// What happens at the playhead, and the bar below it.
pub fn play_bar() -> [Part; 2] {
    let lab = use_lab();
    let happening = Part::new(html! { p.happening data-part="playbar" {} })
        .text(move || happening(&lab.run(), lab.now(), lab.open().tell));
    let bar = Part::new(told());
    keep_buttons(&bar, lab);
    keep_scrub(&bar, lab);
    keep_marks(&bar.find(".marks path"));
    keep_pace(&bar, lab);
    [happening, bar]
}

fn told() -> Markup {
    html! {
        div.playbar data-part="playbar" {
            div.buttons data-part="t" role="group" aria-label=(T("Playback")) {
                @for (label, icon, _) in BUTTONS {
                    button type="button" class=(if icon == PLAY { "go" } else { "step" }) aria-label=(T(label)) {
                        svg viewBox="0 0 24 24" aria-hidden="true" { path d=(icon) {} }
                    }
                }
            }
            div.track {
                (marks())
                input.scrub type="range" name="t" min="0" max=(POSITIONS) step="1" aria-label=(T("Playhead"));
                // What goes wrong, once that part of the program is there.
                div.lanes {}
            }
            div.clock {
                span.instant {}
                span.of {}
            }
            (select::told("pace", t("Speed"), "quiet"))
        }
    }
}

fn keep_buttons(bar: &Part, lab: Lab) {
    for (nth, (_, _, action)) in BUTTONS.into_iter().enumerate() {
        live::hear(&bar.find(&format!(".buttons :nth-child({})", nth + 1)), "click", move |_| action(lab));
    }
    let (go, icon) = (bar.find(".go"), bar.find(".go path"));
    live::attribute(&go, "aria-label", move || t(if lab.playing() { n!("Pause") } else { n!("Play") }).to_owned());
    live::attribute(&icon, "d", move || if lab.playing() { PAUSE } else { PLAY }.to_owned());
}

/// The run's end.
fn end(lab: Lab) -> Time {
    lab.run().trace.end()
}

/// The playhead as the clock shows it.
fn clock(lab: Lab) -> String {
    instant(lab.now(), end(lab))
}

/// Where on the bar the playhead is.
fn position(lab: Lab) -> u64 {
    // A run is seconds long, or a few minutes: none of these products comes near 64 bits.
    lab.now().nanos() * POSITIONS / end(lab).nanos().max(1)
}

fn keep_scrub(bar: &Part, lab: Lab) {
    live::text(&bar.find(".instant"), move || {
        // As wide as the end, so that the bar stays as long as it is.
        let (now, end) = (clock(lab), instant(end(lab), end(lab)));
        "\u{2007}".repeat(end.len().saturating_sub(now.len())) + &now
    });
    live::text(&bar.find(".of"), move || " ".to_owned() + &say!("of {}", instant(end(lab), end(lab))));
    let scrub = bar.find(".scrub");
    live::attribute(&scrub, "aria-valuetext", move || clock(lab));
    live::style(&scrub, move || "--filled:".to_owned() + &percent(position(lab), POSITIONS));
    live::value(&scrub, move || position(lab).to_string());
    live::hear(&scrub, "input", move |event| {
        let Ok(position) = live::value_of(&event).parse::<u64>() else { return };
        let (run, playing) = untrack(|| (lab.run(), lab.playing()));
        if playing {
            lab.pause();
        }
        let at = Time::from_nanos(position * run.trace.end().nanos() / POSITIONS);
        lab.glide(snap(&run, at));
    });
    let bar = scrub.clone();
    live::hear(&scrub, "change", move |_| {
        lab.rest();
        // Firefox puts it where it was let go once more, when the playhead already is at the mark beside that.
        live::set_value(&bar, &untrack(|| position(lab)).to_string());
    });
    live::hear(&scrub, "pointerup", move |_| {
        // To WebKit a drag is no change if the page itself has moved the thumb meanwhile, to a mark.
        lab.rest();
        // Let go on a mark: that is to see how it came about.
        let (run, now) = untrack(|| (lab.run(), lab.now()));
        if let Some(over) = run.over.iter().find(|over| over.at == now) {
            details::show_race(lab, *over);
        }
    });
}

/// The list of speeds, and playing at the one that is chosen, or at a comfortable one.
fn keep_pace(bar: &Part, lab: Lab) {
    let pace = move || lab.open().pace.unwrap_or_else(|| comfortable(end(lab)));
    let entries = || PACES.map(|one| (one.to_string(), words_for(one))).into();
    let pick = move |value: &str| lab.note(|open| open.pace = value.parse().ok());
    let value = move || pace().to_string();
    let keep = Keep { entries: Box::new(entries), value: Box::new(value), pick: Box::new(pick) };
    select::keep(&bar.named("pace"), keep);
    player::keep_playing(lab, pace);
}

/// The last thing that happened by now, in words.
fn happening(run: &Run, now: Time, tell: Option<Tell>) -> String {
    let Some(event) = run.trace.events_by(now).checked_sub(1).map(|last| &run.trace.events()[last]) else {
        return say!("Nothing has happened yet. Play the run, or step through it.");
    };
    if now == run.trace.end() {
        return say!("The run is over. Play it, or step back.");
    }
    let Some(tell) = tell else { return String::new() };
    let line = (tell.line)(&run.trace, event);
    let (request, server) = (event.request.number + 1, event.request.server + 1);
    let of_request = run.trace.is_request(event.request);
    let who = match event.kind {
        Kind::Fault(..) | Kind::Server(_) => None,
        Kind::Routed if of_request => Some(say!("request {}", request)),
        Kind::Routed => Some(say!("sync")),
        _ if of_request => Some(say!("request {} at server {}", request, server)),
        _ => Some(say!("sync at server {}", server)),
    };
    let at = say!("{} ms", stamp(event.at));
    match who {
        None => format!("{at} \u{b7} {}: {}", line.what, line.detail),
        Some(who) => format!("{at} \u{b7} {who}: {} \u{b7} {}", line.what, line.detail),
    }
}

/// A slowing, in words.
fn words_for(pace: u32) -> String {
    if pace == 1 { say!("real time") } else { say!("{}\u{d7} slower", whole(pace)) }
}
