//! The gallery: scenarios with names, in groups, each a link, with what its run comes to. The lessons' claims
//! (docs/claims.txt) are among them, as that table has them.

mod panel;
mod presets;

pub use panel::gallery;

use crate::dialog::Dialog;
use crate::n;

/// The button and its dialog.
pub const DIALOG: Dialog = Dialog { id: "gallery", button: n!("Gallery"), title: n!("Gallery of scenarios") };

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Link;

    use super::presets::{GROUPS, Preset};
    use crate::seen::Seen;

    const CLAIMS: &str = include_str!("../docs/claims.txt");

    fn presets() -> impl Iterator<Item = &'static Preset> {
        GROUPS.iter().flat_map(|(_, presets)| presets.iter())
    }

    fn comes_to(name: &str) -> String {
        let preset = presets().find(|preset| preset.name == name).expect(name);
        Seen::of(&preset.link.parse().expect(preset.link)).verdict_in_words()
    }

    #[test]
    fn every_preset_is_another_scenario_and_its_link_is_as_short_as_it_can_be() {
        let links: Vec<&str> = presets().map(|preset| preset.link).collect();
        for (nth, text) in links.iter().enumerate() {
            let link: Link = text.parse().expect(text);
            assert_eq!(link.to_string().replace('+', "%2B"), *text);
            assert!(!links[..nth].contains(text) && !CLAIMS.contains(&format!("| {text} |")), "twice: {text}");
        }
    }

    #[test]
    fn presets_show_what_their_lines_say() {
        for (name, words) in [
            ("Eight servers, eight limits", "80 of 80 let through; 70 over"),
            ("A burst over four servers", "32 of 40 let through; 22 over"),
            ("A share, and a user within the limit", "6 of 10 let through; 4 refused wrongly"),
            ("Fewer than one each", "0 of 40 let through; 10 refused wrongly"),
            ("A balancer that sticks", "10 of 40 let through; exact"),
            ("A trip longer than the burst", "40 of 40 let through; 30 over"),
            ("Two servers, one place left", "2 of 2 let through; 1 over"),
            ("Atomic INCR, far away", "10 of 40 let through; exact"),
            ("The same with Redis 6.2", "40 of 40 let through; 30 over; 40 unchecked"),
            ("A token bucket as a script", "10 of 40 let through; exact"),
            ("Across the boundary of a window", "20 of 40 let through; exact"),
            ("The same with a sliding log", "10 of 40 let through; exact"),
            ("The lesson\u{2019}s dinner peak", "5.4% of a Redis node; nodes needed: 1"),
            ("More than one Redis node can do", "120% of a Redis node; nodes needed: 2"),
        ] {
            assert_eq!(comes_to(name), words, "{name}");
        }
        let leaks = |name: &str| assert!(comes_to(name).contains("over"), "{name}: {}", comes_to(name));
        ["A balancer that sticks, and a deploy", "Read, decide, write", "Read, then increment"]
            .into_iter()
            .for_each(leaks);
        let exact = |name: &str| assert!(comes_to(name).ends_with("exact"), "{name}: {}", comes_to(name));
        ["Compare and set", "A lock", "Refusals remembered", "Leases", "One greedy user among many"]
            .into_iter()
            .for_each(exact);
    }

    /// What the lessons claim of counts and races, as they name it; the rest is in docs/claims.txt, all of which is shown.
    #[test]
    fn each_claim_of_the_lessons_is_there() {
        for link in [
            "strategy=local",
            "strategy=split",
            "strategy=get-set&rtt=5ms",
            "strategy=incr",
            "strategy=local&servers=8&burst=80&balancer=round-robin",
            "strategy=multi-exec",
            "strategy=script&rule=token-bucket",
            "strategy=read-write&rule=token-bucket&servers=2&burst=2&spread=1ms&arrivals=even&limit=1&balancer=round-robin",
            "strategy=incr&tab=cost",
        ] {
            assert!(presets().any(|preset| preset.link == link), "{link}");
        }
    }
}
