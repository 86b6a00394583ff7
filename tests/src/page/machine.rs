//! The machine under the page, and what the page holds of it. Only Chromium's devtools tell: it is for benchmarks.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Page;

/// What a page holds once garbage is collected.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// JavaScript's objects, in bytes.
    pub script: f64,
    /// Nodes, those that are no longer in the page but still known to a script included.
    pub nodes: f64,
    /// Listeners to events.
    pub listeners: f64,
}

impl Page {
    /// The page's thread is this many times as slow from now on; 1 is as the machine is.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn slow_down(&self, times: u32) -> Result<()> {
        self.chromium("Emulation.setCPUThrottlingRate", json!({ "rate": times })).await.map(drop)
    }

    /// What is loaded from now on is never had from the browser's cache.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn without_cache(&self) -> Result<()> {
        self.chromium("Network.enable", json!({})).await?;
        self.chromium("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await.map(drop)
    }

    /// Collects garbage, and counts what is left.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn holds(&self) -> Result<Held> {
        self.chromium("Performance.enable", json!({})).await?;
        // What the first finds no longer used may be what others are held by.
        for _ in 0..2 {
            self.chromium("HeapProfiler.collectGarbage", json!({})).await?;
        }
        let metrics = self.chromium("Performance.getMetrics", json!({})).await?;
        let metric = |name: &str| {
            let all = metrics.get("metrics").and_then(Value::as_array);
            let one = all.and_then(|all| all.iter().find(|one| one.get("name").is_some_and(|one| one == name)));
            one.and_then(|one| one.get("value")?.as_f64()).with_context(|| format!("there is no metric {name}"))
        };
        Ok(Held { script: metric("JSHeapUsedSize")?, nodes: metric("Nodes")?, listeners: metric("JSEventListeners")? })
    }

    async fn chromium(&self, method: &str, parameters: Value) -> Result<Value> {
        self.driver().cdp().send_raw(method, parameters).await.with_context(|| method.to_owned())
    }
}
