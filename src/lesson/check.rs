//! "Check yourself": questions at the lesson's end. Each asks for the cure as well, and each choice is answered by a run.

mod panel;
mod questions;

pub use panel::check_yourself;

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Calls, Link};
    use limit_sim::verdict::Verdict;

    use super::questions::{Choice, QUESTIONS};
    use crate::seen::{Figure, Seen};

    fn choices() -> impl Iterator<Item = (&'static str, &'static Choice)> {
        QUESTIONS.iter().flat_map(|question| question.choices.iter().map(|choice| (question.name, choice)))
    }

    fn seen(choice: &Choice) -> Seen {
        Seen::of(&choice.link.parse().expect(choice.link))
    }

    #[test]
    fn names_are_short_plain_and_each_another() {
        for (nth, question) in QUESTIONS.iter().enumerate() {
            let plain =
                |name: &str| name.len() <= 24 && name.bytes().all(|one| one.is_ascii_lowercase() || one == b'-');
            assert!(plain(question.name) && QUESTIONS[..nth].iter().all(|other| other.name != question.name));
            let names: Vec<_> = question.choices.iter().map(|choice| choice.name).collect();
            assert!(names.iter().all(|name| plain(name)));
            assert!((0..names.len()).all(|nth| !names[..nth].contains(&names[nth])), "{names:?}");
            assert!(names.len() > 2 && names.contains(&question.right), "{}", question.name);
        }
    }

    /// A reader who picks by place alone would learn it.
    #[test]
    fn the_right_choice_is_not_always_the_last() {
        let last = QUESTIONS.iter().filter(|one| one.choices.last().is_some_and(|last| last.name == one.right));
        assert!(last.count() < QUESTIONS.len() / 2);
    }

    #[test]
    fn every_link_is_as_short_as_it_can_be() {
        for (_, choice) in choices() {
            let link: Link = choice.link.parse().expect(choice.link);
            let names =
                |text: &str| text.split('&').map(|pair| pair.split('=').next().map(str::to_owned)).collect::<Vec<_>>();
            assert_eq!(names(&link.to_string()), names(choice.link));
            // Nothing of its bill depends on a run.
            assert_eq!(link.costs.calls, Calls::One);
        }
    }

    #[test]
    fn every_place_in_a_sentence_has_its_number() {
        for (_, choice) in choices() {
            assert_eq!(choice.said.matches("{}").count(), choice.figures.len(), "{}", choice.said);
            let said = seen(choice).say(choice.said, choice.figures);
            assert!(!said.contains(['{', '}']) && !said.contains("  "), "{said}");
        }
    }

    type Holds = fn(&Verdict) -> bool;

    /// What the sentences take for granted of their runs, in words as "leaks", "refuses wrongly", "exact".
    const HOLD: &[(&str, &str, Holds)] = &[
        ("own-counters", "ten", |run| run.allowed == 80 && run.refused == 0),
        ("own-counters", "sticky", leaks),
        ("own-counters", "lower", unfair),
        ("own-counters", "one-count", exact),
        ("autoscaling", "stays", |run| run.allowed == 40 + 60),
        ("autoscaling", "configured", leaks),
        ("autoscaling", "shared", exact),
        ("shares", "fine", |run| unfair(run) && run.due == 10),
        ("shares", "turns", unfair),
        ("shares", "too-many", unfair),
        ("shares", "one-count", |run| exact(run) && run.refused == 0),
        ("race", "load", exact),
        ("race", "clocks", leaks),
        ("race", "stale", leaks),
        ("cure", "nodes", leaks),
        ("cure", "window", leaks),
        ("cure", "atomic", exact),
        ("cure", "memory", leaks),
        ("cure", "closer", leaks),
        ("expiry", "nothing", stuck),
        ("expiry", "free", stuck),
        ("expiry", "by-hand", |run| run.falsely_refused > 0 && run.allowed > 10),
        ("expiry", "transaction", |run| run.allowed + run.lost >= run.due && run.lost > 0),
        ("nx", "alone", exact),
        ("nx", "any-redis", |run| run.failures.let_through == 40),
        ("nx", "keeps-end", |run| exact(run) && run.allowed == 50),
        ("bucket", "single", leaks),
        ("bucket", "mutex", |run| run.allowed == 2 && run.over == 1),
        ("bucket", "clocks", leaks),
        ("bucket", "script", exact),
        ("cost", "one", |_| true),
        ("cost", "turns", leaks),
        ("cost", "shard", |_| true),
        ("policy", "closed", |run| run.over == 0 && run.failures.refused > 0),
        ("policy", "open", |run| leaks(run) && run.failures.let_through > 0),
        ("policy", "wait", |run| run.added_wait_us.max > 400_000.0),
        ("policy", "each-its-own", |run| leaks(run) && run.over < 200),
        ("slow", "nothing", waits),
        ("slow", "servers", waits),
        ("slow", "long", |run| waits(run) && run.failures.timed_out == 0),
        ("slow", "timeout", |run| run.added_wait_us.max < 11_000.0 && run.failures.let_through > 0),
        ("sync", "exact", leaks),
        ("sync", "seldom", |run| leaks(run) && run.redis_calls < 20),
        ("sync", "interval", |run| run.over > 0 && run.over < 173),
        ("flood", "racy", |run| leaks(run) && run.redis_calls > 2_000),
        ("flood", "sync", |run| leaks(run) && run.redis_calls < 100),
        ("flood", "remember", |run| exact(run) && run.redis_calls < 200),
        ("exact", "hot", |run| exact(run) && run.redis_calls >= 20_000),
        ("exact", "all", |run| run.over == 0 && run.failures.refused > 0),
        ("exact", "codes", exact),
    ];

    fn leaks(run: &Verdict) -> bool {
        run.over > 0
    }

    fn unfair(run: &Verdict) -> bool {
        run.over == 0 && run.falsely_refused > 0
    }

    fn exact(run: &Verdict) -> bool {
        run.over == 0 && run.falsely_refused == 0
    }

    fn stuck(run: &Verdict) -> bool {
        run.allowed < 10 && run.falsely_refused > 30
    }

    fn waits(run: &Verdict) -> bool {
        run.added_wait_us.max > 800_000.0
    }

    #[test]
    fn every_run_shows_what_its_sentence_says() {
        let mut left: Vec<_> = HOLD.iter().collect();
        for (question, choice) in choices() {
            let place = left.iter().position(|(of, name, _)| *of == question && *name == choice.name);
            let (.., holds) = left.remove(place.unwrap_or_else(|| panic!("nothing holds {question}: {}", choice.name)));
            let seen = seen(choice);
            assert!(holds(seen.verdict()), "{question}: {}: {}", choice.name, seen.verdict_in_words());
        }
        assert!(left.is_empty());
    }

    /// Sentences whose numbers are held against each other's.
    #[test]
    fn runs_that_are_compared_differ_as_it_is_said() {
        let of = |question: &str, name: &str| {
            let found = choices().find(|(of, choice)| *of == question && choice.name == name);
            seen(found.expect(name).1)
        };
        assert_eq!(of("cure", "nodes").figure(Figure::Over), of("race", "stale").figure(Figure::Over));
        let [share, open] = ["each-its-own", "open"].map(|name| of("policy", name).verdict().over);
        assert!(share < open);
        let [often, seldom] = ["exact", "seldom"].map(|name| of("sync", name).verdict().over);
        assert!(often < seldom);
        let bill = of("cost", "one");
        assert_eq!([Figure::CallsASecond, Figure::Used].map(|one| bill.figure(one)), ["120,000", "120%"]);
        assert_eq!(of("cost", "shard").figure(Figure::NodesNeeded), "2");
    }
}
