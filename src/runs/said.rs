//! What came of many runs, in a few sentences.

use super::This;
use super::counting::Count;
use crate::words::counting::{grouped, share};
use crate::words::number::fixed;

/// How many are let through over the runs so far, and how the run on the stage stands among them.
pub fn said(count: &Count, this: &This) -> String {
    let [one, many] = count.word();
    let runs = count.all.runs();
    let so_far = if count.finished() { "" } else { " so far" };
    let told = match count.all.bars() {
        [] => return String::new(),
        [bar] if runs == 1 => return format!("One {one}{so_far}: {} let through.", grouped(bar.allowed.into())),
        // Then the one on the stage is like all others, unless it is none of them.
        [bar] => {
            let each = format!("Each of the {} {many}{so_far} lets ", grouped(runs.into()));
            format!("{each}{}: {}.", alike(count, this, bar.allowed), luck(count, bar.allowed))
        }
        _ => format!("Over {} {many}{so_far}: {}. {}", grouped(runs.into()), varied(count), over(count, this)),
    };
    told + &standing(count, this)
}

/// What all runs do alike.
fn alike(count: &Count, this: &This, allowed: u32) -> String {
    let limit = count.scenario().limit;
    let number = grouped(allowed.into());
    if !this.one_count {
        let over = if count.over.runs() > 0 { ", more than an exact limiter would" } else { "" };
        return format!("exactly {number} through{over}");
    }
    if allowed > limit {
        format!(
            "exactly {number} through, {} over the limit of {}",
            grouped((allowed - limit).into()),
            grouped(limit.into())
        )
    } else if allowed == count.scenario().requests() {
        let all = if allowed == 1 { "the only one" } else { &format!("all {number}") };
        format!("{all} through, within the limit of {}", grouped(limit.into()))
    } else if allowed == limit {
        format!("exactly {number} through, the limit")
    } else {
        let short = this.due.saturating_sub(allowed);
        let short = if short > 0 { format!(", {} fewer than are due", grouped(short.into())) } else { String::new() };
        format!("exactly {number} through{short}")
    }
}

/// Whether it could have been otherwise. Where a form says so, it is certain; else it is what was seen.
fn luck(count: &Count, allowed: u32) -> &'static str {
    let bounds = count.seeds.bounds();
    let certain = bounds.expected == Some(allowed.into());
    if certain { "luck has no say" } else { "luck made no difference" }
}

/// How the number let through varies.
fn varied(count: &Count) -> String {
    let summary = count.all.summary();
    let [low, high] = [5, 95].map(|percent| count.all.percentile(percent).unwrap_or_default());
    let within = if low == high {
        format!("{} in nine of ten", grouped(low.into()))
    } else {
        format!("{} to {} in nine of ten", grouped(low.into()), grouped(high.into()))
    };
    let [least, most] = ends(count).map(|end| grouped(end.into()));
    let ends = if count.over.runs() > 0 { format!("{most} at most") } else { format!("{least} to {most} in all") };
    format!("{} on average (95% sure within {}), {within}, {ends}", fixed(summary.mean, 1), sure(count.all.sure()))
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
            0 => "None lets more through than an exact limiter would.".to_owned(),
            all if all == runs => "Every one lets more through than an exact limiter would.".to_owned(),
            some => {
                format!("{} of them let more through than an exact limiter would.", share(some.into(), runs.into()))
            }
        };
    }
    let limit = count.scenario().limit;
    let exactly = count.all.bars().iter().any(|bar| bar.allowed == limit);
    let named = grouped(limit.into());
    match over {
        0 if limit > count.scenario().requests() => format!("The limit of {named} is more than there are requests."),
        0 if exactly => format!("None goes over the limit of {named}."),
        0 => format!("None goes over the limit of {named}, and none comes up to it."),
        all if all == runs => format!("Every one goes over the limit of {named}."),
        some => {
            let never = if exactly { "" } else { "; none lets exactly the limit through" };
            format!("{} of them go over the limit of {named}{never}.", share(some.into(), runs.into()))
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
    let rare = |few: u64, what: &str| match few {
        0 => format!("none of these has as {what}"),
        some => format!(
            "{} have as {what}{or}",
            share(some.into(), runs.into()),
            or = if what == "few" { " or fewer" } else { " or more" }
        ),
    };
    let stands = if count.all.bars().len() == 1 && allowed == low {
        return String::new();
    } else if allowed < low {
        format!("has unusually few: {}", rare(those(|one, own| one <= own), "few"))
    } else if allowed > high {
        format!("has unusually many: {}", rare(those(|one, own| one >= own), "many"))
    } else {
        "is a usual one".to_owned()
    };
    format!(" The run on the stage (seed {}), with {}, {stands}.", this.seed, grouped(allowed.into()))
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
