//! The same in a table.

use maud::{Markup, html};

use super::counting::Count;
use crate::language::t;
use crate::words::counting::{grouped, share};
use crate::{n, say};

/// Tells it, once the count rests: it would change under the reader's hand.
pub fn table(count: &Count) -> Markup {
    if !count.finished() && !count.cancelled {
        return html! { p.aside { (t("It is told once all are counted.")) } };
    }
    let runs = count.all.runs();
    let many = if count.is_of_bursts() { n!("Bursts") } else { n!("Runs") };
    let mut so_far = 0;
    html! {
        div.scroller tabindex="0" role="region" aria-label=(t("How many runs let how many through")) {
            table {
                thead {
                    tr {
                        @for heading in [n!("Let through"), many, n!("Share of all"), n!("So many or fewer"), n!("First seed")] { th scope="col" { (t(heading)) } }
                        th { span.unseen { (t("See it")) } }
                    }
                }
                tbody {
                    @for bar in count.all.bars() {
                        @let () = so_far += bar.runs;
                        tr {
                            th scope="row" { (grouped(bar.allowed.into())) }
                            td { (grouped(bar.runs.into())) }
                            td { (share(bar.runs.into(), runs.into())) }
                            td { (share(so_far.into(), runs.into())) }
                            td { (bar.seed) }
                            td {
                                button type="button" data-seed=(bar.seed) data-key={ "open-" (bar.allowed) }
                                    aria-label=(say!("Open seed {}, with {} let through", bar.seed, bar.allowed)) { (t("Open")) }
                            }
                        }
                    }
                }
            }
        }
    }
}
