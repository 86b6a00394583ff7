//! The sequence diagram, as SVG: who tells whom what, downwards in time.

use limit_sim::placement::Decision;
use limit_sim::redis::{Command, Reply};
use limit_sim::trace::{Event, Kind, Outcome, StaleRead};
use maud::{Markup, html};

use super::rows::{Picture, Row, Rows};
use crate::events::line::comparison;
use crate::language::{fill, t};
use crate::svg::{circle, line, path, rect, text};
use crate::words::command::{brief, cut, kept};
use crate::words::number::{exact, px, stamp};
use crate::{n, say};

/// The diagram. Its words are told elsewhere: read one by one they would make no sense.
pub fn diagram(picture: &Picture) -> Markup {
    let rows = picture.rows();
    let drawing = Drawing { picture, rows: &rows, stale: stale(picture) };
    let height = px(rows.height);
    html! {
        div.heads aria-hidden="true" data-narrow=(rows.narrow) {
            span data-css=(left(rows.user)) { (if rows.narrow { t("U") } else { t("User 81") }) }
            @for (server, x) in &rows.servers {
                span data-css=(left(*x)) { (if rows.named { say!("Server {}", server + 1) } else { say!("S{}", server + 1) }) }
            }
            @if let Some(redis) = rows.redis { span data-css=(left(redis)) { "Redis" } }
        }
        svg.sequence aria-hidden="true" width=(px(picture.width)) height=(height) data-narrow=(rows.narrow) {
            (drawing.now())
            (drawing.lanes())
            (drawing.window())
            @for row in &rows.rows { (drawing.row(row)) }
            @for (y, (_, text)) in rows.interludes.iter().zip(picture.interludes) { (drawing.interlude(*y, text)) }
            @for (nth, y) in &rows.waiting { (drawing.waiting(*nth, *y)) }
        }
    }
}

fn left(x: f64) -> String {
    format!("left:{}px", px(x))
}

/// The chosen request's read that went stale.
fn stale(picture: &Picture) -> Option<StaleRead> {
    let chosen = picture.chosen?;
    picture.trace.stale_reads().into_iter().find(|one| one.request.number == chosen)
}

struct Drawing<'a> {
    picture: &'a Picture<'a>,
    rows: &'a Rows,
    stale: Option<StaleRead>,
}

/// A way along these points, with a head at its end.
fn arrow(points: &[(f64, f64)]) -> Markup {
    let [.., (x0, y0), (x1, y1)] = points else { return Markup::default() };
    let length = ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt().max(1.0);
    let (dx, dy) = ((x1 - x0) / length * 7.0, (y1 - y0) / length * 7.0);
    let way: Vec<_> = points.iter().map(|(x, y)| format!("{} {}", px(*x), px(*y))).collect();
    let [a, b] = [(x1 - dx - dy * 0.5, y1 - dy + dx * 0.5), (x1 - dx + dy * 0.5, y1 - dy - dx * 0.5)];
    let head = [a, (*x1, *y1), b].map(|(x, y)| format!("{} {}", px(x), px(y))).join("L");
    html! { (path("shaft", &format!("M{}", way.join("L")))) (path("head", &format!("M{head}Z"))) }
}

