//! What can't be changed on a page that locks something.

use super::{Link, Parameter, misfit};

/// What comes of a wish for another link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where it leads: to what was wished for, with what is locked as it is; or nowhere else.
    pub link: Link,
    /// The parameters that were wished to be otherwise and are not, because of what is locked.
    pub refused: Vec<&'static str>,
}

impl Link {
    /// What comes of a wish for another link on a page that began with this one and stands at `now`. What is locked stays as
    /// it was at the page's start, and so does how the page is set up. Where the rest of the wish does not go with what is
    /// locked (a rule that the locked strategy can't count by, more requests than a run can bear), nothing of it is granted.
    ///
    /// A wish for a rule that its strategy can't count by is granted where nothing of the two is locked: whoever wished for it
    /// puts the rule back, and says so.
    #[inline]
    pub fn keep(&self, now: &Self, wanted: Self) -> Kept {
        let differ = |one: &&Parameter, a: &Self, b: &Self| one.print(a) != one.print(b);
        let mut link = self.holding(wanted.clone());
        let tabs = &self.embedding.tabs;
        if !tabs.is_empty() && !tabs.contains(&link.tab) {
            link.tab = now.tab;
        }
        let names = |a: &Self, b: &Self| -> Vec<&'static str> {
            Parameter::ALL.iter().filter(|one| differ(one, a, b)).map(|one| one.name).collect()
        };
        let mut refused = names(&wanted, &link);
        // Set up as it was, and not because anybody wished for something else: the address alone says otherwise.
        refused.retain(|name| self.embedding.locks(name) || *name == "tab" || Parameter::is_setup(name));
        let counting = ["strategy", "rule", "window-start"];
        if misfit(&link.scenario).is_some() {
            let locked: Vec<_> = counting.into_iter().filter(|name| self.embedding.locks(name)).collect();
            if locked.is_empty() {
                return Kept { link, refused };
            }
            add(&mut refused, &locked);
            return Kept { link: now.clone(), refused };
        }
        let held = link.clone();
        let _ = link.mend();
        let mended: Vec<_> = names(&held, &link).into_iter().filter(|name| self.embedding.locks(name)).collect();
        let lost = Parameter::ALL.iter().filter(|one| self.embedding.locks(one.name) && differ(one, self, &held));
        let lost: Vec<_> = lost.map(|one| one.name).collect();
        if mended.is_empty() && lost.is_empty() {
            return Kept { link, refused };
        }
        add(&mut refused, &mended);
        add(&mut refused, &lost);
        Kept { link: now.clone(), refused }
    }
}

