//! What the picture's marks are, each with its number.

use limit_sim::scenario::Scenario;
use maud::{Markup, html};

use super::This;
use super::counting::Count;
use super::picture::{diamond, line_name};
use super::said::sure;
use crate::language::t;
use crate::say;
use crate::svg;
use crate::words::counting::{grouped, share};
use crate::words::number::{fixed, in_groups};

/// Tells it.
pub fn legend(count: &Count, this: &This) -> Markup {
    let (runs, over) = (count.all.runs(), count.over.runs());
    if runs == 0 {
        return Markup::default();
    }
    let Scenario { limit, .. } = *count.scenario();
    let bounds = count.seeds.bounds();
    let part = |part: u64| format!("{} ({})", grouped(part.into()), share(part.into(), runs.into()));
    let [over_it, within_it] = if this.one_count {
        [t("over the limit"), t("within the limit")]
    } else {
        [t("over what is due"), t("within what is due")]
    };
    let line = if this.one_count { limit } else { this.due };
    let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let mean = in_groups(fixed(count.all.summary().mean, 2));
    let mean = if low == high && count.all.bars().len() == 1 {
        mean
    } else {
        format!("{mean} \u{b1} {}", sure(count.all.sure()))
    };
    let [low_end, high_end] = [low, high].map(|end| grouped(end.into()));
    let stretch = if low == high { low_end } else { say!("{} to {}", low_end, high_end) };
    let formula = bounds.expected.map_or_else(|| t("none is known").to_owned(), |mean| in_groups(fixed(mean, 2)));
    html! {
        dl.legend {
            (item(&over_swatch(), over_it, &part(over)))
            (item(&svg::rect("within", 4.0, 2.0, 16.0, 12.0, 0), within_it, &part(runs - over)))
            (item(&upright("limit"), line_name(this), &grouped(line.into())))
            (item(&upright("this"), t("this run"), &grouped(this.allowed.into())))
            (item(&upright("mean"), t("mean of these"), &mean))
            (item(&svg::path("formula", &diamond(12.0, 8.0)), t("mean by formula"), &formula))
            (item(&svg::path("most", "M3 4v8m0 -4H21m0 -4v8"), t("nine of ten (5% to 95%)"), &stretch))
            (item(&upright("worst"), t("no luck lets more through"), &grouped(bounds.worst_case.into())))
        }
    }
}

/// A mark, what it is, and its number.
fn item(swatch: &Markup, name: &str, value: &str) -> Markup {
    html! { div { dt { svg viewBox="0 0 24 16" aria-hidden="true" { (swatch) } (name) } dd { (value) } } }
}

fn upright(class: &str) -> Markup {
    svg::line(class, 12.0, 0.0, 12.0, 16.0)
}

fn over_swatch() -> Markup {
    html! {
        (svg::rect("ground", 4.0, 2.0, 16.0, 12.0, 0))
        (svg::rect("over", 4.0, 2.0, 16.0, 12.0, 0))
    }
}
