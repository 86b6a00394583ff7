//! Moves the playhead, frame by frame, while the lab plays.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::time::{Span, Time};
use wasm_bindgen::JsCast;

use crate::lab::Lab;
use crate::live::{self, Callback};

/// A frame never moves the playhead by more than this much real time: after a pause of the browser's, the run goes on where
/// it was.
const LONGEST_FRAME_MS: f64 = 100.0;

/// Plays the lab whenever it should. `pace` is how much slower than real time.
pub fn keep_playing(lab: Lab, pace: impl Fn() -> u32 + 'static) {
    // Made once, so that a frame allocates nothing.
    let frame: Rc<RefCell<Option<Callback>>> = Rc::default();
    let pending = Rc::new(Cell::new(None));
    let last = Rc::new(Cell::new(None));
    let ask = {
        let (frame, pending) = (frame.clone(), pending.clone());
        move || {
            if let Some(frame) = &*frame.borrow() {
                pending.set(window().request_animation_frame(frame.as_ref().unchecked_ref()).ok());
            }
        }
    };
    *frame.borrow_mut() = Some(live::callback({
        let (ask, last) = (ask.clone(), last.clone());
        move |stamp| {
            let stamp = stamp.as_f64().unwrap_or_default();
            let elapsed =
                last.replace(Some(stamp)).map_or(0.0, |last: f64| (stamp - last).clamp(0.0, LONGEST_FRAME_MS));
            if advance(lab, elapsed, untrack(&pace)) {
                ask();
            }
        }
    }));
    live::effect({
        let (pending, last) = (pending.clone(), last.clone());
        move || {
            let playing = lab.playing();
            last.set(None);
            if let Some(id) = pending.take() {
                let _ = window().cancel_animation_frame(id);
            }
            if playing {
                ask();
            }
        }
    });
    live::finally(move || {
        if let Some(id) = pending.take() {
            let _ = window().cancel_animation_frame(id);
        }
        // What asks for the next frame has itself in its keeping.
        frame.take();
    });
}

/// Moves the playhead by `elapsed` milliseconds of real time. Answers whether there is more to play.
fn advance(lab: Lab, elapsed: f64, pace: u32) -> bool {
    if !untrack(|| lab.playing()) {
        return false;
    }
    let step = Span::from_nanos((elapsed * 1e6 / f64::from(pace)) as u64);
    let (now, end): (Time, Time) = untrack(|| (lab.now(), lab.run().trace.end()));
    // Playing stops by itself at the end.
    let stop = untrack(|| lab.stop_after(now)).unwrap_or(end);
    if now + step >= stop {
        lab.seek(stop);
        return false;
    }
    lab.glide(now + step);
    true
}
