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
use crate::language::t;
use crate::live;
use crate::say;
use crate::words::number::{exact, percent};
use crate::words::trouble;

/// How many lanes there are at most. What has no room in them lies in the last, over what is there, and is counted at its end.
const LANES: usize = 4;
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

/// Where a key takes a block.
enum By {
    /// By so many hundredths of the run.
    Hundredths(i64),
    /// As far as it goes.
    Least,
    Most,
}

/// A block that is being dragged.
#[derive(Clone, Copy)]
struct Drag {
    grip: Grip,
    /// Which pointer holds it: others are not heard.
    pointer: i32,
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
    for (name, value) in [("role", "group"), ("aria-label", t("What goes wrong")), ("tabindex", "-1")] {
        live::set(lanes, name, Some(value));
    }
    live::style(lanes, move || format!("--lanes:{}", used(&lanes_of(&lab.scenario().faults, end(lab)).0)));
    // A finger has more room in few.
    live::flag(lanes, "data-many", move || used(&lanes_of(&lab.scenario().faults, end(lab)).0) > 2);
    live::markup(lanes, move || told(&lab.scenario().faults, end(lab)));
    let held: Rc<Cell<Option<Drag>>> = Rc::default();
    let (place, taken) = (lanes.clone(), held.clone());
    live::hear(lanes, "pointerdown", move |event| {
        let Some(nth) = pressed(&event) else { return };
        let event: PointerEvent = event.unchecked_into();
        if event.button() != 0 || !event.is_primary() {
            return;
        }
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
        let pointer = event.pointer_id();
        taken.set(Some(Drag { grip, pointer, x, was: fault, now: fault, scale, end }));
        let _ = place.set_pointer_capture(pointer);
    });
    let moving = held.clone();
    // Also of what the pointer does beside the lanes.
    live::hear(&window(), "pointermove", move |event| {
        let Some(mut drag) = moving.get() else { return };
        let event: PointerEvent = event.unchecked_into();
        if event.pointer_id() != drag.pointer {
            return;
        }
        if event.buttons() == 0 {
            // It was let go where the page does not hear of it, as in a menu.
            moving.set(None);
            return lab.settle();
        }
        let by = ((f64::from(event.client_x()) - drag.x) * drag.scale) as i64;
        let to = moved(drag.was, drag.grip, by, drag.end);
        change(lab, drag.now, to);
        drag.now = to;
        moving.set(Some(drag));
    });
    for over in ["pointerup", "pointercancel"] {
        let held = held.clone();
        live::hear(&window(), over, move |event| {
            let pointer = event.unchecked_ref::<PointerEvent>().pointer_id();
            if held.get().is_some_and(|drag| drag.pointer == pointer) {
                held.set(None);
                lab.settle();
            }
        });
    }
    // While a key is held, the run's end is where it was, as while a pointer drags.
    let until: Rc<Cell<Option<u64>>> = Rc::default();
    let held = until.clone();
    live::hear_keys(lanes, "keydown", move |event| {
        // Whoever leaves while a key is down lets it go elsewhere.
        let run = held.get().filter(|_| event.repeat()).unwrap_or_else(|| untrack(|| end(lab)));
        held.set(Some(run));
        key(lab, &event, run);
    });
    live::hear(lanes, "keyup", move |_| {
        until.set(None);
        lab.settle();
    });
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

/// A fault that is held and moved by so many nanoseconds, in a run that ends then: it stays within the run, or does not get
/// farther out. It lands on values that read well.
fn moved(fault: Fault, grip: Grip, by: i64, end: u64) -> Fault {
    let end = end.min(Scenario::DURATION.end().nanos());
    let unit = unit(end);
    let to = |at: Time, least: u64, most: u64| {
        let most = (most / unit * unit).max(at.nanos());
        let to = at.nanos().saturating_add_signed(by).clamp(least, most);
        Time::from_nanos(((to + unit / 2) / unit * unit).clamp(least, most))
    };
    let Fault { from, until, what } = fault;
    match grip {
        Grip::Whole => {
            let lasts = until - from;
            let from = to(from, 0, end.saturating_sub(lasts.nanos()));
            Fault { from, until: from + lasts, what }
        }
        Grip::Start => Fault { from: to(from, 0, until.nanos()), ..fault },
        Grip::End => Fault { until: to(until, from.nanos(), end), ..fault },
    }
}

/// The power of ten of which the run has some hundreds.
fn unit(end: u64) -> u64 {
    let mut unit = 1;
    while unit * 2_000 <= end {
        unit *= 10;
    }
    unit
}

/// Arrow keys move a block by a hundredth of the run, Page Up and Page Down by a tenth, Home and End as far as it goes; with
/// Shift they stretch its end. Delete removes it.
fn key(lab: Lab, event: &KeyboardEvent, run: u64) {
    let Some(nth) = pressed(event) else { return };
    let Some(fault) = untrack(|| lab.scenario()).faults.iter().nth(nth) else { return };
    let by = match event.key().as_str() {
        "ArrowLeft" | "ArrowDown" => By::Hundredths(-1),
        "ArrowRight" | "ArrowUp" => By::Hundredths(1),
        "PageDown" => By::Hundredths(-10),
        "PageUp" => By::Hundredths(10),
        "Home" => By::Least,
        "End" => By::Most,
        "Delete" | "Backspace" => {
            event.prevent_default();
            lab.note(|open| open.strip = Some(true));
            return lab.change(|scenario| scenario.faults = scenario.faults.without(nth));
        }
        _ => return,
    };
    // The playhead does not hear of it, and the page does not scroll.
    event.prevent_default();
    let by = match by {
        By::Hundredths(by) => by * (run / 100) as i64,
        By::Least => i64::MIN / 2,
        By::Most => i64::MAX / 2,
    };
    let grip = if event.shift_key() { Grip::End } else { Grip::Whole };
    if grip == Grip::Whole || fault.what.extent() != Extent::Instant {
        change(lab, fault, moved(fault, grip, by, run));
    }
}

/// Each fault's lane, and how many have none of their own: those lie in the last, over others.
fn lanes_of(faults: &Faults, end: u64) -> (Vec<usize>, usize) {
    let (mut free, mut beyond) = ([0; LANES], 0);
    let place = |fault: Fault| {
        let lane = free.iter().position(|free| *free <= fault.from.nanos()).unwrap_or_else(|| {
            beyond += 1;
            LANES - 1
        });
        let taken = fault.until.nanos().max(fault.from.nanos() + end / 100 * LEAST);
        free[lane] = free[lane].max(taken);
        lane
    };
    let lanes = faults.iter().map(place).collect();
    (lanes, beyond)
}

/// How many lanes are used.
fn used(lanes: &[usize]) -> usize {
    lanes.iter().max().map_or(0, |last| last + 1)
}

/// Where the words of each block stand: from when to when, and whether they end at the block instead of beginning there. Each gap
/// between two blocks of a lane has those of one of them at most: of that before it, unless there is more room before that one.
fn labels(blocks: &[(u64, u64, usize)], end: u64) -> Vec<Option<(u64, u64, bool)>> {
    // How far each lane is taken, by blocks and words.
    let mut taken = [0; LANES];
    let place = |(nth, (from, until, lane)): (usize, &(u64, u64, usize))| {
        let next = blocks[nth + 1..].iter().find(|(_, _, one)| one == lane).map_or(end, |(from, ..)| *from);
        let (behind, before) = (next.saturating_sub(*until), from.saturating_sub(taken[*lane]));
        taken[*lane] = taken[*lane].max(*until);
        // Less has no room for words that say something: the row in the strip has them.
        if behind.max(before) * 12 < end {
            None
        } else if behind >= before || behind * 5 > end {
            taken[*lane] = next;
            Some((*until, next, false))
        } else {
            Some((from - before, *from, true))
        }
    };
    blocks.iter().enumerate().map(place).collect()
}

fn told(faults: &Faults, end: u64) -> Markup {
    let (lanes, beyond) = lanes_of(faults, end);
    let on_bar = |at: Time| at.nanos().min(end);
    let of = |(fault, lane): (Fault, &usize)| (on_bar(fault.from), on_bar(fault.until), *lane);
    let blocks: Vec<_> = faults.iter().zip(&lanes).map(of).collect();
    let labels = labels(&blocks, end);
    let last = used(&lanes).saturating_sub(1);
    html! {
        @for (nth, (fault, (from, until, lane))) in faults.iter().zip(&blocks).enumerate() {
            @let earlier = faults.iter().take(nth).filter(|one| one.what.is_like(fault.what)).count();
            @let (name, when) = (trouble::fault(fault.what), when(&fault));
            // There is more to aim at above the first lane and below the last.
            @let (above, below) = (if *lane == 0 { 4 } else { 0 }, if *lane == last { 6 } else { 0 });
            span.block data-block=(nth) data-part=(fault.what.family().name()) data-key={ "block-" (name) "-" (earlier) } role="slider" tabindex="0"
                data-extent=(if fault.from < fault.until { "lasting" } else { "instant" })
                aria-label=(capital(&name)) aria-valuemin="0" aria-valuemax=(end.max(fault.until.nanos()) / 1000)
                aria-valuenow=(fault.from.nanos() / 1000) aria-valuetext=(when)
                aria-keyshortcuts="ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight PageUp PageDown Home End Delete"
                title=(say!("{} {}. Drag it, or its ends; arrow keys move it, with Shift its end, Delete removes it.", name, when))
                data-css={ "left:" (percent(*from, end)) ";width:" (percent(until.saturating_sub(*from), end))
                    ";--lane:" (lane) ";--above:" (above) "px;--below:" (below) "px" } {}
            @if let Some((from, until, before)) = labels[nth] {
                i.before[before] aria-hidden="true"
                    data-css={ "left:" (percent(from, end)) ";width:" (percent(until - from, end)) ";--lane:" (lane) } { (name) }
            }
        }
        @if beyond > 0 {
            i.more data-css={ "--lane:" (LANES - 1) } aria-hidden="true" { "+" (beyond) }
        }
    }
}

/// A name as a sentence begins.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// When it is, in words.
fn when(fault: &Fault) -> String {
    let [from, until] = [fault.from, fault.until].map(|at| exact(at.since_start()));
    if fault.from < fault.until { say!("from {} to {}", from, until) } else { say!("at {}", from) }
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
        assert_eq!(by(Grip::Whole, 100), fault(30, 50), "it stops at the run's end");
        assert_eq!(by(Grip::Start, 100), fault(30, 30));
        assert_eq!(by(Grip::End, -100), fault(10, 10));
        assert_eq!(by(Grip::End, 100), fault(10, 50), "so does its end");
        assert_eq!(moved(fault(60, 70), Grip::Whole, MS as i64, end), fault(60, 70), "what is outside gets no farther");
        assert_eq!(moved(fault(60, 70), Grip::Whole, -20 * MS as i64, end), fault(40, 50));
        assert_eq!(moved(was, Grip::Whole, 90 * MS as i64, 43_271_234).until.nanos(), 43_200_000);
        assert_eq!(moved(was, Grip::Whole, i64::MIN / 2, end), fault(0, 20));
        assert_eq!(moved(was, Grip::Whole, i64::MAX / 2, end), fault(30, 50));
        assert_eq!(moved(was, Grip::Whole, 1_234_567, end).from.nanos(), 11_200_000, "to a tenth of a millisecond");
    }

