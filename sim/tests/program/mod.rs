//! The headless program, run and read.

#![allow(dead_code, reason = "each file that has this uses a part of it")]

use std::process::{Command, Output};

use serde_json::Value;

/// The program, without arguments yet.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_limit-sim"))
}

/// What comes of these arguments.
pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// What it prints, as it stands there.
pub fn printed(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(arguments);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    assert_eq!(stderr, b"", "{arguments:?}");
    String::from_utf8(stdout).unwrap()
}

/// The one line of JSON that it prints.
pub fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text:?}");
    serde_json::from_str(&text).unwrap()
}

/// What it says on standard error when it refuses.
pub fn error(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(arguments);
    assert_eq!((status.code(), stdout), (Some(2), Vec::new()), "{arguments:?}");
    String::from_utf8(stderr).unwrap()
}

/// An object's names, sorted.
pub fn names(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
