//! The picture: bars over the number let through, and what is marked on them.

use maud::{Markup, html};

use super::This;
use super::counting::Count;
use super::marks::{self, GAP, LANES, Mark};
use super::said::{ends, those};
use super::scale::{Axis, Column, Needs, shares};
use crate::language::t;
use crate::say;
use crate::svg;
use crate::words::counting::grouped;
use crate::words::number::{fixed, px, thousandths, trimmed};

/// Where the shares are written.
const LEFT: f64 = 42.0;
const RIGHT: f64 = 14.0;
/// A line of labels.
const LANE: f64 = 16.0;
const TOP: f64 = LANES as f64 * LANE + 8.0;
/// How high the bars are.
const BARS: f64 = 150.0;
const FOOT: f64 = TOP + BARS;
/// Where the stretch is that holds nine of ten.
const MOST: f64 = FOOT + 36.0;
const HEIGHT: f64 = MOST + 24.0;
/// How wide a letter of a label is, about; with a little room.
const LETTER: f64 = 6.9;

/// Where numbers are in a picture of this width.
pub struct Frame {
    axis: Axis,
    width: f64,
}

impl Frame {
    /// The frame for these runs.
    pub fn of(count: &Count, this: &This, width: f64, held: Option<Axis>) -> Self {
        let [least, most] = ends(count);
        let scenario = count.scenario();
        let needs = Needs {
            requests: scenario.requests(),
            line: line(count, this),
            worst: count.seeds.bounds().worst_case,
            least,
            most,
        };
        Self { axis: Axis::of(&needs, width - LEFT - RIGHT, held), width }
    }

    /// One with an axis that was drawn.
    pub fn with(axis: Axis, width: f64) -> Self {
        Self { axis, width }
    }

    pub fn axis(&self) -> Axis {
        self.axis
    }

    fn right(&self) -> f64 {
        self.width - RIGHT
    }

    /// A number's middle.
    fn x(&self, number: f64) -> f64 {
        LEFT + (self.right() - LEFT) * self.axis.middle(number)
    }

    /// The bar nearest to a place, unless all are far away.
    pub fn nearest(&self, columns: &[Column], x: f64) -> Option<Column> {
        const NEAR: f64 = 14.0;
        let off = |column: &&Column| {
            let [from, to] = self.sides(column);
            (from - x).max(x - to).max(0.0)
        };
        columns.iter().min_by(|one, other| off(one).total_cmp(&off(other))).filter(|column| off(column) < NEAR).copied()
    }

    /// Where a bar begins and ends.
    fn sides(&self, column: &Column) -> [f64; 2] {
        let first = f64::from(column.first) - 0.5;
        [first, first + f64::from(self.axis.bin)].map(|number| self.x(number))
    }
}

/// The limit, or what an exact limiter lets through of the requests of the run on the stage.
fn line(count: &Count, this: &This) -> u32 {
    if this.one_count { count.scenario().limit } else { this.due }
}

/// What the line is called.
pub fn line_name(this: &This) -> &'static str {
    if this.one_count { t("limit") } else { t("due in this run") }
}

/// Draws it. `pointed` is the bar that is pointed at, by its least number.
pub fn picture(count: &Count, this: &This, frame: &Frame, label: &str, pointed: Option<u32>) -> Markup {
    let columns = frame.axis.columns(&count.all, &count.over);
    let runs = count.all.runs().max(1) as f64;
    let highest = columns.iter().map(|column| column.runs).max().unwrap_or(0) as f64 / runs;
    let (top, step) = shares(highest);
    let y = |share: f64| FOOT - BARS * share * 1000.0 / f64::from(top);
    let marks = marked(count, this, frame);
    let labels: Vec<_> =
        marks.iter().map(|(x, mark)| Mark { x: *x, width: mark.label.chars().count() as f64 * LETTER }).collect();
    let places = marks::place(&labels, 2.0, frame.width - 2.0);
    let [low, high] = [5, 95].map(|percent| frame.x(count.all.percentile(percent).unwrap_or_default().into()));
    let most_ticks = ((frame.width - LEFT) / 46.0) as u32;
    html! {
        svg viewBox={ "0 0 " (px(frame.width)) " " (px(HEIGHT)) } role="img" aria-label=(label) {
            defs {
                pattern id="runs-over" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    (svg::path("stripe", "M0 0V6"))
                }
            }
            @for level in (0..=top).step_by(step as usize) {
                @let height = y(f64::from(level) / 1000.0);
                (svg::line("lane", LEFT, height, frame.right(), height))
                (svg::text("level", "end", LEFT - 6.0, height + 4.0, &(thousandths(i64::from(level) * 100) + "%")))
            }
            (svg::text("level", "end", LEFT - 6.0, TOP - 11.0, t("share")))
            @for column in &columns { (bar(frame, column, runs, y, pointed == Some(column.first))) }
            (svg::line("axis", LEFT, FOOT, frame.right(), FOOT))
            @for tick in frame.axis.ticks(most_ticks) {
                @let x = frame.x(tick.into());
                (svg::line("axis", x, FOOT, x, FOOT + 4.0))
                (svg::text("level", "middle", x, FOOT + 17.0, &grouped(tick.into())))
            }
            // At the end that the stretch is not at.
            @let middle = (LEFT + frame.right()) / 2.0;
            @let (end, x) = if low + high > 2.0 * middle { ("start", LEFT) } else { ("end", frame.right()) };
            (svg::text("level", end, x, MOST + 18.0, t("let through")))
            @if high > low {
                (svg::path("most", &format!("M{} {}v8m0 -4H{}m0 -4v8", px(low), px(MOST - 4.0), px(high))))
                (most_label(frame, low, high))
            }
            @if let Some(mean) = count.seeds.bounds().expected {
                @let x = frame.x(mean);
                @if x >= LEFT && x <= frame.right() { (svg::path("formula", &diamond(x, FOOT))) }
            }
            @for ((x, mark), place) in marks.iter().zip(&places) {
                @let y = place.lane as f64 * LANE;
                @if !mark.beside { (svg::line(mark.class, *x, y + 3.0, *x, FOOT)) }
                @let (anchor, at) = if place.left { ("end", x - GAP) } else { ("start", x + GAP) };
                (svg::text(&format!("label {}", mark.class), anchor, at, y + 14.0, &mark.label))
            }
        }
    }
}

