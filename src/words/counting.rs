//! Counts that outgrow what a reader takes in at a glance.

/// A count with its digits in groups of three.
pub fn grouped(count: u128) -> String {
    let mut text = count.to_string();
    let mut at = text.len();
    while at > 3 {
        at -= 3;
        text.insert(at, ',');
    }
    text
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
}
