//! Moves the playhead, frame by frame, while the lab plays.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::time::{Span, Time};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::lab::Lab;
use crate::live;

/// A frame never moves the playhead by more than this much real time: after a pause of the browser's, the run goes on where
/// it was.
const LONGEST_FRAME_MS: f64 = 100.0;

/// What is asked to be called at the next frame; made once, so that a frame allocates nothing.
type Frame = Closure<dyn FnMut(f64)>;

/// Plays the lab whenever it should. `pace` is how much slower than real time.
pub fn keep_playing(lab: Lab, pace: impl Fn() -> u32 + 'static) {
    let frame: Rc<RefCell<Option<Frame>>> = Rc::default();
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
    *frame.borrow_mut() = Some(Closure::new({
        let (ask, last) = (ask.clone(), last.clone());
        move |stamp: f64| {
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
    let keep = StoredValue::new_local((frame, pending));
    on_cleanup(move || {
        keep.try_with_value(|(_, pending)| {
            if let Some(id) = pending.take() {
                let _ = window().cancel_animation_frame(id);
            }
        });
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
