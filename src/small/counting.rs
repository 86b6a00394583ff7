//! Counts of orders, which outgrow what a reader takes in at a glance.

/// A count with its digits in groups of three.
pub fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_threes_from_the_right() {
        for (count, text) in [(0, "0"), (96, "96"), (999, "999"), (2520, "2,520"), (81_729_648_000, "81,729,648,000")] {
            assert_eq!(grouped(count), text);
        }
    }
}
