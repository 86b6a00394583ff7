//! The page in a real browser: what its users do, see and rely on.

mod accessibility;
mod adapted;
mod address;
mod announcements;
mod bad_links;
mod board;
mod board_keys;
mod board_tools;
mod broken;
mod builder;
mod check;
mod code;
mod compare;
mod cost;
mod details_keys;
mod details_layout;
mod details_links;
mod element;
mod embedding;
mod extremes;
mod failure;
mod faults;
mod fields;
mod gallery;
mod hindi;
mod keyboard;
mod layout;
mod lesson;
mod loading;
mod locks;
mod mouse;
mod one_file;
mod orders;
mod pictures;
mod playing;
mod policy;
mod race_choice;
mod race_diagram;
mod race_offers;
mod race_steps;
mod runs;
mod scorm;
mod strategies;
mod support;
mod sweep;
mod taken;
mod themes;
mod touch;
mod tree;
mod verdict;
mod walk;
mod without;

use std::process::ExitCode;

use lab_tests::suite;

/// The strategies of the lessons, and the one between their last two: what holds for each way to count is tried with these.
const COUNTERS: [&str; 5] = ["local", "split", "get-set", "get-incr", "incr"];

fn main() -> ExitCode {
    let all = [
        loading::TESTS,
        support::TESTS,
        mouse::TESTS,
        keyboard::TESTS,
        strategies::TESTS,
        verdict::TESTS,
        address::TESTS,
        bad_links::TESTS,
        fields::TESTS,
        playing::TESTS,
        race_diagram::TESTS,
        race_steps::TESTS,
        race_choice::TESTS,
        race_offers::TESTS,
        board::TESTS,
        board_tools::TESTS,
        board_keys::TESTS,
        orders::TESTS,
        compare::TESTS,
        runs::TESTS,
        cost::TESTS,
        failure::TESTS,
        sweep::TESTS,
        code::TESTS,
        details_keys::TESTS,
        details_links::TESTS,
        details_layout::TESTS,
        extremes::TESTS,
        broken::TESTS,
        faults::TESTS,
        taken::TESTS,
        themes::TESTS,
        layout::TESTS,
        lesson::TESTS,
        hindi::TESTS,
        policy::TESTS,
        one_file::TESTS,
        scorm::TESTS,
        check::TESTS,
        gallery::TESTS,
        without::TESTS,
        accessibility::TESTS,
        adapted::TESTS,
        announcements::TESTS,
        touch::TESTS,
        tree::TESTS,
        embedding::TESTS,
        element::TESTS,
        builder::TESTS,
        locks::TESTS,
        pictures::TESTS,
        walk::TESTS,
    ];
    suite::run(all.into_iter().flatten())
}
