//! Links keep the meaning that they always had. The files in `tests/golden/` say what that is; lines are added to them, and
//! none is changed but for what `sim/src/scenario/changed.rs` says.

#[path = "../../src/testing.rs"]
mod testing;

mod explored;
mod hashes;
mod links;
mod orders;
mod same;

/// What whoever changed the meaning of a link has to know.
const KEPT: &str = "a link from before must keep its meaning; if a version must change it, add it to CHANGED \
                    (sim/src/scenario/changed.rs), and the page says so to who opens it";

/// Every line of a file is what the link at its end comes to now.
fn hold(file: &str, line: impl Fn(&str) -> String) {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let now = |was: &str| line(was.rsplit(' ').next().unwrap_or_default());
    let wrong: Vec<_> = lines.map(|was| (was, now(was))).filter(|(was, now)| was != now).collect();
    let told: Vec<_> = wrong.iter().map(|(was, now)| format!("was {was}\nnow {now}")).collect();
    assert!(told.is_empty(), "{KEPT}:\n{}", told.join("\n"));
}

/// Prints such lines for the links of a file that stand there alone.
fn print_new(file: &str, line: impl Fn(&str) -> String) {
    let links = file.lines().filter(|line| !line.starts_with('#') && !line.contains(' '));
    links.for_each(|link| println!("{}", line(link)));
}
