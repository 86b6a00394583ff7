//! The bar itself.

use leptos::prelude::*;
use limit_sim::time::Time;
use limit_sim::trace::Kind;

use super::marks::{Marks, snap};
use super::pace::{PACES, comfortable};
use super::player;
use crate::events::line;
use crate::lab::{Lab, Run, use_lab};
use crate::select::Select;
use crate::words::number::{instant, percent, stamp};

/// How finely the playhead can be dragged, in positions of the bar.
const POSITIONS: u64 = 10_000;

/// A button: what it is called, its picture, what it does.
type Button = (&'static str, &'static str, fn(Lab));

const BUTTONS: [Button; 5] = [
    ("To the start", "M6 5v14M19 5 9 12l10 7z", Lab::first),
    ("Previous event", "M17 5 7 12l10 7z", Lab::previous),
    ("Play", "M8 4.5 19 12 8 19.5z", Lab::toggle),
    ("Next event", "M7 5l10 7-10 7z", Lab::next),
    ("To the end", "M18 5v14M5 5l10 7-10 7z", Lab::last),
];

/// The picture of the button that plays, while it pauses.
const PAUSE: &str = "M7 5h3v14H7zM14 5h3v14h-3z";

/// The play bar.
#[component]
pub fn PlayBar() -> impl IntoView {
    let lab = use_lab();
    let chosen = RwSignal::new(None::<u32>);
    let end = Signal::derive(move || lab.run().trace.end());
    let pace = Signal::derive(move || chosen.get().unwrap_or_else(|| comfortable(end.get())));
    player::keep_playing(lab, pace);

    // A run is seconds long, or a few minutes: none of these products comes near 64 bits.
    let position = move || lab.now().nanos() * POSITIONS / end.get().nanos().max(1);
    let instant_at = move |position: u64| Time::from_nanos(position * end.get_untracked().nanos() / POSITIONS);
    let scrub = move |event| {
        if let Ok(position) = event_target_value(&event).parse() {
            if untrack(|| lab.playing()) {
                lab.pause();
            }
            lab.glide(snap(&untrack(|| lab.run()), instant_at(position)));
        }
    };
    let paces: Vec<_> = PACES.map(|one| (one.to_string(), words_for(one))).into();
    let buttons = BUTTONS.map(|(label, icon, action)| {
        let toggles = label == "Play";
        let now = move |still: &'static str, playing: &'static str| {
            move || if toggles && lab.playing() { playing } else { still }
        };
        let class = if toggles { "go" } else { "step" };
        view! {
            <button type="button" class=class aria-label=now(label, "Pause") on:click=move |_| action(lab)>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=now(icon, PAUSE)/></svg>
            </button>
        }
    });
    let happening = move || happening(&lab.run(), lab.now());
    view! {
        // While it plays, it changes faster than it could be read out.
        <p class="happening" aria-live=move || if lab.playing() { "off" } else { "polite" }>{happening}</p>
        <div class="playbar">
            <div class="buttons" role="group" aria-label="Playback">
                {buttons.into_iter().collect_view()}
            </div>
            <div class="track">
                <Marks/>
                <input
                    type="range"
                    class="scrub"
                    name="t"
                    min="0"
                    max=POSITIONS.to_string()
                    step="1"
                    aria-label="Playhead"
                    aria-valuetext=move || instant(lab.now(), end.get())
                    style:--filled=move || percent(position(), POSITIONS)
                    prop:value=move || position().to_string()
                    on:input=scrub
                    on:change=move |_| lab.rest()
                />
            </div>
            <div class="clock">
                <output class="instant">{move || instant(lab.now(), end.get())}</output>
                <span class="of">" of " {move || instant(end.get(), end.get())}</span>
            </div>
            <Select
                name="pace"
                label="Speed"
                class="quiet"
                entries=paces
                value=Signal::derive(move || pace.get().to_string())
                pick=move |value: String| chosen.set(value.parse().ok())
            />
        </div>
    }
}

/// The last thing that happened by now, in words.
fn happening(run: &Run, now: Time) -> String {
    let Some(event) = run.trace.events_by(now).checked_sub(1).map(|last| &run.trace.events()[last]) else {
        return "Nothing has happened yet. Play the run, or step through it.".to_owned();
    };
    let line = line::of(event);
    let place = match event.kind {
        Kind::Routed => String::new(),
        _ => format!(" at server {}", event.request.server + 1),
    };
    let number = event.request.number + 1;
    format!("{} ms \u{b7} request {number}{place}: {} \u{b7} {}", stamp(event.at), line.what, line.detail)
}

/// A slowing, in words.
fn words_for(pace: u32) -> String {
    if pace == 1 { "real time".to_owned() } else { format!("{pace}\u{d7} slower") }
}