/// What is said of the stretch that holds nine of ten, below it and inside the picture.
fn most_label(frame: &Frame, low: f64, high: f64) -> Markup {
    let words = t("nine of ten");
    let half = words.chars().count() as f64 * LETTER / 2.0;
    let x = ((low + high) / 2.0).min(frame.width - half).max(half);
    svg::text("level", "middle", x, MOST + 18.0, words)
}

/// A bar: those within the limit, and on top of them those over it.
fn bar(frame: &Frame, column: &Column, runs: f64, y: impl Fn(f64) -> f64, pointed: bool) -> Markup {
    let [from, to] = frame.sides(column);
    let gap = if to - from > 8.0 { 2.0 } else { 1.0 };
    let (x, width) = (from + gap / 2.0, (to - from - gap).max(1.0));
    // However rare, it is seen.
    let top = y(column.runs as f64 / runs).min(FOOT - 1.5);
    let split = if column.over == column.runs { FOOT } else { y((column.runs - column.over) as f64 / runs) };
    html! {
        g data-first=(column.first) data-runs=(column.runs) data-over=(column.over) {
            @if pointed { (svg::rect("pointed", from, TOP, to - from, BARS, 0)) }
            @if column.over < column.runs { (svg::rect("within", x, if column.over > 0 { split } else { top }, width, FOOT - if column.over > 0 { split } else { top }, 0)) }
            @if column.over > 0 {
                (svg::rect("ground", x, top, width, split - top, 0))
                (svg::rect("over", x, top, width, split - top, 0))
            }
        }
    }
}

/// Something that is marked.
struct Marked {
    class: &'static str,
    label: String,
    /// It is beyond the axis: only its label is there.
    beside: bool,
}

/// What is marked, and where.
fn marked(count: &Count, this: &This, frame: &Frame) -> Vec<(f64, Marked)> {
    let mean = count.all.summary().mean;
    let worst = count.seeds.bounds().worst_case;
    let line = line(count, this);
    let number = grouped(line.into());
    let named = if this.one_count { say!("limit {}", number) } else { say!("due in this run {}", number) };
    // Both ends are where more begins, so a bar that is not over them ends there.
    [
        ("limit", f64::from(line) + 0.5, named),
        ("mean", mean, say!("mean {}", trimmed(mean, 1))),
        ("this", this.allowed.into(), say!("this run {}", grouped(this.allowed.into()))),
        ("worst", f64::from(worst) + 0.5, say!("worst case {}", grouped(worst.into()))),
    ]
    .into_iter()
    .map(|(class, number, label)| {
        let x = frame.x(number);
        let mark = |label, beside| Marked { class, label, beside };
        if x < LEFT {
            (LEFT, mark(format!("\u{2190} {label}"), true))
        } else if x > frame.right() + 0.5 {
            (frame.right(), mark(format!("{label} \u{2192}"), true))
        } else {
            (x, mark(label, false))
        }
    })
    .collect()
}

/// The mark of the mean that a formula tells.
pub fn diamond(x: f64, y: f64) -> String {
    format!("M{} {}l5 5l-5 5l-5 -5z", px(x), px(y - 5.0))
}

/// How bars are joined, and what is done with them.
pub fn hint(axis: Axis) -> String {
    let Axis { from, bin, .. } = axis;
    if bin == 1 {
        return t("Click a bar to see such a run on the stage.").to_owned();
    }
    let to = grouped((from + bin - 1).into());
    say!(
        "Each bar is {} wide: {} to {}, and so on. Click one to see such a run on the stage.",
        bin,
        grouped(from.into()),
        to
    )
}

/// A bar in words.
pub fn told(count: &Count, axis: Axis, column: &Column) -> String {
    let numbers = match axis.bin {
        1 => grouped(column.first.into()),
        bin => say!("{} to {}", grouped(column.first.into()), grouped((column.first + bin - 1).into())),
    };
    let share = fixed(100.0 * column.runs as f64 / count.all.runs().max(1) as f64, 2);
    say!("{} let through: {} ({}%). Click to see one on the stage.", numbers, those(count, column.runs), share)
}
