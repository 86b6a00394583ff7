//! Counts that outgrow what a reader takes in at a glance.

use super::number::{fixed, in_groups};

/// A count with its digits in groups, however many they are.
pub fn grouped(count: u128) -> String {
    in_groups(count.to_string())
}

/// A part of all, in per cent.
pub fn share(part: u128, all: u128) -> String {
    match 100.0 * part as f64 / all as f64 {
        _ if part == 0 => "0%".to_owned(),
        little if little < 0.1 => "<0.1%".to_owned(),
        much if much > 99.9 && part < all => ">99.9%".to_owned(),
        percent => fixed(percent, 1) + "%",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_threes_from_the_right() {
        for (count, text) in [
            (0, "0"),
            (96, "96"),
            (999, "999"),
            (1000, "1,000"),
            (2520, "2,520"),
            (1_000_001, "1,000,001"),
            (81_729_648_000, "81,729,648,000"),
        ] {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn a_part_is_all_or_nothing_only_if_it_is() {
        for (part, all, text) in
            [(0, 5, "0%"), (1, 1_000_000, "<0.1%"), (1, 4, "25.0%"), (999_999, 1_000_000, ">99.9%"), (7, 7, "100.0%")]
        {
            assert_eq!(share(part, all), text);
        }
    }
}
