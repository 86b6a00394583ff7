//! What an outage came to for an endpoint, in a sentence.

use limit_sim::rule::Rule;
use limit_sim::scenario::{OnFailure, Strategy, What};

use super::figures::lasting;
use super::runs::{Ran, Runs};
use crate::language::t;
use crate::n;
use crate::words::counting::grouped;
use crate::words::number::wait;
use crate::words::say::say;

/// The endpoints: what each is called, what it hands out, and what is said when nobody gets any.
pub const ENDPOINTS: [[&str; 3]; 3] = [
    [n!("Orders"), n!("orders"), n!("Nobody could order for $t: all $r orders that came were refused.")],
    [n!("OTP"), n!("codes"), n!("Nobody got a code for $t, and nobody could run up the bill.")],
    [n!("Search"), n!("searches"), n!("Nobody could search for $t: all $r searches were refused.")],
];

/// The policies, in the order of [`OnFailure`].
pub const fn policy(policy: OnFailure) -> &'static str {
    match policy {
        OnFailure::Open => n!("let through"),
        OnFailure::Closed => n!("refuse"),
        OnFailure::Local => n!("each server\u{2019}s share"),
    }
}

/// How Redis is in an outage.
pub const fn away(what: What) -> &'static str {
    match what {
        What::Silent => n!("silent"),
        What::Paused => n!("standing still"),
        What::Slow(_) => n!("slow"),
        _ => n!("down"),
    }
}

const OPEN: &str = n!("While Redis was $a $u $n passed unchecked; $o were beyond the limit.");
const SHARES: &str = n!(
    "Each server kept to its share of the limit, $s: $u $n passed by it while Redis was $a, and $h were refused by it; of all that passed, $o were beyond the limit."
);
const NO_SHARE: &str =
    n!("Each server\u{2019}s share of the limit is 0, so $h $n were refused, as if the policy were to refuse.");
const SOME: &str = n!("$h $n were refused for want of an answer; $p that Redis answered for passed.");
const ANSWERED: &str =
    n!("Redis answered every check in the end, after up to $w: no policy was asked, and everyone waited.");
const SOME_ANSWERED: &str = n!(
    "Redis answered every check that asked, after up to $w; others were decided by what servers remember. No policy was asked."
);
const UNASKED: &str = n!("All were decided by what servers remember, without asking Redis: no policy was asked.");
const NOBODY: &str = n!("Nobody came while Redis was $a.");

/// What it came to.
pub fn sentence(runs: &Runs, endpoint: usize, ran: &Ran) -> String {
    let during = &ran.during;
    let [_, noun, nobody] = ENDPOINTS[endpoint];
    let number = |number: u32| grouped(number.into());
    // What passes at once, which is the capacity's share where there is one.
    let share = Rule::shared(&runs.scenario, runs.scenario.servers).most_at_once() as u32;
    let remembers = matches!(runs.scenario.strategy, Strategy::Lease | Strategy::Edge | Strategy::DenyCache);
    let template = match ran.policy {
        _ if during.waiting.came == 0 => NOBODY,
        _ if during.unchecked + during.unheard == 0 => match during.wait.max {
            0.0 => UNASKED,
            _ if remembers => SOME_ANSWERED,
            _ => ANSWERED,
        },
        OnFailure::Open => OPEN,
        OnFailure::Local if share == 0 => NO_SHARE,
        OnFailure::Local => SHARES,
        OnFailure::Closed if during.through == 0 => nobody,
        OnFailure::Closed => SOME,
    };
    let values = [
        ('a', t(away(runs.outage.what)).to_owned()),
        ('n', t(noun).to_owned()),
        ('t', lasting(runs.lasts())),
        ('s', number(share)),
        ('p', number(during.through)),
        ('u', number(during.unchecked)),
        ('o', number(during.over)),
        ('r', number(during.refused)),
        ('h', number(during.unheard)),
        ('w', wait(during.wait.max)),
    ];
    say(template, &values)
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::Link;

    use super::*;

    fn said(link: &str, policies: &str) -> [String; 3] {
        let link: Link =
            format!("{link}&policies={policies}").parse().unwrap_or_else(|problems| panic!("{problems:?}"));
        let runs = Runs::of(&link.scenario, &link.policies).expect("it has an outage");
        let of = |nth: usize| sentence(&runs, nth, runs.under(link.policies.endpoints[nth]));
        [of(0), of(1), of(2)]
    }

    const DOWN: &str = "strategy=incr&traffic=steady&rate=400&for=3s&limit=100&redis=down@1300ms..1800ms";

    #[test]
    fn each_policy_is_told_with_the_numbers_of_its_run() {
        let [orders, codes, searches] = said(DOWN, "local,closed,open");
        assert!(
            orders.starts_with("Each server kept to its share of the limit, 25: 100 orders passed by it"),
            "{orders}"
        );
        assert!(orders.contains("of all that passed, 100 were beyond the limit"), "{orders}");
        assert_eq!(codes, "Nobody got a code for 500 ms, and nobody could run up the bill.");
        assert_eq!(searches, "While Redis was down 200 searches passed unchecked; 200 were beyond the limit.");
    }

    #[test]
    fn a_share_of_nothing_refuses_and_says_so() {
        let [orders, ..] = said(&DOWN.replace("limit=100", "limit=3"), "local,closed,open");
        assert!(orders.starts_with("Each server\u{2019}s share of the limit is 0"), "{orders}");
    }

    #[test]
    fn a_buckets_share_is_that_of_its_capacity() {
        let base = "strategy=script&rule=token-bucket&limit=10&capacity=40&servers=4&redis=down@10ms..30ms";
        let [orders, ..] = said(base, "local,closed,open");
        assert!(orders.starts_with("Each server kept to its share of the limit, 10: "), "{orders}");
    }

    #[test]
    fn nothing_is_said_of_redis_where_nobody_asked_it() {
        let of = |strategy: &str, when: &str| {
            said(&format!("strategy={strategy}&limit=3&redis=silent@{when}"), "local,closed,open")[0].clone()
        };
        assert_eq!(of("incr", "500ms..600ms"), "Nobody came while Redis was silent.");
        let unasked = "All were decided by what servers remember, without asking Redis: no policy was asked.";
        assert_eq!(of("deny-cache", "30ms..35ms"), unasked);
        assert!(of("deny-cache", "2ms..20ms").starts_with("Redis answered every check that asked, after up to "));
    }

    #[test]
    fn no_policy_is_asked_where_redis_answers_in_the_end() {
        let all = said(&DOWN.replace("down", "silent"), "local,closed,open");
        assert!(all.iter().all(|one| one.starts_with("Redis answered every check in the end")), "{all:?}");
    }
}
