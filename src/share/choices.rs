//! What can be locked and hidden, as a teacher would look for it.

use limit_sim::scenario::{Answers, Choice, Embedding, Lang, Lesson, Tab, Task, Theme};

use crate::n;

/// Settings with what they have in common: each with its name in links and on the page.
pub type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// All that can be locked, in groups.
pub const GROUPS: &[Group] = &[
    (
        n!("The limiter"),
        &[
            ("strategy", n!("Strategy")),
            ("rule", n!("Counting rule")),
            ("limit", n!("Limit")),
            ("window", n!("Window")),
            ("window-start", n!("When windows begin")),
            ("capacity", n!("Most at once")),
            ("refill", n!("Refilled a second")),
            ("sync", n!("How often servers sync")),
            ("lease", n!("How long a lease or lock lasts")),
            ("retries", n!("Retries")),
            ("redis-version", n!("Redis version")),
        ],
    ),
    (
        n!("Servers and Redis"),
        &[
            ("servers", n!("API servers")),
            ("balancer", n!("Load balancer")),
            ("work", n!("How long requests keep servers busy")),
            ("rtt", n!("Redis round trip")),
            ("jitter", n!("Whether round trips vary")),
            ("nodes", n!("Redis nodes")),
        ],
    ),
    (
        n!("Traffic and users"),
        &[
            ("traffic", n!("Burst or stream")),
            ("burst", n!("Requests in the burst")),
            ("spread", n!("Time in which the burst arrives")),
            ("rate", n!("Requests a second")),
            ("for", n!("How long the stream lasts")),
            ("arrivals", n!("Arrivals")),
            ("users", n!("Users")),
            ("greedy", n!("First user\u{2019}s factor")),
            ("phase", n!("Start within the window")),
            ("seed", n!("Seed")),
        ],
    ),
    (
        n!("What goes wrong"),
        &[
            ("redis", n!("Redis failures")),
            ("crash", n!("Server crashes")),
            ("scale", n!("Servers that join or leave")),
            ("deploy", n!("Deploys")),
            ("skew", n!("Clock skew")),
            ("timeout", n!("Timeout")),
            ("on-failure", n!("Without an answer")),
            ("breaker", n!("Breaker")),
            ("breaker-reset", n!("Time until the breaker probes")),
            ("retry", n!("Command retries")),
            ("reload", n!("Whether scripts are loaded again")),
        ],
    ),
    (
        n!("What is shown of a run"),
        &[("t", n!("Playhead")), ("tab", n!("Open tab")), ("request", n!("Request whose race is shown"))],
    ),
    (
        n!("Break it, All orders"),
        &[
            ("case-servers", n!("Servers of the case")),
            ("case-requests", n!("Requests of the case")),
            ("case-limit", n!("Limit of the case")),
            ("case-extras", n!("What else can happen")),
            ("order", n!("Order built by hand")),
        ],
    ),
    (
        n!("Compare, Many runs"),
        &[
            ("compare", n!("Strategies compared")),
            ("runs", n!("Number of runs")),
            ("runs-seed", n!("First seed")),
            ("sweep", n!("Setting that changes")),
            ("measure", n!("What is measured")),
            ("curves", n!("Whose curves are drawn")),
        ],
    ),
    (
        n!("What it costs"),
        &[
            ("cost-rate", n!("Requests a second of the bill")),
            ("cost-checks", n!("Checks for each request")),
            ("cost-calls", n!("Redis calls for each check")),
            ("cost-service", n!("Redis time for each call")),
            ("cost-hot", n!("Requests to the busiest key")),
            ("cost-buckets", n!("Buckets that Redis keeps")),
            ("cost-bytes", n!("Bytes of each bucket")),
            ("cost-rtt", n!("Round trip of the bill")),
            ("cost-work", n!("Time of a request itself")),
        ],
    ),
    (
        n!("When it fails"),
        &[
            ("policies", n!("Policies of the endpoints")),
            ("price", n!("Price of a message")),
            ("stands-for", n!("Requests that each one stands for")),
        ],
    ),
];

/// The page's parts, each with its name in links and on the page.
pub const PARTS: &[(&str, &str)] = &[
    ("title", n!("Title")),
    ("tools", n!("Share, Keys, theme, language")),
    ("notices", n!("Notices about mistakes in the link")),
    ("strategies", n!("Row of strategies")),
    ("about", n!("About the strategy and rule")),
    ("stage", n!("Picture of the run")),
    ("playbar", n!("Playback")),
    ("controls", n!("Controls")),
    ("strip", n!("Make something go wrong")),
    ("cards", n!("Verdict in numbers")),
    ("story", n!("Verdict in words")),
    ("tabs", n!("Everything below the verdict")),
    ("lesson", n!("Lesson")),
    ("gallery", n!("Gallery of scenarios")),
];

