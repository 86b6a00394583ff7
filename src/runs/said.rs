//! What came of many runs, in a few sentences.

use super::This;
use super::counting::Count;
use crate::language::t;
use crate::say;
use crate::words::counting::{grouped, share};
use crate::words::number::{fixed, in_groups};

/// How many are let through over the runs so far, and how the run on the stage stands among them.
pub fn said(count: &Count, this: &This) -> String {
    let runs = count.all.runs();
    let told = match count.all.bars() {
        [] => return String::new(),
        [bar] if runs == 1 => return one(count, &grouped(bar.allowed.into())),
        // Then the one on the stage is like all others, unless it is none of them.
        [bar] => {
            say!("Each of the {} lets {}: {}.", all(count), alike(count, this, bar.allowed), luck(count, bar.allowed))
        }
        _ => say!("Over {}: {}. {}", all(count), varied(count), over(count, this)),
    };
    told + &standing(count, this)
}

/// The first run alone.
fn one(count: &Count, allowed: &str) -> String {
    match (count.is_of_bursts(), count.finished()) {
        (true, true) => say!("One burst: {} let through.", allowed),
        (true, false) => say!("One burst so far: {} let through.", allowed),
        (false, true) => say!("One run: {} let through.", allowed),
        (false, false) => say!("One run so far: {} let through.", allowed),
    }
}

/// So many runs, by what they are called.
pub fn those(count: &Count, runs: u64) -> String {
    let number = grouped(runs.into());
    match (count.is_of_bursts(), runs) {
        (true, 1) => t("1 burst").to_owned(),
        (true, _) => say!("{} bursts", number),
        (false, 1) => t("1 run").to_owned(),
        (false, _) => say!("{} runs", number),
    }
}

/// The runs that there are.
fn all(count: &Count) -> String {
    let runs = those(count, count.all.runs());
    if count.finished() { runs } else { say!("{} so far", runs) }
}

/// What all runs do alike.
fn alike(count: &Count, this: &This, allowed: u32) -> String {
    let limit = count.scenario().limit;
    let number = grouped(allowed.into());
    if !this.one_count {
        return match count.over.runs() {
            0 => say!("exactly {} through", number),
            _ => say!("exactly {} through, more than an exact limiter would", number),
        };
    }
    if allowed > limit {
        say!(
            "exactly {} through, {} over the limit of {}",
            number,
            grouped((allowed - limit).into()),
            grouped(limit.into())
        )
    } else if allowed == count.scenario().requests() {
        let limit = grouped(limit.into());
        match allowed {
            1 => say!("the only one through, within the limit of {}", limit),
            _ => say!("all {} through, within the limit of {}", number, limit),
        }
    } else if allowed == limit {
        say!("exactly {} through, the limit", number)
    } else {
        match this.due.saturating_sub(allowed) {
            0 => say!("exactly {} through", number),
            short => say!("exactly {} through, {} fewer than are due", number, grouped(short.into())),
        }
    }
}

/// Whether it could have been otherwise. Where a form says so, it is certain; else it is what was seen.
fn luck(count: &Count, allowed: u32) -> &'static str {
    let bounds = count.seeds.bounds();
    let certain = bounds.expected == Some(allowed.into());
    if certain { t("luck has no say") } else { t("luck made no difference") }
}

/// How the number let through varies.
fn varied(count: &Count) -> String {
    let summary = count.all.summary();
    let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let within = if low == high {
        say!("{} in nine of ten", grouped(low.into()))
    } else {
        say!("{} to {} in nine of ten", grouped(low.into()), grouped(high.into()))
    };
    let [least, most] = ends(count).map(|end| grouped(end.into()));
    let ends = if count.over.runs() > 0 { say!("{} at most", most) } else { say!("{} to {} in all", least, most) };
    say!(
        "{} on average (95% sure within {}), {}, {}",
        in_groups(fixed(summary.mean, 1)),
        sure(count.all.sure()),
        within,
        ends
    )
}

/// The fewest and the most that were let through.
pub fn ends(count: &Count) -> [u32; 2] {
    let bars = count.all.bars();
    [bars.first(), bars.last()].map(|bar| bar.map_or(0, |bar| bar.allowed))
}

/// How far off the mean may be. Never nothing: something varies.
pub fn sure(off: f64) -> String {
    match off {
        little if little < 0.0005 => "0.001".to_owned(),
        little if little < 0.1 => fixed(little, if little < 0.01 { 3 } else { 2 }),
        much => fixed(much, 1),
    }
}

/// How many of them let too many through.
fn over(count: &Count, this: &This) -> String {
    let (over, runs) = (count.over.runs(), count.all.runs());
    if !this.one_count {
        return match over {
            0 => t("None lets more through than an exact limiter would.").to_owned(),
            all if all == runs => t("Every one lets more through than an exact limiter would.").to_owned(),
            some => {
                say!("{} of them let more through than an exact limiter would.", share(some.into(), runs.into()))
            }
        };
    }
    let limit = count.scenario().limit;
    let exactly = count.all.bars().iter().any(|bar| bar.allowed == limit);
    let named = grouped(limit.into());
    match over {
        0 if limit > count.scenario().requests() => say!("The limit of {} is more than there are requests.", named),
        0 if exactly => say!("None goes over the limit of {}.", named),
        0 => say!("None goes over the limit of {}, and none comes up to it.", named),
        all if all == runs => say!("Every one goes over the limit of {}.", named),
        some => {
            let part = share(some.into(), runs.into());
            if exactly {
                say!("{} of them go over the limit of {}.", part, named)
            } else {
                say!("{} of them go over the limit of {}; none lets exactly the limit through.", part, named)
            }
        }
    }
}

