//! Numbers of the panel: large ones, money, and what a simulated number stands for.

use limit_sim::scenario::Policies;
use limit_sim::time::Span;

use crate::language::t;
use crate::say;
use crate::words::counting::grouped;
use crate::words::number::exact;

/// Hundredths as money: `$2,700.00`.
pub fn money(hundredths: u64) -> String {
    format!("${}.{:02}", grouped((hundredths / 100).into()), hundredths % 100)
}

/// What a number of simulated requests stands for, in words; nothing where it stands for itself.
pub fn stands_for(policies: &Policies, simulated: u32) -> String {
    if policies.stands_for == 1 {
        return String::new();
    }
    let scaled = grouped(u128::from(simulated) * u128::from(policies.stands_for));
    say!("simulated {}; of the evening {}", grouped(simulated.into()), scaled)
}

/// How long something lasts: `3 minutes`, `500 ms`.
pub fn lasting(span: Span) -> String {
    let minutes = span.nanos() / 60_000_000_000;
    match minutes {
        _ if Span::from_secs(60 * minutes) != span || minutes == 0 => exact(span),
        1 => t("a minute").to_owned(),
        _ => say!("{} minutes", minutes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_told_in_threes_and_with_two_decimals() {
        assert_eq!(money(270_005), "$2,700.05");
        assert_eq!(money(0), "$0.00");
    }

    #[test]
    fn times_are_told_in_minutes_where_they_are_whole_ones() {
        for (millis, text) in
            [(180_000, "3 minutes"), (60_000, "a minute"), (90_000, "90 s"), (500, "500 ms"), (0, "0 ms")]
        {
            assert_eq!(lasting(Span::from_millis(millis)), text);
        }
    }

    #[test]
    fn a_number_that_stands_for_itself_is_told_once() {
        let policies = Policies { stands_for: 100, ..Policies::default() };
        assert_eq!(stands_for(&policies, 10_800), "simulated 10,800; of the evening 1,080,000");
        assert_eq!(stands_for(&Policies::default(), 10_800), "");
    }
}
