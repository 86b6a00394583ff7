//! The lab in a frame of another page (`tests/embedding/`), and what the two say to each other.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Page;
use crate::eventually::eventually;
use crate::site::Site;

impl Page {
    /// The page may ask this site, too.
    pub fn may_ask(&self, site: &Site) {
        site.inserts(&self.insert);
        self.others.borrow_mut().push(site.address().to_owned());
    }

    /// Opens a host's page, with the lab at a link in its frame, and waits until the lab says that it is ready. `at` is where the
    /// lab is; none: where the host's page says.
    ///
    /// # Errors
    /// When it does not come to that.
    pub async fn open_host(&self, host: &Site, name: &str, at: Option<&str>, link: &str) -> Result<()> {
        self.visit_host(host, name, at, link).await?;
        eventually("the lab says that it is ready", async || Ok(!self.heard("ready").await?.is_empty())).await
    }

    /// The same without waiting.
    ///
    /// # Errors
    /// When the browser can't go there.
    pub async fn visit_host(&self, host: &Site, name: &str, at: Option<&str>, link: &str) -> Result<()> {
        self.may_ask(host);
        let mut query = format!("link={}", link.replace('&', "%26").replace('+', "%2B"));
        if let Some(at) = at {
            query += &format!("&at={at}");
        }
        self.visit(&format!("{}host/{name}/page.html?{query}", host.address())).await
    }

    /// From now on the browser is asked about what is in the host's frame.
    ///
    /// # Errors
    /// When there is no frame.
    pub async fn enter_frame(&self) -> Result<()> {
        let frame = self.find("iframe").await?;
        Ok(frame.enter_frame().await?)
    }

    /// From now on the browser is asked about the host.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn leave_frame(&self) -> Result<()> {
        Ok(self.driver().enter_default_frame().await?)
    }

    /// What the host has heard of a type so far.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn heard(&self, kind: &str) -> Result<Vec<Value>> {
        let of_kind = "return (typeof heard === 'object' ? heard : []).filter((one) => one.type === arguments[0])";
        self.ask_about(of_kind, vec![json!(kind)]).await
    }

    /// Says something to the lab.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn say(&self, message: Value) -> Result<()> {
        self.ask_about("say(arguments[0])", vec![message]).await
    }

    /// Says something to the lab, and waits for what answers it.
    ///
    /// # Errors
    /// When nothing does.
    pub async fn say_and_hear(&self, mut message: Value) -> Result<Value> {
        let count: usize = self.ask("return heard.length").await?;
        let id = format!("question-{count}");
        message["id"] = json!(id);
        self.say(message).await?;
        let answers = "return heard.filter((one) => one.re === arguments[0])";
        let answers = async || self.ask_about::<Vec<Value>>(answers, vec![json!(id)]).await;
        eventually("the lab answers", async || Ok(!answers().await?.is_empty())).await?;
        answers().await?.into_iter().next().context("an answer")
    }
}
