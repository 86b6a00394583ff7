//! What a real Redis did: the table that `cargo xtask measure` keeps, beside what the simulation says.

use limit_sim::scenario::{Choice, Strategy};
use maud::{Markup, html};

use crate::lab::Lab;
use crate::language::t;
use crate::svg;
use crate::texts::{File, Text};
use crate::words::number::px;
use crate::words::strategy;
use crate::{n, say};

/// The table.
pub const MEASURED: File = File::new("measured.txt", include_str!("../../docs/measured.txt"));

/// A row of it. Numbers of requests are in hundredths.
pub struct Row {
    /// The strategy.
    pub strategy: Strategy,
    /// The round trip as it was measured, or as it was asked for where that could not be, in microseconds.
    pub trip: i64,
    bursts: i64,
    /// How many the real Redis let through on average.
    pub real: i64,
    /// Their standard deviation.
    pub real_sd: i64,
    simulated: i64,
}

/// All of them.
pub fn rows(text: &str) -> Vec<Row> {
    text.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut cells = line.split(',');
    let strategy = Strategy::from_name(cells.next()?)?;
    let mut number = || cells.next().map(hundredths);
    let (asked, measured, bursts) = (number()?, number()?, number()?);
    let (real, real_sd, simulated) = (number()?, number()?, number()?);
    let trip = if measured > 0 { measured } else { asked } / 100;
    Some(Row { strategy, trip, bursts: bursts / 100, real, real_sd, simulated })
}

/// A decimal number with at most two decimals, in hundredths.
fn hundredths(text: &str) -> i64 {
    let (mut value, mut decimals) = (0, None);
    for byte in text.bytes() {
        match byte {
            b'.' => decimals = Some(0),
            digit => {
                value = value * 10 + i64::from(digit - b'0');
                decimals = decimals.map(|decimals| decimals + 1);
            }
        }
    }
    match decimals.unwrap_or(0) {
        0 => value * 100,
        1 => value * 10,
        _ => value,
    }
}

const HEADINGS: [&str; 4] = [n!("Strategy"), n!("Round trip"), n!("Real Redis"), n!("Simulated")];

/// The picture and its words.
pub fn measured(lab: Lab) -> Markup {
    let text = match MEASURED.text(lab) {
        Text::Here(text) => text,
        Text::Coming => return html! { p.aside aria-busy="true" { (t("This is being loaded\u{2026}")) } },
        Text::Missing => return html! { p.aside role="alert" { (t("What was measured could not be loaded.")) } },
    };
    let rows = rows(text);
    let bursts = rows.first().map_or(0, |row| row.bursts);
    html! {
        p.aside {
            (say!(
                "Measured on Redis 7, not only modelled: 40 requests in 40 ms, limit 10, {} bursts for each point, against the round \
                 trip as it was. Points are the real Redis, with one standard deviation; lines the simulation.",
                bursts
            ))
        }
        (chart(&rows))
        details {
            summary { (t("The points as a table")) }
            div.scroller tabindex="0" role="region" aria-label=(t("What was measured")) {
                table {
                    thead { tr { @for heading in HEADINGS { th scope="col" { (t(heading)) } } } }
                    tbody {
                        @for row in &rows {
                            tr {
                                th scope="row" { (t(strategy::name(row.strategy))) }
                                td { (decimal(row.trip, 1000, 2)) " ms" }
                                td { (decimal(row.real, 100, 1)) " \u{b1} " (decimal(row.real_sd, 100, 1)) }
                                td { (decimal(row.simulated, 100, 1)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn decimal(number: i64, unit: i64, decimals: u32) -> String {
    crate::words::number::fixed(number as f64 / unit as f64, decimals)
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 440.0;
const TOP: f64 = 10.0;
const FOOT: f64 = 190.0;

/// Mean numbers over the round trip, which lies logarithmically.
fn chart(rows: &[Row]) -> Markup {
    // From 0.4 ms to 12.8 ms: five doublings.
    let x = |trip: i64| {
        let mut doublings = 0.0;
        let mut from = 400.0;
        while trip as f64 >= 2.0 * from && doublings < 5.0 {
            (doublings, from) = (doublings + 1.0, from * 2.0);
        }
        LEFT + (RIGHT - LEFT) * (doublings + trip as f64 / from - 1.0) / 5.0
    };
    let y = |hundredths: i64| FOOT - (FOOT - TOP) * hundredths as f64 / 4200.0;
    let mut strategies: Vec<Strategy> = Vec::new();
    for row in rows {
        if !strategies.contains(&row.strategy) {
            strategies.push(row.strategy);
        }
    }
    html! {
        svg.measured viewBox={ "0 0 " (px(WIDTH)) " " (px(HEIGHT)) } role="img"
            aria-label=(t("Let through on average over the round trip, measured and simulated; the table below has the numbers")) {
            @for level in [0, 10, 20, 30, 40] {
                (svg::line(if level == 10 { "limit" } else { "lane" }, LEFT, y(level * 100), RIGHT, y(level * 100)))
                (svg::text("level", "end", LEFT - 6.0, y(level * 100) + 4.0, &level.to_string()))
            }
            @for (trip, name) in [(500, "0.5 ms"), (1000, "1 ms"), (2000, "2 ms"), (5000, "5 ms"), (10000, "10 ms")] {
                (svg::text("level", "middle", x(trip), FOOT + 18.0, name))
            }
            @for (nth, strategy) in strategies.iter().enumerate() {
                @let own: Vec<&Row> = rows.iter().filter(|row| row.strategy == *strategy).collect();
                g class={ "series-" (nth) } {
                    (svg::path("simulated", &way(&own, &x, &y)))
                    @for row in &own {
                        (svg::line("spread", x(row.trip), y(row.real - row.real_sd), x(row.trip), y(row.real + row.real_sd)))
                        (svg::path("real", &format!("M{} {}h0", px(x(row.trip)), px(y(row.real)))))
                    }
                    @if let Some(last) = own.last() {
                        (svg::text("name", "start", RIGHT + 10.0, y(last.real) + 4.0 + shift(nth), t(strategy::name(*strategy))))
                    }
                }
            }
        }
    }
}

fn way(rows: &[&Row], x: &dyn Fn(i64) -> f64, y: &dyn Fn(i64) -> f64) -> String {
    let mut way = String::new();
    for row in rows {
        svg::on(&mut way, x(row.trip), y(row.simulated));
    }
    way
}

/// Names that would lie on each other, a line apart: the last two strategies both let exactly the limit through.
fn shift(nth: usize) -> f64 {
    match nth {
        2 => -8.0,
        3 => 8.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_are_four_strategies_at_five_round_trips_many_bursts_each() {
        let lines: Vec<_> = include_str!("../../docs/measured.txt").lines().skip(1).collect();
        let rows: Vec<Row> = lines.iter().filter_map(|line| row(line)).collect();
        assert_eq!((lines.len(), rows.len()), (20, 20));
        for strategy in [Strategy::GetSet, Strategy::GetIncr, Strategy::Incr, Strategy::Script] {
            assert_eq!(rows.iter().filter(|row| row.strategy == strategy).count(), 5, "{strategy:?}");
        }
        assert!(rows.iter().all(|row| row.bursts >= 100 && row.trip > 0));
    }

    #[test]
    fn decimal_numbers_are_read_in_hundredths() {
        for (text, number) in [("30.07", 3007), ("30.1", 3010), ("30", 3000), ("", 0), ("0.05", 5)] {
            assert_eq!(hundredths(text), number, "{text}");
        }
    }
}
