//! What the picture's marks are, each with its number.

use limit_sim::scenario::Scenario;
use maud::{Markup, html};

use super::This;
use super::counting::Count;
use super::picture::{diamond, line_name};
use super::said::sure;
use crate::svg;
use crate::words::counting::{grouped, share};
use crate::words::number::fixed;

/// Tells it.
pub fn legend(count: &Count, this: &This) -> Markup {
    let (runs, over) = (count.all.runs(), count.over.runs());
    if runs == 0 {
        return Markup::default();
    }
    let Scenario { limit, .. } = *count.scenario();
    let bounds = count.seeds.bounds();
    let part = |part: u64| format!("{} ({})", grouped(part.into()), share(part.into(), runs.into()));
    let over_name = if this.one_count { "over the limit" } else { "more than an exact limiter lets through" };
    let within_name = if this.one_count { "within the limit" } else { "no more than that" };
    let line = if this.one_count { limit } else { this.due };
    let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let upright = |class| svg::line(class, 12.0, 0.0, 12.0, 16.0);
    let mean = fixed(count.all.summary().mean, 2);
    let mean = if low == high && count.all.bars().len() == 1 {
        mean
    } else {
        format!("{mean} \u{b1} {}", sure(count.all.sure()))
    };
    let items: [(Markup, &str, String); 8] = [
        (over_swatch(), over_name, part(over)),
        (svg::rect("within", 4.0, 2.0, 16.0, 12.0, 0), within_name, part(runs - over)),
        (upright("limit"), line_name(this), grouped(line.into())),
        (upright("this"), "this run", grouped(this.allowed.into())),
        (upright("mean"), "mean of these", mean),
        (
            svg::path("formula", &diamond(12.0, 8.0)),
            "mean by formula",
            bounds.expected.map_or_else(|| "none is known".to_owned(), |mean| fixed(mean, 2)),
        ),
        (
            svg::path("most", "M3 4v8m0 -4H21m0 -4v8"),
            "nine of ten (5% to 95%)",
            format!("{} to {}", grouped(low.into()), grouped(high.into())),
        ),
        (upright("worst"), "no luck lets more through", grouped(bounds.worst_case.into())),
    ];
    html! {
        dl.legend {
            @for (swatch, name, value) in &items {
                div { dt { svg viewBox="0 0 24 16" aria-hidden="true" { (swatch) } (name) } dd { (value) } }
            }
        }
    }
}

fn over_swatch() -> Markup {
    html! {
        (svg::rect("ground", 4.0, 2.0, 16.0, 12.0, 0))
        (svg::rect("over", 4.0, 2.0, 16.0, 12.0, 0))
    }
}