/// How the run on the stage stands among them.
fn standing(count: &Count, this: &This) -> String {
    let allowed = this.allowed;
    let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let runs = count.all.runs();
    let those = |fits: fn(u32, u32) -> bool| {
        count.all.bars().iter().filter(|bar| fits(bar.allowed, allowed)).map(|bar| bar.runs).sum::<u64>()
    };
    let part = |some: u64| share(some.into(), runs.into());
    let stands = if count.all.bars().len() == 1 && allowed == low {
        return String::new();
    } else if allowed < low {
        match those(|one, own| one <= own) {
            0 => t("has unusually few: none of these has as few").to_owned(),
            some => say!("has unusually few: {} have as few or fewer", part(some)),
        }
    } else if allowed > high {
        match those(|one, own| one >= own) {
            0 => t("has unusually many: none of these has as many").to_owned(),
            some => say!("has unusually many: {} have as many or more", part(some)),
        }
    } else {
        t("is a usual one").to_owned()
    };
    " ".to_owned() + &say!("The run on the stage (seed {}), with {}, {}.", this.seed, grouped(allowed.into()), stands)
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Link, Scenario, Traffic};
    use limit_sim::verdict::Verdict;

    use super::*;

    fn counted(link: &str, runs: u64) -> Count {
        let link: Link = link.parse().unwrap();
        let mut count = Count::new(&link.scenario, runs);
        while !count.advance() {}
        count
    }

    fn this(count: &Count, seed: u64) -> This {
        let scenario = Scenario { seed, ..*count.scenario() };
        let verdict = Verdict::of(&scenario);
        let one_count = scenario.users == 1 && scenario.traffic == Traffic::Burst;
        This { seed, allowed: verdict.allowed, due: verdict.due, one_count }
    }

    fn tells(link: &str, what: &str) {
        let count = counted(link, 300);
        let told = said(&count, &this(&count, count.scenario().seed));
        assert!(told.contains(what), "{link}: {told}");
        assert!(told.ends_with('.') && !told.contains("  "), "{told}");
    }

    #[test]
    fn what_varies_is_told_with_its_mean_its_nine_of_ten_and_its_worst() {
        let count = counted("strategy=local", 300);
        let told = said(&count, &this(&count, 1));
        let (mean, worst) = (fixed(count.all.summary().mean, 1), count.all.worst().unwrap().allowed);
        let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap());
        for part in [
            format!("Over 300 bursts: {mean} on average (95% sure within 0."),
            format!("{low} to {high} in nine of ten, {worst} at most. Every one goes over the limit of 10."),
        ] {
            assert!(told.contains(&part), "{told} lacks {part}");
        }
    }

    #[test]
    fn where_luck_has_no_say_that_is_said() {
        for (link, what) in [
            ("strategy=incr", "Each of the 300 bursts lets exactly 10 through, the limit: luck has no say."),
            ("strategy=local&limit=60", "lets all 40 through, within the limit of 60: luck has no say."),
            (
                "strategy=local&balancer=round-robin",
                "lets exactly 40 through, 30 over the limit of 10: luck has no say.",
            ),
            ("strategy=split&limit=3", "lets exactly 0 through, 3 fewer than are due: luck has no say."),
            ("strategy=read-write&servers=1&arrivals=even", "luck made no difference."),
        ] {
            tells(link, what);
        }
    }

    #[test]
    fn odd_cases_are_told_as_what_they_are() {
        for (link, what) in [
            ("strategy=split&burst=16", "in all. None goes over the limit of 10"),
            ("strategy=split&limit=60", "The limit of 60 is more than there are requests."),
            ("strategy=get-set&rtt=0.3ms", "of them go over the limit of 10"),
            ("strategy=local&traffic=steady&rate=100&for=2s", "Over 300 runs: "),
            ("strategy=local&traffic=steady&rate=100&for=2s&servers=2", "through than an exact limiter would"),
        ] {
            tells(link, what);
        }
    }

    #[test]
    fn the_run_on_the_stage_is_held_against_the_others() {
        let count = counted("strategy=local", 300);
        let bars = count.all.bars();
        let typical = count.all.typical().unwrap();
        assert!(said(&count, &this(&count, typical.seed)).ends_with("is a usual one."));
        let [first, last] = [bars[0], bars[bars.len() - 1]].map(|bar| this(&count, bar.seed));
        assert!(
            said(&count, &first)
                .contains(&format!("(seed {}), with {}, has unusually few: ", first.seed, first.allowed))
        );
        let told = said(&count, &This { allowed: last.allowed + 1, ..last });
        assert!(told.ends_with("has unusually many: none of these has as many."), "{told}");
    }

    #[test]
    fn the_first_of_them_is_told_as_one() {
        let link: Link = "strategy=local&burst=1000".parse().unwrap();
        let mut count = Count::new(&link.scenario, 300);
        count.advance();
        let told = said(&count, &this(&count, 1));
        assert!(told.starts_with("One burst so far: "), "{told}");
    }
}
