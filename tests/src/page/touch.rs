//! What a user does with a finger. (By Chromium's devtools.)

use anyhow::Result;
use serde_json::{Value, json};

use super::Page;

/// Between where a finger begins and where it ends.
const STEPS: u32 = 8;

impl Page {
    /// The window is a phone's of this size in CSS pixels: there is no mouse, and fingers touch it. For pages that are opened
    /// from now on.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn is_phone(&self, width: u32, height: u32) -> Result<()> {
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 })).await?;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// Taps the middle of what a selector finds.
    ///
    /// # Errors
    /// When there is none, or it is out of sight.
    pub async fn tap(&self, selector: &str) -> Result<()> {
        let [left, top, width, height] = self.place_of(selector).await?;
        let at = [left + width / 2.0, top + height / 2.0];
        self.touch("touchStart", Some(at)).await?;
        self.touch("touchEnd", None).await
    }

    /// Moves a finger from one point of the window to another, and lets go.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn swipe(&self, from: [f64; 2], to: [f64; 2]) -> Result<()> {
        self.touch("touchStart", Some(from)).await?;
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            self.touch("touchMove", Some([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part))).await?;
        }
        self.touch("touchEnd", None).await
    }

    async fn touch(&self, kind: &str, at: Option<[f64; 2]>) -> Result<()> {
        let points: Vec<Value> = at.into_iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
        self.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await?;
        Ok(())
    }
}