/// Adds names that are not there yet.
fn add(names: &mut Vec<&'static str>, more: &[&'static str]) {
    for name in more {
        if !names.contains(name) {
            names.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy as _, any, prop_assert, prop_assert_eq, proptest};

    use super::*;
    use crate::scenario::{Choice, Embedding, Rule, Scenario, Strategy, Tab};
    use crate::testing::scenarios;
    use crate::time::Time;

    /// A page's link, as it is once it was read.
    fn page(scenario: Scenario, locks: &[&'static str]) -> Link {
        let embedding = Embedding { lock: locks.to_vec(), ..Embedding::default() };
        let link = Link { scenario, embedding, ..Link::default() };
        Link::read(&link.to_string()).0
    }

    proptest! {
        #[test]
        fn what_is_locked_is_the_same_after_any_wishes(
            locks in proptest::collection::vec(any::<bool>(), 80), own in scenarios(),
            wishes in proptest::collection::vec(
                (scenarios(), proptest::sample::select(Tab::ALL), proptest::option::of(0..40u32),
                 proptest::option::of(any::<u64>().prop_map(Time::from_nanos))),
                1..6
            )
        ) {
            let lock: Vec<_> = Embedding::lockable().zip(&locks).filter(|(_, yes)| **yes).map(|(name, _)| name).collect();
            let start = page(own, &lock);
            let mut now = start.clone();
            for (scenario, tab, request, playhead) in wishes {
                let kept = start.keep(&now, Link { scenario, tab, request, playhead, ..Link::default() });
                now = kept.link;
                for parameter in Parameter::ALL.iter().filter(|one| start.embedding.locks(one.name)) {
                    prop_assert_eq!(parameter.print(&now), parameter.print(&start), "{}", parameter.name);
                }
                prop_assert_eq!(&now.embedding, &start.embedding);
                let fits = misfit(&now.scenario).is_none();
                prop_assert!(fits || !["strategy", "rule", "window-start"].iter().any(|one| start.embedding.locks(one)));
                if fits {
                    let (again, problems) = Link::read(&now.to_string());
                    prop_assert_eq!((again, problems), (now.clone(), vec![]), "it can be linked to");
                }
            }
        }

        #[test]
        fn where_nothing_is_locked_every_wish_is_granted(own in scenarios(), other in scenarios()) {
            let (start, wanted) = (page(own, &[]), page(other, &[]));
            prop_assert_eq!(start.keep(&start, wanted.clone()), Kept { link: wanted, refused: vec![] });
        }
    }

    fn with(link: &Link, text: &str) -> Link {
        let set = |link: Link, pair: &str| {
            let (name, value) = pair.split_once('=').unwrap();
            link.with(name, value).unwrap()
        };
        text.split('&').fold(link.clone(), set)
    }

    #[test]
    fn the_rest_of_a_wish_is_granted() {
        let start = page(Scenario::default(), &["servers"]);
        let kept = start.keep(&start, with(&start, "servers=9&burst=80"));
        assert_eq!((kept.link.scenario.servers, kept.link.scenario.burst), (4, 80));
        assert_eq!(kept.refused, ["servers"]);
    }

    #[test]
    fn a_rule_that_the_locked_strategy_can_not_count_by_is_refused_and_nothing_else_is_put_in_its_place() {
        let sliding = Scenario { strategy: Strategy::Script, rule: Rule::SlidingLog, ..Scenario::default() };
        for (scenario, lock, wish) in [
            (Scenario { strategy: Strategy::Incr, ..Scenario::default() }, "strategy", "rule=gcra&burst=80"),
            (sliding, "rule", "strategy=incr&burst=80"),
        ] {
            let start = page(scenario, &[lock]);
            let kept = start.keep(&start, with(&start, wish));
            assert_eq!(kept, Kept { link: start, refused: vec![lock] });
        }
        let start = page(sliding, &["servers"]);
        let kept = start.keep(&start, with(&start, "strategy=incr"));
        assert!(misfit(&kept.link.scenario).is_some() && kept.refused.is_empty(), "whoever wished for it puts it back");
    }

    #[test]
    fn what_would_make_a_locked_value_too_much_is_refused() {
        let start = Link::read("traffic=steady&rate=20&for=600s&lock=for").0;
        let kept = start.keep(&start, with(&start, "rate=20000"));
        assert_eq!(kept, Kept { link: start, refused: vec!["for"] });
        let start = Link::read("request=30&lock=request").0;
        let kept = start.keep(&start, with(&start, "burst=20"));
        assert_eq!(kept, Kept { link: start, refused: vec!["request"] });
    }

    #[test]
    fn only_the_tabs_that_are_there_are_opened() {
        let start = Link::read("tabs=break,orders").0;
        assert_eq!(start.tab, Tab::Break);
        let kept = start.keep(&start, with(&start, "tab=runs"));
        assert_eq!((kept.link.tab, kept.refused), (Tab::Break, vec!["tab"]));
        assert_eq!(start.keep(&start, with(&start, "tab=orders")).link.tab, Tab::Orders);
        assert_eq!(Tab::from_name("orders"), Some(Tab::Orders));
    }

    #[test]
    fn how_the_page_is_set_up_is_no_wish_that_is_granted() {
        let start = Link::read("lock=seed&embed=1").0;
        let kept = start.keep(&start, with(&start, "lock=servers&servers=3"));
        assert_eq!(kept.link, with(&start, "servers=3"));
        assert_eq!(kept.refused, ["lock"]);
    }
}