impl Drawing<'_> {
    fn event(&self, nth: usize) -> &Event {
        &self.picture.trace.events()[nth]
    }

    /// How far an event is: `past` or `to-come`.
    fn state(&self, nth: usize) -> &'static str {
        if nth < self.picture.past { "past" } else { "to-come" }
    }

    fn is_chosen(&self, event: &Event) -> bool {
        self.picture.chosen == Some(event.request.number)
    }

    /// The moment that the playhead is at.
    fn now(&self) -> Markup {
        let row = self.rows.rows.iter().rfind(|row| row.nth < self.picture.past);
        let Some(row) = row.filter(|_| self.picture.past < self.picture.trace.events().len()) else {
            return Markup::default();
        };
        let height = if self.is_run(row) { 42.0 } else { 24.0 };
        rect("now", 0.0, row.y - 16.0, self.picture.width, height, 4)
    }

    /// The request of an event.
    fn name(&self, event: &Event) -> String {
        let number = event.request.number + 1;
        if self.rows.narrow { say!("r{}", number) } else { say!("request {}", number) }
    }

    fn is_run(&self, row: &Row) -> bool {
        matches!(self.event(row.nth).kind, Kind::Executed { .. })
    }

    fn lanes(&self) -> Markup {
        let to = self.rows.height;
        html! {
            (line("lane", self.rows.user, 0.0, self.rows.user, to))
            @for (_, x) in &self.rows.servers { (line("lane", *x, 0.0, *x, to)) }
            @if let Some(x) = self.rows.redis { (line("lane redis", x, 0.0, x, to)) }
        }
    }

    /// The chosen request's race window, and the write that made its read stale, joined to the read.
    fn window(&self) -> Markup {
        let (Some(stale), Some(x)) = (&self.stale, self.rows.redis) else { return Markup::default() };
        let events = self.picture.trace.events();
        let ran = |number: u32, at| {
            let is_it = |event: &Event| {
                event.at == at && event.request.number == number && matches!(event.kind, Kind::Executed { .. })
            };
            self.rows.row_of(events.iter().position(is_it)?)
        };
        let read = ran(stale.request.number, stale.read);
        let (Some(read), Some(by)) = (read, ran(stale.by.number, stale.stale)) else { return Markup::default() };
        let wrote = ran(stale.request.number, stale.wrote);
        let (from, to) = (Rows::answer(read), by.y);
        let out = x + if self.rows.narrow { 22.0 } else { 40.0 };
        let joined = format!("M{0} {1}H{2}V{3}H{0}", px(x + 4.0), px(from), px(out), px(to));
        let (text_x, text_y) = (out + 6.0, (from + to) / 2.0);
        let value = kept(self.picture.trace.scenario(), stale.value.as_ref());
        html! {
            // Not before it is so: it gives the ending away.
            g data-state=(self.state(by.nth)) {
                @if let Some(wrote) = wrote { (line("window", x, from, x, wrote.y)) }
                (path("stale", &joined))
                @if self.rows.narrow {
                    text.stale text-anchor="middle" transform=(format!("rotate(90 {0} {1})translate({0} {1})", px(out + 1.0), px(text_y))) {
                        (t("stale"))
                    }
                } @else {
                    (text("stale", "start", text_x, text_y - 2.0, &say!("read {}", value)))
                    (text("stale", "start", text_x, text_y + 13.0, t("is stale")))
                }
            }
        }
    }

    fn row(&self, row: &Row) -> Markup {
        let event = self.event(row.nth);
        let body = match &event.kind {
            Kind::Reached(_) => self.reached(row, event),
            Kind::Executed { command, reply, .. } => self.ran(row, event, command, reply),
            Kind::Forwarded(to) => self.beside(row, event, &say!("forwards it to server {}", to + 1)),
            Kind::Handed => self.beside(row, event, t("handed over")),
            Kind::Waits(span) => self.beside(row, event, &say!("waits for {}", exact(*span))),
            _ => Markup::default(),
        };
        let (times, height) = (self.rows.times, if self.is_run(row) { 44.0 } else { 25.0 });
        html! {
            g.moment data-state=(self.state(row.nth)) data-chosen=(self.is_chosen(event)) data-event=(row.nth) {
                (rect("press", 0.0, row.y - 16.0, self.picture.width, height, 0))
                @if self.picture.timed { (text("time", "end", times, row.y + 4.0, &stamp(event.at))) }
                @if row.skipped { (text("time", "end", times, row.y - 17.0, "\u{22ee}")) }
                (body)
                @if let Kind::Decided { decision, outcome } = &self.event(row.last).kind {
                    (self.decided(row, decision, *outcome))
                }
            }
        }
    }

    /// What a request's server does without Redis, beside its lane.
    fn beside(&self, row: &Row, event: &Event, words: &str) -> Markup {
        let x = self.rows.server(event.request.server);
        let how = format!("{}: {words}", self.name(event));
        html! {
            (circle("tick", x, row.y, 3.0))
            (text("how", "start", x + 12.0, row.y + 4.0, &how))
        }
    }

    fn reached(&self, row: &Row, event: &Event) -> Markup {
        let x = self.rows.server(event.request.server);
        html! {
            g.arrow { (arrow(&[(self.rows.user, row.y), (x - 3.0, row.y)])) }
            (text("who", "start", self.rows.user + 6.0, row.y - 6.0, &self.name(event)))
        }
    }

    /// The last of a request's events before this one that is so.
    fn before(&self, nth: usize, wanted: fn(&Kind) -> bool) -> Option<usize> {
        let number = self.event(nth).request.number;
        (0..nth).rev().find(|one| self.event(*one).request.number == number && wanted(&self.event(*one).kind))
    }

    /// A command on its way and its reply, and what the command left behind.
    fn ran(&self, row: &Row, event: &Event, command: &Command, reply: &Reply) -> Markup {
        let Some(redis) = self.rows.redis else { return Markup::default() };
        let (x, band) = (self.rows.server(event.request.server), self.rows.band);
        let sent = self.before(row.nth, |kind| matches!(kind, Kind::Sent(_)));
        let from = sent.and_then(|nth| self.rows.row_of(nth)).map_or(row.y, |row| row.y);
        let number = event.request.number;
        let later = |one: &Row| {
            one.nth > row.nth
                && self.event(one.nth).request.number == number
                && matches!(self.event(one.nth).kind, Kind::Received(_))
        };
        let answer = Rows::answer(row);
        let received = self.rows.rows.iter().find(|one| later(one));
        let stale = self.stale.as_ref();
        let reads = stale.is_some_and(|one| one.request == event.request && one.read == event.at);
        let spoils = stale.is_some_and(|one| one.by == event.request && one.stale == event.at);
        let nth = self.number(row.nth);
        html! {
            g.arrow.command data-command=(command) {
                (arrow(&[(x, from), (band, row.y), (redis - 3.0, row.y)]))
                (self.message(redis, row.y, nth, &brief(command), spoils))
            }
            g.arrow.reply data-reply=(reply) data-state=(received.map_or("past", |one| self.state(one.nth))) {
                @if let Some(received) = received {
                    (arrow(&[(redis, answer), (band, answer), (x + 3.0, received.y)]))
                } @else {
                    (arrow(&[(redis, answer), (band, answer)]))
                }
                (self.message(redis, answer, nth + 1, &reply.to_string(), reads))
            }
            (self.counter(row, redis))
        }
    }

    /// What happened between messages, across all lanes.
    fn interlude(&self, y: f64, words: &str) -> Markup {
        html! {
            (line("interlude", self.rows.user, y, self.picture.width - 8.0, y))
            (text("interlude", "middle", self.picture.width / 2.0, y + 4.0, words))
        }
    }

    /// A command that has not reached Redis.
    fn waiting(&self, nth: usize, y: f64) -> Markup {
        let event = self.event(nth);
        let (Some(redis), Some(row), Kind::Sent(command)) = (self.rows.redis, self.rows.row_of(nth), &event.kind)
        else {
            return Markup::default();
        };
        let (x, band) = (self.rows.server(event.request.server), self.rows.band);
        html! {
            g.moment data-state="waiting" data-chosen=(self.is_chosen(event)) {
                g.arrow { (arrow(&[(x, row.y), (band, y), (redis - 24.0, y)])) }
                (text("message", "end", redis - 28.0, y - 4.0, &cut(&brief(command), if self.rows.narrow { 20 } else { 40 })))
            }
        }
    }

    /// The command's number among all messages that are shown: each command is followed by its reply.
    fn number(&self, nth: usize) -> usize {
        let runs = self.rows.rows.iter().filter(|row| row.nth < nth && self.is_run(row));
        2 * runs.count() + 1
    }

    /// A message's text, over its arrow.
    fn message(&self, redis: f64, y: f64, nth: usize, words: &str, marked: bool) -> Markup {
        let letter = if self.rows.narrow { 6.4 } else { 7.4 };
        let words = cut(words, if self.rows.narrow { 23 } else { 43 });
        let width = (words.chars().count() as f64 + 0.5) * letter;
        html! {
            @if marked { (rect("marked", redis - 10.0 - width, y - 15.0, width + 4.0, 14.0, 3)) }
            text.message text-anchor="end" x=(px(redis - 9.0)) y=(px(y - 4.0)) {
                tspan.nr { (nth) " " } (words)
            }
        }
    }

    /// The count after a command, beside Redis's lane, where it changed or should have.
    fn counter(&self, row: &Row, redis: f64) -> Markup {
        let event = self.event(row.nth);
        let Kind::Executed { command, after, .. } = &event.kind else { return Markup::default() };
        if !command.writes_value() {
            return Markup::default();
        }
        let value = kept(self.picture.trace.scenario(), after.as_ref());
        let (class, value) = match self.picture.trace.lost_counts(event) {
            0 => ("count", value),
            _ if self.rows.narrow => ("count lost", value),
            _ => ("count lost", say!("{} (lost)", value)),
        };
        html! {
            (circle("tick", redis, row.y, 3.0))
            (text(class, "start", redis + 8.0, row.y - 4.0, &value))
        }
    }

    /// How the server decided.
    fn decided(&self, row: &Row, decision: &Decision, outcome: Outcome) -> Markup {
        let event = self.event(row.last);
        let (x, y) = (self.rows.server(event.request.server), row.y);
        let (class, beside) = match outcome {
            Outcome::Allowed => ("allowed", ""),
            Outcome::Over => ("over", n!("{}: {}, over the limit")),
            Outcome::Refused => ("refused", n!("{}: {}, refused")),
        };
        let sentence = if self.rows.narrow || beside.is_empty() { "{}: {}" } else { beside };
        let how = fill(sentence, &[&self.name(event), &comparison(decision)]);
        html! {
            g.decision data-outcome=(class) data-state=(self.state(row.last)) {
                @if outcome == Outcome::Refused {
                    (line("cross", x - 5.0, y - 5.0, x + 5.0, y + 5.0))
                    (line("cross", x - 5.0, y + 5.0, x + 5.0, y - 5.0))
                } @else { (circle("disc", x, y, 6.5)) }
                (text("how", "start", x + 12.0, y + 4.0, &how))
            }
        }
    }
}
