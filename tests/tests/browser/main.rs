//! The page in a real browser: what its users do, see and rely on.

mod accessibility;
mod address;
mod bad_links;
mod extremes;
mod fields;
mod keyboard;
mod layout;
mod loading;
mod mouse;
mod pictures;
mod playing;
mod themes;
mod verdict;

use std::process::ExitCode;

use lab_tests::suite;

/// All strategies, as links name them.
const STRATEGIES: [&str; 5] = ["local", "split", "get-set", "get-incr", "incr"];

fn main() -> ExitCode {
    let all = [
        loading::TESTS,
        mouse::TESTS,
        keyboard::TESTS,
        verdict::TESTS,
        address::TESTS,
        bad_links::TESTS,
        fields::TESTS,
        playing::TESTS,
        extremes::TESTS,
        themes::TESTS,
        layout::TESTS,
        accessibility::TESTS,
        pictures::TESTS,
    ];
    suite::run(all.into_iter().flatten())
}
