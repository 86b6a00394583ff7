//! What a user does by mouse.

use std::time::Duration;

use anyhow::{Context, Result};
use thirtyfour::action_chain::ActionChain;
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

use super::Page;
use crate::engine::Engine;

impl Page {
    /// Clicks what a selector finds.
    ///
    /// # Errors
    /// When it can't be clicked.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let mut clicked = self.click_on(&self.find(selector).await?).await;
        // What was drawn anew just then is there all the same.
        if clicked.as_ref().is_err_and(is_stale) {
            clicked = self.click_on(&self.find(selector).await?).await;
        }
        clicked
    }

    /// Clicks the button with this label or text.
    ///
    /// # Errors
    /// When there is none that can be clicked.
    pub async fn click_button(&self, label: &str) -> Result<()> {
        self.click_on(&self.button(label).await?).await
    }

    async fn click_on(&self, element: &WebElement) -> Result<()> {
        if self.engine() == Engine::WebKit {
            if element.tag_name().await? == "option" {
                // Its driver picks options without the list being opened, which is when WebKit looks what was chosen before.
                let list = "const list = arguments[0].closest('select'); list.blur(); list.focus()";
                self.driver().execute(list, vec![element.to_json()?]).await?;
            }
            self.bring_into_sight(element).await?;
        }
        Ok(element.click().await?)
    }

    /// Scrolls to an element at once, unless it can be hit as it is. (The page scrolls softly, and WebKit's driver takes the place
    /// that an element had before.)
    async fn bring_into_sight(&self, element: &WebElement) -> Result<()> {
        let scroll = "const it = arguments[0].closest('select') ?? arguments[0], { left, right, top, bottom } = it.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !it.contains(document.elementFromPoint(x, y))) {
                it.scrollIntoView({ block: 'center', behavior: 'instant' });
            }";
        self.driver().execute(scroll, vec![element.to_json()?]).await?;
        if self.engine() == Engine::WebKit {
            // What was scrolled or laid out just now is where it is for the mouse with the next frame.
            let drawn =
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(null)))";
            self.ask_and_wait::<Option<()>>(drawn, vec![]).await?;
        }
        Ok(())
    }

    /// Clicks where the middle of an element is, whatever lies on top of it.
    ///
    /// # Errors
    /// When there is none, or it is out of sight.
    pub async fn click_middle(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        self.bring_into_sight(&element).await?;
        Ok(self.hand().move_to_element_center(&element).click().perform().await?)
    }

    /// Those of the marks on the play bar that a hand can tell from the others, by their numbers.
    ///
    /// # Errors
    /// When there is no play bar.
    pub async fn marks_apart(&self) -> Result<Vec<usize>> {
        let at = self.marks().await?;
        let near = |one: f64| at.iter().filter(|other| (one - **other).abs() < 12.0).count();
        Ok((0..at.len()).filter(|nth| near(at[*nth]) == 1).collect())
    }

    /// Clicks on a mark of the play bar, by its number.
    ///
    /// # Errors
    /// When there is no such mark, or it is out of sight.
    pub async fn click_mark(&self, nth: usize) -> Result<()> {
        let [_, top, _, height] = self.place_of(".scrub").await?;
        let at = *self.marks().await?.get(nth).with_context(|| format!("there is no mark {nth}"))?;
        self.click_at(at, top + height / 2.0).await
    }

    /// Where the marks on the play bar are, in pixels from the window's left.
    async fn marks(&self) -> Result<Vec<f64>> {
        let script = "const svg = document.querySelector('svg.marks');
            const { left, width } = svg.getBoundingClientRect();
            const all = svg.firstElementChild.getAttribute('d').matchAll(/M(\\d+)/g);
            return [...all].map(([, at]) => left + at / svg.viewBox.baseVal.width * width)";
        self.ask(script).await
    }

    /// Clicks at a point of the window.
    ///
    /// # Errors
    /// When it is out of sight.
    pub async fn click_at(&self, x: f64, y: f64) -> Result<()> {
        Ok(self.hand().move_to(x.round() as i64, y.round() as i64).click().perform().await?)
    }

    /// Presses the mouse button at a point of the window, without letting go.
    ///
    /// # Errors
    /// When it is out of sight.
    pub async fn press_at(&self, x: f64, y: f64) -> Result<()> {
        Ok(self.hand().move_to(x.round() as i64, y.round() as i64).click_and_hold().perform().await?)
    }

    /// Moves the mouse to a point of the window.
    ///
    /// # Errors
    /// When it is out of sight.
    pub async fn move_to_point(&self, x: f64, y: f64) -> Result<()> {
        Ok(self.hand().move_to(x.round() as i64, y.round() as i64).perform().await?)
    }

    /// Clicks a slider or bar at a part of its length, from 0 to 1.
    ///
    /// # Errors
    /// When it can't be clicked.
    pub async fn click_along(&self, selector: &str, part: f64) -> Result<()> {
        let slider = self.find(selector).await?;
        self.bring_into_sight(&slider).await?;
        let hand = self.hand().move_to_element_with_offset(&slider, self.offset(&slider, part).await?, 0);
        Ok(hand.click().perform().await?)
    }

    /// Drags a slider from one part of its length to another, by way of some in between, and lets go.
    ///
    /// # Errors
    /// When it can't be dragged.
    pub async fn drag(&self, selector: &str, from: f64, to: f64) -> Result<()> {
        self.drag_and_hold(selector, from, to).await?;
        self.let_go().await
    }

    /// The same without letting go.
    ///
    /// # Errors
    /// When it can't be dragged.
    pub async fn drag_and_hold(&self, selector: &str, from: f64, to: f64) -> Result<()> {
        const STEPS: u32 = 6;
        let slider = self.find(selector).await?;
        self.bring_into_sight(&slider).await?;
        let mut hand = self.hand().move_to_element_with_offset(&slider, self.offset(&slider, from).await?, 0);
        hand = hand.click_and_hold();
        for step in 1..=STEPS {
            let part = from + (to - from) * f64::from(step) / f64::from(STEPS);
            hand = hand.move_to_element_with_offset(&slider, self.offset(&slider, part).await?, 0);
        }
        Ok(hand.perform().await?)
    }

    /// Lets go of the mouse button.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn let_go(&self) -> Result<()> {
        Ok(self.hand().release().perform().await?)
    }

    fn hand(&self) -> ActionChain {
        self.driver().action_chain_with_delay(None, Some(Duration::ZERO))
    }

    /// From the middle of the element, in pixels; within the way of the thumb's middle.
    async fn offset(&self, slider: &WebElement, part: f64) -> Result<i64> {
        let thumb = 16.0;
        let way = slider.rect().await?.width - thumb;
        Ok(((part - 0.5) * way).round() as i64)
    }
}

fn is_stale(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<WebDriverError>();
    error.is_some_and(|error| matches!(error.as_inner(), WebDriverErrorInner::StaleElementReference(_)))
}
