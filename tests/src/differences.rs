//! Which tests an engine's driver gives no means for, and why; all others run in every engine. And which of them do whatever is tested.

use anyhow::{Result, ensure};

use crate::engine::Engine;

/// Some tests, the engines that they are left out in, and why.
struct Difference {
    /// What the names of these tests begin with, after that of the whole: a test's name, or its module's with `::` behind it.
    tests: &'static [&'static str],
    left_out_in: &'static [Engine],
    why: &'static str,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        tests: &["touch::"],
        left_out_in: &[Engine::Firefox, Engine::WebKit],
        why: "a desktop's WebDriver can't make a window a phone's, with fingers and without a mouse",
    },
    Difference {
        tests: &["tree::"],
        left_out_in: &[Engine::Firefox, Engine::WebKit],
        why: "the accessibility tree can be read through Chromium's devtools alone",
    },
    Difference {
        tests: &[
            "adapted::what_is_chosen_and_what_has_the_focus_shows_in_forced_colours",
            "adapted::more_contrast_darkens_what_is_soft",
        ],
        left_out_in: &[Engine::Firefox, Engine::WebKit],
        why: "forced colours and more contrast can be asked for through Chromium's devtools alone",
    },
    Difference {
        tests: &[
            "loading::without_javascript_the_page_says_so",
            "without::without_scripts_the_page_leads_to_one_that_needs_none",
        ],
        left_out_in: &[Engine::WebKit],
        why: "WebKit's driver can't do without scripts itself",
    },
    Difference {
        tests: &["taken::paper_has_"],
        left_out_in: &[Engine::WebKit],
        why: "WebKit's driver can't show a page as on paper",
    },
    Difference {
        tests: &["themes::a_choice_stands_against_the_system"],
        left_out_in: &[Engine::WebKit],
        why: "WebKit has to be started anew for another system, and keeps no choice",
    },
    Difference {
        tests: &[
            "embedding::a_sandboxed_frame_without_an_origin_speaks_and_hears",
            "broken::a_frame_without_an_origin_says_so_too",
        ],
        left_out_in: &[Engine::WebKit],
        why: "in a frame without an origin, WebKit's policies take 'self' for nothing (docs/support.md)",
    },
];

/// Where engines differ whatever is changed: how the lab starts, what comes out, how it looks, how it speaks with its host. By modules.
const BRIEF: [&str; 4] = ["loading::", "verdict::", "themes::", "embedding::"];

/// Whether a test is one of the few that are run in every engine even when only one is tried as a whole.
pub fn is_brief(test: &str) -> bool {
    BRIEF.iter().any(|module| is_of(test, module))
}

/// Why a test is left out in an engine; nothing if it runs.
pub fn left_out(test: &str, engine: Engine) -> Option<&'static str> {
    let here = |difference: &&Difference| {
        difference.left_out_in.contains(&engine) && difference.tests.iter().any(|one| is_of(test, one))
    };
    DIFFERENCES.iter().find(here).map(|difference| difference.why)
}

/// Every entry is about a test that there is.
///
/// # Errors
/// When one is about none.
pub fn are_about(tests: &[&str]) -> Result<()> {
    for one in DIFFERENCES.iter().flat_map(|difference| difference.tests).chain(&BRIEF) {
        ensure!(tests.iter().any(|test| is_of(test, one)), "differences.rs speaks of {one}, and there is no such test");
    }
    Ok(())
}

fn is_of(test: &str, one: &str) -> bool {
    test.split_once("::").is_some_and(|(_, name)| name.starts_with(one))
}
