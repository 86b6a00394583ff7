//! The bar itself.

use leptos::prelude::*;
use limit_sim::time::Time;

use super::marks::Marks;
use super::pace::{PACES, comfortable};
use super::player;
use crate::lab::use_lab;
use crate::words::number::{instant, percent};

/// How finely the playhead can be dragged, in positions of the bar.
const POSITIONS: u64 = 10_000;

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
            lab.glide(instant_at(position));
        }
    };
    let button = move |label: &'static str, icon: &'static str, action: fn(crate::lab::Lab)| {
        view! {
            <button type="button" class="step" aria-label=label title=label on:click=move |_| action(lab)>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=icon/></svg>
            </button>
        }
    };
    view! {
        <div class="playbar">
            <div class="buttons" role="group" aria-label="Playback">
                {button("To the start", "M6 5v14M19 5 9 12l10 7z", |lab| lab.first())}
                {button("Previous event", "M17 5 7 12l10 7z", |lab| lab.previous())}
                <button
                    type="button"
                    class="go"
                    aria-label=move || if lab.playing() { "Pause" } else { "Play" }
                    on:click=move |_| lab.toggle()
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d=move || if lab.playing() { "M7 5h3v14H7zM14 5h3v14h-3z" } else { "M8 4.5 19 12 8 19.5z" }/>
                    </svg>
                </button>
                {button("Next event", "M7 5l10 7-10 7z", |lab| lab.next())}
                {button("To the end", "M18 5v14M5 5l10 7-10 7z", |lab| lab.last())}
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
            <select
                class="quiet"
                name="pace"
                aria-label="Speed"
                on:change=move |event| chosen.set(event_target_value(&event).parse().ok())
            >
                {PACES
                    .map(|one| {
                        let label = if one == 1 { "real time".to_owned() } else { format!("{one}\u{d7} slower") };
                        view! { <option value=one.to_string() selected=move || pace.get() == one>{label}</option> }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}
