//! Tables as files.

use leptos::prelude::*;
use limit_sim::trace::{Event, Kind};
use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::address;
use crate::events::line::{self, Line};
use crate::export::by_name::{call, get};
use crate::lab::Lab;
use crate::words::number::stamp;

/// Rows of cells; the first row names the columns.
pub type Rows = Vec<Vec<String>>;

/// The rows as CSV (RFC 4180, lines ended by `\n`).
pub fn csv(rows: &Rows) -> String {
    let mut told = String::new();
    for row in rows {
        for (nth, cell) in row.iter().enumerate() {
            if nth > 0 {
                told.push(',');
            }
            if cell.contains([',', '"', '\n']) {
                told.push('"');
                told += &cell.replace('"', "\"\"");
                told.push('"');
            } else {
                told += cell;
            }
        }
        told.push('\n');
    }
    told
}

/// The rows as JSON, with the link that brings them back. All cells are texts.
pub fn json(lab: Lab, rows: &Rows) -> String {
    let row = |row: &Vec<String>| format!("[{}]", row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
    let rows = rows.iter().map(row).collect::<Vec<_>>().join(",\n");
    format!("{{\"link\":{},\"rows\":[\n{rows}\n]}}\n", quoted(&untrack(|| address::of(&lab.link()))))
}

fn quoted(text: &str) -> String {
    let mut told = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => told.extend(['\\', letter]),
            '\n' => told += "\\n",
            _ if letter < ' ' => told.push(' '),
            _ => told.push(letter),
        }
    }
    told.push('"');
    told
}

/// All events of the run, or those of some requests; times in milliseconds.
pub fn events(lab: Lab, of: Option<&[u32]>) -> Rows {
    let run = untrack(|| lab.run());
    let mut rows = vec![["time_ms", "request", "server", "event", "detail"].map(str::to_owned).to_vec()];
    let is_wanted = |event: &&Event| of.is_none_or(|of| of.contains(&event.request.number));
    for event in run.trace.events().iter().filter(is_wanted) {
        let Line { what, detail, .. } = line::of(&run.trace, event);
        let of_nobody = matches!(event.kind, Kind::Fault(..) | Kind::Server(_));
        let request = match run.trace.is_request(event.request) {
            true => (event.request.number + 1).to_string(),
            false if of_nobody => String::new(),
            false => "sync".to_owned(),
        };
        let server = if of_nobody { String::new() } else { (event.request.server + 1).to_string() };
        rows.push(vec![stamp(event.at), request, server, what.to_owned(), detail]);
    }
    rows
}

/// The tables that stand in a panel, as they are read there.
pub fn tables(panel: &Element) -> Rows {
    let lines = call(panel, "querySelectorAll", &["tr, .bill dl, .bars button".into()]);
    let mut rows = Vec::new();
    for nth in (0..).map(|nth: u32| nth.to_string()) {
        let line = get(&lines, &nth);
        if line.is_undefined() {
            return rows;
        }
        let cells = get(&line, "children");
        let cells = (0..).map(|nth: u32| get(&cells, &nth.to_string())).take_while(|cell| !cell.is_undefined());
        // Of a row of bars the bar itself says nothing, nor what it leads to.
        let is_told = |cell: &JsValue| !matches!(get(cell, "className").as_string().as_deref(), Some("bar" | "see"));
        let words = cells.filter(is_told).map(|cell| get(&cell, "textContent").as_string().unwrap_or_default());
        rows.push(words.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" ")).collect());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_and_quotes_are_one_cell_still() {
        let rows = vec![vec!["a,b".to_owned(), "say \"x\"".to_owned()], vec!["1".to_owned(), String::new()]];
        assert_eq!(csv(&rows), "\"a,b\",\"say \"\"x\"\"\"\n1,\n");
        assert_eq!(quoted("a\"b\\\n"), "\"a\\\"b\\\\\\n\"");
    }
}
