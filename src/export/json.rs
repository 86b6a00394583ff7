//! JSON as text, for the few shapes that the page writes.

/// An object of names and values that are JSON already.
pub fn object(members: &[(&str, String)]) -> String {
    let members: Vec<_> = members.iter().map(|(name, value)| format!("{}:{value}", text(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// A list of values that are JSON already.
pub fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

/// A text.
pub fn text(text: &str) -> String {
    let mut told = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => told.extend(['\\', letter]),
            // What stands for itself nowhere.
            '\0'..=' ' if letter != ' ' => told += &format!("\\u{:04x}", letter as u32),
            _ => told.push(letter),
        }
    }
    told.push('"');
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let told = object(&[
            ("link", text("strategy=local&x=\"\\\n\u{1}\u{e9}")),
            ("runs", array([1, 2].iter().map(i32::to_string))),
            ("none", array(std::iter::empty())),
        ]);
        assert_eq!(told, r#"{"link":"strategy=local&x=\"\\\u000a\u0001é","runs":[1,2],"none":[]}"#);
    }
}
