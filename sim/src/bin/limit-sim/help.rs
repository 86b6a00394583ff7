//! `--help`.

use limit_sim::hand::Case;
use limit_sim::scenario::{Parameter, Runs, Sweep};

/// What it prints.
pub fn text() -> String {
    let names: Vec<_> = Parameter::ALL.iter().map(|one| format!("  {:<14} {}", one.name, one.allowed())).collect();
    format!(
        "usage: limit-sim [--runs N] ['name=value&name=value...']\n\
         {:7}limit-sim --sweep SWEEP [--runs N] [--compare] ['name=value&name=value...']\n\
         {:7}limit-sim --explore [--window-end] [--crash] ['name=value&name=value...']\n\
         {:7}limit-sim --cost ['name=value&name=value...']\n\n\
         Runs a scenario and prints one line of JSON. With --runs it uses N seeds, one after the other, from runs-seed\n\
         on, or else from seed on, and prints mean, sd, min and max of each number; how many runs let how many through,\n\
         with the first seed that did; percentiles; and how far the mean let through may be from the true one, either\n\
         way (95 in 100). It keeps some 50 bytes of each. An error goes to standard error, exit code 2.\n\n\
         worst_case is an upper bound over all seeds: none lets more through, and perhaps none lets as many.\n\
         expected is the mean over all seeds where a closed form is known, else null.\n\n\
         With --sweep one parameter goes through its values, and a table is printed (CSV, with a header): a line for\n\
         each value, for N runs each, of the same seeds (without --runs a tenth of the link's runs, usually 1000, and at\n\
         most {}). With --compare there are lines for the strategies of compare, too, on the same requests. A SWEEP is\n\
         {}.\n\n\
         --runs and --sweep use all cores, and print the same however many there are.\n\n\
         With --explore, time stands still, request i (from 0) goes to server i mod N, and every order in which\n\
         the requests' steps can happen is counted: how many orders there are, how many exceed the limit, how\n\
         many requests each lets through. A step is a Redis command with all that follows from its reply, or\n\
         where none is sent the whole check. In shortest and example, choice i (from 1) is the next step of\n\
         request i. With K requests, --window-end adds choice K+1, the end of the window, and --crash K+1+s,\n\
         the crash of server s (from 1); each at most once. With N servers that tell each other what they have\n\
         counted, choice K+1+N+s is that of server s, each once. Of the scenario, strategy, rule, servers, burst\n\
         ({} to {}), limit and window count. Where there are too many states or orders, complete is false, and\n\
         what is complete after covered_choices choices is counted.\n\n\
         With --cost it prints what a limiter costs whose counts are in Redis, by the values whose names begin with\n\
         cost-: calls, how much of a node they take, nodes, the mean wait by a formula and as measured in a run of\n\
         its own, memory, and the part of a request's time.\n\n\
         {}",
        "",
        "",
        "",
        Runs::AT_EACH,
        Sweep::allowed(),
        Case::REQUESTS.start(),
        Case::REQUESTS.end(),
        names.join("\n")
    )
}
