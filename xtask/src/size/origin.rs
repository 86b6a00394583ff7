//! Where a function comes from, by its name: which crate, and which module of it.

/// A function's crate and the module in it; the module is empty where the name tells none.
///
/// What is generic counts for the crate that it is written in, not for what it was made for; the code that drops a value counts
/// for the value's crate.
pub fn of(name: &str) -> (&str, &str) {
    let name = name.strip_prefix("core::ptr::drop_in_place<").unwrap_or(name);
    let Some((before, after)) = name.match_indices("::").find_map(|(at, _)| {
        let before = &name[..at];
        // The newer names of symbols tell crates apart by a hash: `core[1234]::fmt`.
        let before =
            before.rsplit_once('[').map_or(before, |(before, hash)| if hash.ends_with(']') { before } else { "" });
        let start = before.rfind(|letter: char| !is_word(letter)).map_or(0, |last| last + 1);
        // `<T as Display>::fmt`: what stands before these colons is no crate.
        (start < before.len()).then(|| (&before[start..], &name[at + 2..]))
    }) else {
        return ("of no crate", "");
    };
    let module = &after[..after.find(|letter| !is_word(letter)).unwrap_or(after.len())];
    (before, module)
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_name_tells_the_crate_that_it_is_written_in() {
        assert_eq!(of("limit_sim::run::Run<R>::happen_until::hbe68"), ("limit_sim", "run"));
        assert_eq!(of("std[a543996e6e7dbf1e]::thread::current::init_current"), ("std", "thread"));
        assert_eq!(of("<alloc::vec::Vec<limit_sim::Event> as Drop>::drop"), ("alloc", "vec"));
        assert_eq!(of("<T as alloc::string::ToString>::to_string"), ("alloc", "string"));
        assert_eq!(of("<&mut tachys[12]::html::Tag as core::fmt::Debug>::fmt"), ("tachys", "html"));
        assert_eq!(of("core::ptr::drop_in_place<rate_limit_lab::lab::Lab>"), ("rate_limit_lab", "lab"));
        assert_eq!(of("memcpy"), ("of no crate", ""));
    }
}
