//! Where everything on the stage stands, in CSS pixels. Wide stages go from left to right, narrow ones from top to bottom.

use crate::words::number::px;

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f64,
    /// Its top edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Rect {
    /// Its middle.
    pub fn middle(&self) -> Point {
        Point { x: self.x + self.w / 2.0, y: self.y + self.h / 2.0 }
    }

    fn left(&self) -> Point {
        Point { x: self.x, ..self.middle() }
    }

    fn right(&self) -> Point {
        Point { x: self.x + self.w, ..self.middle() }
    }

    /// Whether a point lies in it.
    pub fn contains(&self, Point { x, y }: Point) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }

    /// What is left of it when `by` is taken off each side.
    pub fn inset(&self, by: f64) -> Self {
        Self { x: self.x + by, y: self.y + by, w: (self.w - 2.0 * by).max(0.0), h: (self.h - 2.0 * by).max(0.0) }
    }
}

/// A cubic Bezier curve.
type Curve = [Point; 4];

/// A curve that leaves and arrives from left to right.
fn along(from: Point, to: Point) -> Curve {
    let dx = (to.x - from.x) / 2.0;
    [from, Point { x: from.x + dx, ..from }, Point { x: to.x - dx, ..to }, to]
}

/// A way between two things: a curve, straight on to the next, and that; or one curve, and the next is where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way([Curve; 2]);

impl Way {
    fn direct(curve: Curve) -> Self {
        Self([curve, [curve[3]; 4]])
    }

    /// The point at a fraction of the way. Each part of it takes its share by how far its ends are apart, along and across.
    pub fn at(&self, part: f64) -> Point {
        let Self([first, then]) = self;
        let length = |from: Point, to: Point| (to.x - from.x).abs() + (to.y - from.y).abs();
        let [a, b, c] =
            [[first[0], first[3]], [first[3], then[0]], [then[0], then[3]]].map(|[from, to]| length(from, to));
        let gone = part * (a + b + c);
        if gone <= a {
            return on(first, gone / a.max(f64::MIN_POSITIVE));
        }
        if gone < a + b {
            let along = |from: f64, to: f64| from + (to - from) * (gone - a) / b;
            return Point { x: along(first[3].x, then[0].x), y: along(first[3].y, then[0].y) };
        }
        on(then, ((gone - a - b) / c).min(1.0))
    }

    /// As an SVG path.
    pub fn path(&self) -> String {
        let Self([first, then]) = self;
        let curve = |start: char, curve: &Curve| {
            let [a, b, c, d] = curve.map(|point| format!("{} {}", px(point.x), px(point.y)));
            format!("{start}{a}C{b} {c} {d}")
        };
        let rest = if then[0] == then[3] { String::new() } else { curve('L', then) };
        curve('M', first) + &rest
    }
}

/// The point at a fraction of a curve.
fn on(curve: &Curve, part: f64) -> Point {
    let rest = 1.0 - part;
    let weights = [rest * rest * rest, 3.0 * rest * rest * part, 3.0 * rest * part * part, part * part * part];
    let sum = |of: fn(&Point) -> f64| curve.iter().zip(weights).map(|(point, weight)| of(point) * weight).sum();
    Point { x: sum(|point| point.x), y: sum(|point| point.y) }
}

/// How much a server's box has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Name and tally in words.
    Words,
    /// The name in words, the tally in signs.
    Signs,
    /// A number and the tally in signs.
    Little,
    /// A number and what was let through.
    Tiny,
}

impl Room {
    fn of(width: f64) -> Self {
        match width {
            228.0.. => Self::Words,
            172.0.. => Self::Signs,
            104.0.. => Self::Little,
            _ => Self::Tiny,
        }
    }

