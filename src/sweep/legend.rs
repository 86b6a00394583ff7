//! What the picture's lines and marks are.

use maud::{Markup, html};

use super::picture::{due_name, mark};
use super::scale::Scale;
use super::told::Told;
use crate::language::t;
use crate::svg;
use crate::words::strategy;

/// Tells it. In little room it has the names, too.
pub fn legend(told: &Told, measured: bool, width: f64) -> Markup {
    let scale = Scale { ends: told.ends(), top: 1.0, width };
    let closed = told.dots().any(|dot| dot.expected.is_some());
    html! {
        @if !scale.has_names() {
            @for (nth, curve) in told.curves.iter().enumerate() {
                span class={ "look-" (curve.look) @if nth == 0 { " present" } } {
                    (sample(html! { (svg::line("mean", 1.0, 7.0, 33.0, 7.0)) (svg::path("marks", &mark(curve.look, 17.0, 7.0))) }))
                    (strategy::name(curve.strategy))
                }
            }
            @if let Some((name, _)) = due_name(told) {
                span { (sample(svg::line("due", 1.0, 7.0, 33.0, 7.0))) (name) }
            }
        }
        span { (sample(svg::line("plain", 1.0, 7.0, 33.0, 7.0))) (t("mean")) }
        span { (sample(svg::rect("area", 1.0, 1.0, 32.0, 12.0, 0))) (t("5 to 95% of the runs")) }
        @if closed {
            span { (sample(svg::path("rings", "M17 7m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0"))) (t("mean by formula")) }
        }
        @if measured {
            span {
                (sample(html! { g.real { (svg::path("whisker", "M17 0V14m-4 0h8M13 0h8")) (svg::rect("square", 13.5, 3.5, 7.0, 7.0, 0)) } }))
                (t("measured on Redis 7, one standard deviation"))
            }
        }
    }
}

fn sample(drawn: Markup) -> Markup {
    html! { svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" { (drawn) } }
}
