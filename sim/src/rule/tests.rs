//! What holds for every rule.

use proptest::prelude::*;

use super::*;

fn rules() -> impl Strategy<Value = Rule> {
    (0..6u8, 1..8i64, 1..400i64).prop_map(|(kind, limit, window)| match kind {
        0 => Rule::FixedWindow(FixedWindow { limit, window: Span::from_micros(window.cast_unsigned()) }),
        1 => Rule::FirstHit(FirstHit { limit, window }),
        2 => Rule::SlidingLog(SlidingLog { limit, window }),
        3 => Rule::SlidingCounter(SlidingCounter { limit, window }),
        4 => Rule::TokenBucket(TokenBucket { capacity: limit, interval: window }),
        _ => Rule::Gcra(Gcra { burst: limit, interval: window }),
    })
}

/// Instants on a clock that never goes back, in nanoseconds.
fn instants() -> impl Strategy<Value = Vec<Time>> {
    let steps = prop_oneof![Just(0), 0..3_000u64, 0..400_000u64];
    (0..1_000_000u64, proptest::collection::vec(steps, 1..80)).prop_map(|(first, steps)| {
        let mut now = Time::from_nanos(first);
        let mut next = |step| {
            now = now + Span::from_nanos(step);
            now
        };
        steps.into_iter().map(&mut next).collect()
    })
}

proptest! {
    #[test]
    fn taking_several_is_that_many_hits_up_to_the_first_that_is_refused(
        rule in rules(), at in instants(), wants in proptest::collection::vec(1..6i64, 80)
    ) {
        let (mut state, mut other) = (State::New, State::New);
        for (now, want) in at.into_iter().zip(wants) {
            let (granted, decision) = rule.take(&mut state, now, want);
            let first = rule.hit(&mut other, now);
            prop_assert_eq!((first, decision.allowed), (decision, granted > 0));
            for nth in 1..want {
                let mut next = other.clone();
                let passes = rule.hit(&mut next, now).allowed;
                prop_assert_eq!(passes, nth < granted);
                if !passes {
                    break;
                }
                other = next;
            }
            prop_assert_eq!(&state, &other);
        }
    }

    #[test]
    fn a_refused_request_passes_when_it_is_told_to_come_again_and_not_before(rule in rules(), at in instants()) {
        let mut state = State::New;
        for now in at {
            if rule.hit(&mut state, now).allowed {
                continue;
            }
            let micros = rule.retry_after(&state, now);
            let passes = |micros: i64| {
                let then = now + Span::from_micros(micros.cast_unsigned());
                rule.hit(&mut state.clone(), then).allowed
            };
            prop_assert!(micros > 0);
            // A sliding counter answers when its window ends, and may refuse even then.
            if !matches!(rule, Rule::SlidingCounter(_)) {
                prop_assert!(passes(micros));
                prop_assert!(!passes(micros - 1));
            }
        }
    }

    #[test]
    fn no_more_passes_from_one_instant_to_another_than_it_says(rule in rules(), at in instants()) {
        let mut state = State::New;
        let mut passed = 0;
        for now in &at {
            passed += u64::from(rule.hit(&mut state, *now).allowed);
            prop_assert!(passed <= rule.most_between(at[0], *now));
        }
    }

    #[test]
    fn as_much_as_it_says_passes_where_requests_never_cease(
        rule in rules(), from in 0..1_000_000u64, micros in 0..2_000u64
    ) {
        let mut state = State::New;
        let (mut passed, from) = (0, Time::START + Span::from_micros(from));
        let to = from + Span::from_micros(micros);
        for now in (0..=micros).map(|one| from + Span::from_micros(one)) {
            passed += rule.take(&mut state, now, 100).0.cast_unsigned();
        }
        if matches!(rule, Rule::SlidingCounter(_)) {
            prop_assert!(passed <= rule.most_between(from, to));
        } else {
            prop_assert_eq!(passed, rule.most_between(from, to));
        }
    }

    #[test]
    fn of_a_sliding_counter_it_says_what_a_limit_in_each_window_would_come_to(
        (limit, window) in (1..8i64, 1..400i64), from in 0..1_000_000u64, micros in 0..2_000u64
    ) {
        let from = Time::START + Span::from_micros(from);
        let to = from + Span::from_micros(micros);
        let counter = Rule::SlidingCounter(SlidingCounter { limit, window });
        let windows = Rule::FixedWindow(FixedWindow { limit, window: Span::from_micros(window.cast_unsigned()) });
        prop_assert_eq!(counter.most_between(from, to), windows.most_between(from, to));
    }
}