    /// How far the words are from the box's edge, and their base line from its top.
    pub fn inset(self) -> (f64, f64) {
        match self {
            Self::Words | Self::Signs => (12.0, 22.0),
            Self::Little | Self::Tiny => (7.0, 15.0),
        }
    }
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The stage's width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Whether it goes from top to bottom.
    pub upright: bool,
    /// The user.
    pub user: Rect,
    /// The balancer: a circle in this square.
    pub balancer: Rect,
    /// The servers.
    pub servers: Vec<Rect>,
    /// How much the servers' boxes have room for.
    pub room: Room,
    /// Redis.
    pub redis: Rect,
}

/// Below this width the stage stands upright.
const UPRIGHT_BELOW: f64 = 380.0;
/// The least width of a server's box.
const NARROWEST: f64 = 54.0;
const GAP: f64 = 10.0;
/// Upright, the height of a row of servers.
const ROW: f64 = 62.0;
/// Upright, the height of the key to the marks, at the foot.
const KEY: f64 = 48.0;

/// How many columns so many servers stand in, on an upright stage.
fn upright_columns(servers: usize) -> usize {
    match servers {
        1 => 1,
        2..=8 => 2,
        9..=18 => 3,
        _ => 4,
    }
}

impl Layout {
    /// The height that an upright stage of this width needs; none where the page decides.
    pub fn height_for(width: f64, servers: usize) -> Option<f64> {
        let rows = servers.div_ceil(upright_columns(servers)) as f64;
        Self::stands_upright(width, servers)
            .then_some(12.0 + 70.0 + 34.0 + rows * (ROW + GAP) - GAP + 44.0 + 76.0 + 20.0 + KEY)
    }

    /// The layout for a stage of this size.
    pub fn new(width: f64, height: f64, servers: usize) -> Self {
        if Self::stands_upright(width, servers) {
            Self::upright(width, height, servers)
        } else {
            Self::wide(width, height, servers)
        }
    }

    /// Whether a stage is too narrow to go from left to right: altogether, or for so many servers beside each other.
    fn stands_upright(width: f64, servers: usize) -> bool {
        width < UPRIGHT_BELOW || Self::wide(width, 0.0, servers).servers[0].w < NARROWEST
    }

    fn upright(width: f64, height: f64, servers: usize) -> Self {
        let pad = 12.0;
        let user = Rect { x: pad, y: pad, w: 104.0, h: 70.0 };
        let balancer = Rect { x: width / 2.0 + 20.0, y: pad + 5.0, w: 60.0, h: 60.0 };
        let columns = upright_columns(servers);
        let w = ((width - 2.0 * pad + GAP) / columns as f64 - GAP).clamp(1.0, 220.0);
        let all = (w + GAP) * columns as f64 - GAP;
        let boxes = (0..servers).map(|nth| Rect {
            x: (width - all) / 2.0 + (w + GAP) * (nth % columns) as f64,
            y: pad + 70.0 + 34.0 + (ROW + GAP) * (nth / columns) as f64,
            w,
            h: ROW,
        });
        let redis = Rect { x: width / 2.0 - 75.0, y: height - 20.0 - KEY - 76.0, w: 150.0, h: 76.0 };
        Self { width, height, upright: true, user, balancer, servers: boxes.collect(), room: Room::of(w), redis }
    }

