//! What is drawn on the canvas: requests and messages under way, requests still to come, and decisions.

use std::f64::consts::TAU;

use limit_sim::time::Time;
use limit_sim::trace::{Moment, Outcome, ServerMoment, Stretch};
use web_sys::CanvasRenderingContext2d as Canvas;

use super::ink::Ink;
use super::layout::{Layout, Point};
use super::marks::Grid;
use crate::lab::Run;

/// Everything that a frame is drawn from.
pub struct Frame<'a> {
    /// The run.
    pub run: &'a Run,
    /// The playhead.
    pub now: Time,
    /// How things stand there.
    pub moment: &'a Moment,
    /// Where everything stands.
    pub layout: &'a Layout,
    /// What to draw with.
    pub ink: &'a Ink,
    /// Device pixels for each CSS pixel.
    pub scale: f64,
    /// Whether things are shown between places. If not, what is under way stands half-way.
    pub flights: bool,
}

/// Draws a frame on a canvas that has the stage's size.
pub fn draw(canvas: &Canvas, frame: &Frame<'_>) {
    let Frame { layout, scale, .. } = frame;
    let _ = canvas.set_transform(*scale, 0.0, 0.0, *scale, 0.0, 0.0);
    canvas.clear_rect(0.0, 0.0, layout.width, layout.height);
    frame.waiting(canvas);
    frame.decisions(canvas);
    frame.under_way(canvas);
}

fn disc(canvas: &Canvas, Point { x, y }: Point, radius: f64) {
    canvas.move_to(x + radius, y);
    let _ = canvas.arc(x, y, radius, 0.0, TAU);
}

fn cross(canvas: &Canvas, Point { x, y }: Point, arm: f64) {
    canvas.move_to(x - arm, y - arm);
    canvas.line_to(x + arm, y + arm);
    canvas.move_to(x - arm, y + arm);
    canvas.line_to(x + arm, y - arm);
}

