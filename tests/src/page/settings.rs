//! What is set on the page.

use anyhow::Result;
use thirtyfour::prelude::*;

use super::Page;
use crate::eventually::eventually_eq;

impl Page {
    /// Clicks a strategy's button, in the dialog with all of them if it is none of those in front.
    ///
    /// # Errors
    /// When there is none that can be clicked.
    pub async fn pick(&self, strategy: &str) -> Result<()> {
        let front = ["local", "split", "get-set", "incr"].contains(&strategy);
        if front {
            self.click(&format!(".switcher > label:has([value={strategy}])")).await?;
        } else {
            self.open_dialog("strategies").await?;
            self.click(&format!("[data-strategy={strategy}]")).await?;
        }
        let on = async || Ok(self.shown().await?.strategy);
        eventually_eq("the strategy", strategy.to_owned(), on).await
    }

    /// Types an exact value into a field, in place of what is there, and presses Enter.
    ///
    /// # Errors
    /// When there is no such field in sight.
    pub async fn type_into(&self, field: &str, text: &str) -> Result<()> {
        let input = format!(".field input[name={field}]");
        self.unfold(&input).await?;
        self.click(&input).await?;
        self.retype(text).await
    }

    /// Opens what a control is folded away in.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn unfold(&self, control: &str) -> Result<()> {
        for fold in ["details.rest", "details.traffic", "details.failing"] {
            let summary = format!("{fold}:not([open]):has({control}) > summary");
            if self.ask_about("return !!document.querySelector(arguments[0])", vec![summary.clone().into()]).await? {
                self.click(&summary).await?;
            }
        }
        Ok(())
    }

    /// Types a text in place of the focused field's, and presses Enter.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn retype(&self, text: &str) -> Result<()> {
        self.press_with(Key::Control, 'a').await?;
        self.press(Key::Delete).await?;
        self.press(text).await?;
        self.press(Key::Enter).await
    }

    /// Chooses from a list.
    ///
    /// # Errors
    /// When there is no such list or value.
    pub async fn choose(&self, list: &str, value: &str) -> Result<()> {
        let select = format!("select[name={list}]");
        self.unfold(&select).await?;
        self.click(&format!("{select} option[value='{value}']")).await
    }

    /// The complaint beside a field; empty if there is none.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn complaint(&self, field: &str) -> Result<String> {
        self.text(&format!("#{field}-problem")).await
    }
}