    fn wide(width: f64, height: f64, servers: usize) -> Self {
        let middle = height / 2.0;
        let columns = match servers {
            1..=6 => 1,
            7..=12 => 2,
            13..=18 => 3,
            _ => 4,
        };
        // Many servers take the room that few would leave empty.
        let roomy = ((width - UPRIGHT_BELOW) / 500.0).clamp(0.0, 1.0) / f64::from(columns);
        let close = if columns > 2 { 0.6 } else { 1.0 };
        let columns = columns as usize;
        let between = |tight: f64, wide: f64| tight + (wide - tight) * roomy;
        let gap = |tight: f64, wide: f64| between(tight * close, wide);
        // The user and Redis stand clear of the key below them.
        let side = middle.min(height - 146.0);
        let pad = gap(12.0, 28.0);
        let user = Rect { x: pad, y: side - 66.0, w: between(72.0, 116.0), h: 132.0 };
        let across = between(44.0, 66.0);
        let balancer = Rect { x: pad + user.w + gap(12.0, 50.0), y: side - across / 2.0, w: across, h: across };
        let redis_w = between(78.0, 112.0);
        let redis = Rect { x: width - pad - redis_w, y: side - 66.0, w: redis_w, h: 132.0 };
        let left = balancer.x + across + gap(26.0, 84.0);
        let right = redis.x - gap(30.0, 110.0);
        let rows = servers.div_ceil(columns);
        let w = (right - left + GAP) / columns as f64 - GAP;
        let h = ((height - 24.0 + GAP) / rows as f64 - GAP).min(74.0);
        let apart = if rows > 1 { ((height - 24.0 - h * rows as f64) / (rows - 1) as f64).min(26.0) } else { 0.0 };
        let all = h * rows as f64 + apart * (rows - 1) as f64;
        let boxes = (0..servers).map(|nth| Rect {
            x: left + (w + GAP) * (nth / rows) as f64,
            y: middle - all / 2.0 + (h + apart) * (nth % rows) as f64,
            w,
            h,
        });
        Self { width, height, upright: false, user, balancer, servers: boxes.collect(), room: Room::of(w), redis }
    }

    /// From the user to the balancer.
    pub fn to_balancer(&self) -> Way {
        Way::direct(along(self.user.right(), self.balancer.left()))
    }

    /// From the balancer to a server.
    pub fn to_server(&self, server: usize) -> Way {
        let [from, own, first] = [self.balancer, self.servers[server], self.servers[0]].map(|one| self.turned(one));
        let (from, to, y) = (from.right(), own.left(), self.lane(&own));
        self.way(match own.x == first.x {
            true => Way::direct(along(from, to)),
            false => Way([along(from, Point { x: first.x, y }), along(Point { x: to.x - GAP, y }, to)]),
        })
    }

    /// From one server to another.
    pub fn between(&self, from: usize, to: usize) -> Way {
        // Out on the side of Redis and back, so that what is between them is clear of the boxes.
        const OUT: f64 = 40.0;
        let [from, to] = [from, to].map(|server| self.turned(self.servers[server]).right());
        self.way(Way::direct([from, Point { x: from.x + OUT, ..from }, Point { x: to.x + OUT, ..to }, to]))
    }

    /// From a server to Redis.
    pub fn to_redis(&self, server: usize) -> Way {
        let last = self.servers[self.servers.len() - 1];
        let [own, to, last] = [self.servers[server], self.redis, last].map(|one| self.turned(one));
        let (from, to, y) = (own.right(), to.left(), self.lane(&own));
        self.way(match own.x == last.x {
            true => Way::direct(along(from, to)),
            false => Way([along(from, Point { x: from.x + GAP, y }), along(Point { x: last.right().x, y }, to)]),
        })
    }

    /// A box as it would stand if the stage went from left to right.
    fn turned(&self, one: Rect) -> Rect {
        let Rect { x, y, w, h } = one;
        if self.upright { Rect { x: y, y: x, w: h, h: w } } else { one }
    }

    /// A way from left to right, as it goes on this stage.
    fn way(&self, Way(curves): Way) -> Way {
        Way(if self.upright { curves.map(|curve| curve.map(|Point { x, y }| Point { x: y, y: x })) } else { curves })
    }

    /// How high the way past other boxes goes that leads to this one, turned: in the room between it and the next towards the
    /// middle, where there is always one.
    fn lane(&self, one: &Rect) -> f64 {
        let next = self.servers.get(1).map_or(*one, |next| self.turned(*next));
        let apart = (next.y - self.turned(self.servers[0]).y - one.h) / 2.0;
        let above = one.middle().y < self.turned(self.balancer).middle().y;
        if above { one.y + one.h + apart } else { one.y - apart }
    }