    fn faults(faults: &[(u64, u64)]) -> Faults {
        faults.iter().map(|(from, until)| fault(*from, *until)).collect()
    }

    #[test]
    fn what_overlaps_lies_in_another_lane_and_of_what_has_none_the_number_is_told() {
        let lanes = |all: &[(u64, u64)]| lanes_of(&faults(all), 100 * MS);
        assert_eq!(lanes(&[(10, 20), (20, 30), (25, 40), (26, 41), (27, 42)]), (vec![0, 0, 1, 2, 3], 0));
        assert_eq!(lanes(&[(10, 10), (11, 11), (12, 12)]), (vec![0, 1, 0], 0), "marks need room, too");
        assert_eq!(lanes(&[(20, 20); 4]), (vec![0, 1, 2, 3], 0));
        assert_eq!(lanes(&[(20, 20); 6]), (vec![0, 1, 2, 3, 3, 3], 2));
        assert_eq!(lanes(&[]), (vec![], 0));
        let told = told(&faults(&[(20, 20); 6]), 100 * MS).into_string();
        assert!(told.contains("+2"), "{told}");
    }

    #[test]
    fn no_words_stand_over_others_or_over_a_block() {
        for blocks in [
            &[(30, 30, 0), (43, 60, 0)][..],
            &[(30, 30, 0), (43, 68, 0)],
            &[(0, 10, 0), (30, 40, 0), (60, 60, 0), (20, 90, 1)],
            &[(50, 50, 0), (51, 99, 1), (60, 60, 0), (61, 61, 2), (70, 70, 3), (75, 75, 3)],
            &[(90, 100, 0)],
        ] {
            for end in [60, 70, 100] {
                let on_bar = |(from, until, lane): &(u64, u64, usize)| (*from.min(&end), *until.min(&end), *lane);
                let blocks: Vec<_> = blocks.iter().map(on_bar).collect();
                let mut all: Vec<_> = blocks.iter().map(|(from, until, lane)| (*lane, *from, *until)).collect();
                let labels = labels(&blocks, end).into_iter().zip(&blocks);
                all.extend(labels.filter_map(|(label, (.., lane))| label.map(|(from, until, _)| (*lane, from, until))));
                all.sort_unstable();
                assert!(all.windows(2).all(|two| two[0].0 != two[1].0 || two[0].2 <= two[1].1), "{blocks:?} {all:?}");
            }
        }
    }

    #[test]
    fn what_a_slider_is_at_is_never_above_its_most() {
        let number = |told: &str, name: &str| -> u64 {
            told.split_once(name)
                .and_then(|(_, rest)| rest.split('"').nth(1)?.parse().ok())
                .unwrap_or_else(|| panic!("{told}"))
        };
        for (from, until) in [(10, 30), (0, 50), (60, 70), (700, 700)] {
            let told = told(&faults(&[(from, until)]), 50 * MS).into_string();
            assert!(number(&told, "aria-valuenow=") <= number(&told, "aria-valuemax="), "{told}");
            assert!(told.contains("aria-label=\"Redis down\""), "{told}");
        }
    }
}