impl Frame<'_> {
    /// The user's requests that have not been sent.
    fn waiting(&self, canvas: &Canvas) {
        let requests = self.run.trace.scenario().requests();
        let Some(grid) = Grid::new(self.layout.waiting(), requests as usize) else { return };
        canvas.set_fill_style_str(&self.ink.flight);
        canvas.begin_path();
        for nth in self.moment.sent..requests {
            disc(canvas, grid.place((nth - self.moment.sent) as usize), (grid.cell * 0.36).min(4.0));
        }
        canvas.fill();
    }

    /// Each server's decisions: discs, rings and crosses where there is room for them, else a bar of three lengths.
    fn decisions(&self, canvas: &Canvas) {
        let most = self.run.most_marks;
        for (nth, server) in self.moment.servers.iter().enumerate() {
            match Grid::new(self.layout.marks(nth), most) {
                Some(grid) => {
                    self.marks(canvas, &grid, &server.outcomes);
                    if self.run.is_troubled() {
                        self.unanswered(canvas, &grid, server);
                    }
                }
                None => self.bar(canvas, nth, most),
            }
        }
    }

    /// After a server's decisions: squares for what was lost, and small discs for the checks that wait, which pile up where Redis
    /// does not answer.
    fn unanswered(&self, canvas: &Canvas, grid: &Grid, server: &ServerMoment) {
        let (lost, decided) = (server.lost as usize, server.outcomes.len());
        let arm = grid.cell * 0.26;
        canvas.set_stroke_style_str(&self.ink.edge);
        canvas.begin_path();
        for nth in decided..decided + lost {
            let Point { x, y } = grid.place(nth);
            canvas.rect(x - arm, y - arm, 2.0 * arm, 2.0 * arm);
        }
        canvas.stroke();
        canvas.set_fill_style_str(&self.ink.flight);
        canvas.begin_path();
        for nth in decided + lost..decided + lost + server.checking as usize {
            disc(canvas, grid.place(nth), grid.cell * 0.22);
        }
        canvas.fill();
    }

    fn marks(&self, canvas: &Canvas, grid: &Grid, outcomes: &[Outcome]) {
        let size = grid.cell;
        let each = |outcome: Outcome| {
            let places = outcomes.iter().enumerate().filter(move |(_, one)| **one == outcome);
            places.map(|(nth, _)| grid.place(nth))
        };
        canvas.set_fill_style_str(&self.ink.allowed);
        canvas.begin_path();
        each(Outcome::Allowed).for_each(|place| disc(canvas, place, size * 0.36));
        canvas.fill();

        canvas.set_line_width((size * 0.16).max(1.0));
        canvas.set_stroke_style_str(&self.ink.over);
        canvas.begin_path();
        each(Outcome::Over).for_each(|place| disc(canvas, place, size * 0.3));
        canvas.stroke();

        canvas.set_stroke_style_str(&self.ink.refused);
        canvas.begin_path();
        each(Outcome::Refused).for_each(|place| cross(canvas, place, size * 0.24));
        canvas.stroke();
    }

    /// Full for let through, framed for over the limit, a line for refused.
    fn bar(&self, canvas: &Canvas, server: usize, most: usize) {
        let area = self.layout.marks(server);
        let height = area.h.min(12.0);
        let length = |count: usize| area.w * count as f64 / most as f64;
        let count = |outcome| length(self.moment.servers[server].count(outcome));
        let (allowed, over, refused) = (count(Outcome::Allowed), count(Outcome::Over), count(Outcome::Refused));
        canvas.set_fill_style_str(&self.ink.allowed);
        canvas.fill_rect(area.x, area.y, allowed, height);
        canvas.set_line_width(2.0);
        canvas.set_stroke_style_str(&self.ink.over);
        if over > 2.0 {
            canvas.stroke_rect(area.x + allowed + 1.0, area.y + 1.0, over - 2.0, height - 2.0);
        }
        canvas.set_fill_style_str(&self.ink.refused);
        canvas.fill_rect(area.x + allowed + over, area.y + height / 2.0 - 1.5, refused, 3.0);
    }

    /// Requests and messages under way. Requests and commands are discs, replies are rings; what carries a stale value is
    /// yellow.
    fn under_way(&self, canvas: &Canvas) {
        let (mut fresh, mut stale, mut replies) = (Vec::new(), Vec::new(), Vec::new());
        // By number, for there may be thousands; what servers send of their own is beyond the requests', and never stale.
        let mut is_stale = vec![false; self.run.trace.scenario().requests() as usize + 1];
        for one in self.run.stale_at(self.now) {
            if let Some(is_stale) = is_stale.get_mut(one.request.number as usize) {
                *is_stale = true;
            }
        }
        let mut queued = 0;
        // Legs lie in the order of their ends: those that have ended need no look.
        let ended = self.run.legs.partition_point(|leg| leg.to <= self.now);
        for leg in &self.run.legs[ended..] {
            let Some(progress) = leg.progress(self.now) else { continue };
            let part = if self.flights { progress } else { 0.5 };
            let server = leg.request.server as usize;
            let place = match leg.stretch {
                Stretch::ToBalancer => self.layout.to_balancer().at(part),
                Stretch::ToServer => self.layout.to_server(server).at(part),
                Stretch::ToRedis => self.layout.to_redis(server).at(part),
                Stretch::FromRedis => self.layout.to_redis(server).at(1.0 - part),
                Stretch::Between(from, to) => self.layout.between(from as usize, to as usize).at(part),
                Stretch::AtRedis => {
                    queued += 1;
                    self.queue_place(queued)
                }
            };
            // What passes a box passes behind it.
            if self.layout.servers.iter().any(|server| server.inset(2.0).contains(place)) {
                continue;
            }
            match leg.stretch {
                _ if is_stale.get(leg.request.number as usize) == Some(&true) => stale.push(place),
                Stretch::FromRedis => replies.push(place),
                _ => fresh.push(place),
            }
        }
        canvas.set_line_width(1.5);
        canvas.set_stroke_style_str(&self.ink.edge);
        for (places, fill) in [(&fresh, &self.ink.flight), (&stale, &self.ink.stale), (&replies, &self.ink.ground)] {
            canvas.set_fill_style_str(fill);
            canvas.begin_path();
            places.iter().for_each(|place| disc(canvas, *place, 4.5));
            canvas.fill();
            canvas.stroke();
        }
    }

    /// Where the n-th command in Redis's queue stands, from 1: in a line before its door.
    fn queue_place(&self, nth: usize) -> Point {
        let door = self.layout.to_redis(0).at(1.0);
        let back = 10.0 * (nth.min(5) - 1) as f64;
        if self.layout.upright { Point { y: door.y - back, ..door } } else { Point { x: door.x - back, ..door } }
    }
}
