//! What the lessons say of failure and cost, each as a run: one line of a text for each.

use limit_sim::scenario::Link;
use maud::{Markup, html};

use crate::lab::Lab;
use crate::language::{Language, t};
use crate::texts::{File, Text};

/// The table that the tests and README.md have, too: a heading after `#`, else a claim, what to look at, the link, and what the
/// tests hold it against, with bars between them.
const CLAIMS: File = File::new("claims.txt", include_str!("../../docs/claims.txt"));

/// The same with its headings, claims and what to look at in Hindi.
const HINDI: File = File::new("claims.hi.txt", include_str!("../../lang/texts/claims.hi.txt"));

/// The table in the page's language.
fn table() -> File {
    match Language::present() {
        Language::English => CLAIMS,
        Language::Hindi => HINDI,
    }
}

/// The table as it is.
pub fn lines_of_claims(lab: Lab) -> Text {
    table().text(lab)
}

/// The list.
pub fn claims(lab: Lab) -> Markup {
    let text = match lines_of_claims(lab) {
        Text::Here(text) => text,
        Text::Coming => return html! { p.aside aria-busy="true" { (t("This is being loaded\u{2026}")) } },
        Text::Missing => return html! { p.aside role="alert" { (t("What the lessons say could not be loaded.")) } },
    };
    // The table is README.md's, too, where apostrophes are typed.
    let text = text.replace('\'', "\u{2019}");
    html! {
        h3 { (t("The lessons\u{2019} claims, each as a run")) }
        p.aside { (t("A link plays its run above. The number after it is that run\u{2019}s.")) }
        // A list for each heading: where one ends, the next begins.
        @for part in text.split("# ").filter(|part| !part.is_empty()) {
            @let (heading, lines) = part.split_once('\n').unwrap_or((part, ""));
            section.claims-part {
                h4 { (heading) }
                ul { @for line in lines.lines() { (claim(line)) } }
            }
        }
    }
}

/// The claim whose run the present one is, once the list is there.
pub fn played(lab: Lab) -> Markup {
    let (scenario, Text::Here(text)) = (lab.scenario(), lines_of_claims(lab)) else { return Markup::default() };
    let own = |(_, _, link): &(&str, &str, &str)| Link::read(link).0.scenario == scenario;
    let Some((claim, number, _)) = text.lines().filter_map(columns).find(own) else { return Markup::default() };
    let told = |text: &str| text.replace('\'', "\u{2019}");
    html! { (t("Played above:")) " " (told(claim)) " " b { (told(number)) } }
}

/// A line's claim, what to look at, and the link.
fn columns(line: &str) -> Option<(&str, &str, &str)> {
    let mut columns = line.split(" | ");
    Some((columns.next()?, columns.next()?, columns.next()?))
}

fn claim(line: &str) -> Markup {
    let Some((claim, number, link)) = columns(line) else { return Markup::default() };
    html! { li { a href={ "?" (link) } data-link=(link) { (claim) } " " span { (number) } } }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_language_has_the_same_claims_with_the_same_runs_in_the_same_order() {
        let shape = |text: &'static str| -> Vec<Vec<&str>> {
            let line = |line: &'static str| match line.starts_with("# ") {
                true => vec!["#"],
                false => line.split(" | ").skip(2).collect(),
            };
            text.lines().map(line).collect()
        };
        let english = shape(include_str!("../../docs/claims.txt"));
        assert!(english.iter().all(|columns| matches!(columns.len(), 1 | 2)));
        assert_eq!(shape(include_str!("../../lang/texts/claims.hi.txt")), english);
    }
}
