//! The same in a table.

use maud::{Markup, html};

use super::counting::Count;
use crate::words::counting::{grouped, share};

/// Tells it, once the count rests: it would change under the reader's hand.
pub fn table(count: &Count) -> Markup {
    if !count.finished() && !count.cancelled {
        return html! { p.aside { "It is told once all are counted." } };
    }
    let runs = count.all.runs();
    let [_, many] = count.word();
    let mut so_far = 0;
    html! {
        div.scroller tabindex="0" role="region" aria-label="How many runs let how many through" {
            table {
                thead {
                    tr {
                        @for heading in ["Let through", &title(many), "Share", "So many or fewer", "First seed"] { th scope="col" { (heading) } }
                        th { span.unseen { "See it" } }
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
                                    aria-label={ "Open seed " (bar.seed) ", with " (bar.allowed) " let through" } { "Open" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
