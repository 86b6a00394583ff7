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