/// A setting of the page, with its values: their names in links and on the page, the default first.
pub type Setting = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// How the page is set up, apart from what is locked and left out.
pub const SETTINGS: &[Setting] = &[
    (
        "theme",
        n!("Theme"),
        &[
            ("reader", n!("As the reader chose")),
            ("system", n!("System")),
            ("light", n!("Light")),
            ("dark", n!("Dark")),
            ("projector", n!("Projector")),
        ],
    ),
    (
        "lang",
        n!("Language"),
        // Languages are called what their speakers call them.
        &[
            ("reader", n!("As the reader chose")),
            ("en", "English"),
            ("hi", "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}"),
        ],
    ),
    (
        "lesson",
        n!("Lesson"),
        &[("auto", n!("Closed until the reader opens it")), ("open", n!("Open")), ("closed", n!("Closed"))],
    ),
    (
        "task",
        n!("Lesson begins with"),
        &[
            ("none", n!("No task")),
            ("own-counts", n!("A count in each server")),
            ("autoscale", n!("More servers in the middle")),
            ("shares", n!("A share of the limit")),
            ("shared-count", n!("One count for all")),
            ("round-trip", n!("A shorter way")),
            ("break-it", n!("Break it by hand")),
            ("atomic", n!("One step")),
            ("other-rules", n!("A bucket instead of a window")),
            ("price", n!("What it costs")),
            ("outage", n!("When Redis is gone")),
            ("approximate", n!("Good enough")),
        ],
    ),
    (
        "answers",
        n!("Answers"),
        &[("shown", n!("The lesson says what is right")), ("hidden", n!("The lesson does not say what is right"))],
    ),
];

/// What was ticked and picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Names of what is locked.
    pub lock: Vec<String>,
    /// Names of what is left out.
    pub hide: Vec<String>,
    /// Names of the tabs that are there.
    pub tabs: Vec<String>,
    /// The names of settings and their values.
    pub settings: Vec<(String, String)>,
}

impl Chosen {
    /// What it comes to, beside what can't be chosen here. Names are in the order of links, whatever the order in which they
    /// were ticked.
    pub fn into_embedding(self, before: &Embedding) -> Embedding {
        let Self { lock, hide, tabs, settings } = self;
        let among = |names: &[String], name: &str| names.iter().any(|one| one == name);
        let setting = |name: &str| settings.iter().find(|(of, _)| of == name).map_or("", |(_, value)| value);
        let tabs: Vec<_> = Tab::ALL.iter().copied().filter(|tab| among(&tabs, tab.name())).collect();
        let (all, none) = (tabs.len() == Tab::ALL.len(), tabs.is_empty());
        Embedding {
            embed: limit_sim::scenario::Embed::Yes,
            lock: Embedding::lockable().filter(|name| among(&lock, name)).collect(),
            hide: Embedding::hideable().filter(|name| among(&hide, name) || (none && *name == "tabs")).collect(),
            tabs: if all { Vec::new() } else { tabs },
            theme: Theme::from_name(setting("theme")).unwrap_or_default(),
            lang: Lang::from_name(setting("lang")).unwrap_or_default(),
            lesson: Lesson::from_name(setting("lesson")).unwrap_or_default(),
            task: Task::from_name(setting("task")).unwrap_or_default(),
            answers: Answers::from_name(setting("answers")).unwrap_or_default(),
            origin: before.origin.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::TASKS;

    #[test]
    fn all_that_can_be_locked_is_in_one_group() {
        let mut grouped: Vec<_> =
            GROUPS.iter().flat_map(|(_, settings)| settings.iter().map(|(name, _)| *name)).collect();
        let mut known: Vec<_> = Embedding::lockable().collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
        let parts: Vec<_> = PARTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(parts, Embedding::PARTS);
    }

    #[test]
    fn every_value_of_a_setting_is_there_and_the_default_first() {
        for (name, _, values) in SETTINGS {
            let names: Vec<_> = values.iter().map(|(name, _)| *name).collect();
            let (known, default) = match *name {
                "theme" => (Theme::NAMES, Theme::default().name()),
                "lang" => (Lang::NAMES, Lang::default().name()),
                "lesson" => (Lesson::NAMES, Lesson::default().name()),
                "task" => (Task::NAMES, Task::default().name()),
                _ => (Answers::NAMES, Answers::default().name()),
            };
            assert_eq!(names, known, "{name}");
            assert_eq!(names[0], default, "{name}");
        }
    }

    #[test]
    fn tasks_are_called_what_the_lesson_calls_them() {
        let (_, _, told) = SETTINGS.iter().find(|(name, ..)| *name == "task").expect("tasks");
        let tasks: Vec<_> = TASKS.iter().map(|task| (task.name.name(), task.title)).collect();
        assert_eq!(told[1..], tasks);
    }

    #[test]
    fn what_is_ticked_is_what_it_comes_to() {
        let names = |names: &[&str]| names.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let chosen = Chosen {
            lock: names(&["servers", "strategy"]),
            hide: names(&["seed", "title"]),
            tabs: names(&["break", "race"]),
            settings: vec![("theme".to_owned(), "dark".to_owned()), ("task".to_owned(), "atomic".to_owned())],
        };
        let embedding = chosen.into_embedding(&Embedding::default());
        assert_eq!(embedding.lock, ["strategy", "servers"]);
        assert_eq!(embedding.hide, ["seed", "title"]);
        assert_eq!(embedding.tabs, [Tab::Race, Tab::Break]);
        assert_eq!((embedding.theme, embedding.task), (Theme::Dark, Task::Atomic));
        let none = Chosen::default().into_embedding(&Embedding::default());
        assert_eq!((none.hide, none.tabs), (vec!["tabs"], vec![]));
        let all = Chosen { tabs: names(Tab::NAMES), ..Chosen::default() }.into_embedding(&Embedding::default());
        assert_eq!((all.hide, all.tabs), (vec![], vec![]));
    }
}