    /// Where a server's decisions are drawn, below its words.
    pub fn marks(&self, server: usize) -> Rect {
        let (inset, baseline) = self.room.inset();
        let Rect { x, y, w, h } = self.servers[server];
        let words = baseline + 5.0;
        Rect { x: x + inset, y: y + words, w: w - 2.0 * inset, h: (h - words - 5.0).max(4.0) }
    }

    /// Where the requests that are still to come are drawn, above the user's words.
    pub fn waiting(&self) -> Rect {
        let inner = self.user.inset(10.0);
        Rect { h: inner.h - if self.upright { 30.0 } else { 44.0 }, ..inner }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlap(a: &Rect, b: &Rect) -> bool {
        a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_stage_at_any_size() {
        for servers in 1..=32 {
            for (width, height) in [
                (320.0, None),
                (360.0, None),
                (380.0, Some(270.0)),
                (480.0, Some(290.0)),
                (526.0, Some(290.0)),
                (930.0, Some(420.0)),
                (1700.0, Some(520.0)),
            ] {
                let height = Layout::height_for(width, servers).or(height).unwrap();
                let layout = Layout::new(width, height, servers);
                let mut all = layout.servers.clone();
                all.extend([layout.user, layout.balancer, layout.redis]);
                for (nth, one) in all.iter().enumerate() {
                    assert!(one.x >= 0.0 && one.y >= 0.0, "{servers} {width} {one:?}");
                    assert!(
                        one.x + one.w <= width + 0.01 && one.y + one.h <= height + 0.01,
                        "{servers} {width} {one:?}"
                    );
                    for other in &all[..nth] {
                        assert!(!overlap(one, other), "{servers} servers at {width}: {one:?} over {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn ways_go_from_end_to_end_and_past_the_boxes_of_other_servers() {
        for (servers, width) in (1..=32).flat_map(|servers| [320.0, 526.0, 930.0, 1700.0].map(|width| (servers, width)))
        {
            let layout = Layout::new(width, Layout::height_for(width, servers).unwrap_or(420.0), servers);
            for server in 0..servers {
                let own = layout.servers[server];
                let away = |Rect { x, y, w, h }: Rect| match layout.upright {
                    true => Point { x: x + w / 2.0, y: y + h },
                    false => Point { x: x + w, y: y + h / 2.0 },
                };
                let into = |Rect { x, y, w, h }: Rect| match layout.upright {
                    true => Point { x: x + w / 2.0, y },
                    false => Point { x, y: y + h / 2.0 },
                };
                for (way, from, to) in
                    [(layout.to_server(server), layout.balancer, own), (layout.to_redis(server), own, layout.redis)]
                {
                    for (part, end) in [(0.0, away(from)), (1.0, into(to))] {
                        let at = way.at(part);
                        assert!((at.x - end.x).hypot(at.y - end.y) < 0.01, "{at:?}, not {end:?}");
                    }
                    for part in 0..=400 {
                        let point = way.at(f64::from(part) / 400.0);
                        let hit = layout.servers.iter().position(|one| one.inset(1.0).contains(point));
                        assert_eq!(hit, None, "{servers} servers at {width}, number {server}, {part}/400");
                    }
                }
            }
        }
    }

    #[test]
    fn a_way_of_three_parts_is_gone_at_a_steady_pace() {
        let layout = Layout::new(930.0, 420.0, 12);
        let way = layout.to_server(11);
        let steps: Vec<f64> = (0..100)
            .map(|nth| [way.at(f64::from(nth) / 100.0), way.at(f64::from(nth + 1) / 100.0)])
            .map(|[a, b]| (b.x - a.x).hypot(b.y - a.y))
            .collect();
        let mean = steps.iter().sum::<f64>() / 100.0;
        assert!(steps.iter().all(|step| (0.3 * mean..2.0 * mean).contains(step)), "{mean}: {steps:?}");
    }
}
