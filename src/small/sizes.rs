//! How large the small case is: a stepper for each number.

use std::ops::RangeInclusive;

use limit_sim::scenario::{Extras, Small};
use maud::{Markup, html};

use crate::lab::Lab;
use crate::language::t;
use crate::n;

/// A number that can be stepped.
struct Size {
    name: &'static str,
    label: &'static str,
    /// What the buttons do.
    less: &'static str,
    more: &'static str,
    range: RangeInclusive<u32>,
    get: fn(&mut Small) -> &mut u32,
}

const SIZES: [Size; 3] = [
    Size {
        name: "servers",
        label: n!("Servers"),
        less: n!("fewer servers"),
        more: n!("more servers"),
        range: Small::SERVERS,
        get: |small| &mut small.servers,
    },
    Size {
        name: "requests",
        label: n!("Requests"),
        less: n!("fewer requests"),
        more: n!("more requests"),
        range: Small::REQUESTS,
        get: |small| &mut small.requests,
    },
    Size {
        name: "limit",
        label: n!("Limit"),
        less: n!("lower limit"),
        more: n!("higher limit"),
        range: Small::LIMIT,
        get: |small| &mut small.limit,
    },
];

/// What else can happen, each with what it is called.
const EXTRAS: [(&str, &str, Extras); 2] =
    [("window-end", n!("the window can end"), Extras::WindowEnd), ("crash", n!("a server can crash"), Extras::Crash)];

/// The most that a number can be. A limit that leaves nobody to refuse shows nothing.
fn most(name: &str, small: Small) -> u32 {
    match name {
        "requests" => *Small::REQUESTS.end(),
        "limit" => small.requests - 1,
        _ => *Small::SERVERS.end(),
    }
}

/// The steppers.
pub fn sizes(mut small: Small) -> Markup {
    html! {
        @for Size { name, label, less, more, range, get } in &SIZES {
            @let most = most(name, small);
            @let value = *get(&mut small);
            span.stepper data-part={ "case-" (name) } role="group" aria-label=(t(label)) {
                (t(label)) " "
                (step(name, "less", less, "\u{2212}", value > *range.start()))
                output { (value) }
                (step(name, "more", more, "+", value < most))
            }
        }
        @for (name, label, extra) in EXTRAS {
            button type="button" data-part="case-extras" data-do=(name) data-key=(name) aria-pressed=(has(small.extras, extra)) { (t(label)) }
        }
    }
}

fn step(name: &str, way: &str, label: &str, sign: &str, can: bool) -> Markup {
    html! {
        button type="button" data-do={ (name) "-" (way) } data-key={ (name) "-" (way) } aria-label=(t(label))
            aria-disabled=(!can) { (sign) }
    }
}

fn has(extras: Extras, one: Extras) -> bool {
    extras == Extras::Both || extras == one
}

/// Does what one of these buttons is for.
pub fn act(lab: Lab, name: &str) {
    lab.reopen(|open| {
        let small = change(open.small, name);
        if small != open.small {
            open.begin_case(small);
        }
    });
}

fn change(mut small: Small, name: &str) -> Small {
    for Size { name: size, range, get, .. } in SIZES {
        let most = most(size, small);
        let place = get(&mut small);
        match name.strip_prefix(size) {
            Some("-less") => *place = (*place).min(most + 1).saturating_sub(1).max(*range.start()),
            Some("-more") => *place = (*place + 1).min(most.max(*place)),
            _ => {}
        }
    }
    // With fewer requests, the limit follows.
    if name == "requests-less" {
        small.limit = small.limit.min(small.requests - 1);
    }
    for (extra, _, one) in EXTRAS {
        if extra == name {
            let [window, crash] =
                [Extras::WindowEnd, Extras::Crash].map(|kind| has(small.extras, kind) != (kind == one));
            small.extras = match (window, crash) {
                (false, false) => Extras::None,
                (true, false) => Extras::WindowEnd,
                (false, true) => Extras::Crash,
                (true, true) => Extras::Both,
            };
        }
    }
    small
}
