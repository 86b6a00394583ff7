//! The page as assistive technology has it: roles, names, values and states, and no more. (By Chromium's devtools.)

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Page;
use crate::eventually::eventually;

/// A thing in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// How deep it lies among those that are kept.
    pub depth: usize,
    /// What it is.
    pub role: String,
    /// What it is called, or what it says.
    pub name: String,
    /// What it is set to, if it is something that is set.
    pub value: Option<String>,
    /// What else is said of it.
    pub states: Vec<String>,
    /// The element in the page.
    element: i64,
}

/// What only groups, lays out or repeats.
const LEFT_OUT: [&str; 9] =
    ["none", "generic", "InlineTextBox", "LineBreak", "ListMarker", "MenuListPopup", "option", "LabelText", "Legend"];
/// What is said of a thing, where it holds.
const STATES: [&str; 7] = ["checked", "disabled", "expanded", "invalid", "modal", "pressed", "selected"];

impl Page {
    /// The tree, downwards.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn tree(&self) -> Result<Vec<Node>> {
        let all = self.devtools("Accessibility.getFullAXTree", json!({})).await?;
        let all = all.get("nodes").and_then(Value::as_array).context("a tree")?;
        let mut kept = Vec::new();
        walk(all, all.first().context("a root")?, (0, ""), &mut kept);
        Ok(kept)
    }

    /// The first thing of this role whose name begins so, waiting for it.
    ///
    /// # Errors
    /// When there is none.
    pub async fn in_tree(&self, role: &str, name: &str) -> Result<Node> {
        let mut found = None;
        eventually(&format!("there is a {role} {name:?}"), async || {
            let here = |node: &Node| node.role == role && node.name.starts_with(name);
            found = self.tree().await?.into_iter().find(here);
            Ok(found.is_some())
        })
        .await?;
        found.context("it was there")
    }

    /// Gives the focus to a thing of this role whose name begins so, as screen readers do.
    ///
    /// # Errors
    /// When there is none, or it can't have the focus.
    pub async fn go_in_tree(&self, role: &str, name: &str) -> Result<()> {
        let node = self.in_tree(role, name).await?;
        self.devtools("DOM.focus", json!({ "backendNodeId": node.element })).await?;
        Ok(())
    }
}

impl Node {
    /// As a line of text, indented as far as it is deeper than this.
    pub fn line(&self, from: usize) -> String {
        let Self { depth, role, name, value, states, .. } = self;
        let name = if name.is_empty() { String::new() } else { format!(" {name:?}") };
        let value = value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
        let states = states.iter().map(|state| format!(", {state}")).collect::<String>();
        format!(
            "{}{}{name}{value}{states}",
            "  ".repeat(depth - from),
            if role == "StaticText" { "text" } else { role }
        )
    }
}

fn walk(all: &[Value], node: &Value, (depth, around): (usize, &str), kept: &mut Vec<Node>) {
    let text = |path: &str| match node.pointer(path) {
        Some(Value::String(text)) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let (role, name) = (text("/role/value"), text("/name/value"));
    let repeats = role == "StaticText" && (name.is_empty() || around.contains(&name));
    // A form without a name only groups; not every version of Chromium says so.
    let groups = LEFT_OUT.contains(&role.as_str()) || role == "form" && name.is_empty();
    let leaves_out = node["ignored"] == true || groups || repeats;
    let inside = if leaves_out { (depth, around) } else { (depth + 1, name.as_str()) };
    if !leaves_out {
        let value = node.pointer("/value/value").map(|_| text("/value/value"));
        let states = node["properties"].as_array().into_iter().flatten().filter_map(|one| state(one, &role)).collect();
        let element = node["backendDOMNodeId"].as_i64().unwrap_or_default();
        kept.push(Node { depth, role: role.clone(), name: name.clone(), value, states, element });
    }
    for child in node["childIds"].as_array().into_iter().flatten() {
        let child = all.iter().find(|one| one["nodeId"] == *child);
        child.into_iter().for_each(|child| walk(all, child, inside, kept));
    }
}

fn state(property: &Value, role: &str) -> Option<String> {
    let (name, value) = (property["name"].as_str()?, &property["value"]["value"]);
    match value {
        Value::Number(level) if name == "level" && role == "heading" => Some(format!("level {level}")),
        _ if !STATES.contains(&name) => None,
        Value::Bool(true) => Some(name.to_owned()),
        Value::String(text) if text == "true" => Some(name.to_owned()),
        // What can be unfolded says so also where it is not.
        Value::Bool(false) if name == "expanded" => Some("folded".to_owned()),
        _ => None,
    }
}
