//! What goes wrong, as blocks below the play bar's track: they are dragged, stretched at their ends, moved by keys and removed.
//!
//! They are told anew with each change, so what is pressed is heard by the lanes that they lie in, which stay.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use limit_sim::scenario::{Extent, Fault, Faults, Scenario};
use limit_sim::time::Time;
use maud::{Markup, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

use crate::lab::Lab;
use crate::live;
use crate::words::number::{exact, percent};
use crate::words::trouble;

/// How many lanes there are at most. What has no room in them lies in the last, over what is there.
const LANES: usize = 3;
/// A lane's height with the gap below it, in pixels.
const LANE: usize = 10;
/// What is no longer than this many hundredths of the bar is as good as this long, where lanes are chosen.
const LEAST: u64 = 2;
/// How near to a block's end a press takes hold of that end, in pixels, where the block is long enough to have a middle, too.
const END: f64 = 8.0;

/// Which part of a block is held.
#[derive(Clone, Copy, PartialEq)]
enum Grip {
    Whole,
    Start,
    End,
}

/// A block that is being dragged.
#[derive(Clone, Copy)]
struct Drag {
    grip: Grip,
    /// Where the pointer took hold of it.
    x: f64,
    /// The fault as it was then, and as it is now.
    was: Fault,
    now: Fault,
    /// Nanoseconds for each pixel, by the run's length then: that may change with each step.
    scale: f64,
    end: u64,
}

/// Keeps the blocks in their lanes.
pub fn keep_blocks(lanes: &Element, lab: Lab) {
    for (name, value) in [("role", "group"), ("aria-label", "What goes wrong"), ("tabindex", "-1")] {
        live::set(lanes, name, Some(value));
    }
    live::attribute(lanes, "style", move || {
        let used = placed(&lab.scenario().faults, end(lab)).iter().map(|(_, lane)| lane + 1).max();
        format!("height:{}px", used.unwrap_or(0) * LANE)
    });
    live::markup(lanes, move || told(&lab.scenario().faults, end(lab)));
    let held: Rc<Cell<Option<Drag>>> = Rc::default();
    let (place, taken) = (lanes.clone(), held.clone());
    live::hear(lanes, "pointerdown", move |event| {
        let Some(nth) = pressed(&event) else { return };
        let event: PointerEvent = event.unchecked_into();
        let Some(fault) = untrack(|| lab.scenario()).faults.iter().nth(nth) else { return };
        let Some(block) = block(&place, nth) else { return };
        let (corner, width) = (block.get_bounding_client_rect(), place.client_width().max(1));
        let (x, end) = (f64::from(event.client_x()), untrack(|| end(lab)));
        let grip = match fault.what.extent() {
            Extent::Lasting | Extent::Either if corner.width() >= 3.0 * END => {
                if x < corner.left() + END {
                    Grip::Start
                } else if x > corner.right() - END {
                    Grip::End
                } else {
                    Grip::Whole
                }
            }
            _ => Grip::Whole,
        };
        let scale = end as f64 / f64::from(width);
        taken.set(Some(Drag { grip, x, was: fault, now: fault, scale, end }));
        let _ = place.set_pointer_capture(event.pointer_id());
    });
    let moving = held.clone();
    live::hear(lanes, "pointermove", move |event| {
        let Some(mut drag) = moving.get() else { return };
        let event: PointerEvent = event.unchecked_into();
        let by = ((f64::from(event.client_x()) - drag.x) * drag.scale) as i64;
        let to = moved(drag.was, drag.grip, by, drag.end);
        change(lab, drag.now, to);
        drag.now = to;
        moving.set(Some(drag));
    });
    for over in ["pointerup", "pointercancel"] {
        let held = held.clone();
        live::hear(lanes, over, move |_| {
            if held.take().is_some() {
                lab.settle();
            }
        });
    }
    live::hear(lanes, "keydown", move |event| key(lab, &event.unchecked_into()));
    live::hear(lanes, "keyup", move |_| lab.settle());
}

/// The run's end.
fn end(lab: Lab) -> u64 {
    lab.run().trace.end().nanos().max(1)
}

/// Which fault's block an event is about.
fn pressed(event: &web_sys::Event) -> Option<usize> {
    live::pressed(event, "data-block")?.parse().ok()
}

fn block(lanes: &Element, nth: usize) -> Option<Element> {
    lanes.query_selector(&format!("[data-block='{nth}']")).ok().flatten()
}

/// One step of dragging a fault to where it is to be.
fn change(lab: Lab, from: Fault, to: Fault) {
    if from != to {
        lab.drag("fault", |scenario| {
            let nth = scenario.faults.iter().position(|fault| fault == from);
            let rest = nth.map(|nth| scenario.faults.without(nth));
            scenario.faults = rest.and_then(|rest| rest.with(to)).unwrap_or(scenario.faults);
        });
    }
}

/// A fault that is held and moved by so many nanoseconds, in a run that ends then. It lands on values that read well.
fn moved(fault: Fault, grip: Grip, by: i64, end: u64) -> Fault {
    let latest = Scenario::DURATION.end().nanos();
    let to = |at: Time, least: u64, most: u64| {
        let to = at.nanos().saturating_add_signed(by).clamp(least, most);
        Time::from_nanos(rounded(to, end).clamp(least, most))
    };
    let Fault { from, until, what } = fault;
    match grip {
        Grip::Whole => {
            let lasts = until - from;
            let from = to(from, 0, end.max(from.nanos()).min(latest - lasts.nanos()));
            Fault { from, until: from + lasts, what }
        }
        Grip::Start => Fault { from: to(from, 0, until.nanos()), ..fault },
        Grip::End => Fault { until: to(until, from.nanos(), latest), ..fault },
    }
}

/// To the power of ten of which the run has some hundreds.
fn rounded(at: u64, end: u64) -> u64 {
    let mut unit = 1;
    while unit * 2_000 <= end {
        unit *= 10;
    }
    (at + unit / 2) / unit * unit
}

/// Arrow keys move a block by a hundredth of the run, with Shift they stretch its end; Delete removes it.
fn key(lab: Lab, event: &KeyboardEvent) {
    let Some(nth) = pressed(event) else { return };
    let Some(fault) = untrack(|| lab.scenario()).faults.iter().nth(nth) else { return };
    let run = untrack(|| end(lab));
    let by = match event.key().as_str() {
        "ArrowLeft" | "ArrowDown" => -1,
        "ArrowRight" | "ArrowUp" => 1,
        "Delete" | "Backspace" => {
            event.prevent_default();
            lab.note(|open| open.strip = Some(true));
            return lab.change(|scenario| scenario.faults = scenario.faults.without(nth));
        }
        _ => return,
    };
    event.prevent_default();
    let grip = if event.shift_key() { Grip::End } else { Grip::Whole };
    if grip == Grip::Whole || fault.what.extent() != Extent::Instant {
        change(lab, fault, moved(fault, grip, by * (run / 100) as i64, run));
    }
}

/// Each fault with its lane.
fn placed(faults: &Faults, end: u64) -> Vec<(Fault, usize)> {
    let mut free = [0; LANES];
    let place = |fault: Fault| {
        let lane = free.iter().position(|free| *free <= fault.from.nanos()).unwrap_or(LANES - 1);
        free[lane] = fault.until.nanos().max(fault.from.nanos() + end / 100 * LEAST);
        (fault, lane)
    };
    faults.iter().map(place).collect()
}

fn told(faults: &Faults, end: u64) -> Markup {
    let placed = placed(faults, end);
    let on_bar = |at: Time| at.nanos().min(end);
    html! {
        @for (nth, (fault, lane)) in placed.iter().enumerate() {
            @let (from, until) = (on_bar(fault.from), on_bar(fault.until));
            @let earlier = placed[..nth].iter().filter(|(one, _)| one.what.is_like(fault.what)).count();
            @let (name, when) = (trouble::fault(fault.what), when(fault));
            @let top = lane * LANE;
            // Its words stand where there is more room: behind it, or before it.
            @let next = placed[nth + 1..].iter().find(|(_, one)| one == lane).map_or(end, |(next, _)| on_bar(next.from));
            @let last = placed[..nth].iter().rev().find(|(_, one)| one == lane).map_or(0, |(last, _)| on_bar(last.until));
            @let (behind, before) = (next.saturating_sub(until), from.saturating_sub(last));
            span.block data-block=(nth) data-key={ "block-" (trouble::fault(fault.what)) "-" (earlier) } role="slider" tabindex="0"
                data-extent=(if fault.from < fault.until { "lasting" } else { "instant" })
                aria-label={ (name) " " (when) } aria-valuemin="0" aria-valuemax=(end / 1000) aria-valuenow=(from / 1000)
                aria-valuetext=(when) aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Delete"
                title={ (name) " " (when) ". Drag it, or its ends; arrow keys move it, with Shift its end, Delete removes it." }
                style={ "left:" (percent(from, end)) ";width:" (percent(until.saturating_sub(from), end)) ";top:" (top) "px" } {}
            @if behind.max(before) * 12 < end {
                // No room for words that say something: the row in the strip has them.
            } @else if behind >= before || behind * 5 > end {
                i aria-hidden="true" style={ "left:" (percent(until, end)) ";width:" (percent(behind, end)) ";top:" (top) "px" } { (name) }
            } @else {
                i.before aria-hidden="true"
                    style={ "left:" (percent(from - before, end)) ";width:" (percent(before, end)) ";top:" (top) "px" } { (name) }
            }
        }
    }
}

/// When it is, in words.
fn when(fault: &Fault) -> String {
    let [from, until] = [fault.from, fault.until].map(|at| exact(at.since_start()));
    if fault.from < fault.until { format!("from {from} to {until}") } else { format!("at {from}") }
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::What;

    use super::*;

    const MS: u64 = 1_000_000;

    fn fault(from: u64, until: u64) -> Fault {
        Fault { from: Time::from_nanos(from * MS), until: Time::from_nanos(until * MS), what: What::Down }
    }

    #[test]
    fn a_block_moves_and_stretches_and_stays_in_order() {
        let (was, end) = (fault(10, 30), 50 * MS);
        let by = |grip, by: i64| moved(was, grip, by * MS as i64, end);
        assert_eq!(by(Grip::Whole, 5), fault(15, 35));
        assert_eq!(by(Grip::Whole, -20), fault(0, 20));
        assert_eq!(by(Grip::Whole, 100), fault(50, 70));
        assert_eq!(by(Grip::Start, 100), fault(30, 30));
        assert_eq!(by(Grip::End, -100), fault(10, 10));
        assert_eq!(by(Grip::End, 100), fault(10, 130));
        assert_eq!(moved(was, Grip::Whole, 1_234_567, end).from.nanos(), 11_200_000, "to a tenth of a millisecond");
    }

    #[test]
    fn what_overlaps_lies_in_another_lane_and_there_are_three() {
        let lanes = |faults: &[(u64, u64)]| {
            let faults: Faults = faults.iter().map(|(from, until)| fault(*from, *until)).collect();
            placed(&faults, 100 * MS).iter().map(|(_, lane)| *lane).collect::<Vec<_>>()
        };
        assert_eq!(lanes(&[(10, 20), (20, 30), (25, 40), (26, 41), (27, 42)]), [0, 0, 1, 2, 2]);
        assert_eq!(lanes(&[(10, 10), (11, 11), (12, 12)]), [0, 1, 0], "marks need room, too");
        assert!(lanes(&[]).is_empty());
    }
}
