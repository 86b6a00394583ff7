//! In which slot of a cluster a key is.

use super::key::Key;

/// How many slots a cluster's keys are spread over.
pub const SLOTS: u16 = 16384;

/// The key's slot: what `CLUSTER KEYSLOT` answers.
#[inline]
pub fn slot(key: &Key) -> u16 {
    let text = key.to_string();
    crc16(tag(&text)) % SLOTS
}

/// What the slot depends on: what stands between the first brace and the next closing one, if anything, or else all.
#[inline]
fn tag(text: &str) -> &str {
    let tag = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    tag.map(|(tag, _)| tag).filter(|tag| !tag.is_empty()).unwrap_or(text)
}

/// CRC-16/XMODEM.
#[inline]
fn crc16(text: &str) -> u16 {
    let bit = |crc: u16, _| if crc >> 15 == 1 { crc << 1 ^ 0x1021 } else { crc << 1 };
    text.bytes().fold(0, |crc, byte| (0..8).fold(crc ^ u16::from(byte) << 8, bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_cluster_specification() {
        assert_eq!(crc16("123456789"), 0x31C3);
    }

    /// The numbers are those of a real server.
    #[test]
    fn keys_are_in_the_slots_that_cluster_keyslot_answers() {
        for (name, id, part, printed, expected) in [
            ("rl:user", 81, None, "rl:user81", 5896),
            ("rl:user", 81, Some(5), "rl:user81:5", 6792),
            ("rl:{user", 81, Some(5), "rl:{user81}:5", 3192),
            ("rl:{user", 81, Some(6), "rl:{user81}:6", 3192),
            ("user", 81, None, "user81", 3192),
            ("k", 1, None, "k1", 12706),
            ("k", 1, Some(3), "k1:3", 6454),
            ("", 123_456_789, None, "123456789", 12739),
            ("rl:{user", 0, None, "rl:{user0}", 3979),
            ("rl:{user", u32::MAX, Some(u64::MAX), "rl:{user4294967295}:18446744073709551615", 8736),
        ] {
            let key = Key { name, id, part };
            assert_eq!(key.to_string(), printed);
            assert_eq!(slot(&key), expected, "{key}");
        }
        for (text, expected) in [("a{}b", 13694), ("foo{{bar}}zap", 4015)] {
            assert_eq!(crc16(tag(text)) % SLOTS, expected, "{text}");
        }
    }

    #[test]
    fn only_the_first_tag_counts_and_an_empty_one_is_none() {
        for (text, expected) in [
            ("{user81}:5", "user81"),
            ("a{b}{c}", "b"),
            ("a{b", "a{b"),
            ("a{}{c}", "a{}{c}"),
            ("a{{b}}", "{b"),
            ("a}b{c}", "c"),
        ] {
            assert_eq!(tag(text), expected, "{text}");
        }
    }
}
