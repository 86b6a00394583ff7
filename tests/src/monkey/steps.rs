//! What can be done.

use anyhow::{Context, Result, bail, ensure};
use limit_sim::scenario::{Choice, Link, Strategy, Tab};
use limit_sim::time::{Span, Time};
use serde::Deserialize;
use serde_json::json;
use thirtyfour::Key;

use super::{Monkey, Place};
use crate::engine::Engine;
use crate::eventually::eventually;

/// What is pressed. Files are not saved, nor printed; and nothing leads out of the lab.
const PRESSED: &str = "button:not([data-save]), a[href^='?'], summary, label:has([type=radio], [type=checkbox]), .marks, \
    .stage canvas";
/// What is dragged.
const DRAGGED: &str = "[type=range], .scrub, [data-block]";
/// What is typed into.
const TYPED: &str = "input:not([type=range], [type=radio], [type=checkbox], [readonly]), textarea:not([readonly])";

/// What is typed: what fields take, and what they don't.
const TEXTS: [&str; 18] = [
    "1",
    "0",
    "-1",
    "7",
    "12",
    "32",
    "100",
    "300",
    "1000",
    "10001",
    "1e3",
    "2ms",
    "0.1 s",
    "3600s",
    "many",
    "",
    "999999999999999999999999",
    "<b>\u{939}</b>",
];

/// What links are made of that nobody meant.
const BAD: [&str; 14] = [
    "strategy=none",
    "servers=0",
    "servers=99999999999999999999",
    "burst=-1",
    "t=1e9s",
    "t=soon",
    "request=999",
    "tab=nowhere",
    "redis=down@1s..0s",
    "crash=s99@1ms",
    "order=1.2.99.x",
    "%E0%A4%A",
    "seed=&seed=&&=&v=2",
    "sweep=rtt=5ms..1ms/0ms",
];

/// The part of a page that was found, by its place in the window.
#[derive(Debug, Deserialize)]
struct Found {
    what: String,
    x: f64,
    y: f64,
    width: f64,
    inside: bool,
}

impl Monkey<'_> {
    /// Does something; what that was.
    pub(super) async fn step(&mut self) -> Result<String> {
        match self.source.below(20) {
            0..=6 => self.press_something().await,
            7 | 8 => self.press_a_key().await,
            9..=11 => self.drag_something().await,
            12 => self.type_something().await,
            13 => self.choose_something().await,
            14 => self.follow_a_link().await,
            15 => self.go_back_or_on().await,
            16 => self.change_the_window().await,
            17 => self.reload().await,
            18 => self.open_something().await,
            _ => self.say_something().await,
        }
    }

    /// One of those in sight that a selector finds, by a number; it is scrolled to the middle of the window.
    async fn find(&mut self, selector: &str) -> Result<Option<Found>> {
        let script = "const [selector, number] = arguments;
            const open = document.querySelector('dialog:modal') ?? document;
            const all = [...open.querySelectorAll(selector)].filter((one) => !one.disabled && !one.closest('[inert]')
                && one.checkVisibility({ visibilityProperty: true }));
            if (!all.length) { return null; }
            const one = all[number % all.length];
            one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            const at = one.getBoundingClientRect();
            // Of the marks, which are one picture, one of them.
            const marks = one.matches('.marks') && one.firstElementChild.getAttribute('d')?.match(/(?<=M)\\d+/g);
            const part = marks ? marks[number % marks.length] / one.viewBox.baseVal.width : 0.5;
            const [x, y] = [at.x + at.width * part, at.y + at.height / 2];
            const name = (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\\s+/g, ' ').slice(0, 40);
            return { what: `${one.localName} ${one.name ?? one.id ?? ''} ${one.className} \"${name}\"`, x, y, width: at.width,
                inside: x > 1 && y > 1 && x < innerWidth - 1 && y < innerHeight - 1 }";
        let number = self.source.below(100_000);
        self.page.ask_about(script, vec![json!(selector), json!(number)]).await
    }

    async fn click(&self, found: &Found) -> Result<()> {
        ensure!(found.inside, "out of the window: {}", found.what);
        self.page.click_at(found.x, found.y).await
    }

    async fn press_something(&mut self) -> Result<String> {
        // Now and then where the lesson is, which has much of the page's state.
        let within =
            if self.source.below(4) == 0 { "#lab .lesson :is(button, label, summary, a[href^='?'])" } else { PRESSED };
        let Some(found) = self.find(within).await? else { bail!("nothing to press") };
        self.click(&found).await?;
        Ok(format!("press {}", found.what))
    }

    async fn press_a_key(&mut self) -> Result<String> {
        const NAMED: [(&str, Key); 13] = [
            ("Home", Key::Home),
            ("End", Key::End),
            ("Left", Key::Left),
            ("Right", Key::Right),
            ("Up", Key::Up),
            ("Down", Key::Down),
            ("PageUp", Key::PageUp),
            ("PageDown", Key::PageDown),
            ("Tab", Key::Tab),
            ("Enter", Key::Enter),
            ("Escape", Key::Escape),
            ("Delete", Key::Delete),
            ("Backspace", Key::Backspace),
        ];
        const LETTERS: [&str; 10] = [" ", "o", "O", "?", "n", "p", "1", "2", "3", "z"];
        let nth = self.source.below(NAMED.len() + LETTERS.len());
        if let Some((name, key)) = NAMED.get(nth) {
            self.page.press(key.clone()).await?;
            return Ok(format!("key {name}"));
        }
        let letter = LETTERS[nth - NAMED.len()];
        self.page.press(letter).await?;
        Ok(format!("key {letter:?}"))
    }

    async fn drag_something(&mut self) -> Result<String> {
        let Some(found) = self.find(DRAGGED).await? else { bail!("nothing to drag") };
        let way = |part: usize| found.x + (part as f64 / 100.0 - 0.5) * found.width.max(60.0);
        let (from, by_way, to) =
            (way(self.source.below(101)), way(self.source.below(101)), way(self.source.below(101)));
        ensure!(found.inside && [from, by_way, to].iter().all(|x| *x > 1.0), "out of the window: {}", found.what);
        let most: f64 = self.page.ask("return innerWidth - 2").await?;
        self.page.press_at(from.min(most), found.y).await?;
        self.page.move_to_point(by_way.min(most), found.y).await?;
        self.page.move_to_point(to.min(most), found.y).await?;
        self.page.let_go().await?;
        Ok(format!("drag {} from {from:.0} to {to:.0}", found.what))
    }

    async fn type_something(&mut self) -> Result<String> {
        let text = TEXTS[self.source.below(TEXTS.len())];
        let Some(found) = self.find(TYPED).await? else { bail!("nothing to type into") };
        self.click(&found).await?;
        self.page.retype(text).await?;
        Ok(format!("type {text:?} into {}", found.what))
    }

    /// From a list: by script, because lists open as each system has it.
    async fn choose_something(&mut self) -> Result<String> {
        let script = "const open = document.querySelector('dialog:modal') ?? document;
            const all = [...open.querySelectorAll('select:enabled')].filter((one) => one.checkVisibility() && !one.closest('[inert]'));
            if (!all.length) { return null; }
            const one = all[arguments[0] % all.length];
            one.selectedIndex = arguments[1] % one.options.length;
            one.dispatchEvent(new Event('input', { bubbles: true }));
            one.dispatchEvent(new Event('change', { bubbles: true }));
            return `choose ${one.value} of ${one.name}`";
        let given = vec![json!(self.source.below(1000)), json!(self.source.below(1000))];
        self.page.ask_about::<Option<String>>(script, given).await?.context("nothing to choose from")
    }

    fn link(&mut self) -> String {
        let strategy = Strategy::ALL[self.source.below(Strategy::ALL.len())];
        let scenario =
            if self.source.below(2) == 0 { self.source.troubled(strategy) } else { self.source.scenario(strategy) };
        let link = Link {
            scenario,
            playhead: (self.source.below(2) == 0)
                .then(|| Time::START + Span::from_micros(self.source.below(60_000) as u64)),
            tab: Tab::ALL[self.source.below(Tab::ALL.len())],
            request: (self.source.below(4) == 0).then(|| self.source.below(60) as u32),
            ..Link::default()
        };
        let mut link = link.to_string();
        if self.source.below(3) == 0 {
            link = format!("{link}&{}", BAD[self.source.below(BAD.len())]);
        }
        link
    }

    /// As an entry of the history that somebody edited, or as Back and Forward lead there.
    async fn follow_a_link(&mut self) -> Result<String> {
        let link = self.link();
        let there = "history.replaceState(null, '', '?' + arguments[0]); dispatchEvent(new PopStateEvent('popstate'))";
        self.page.ask_about::<()>(there, vec![json!(link)]).await?;
        Ok(format!("edit the address: {link}"))
    }

    async fn reload(&mut self) -> Result<String> {
        if self.place != Place::Page {
            self.page.ask::<()>("window.isBeingLeft = true; location.reload()").await?;
            let another = async || {
                self.enter_again().await?;
                Ok(self.page.ask("return !window.isBeingLeft").await.unwrap_or(false))
            };
            eventually("the frame is loaded anew", another).await?;
            return Ok("reload the frame".to_owned());
        }
        let link = self.link();
        self.page.visit(&self.page.address_of(&link)).await?;
        Ok(format!("open {link}"))
    }

    /// The browser's buttons; what lies before the lab is left at once.
    async fn go_back_or_on(&mut self) -> Result<String> {
        // In a frame these are the host's.
        if self.place != Place::Page {
            bail!("no history of its own");
        }
        let back = self.source.below(3) > 0;
        match (self.page.engine(), back) {
            (Engine::WebKit, _) => self.travel(if back { "back" } else { "forward" }).await,
            (_, true) => self.page.back().await?,
            (_, false) => self.page.forward().await?,
        }
        if !self.page.ask::<bool>("return !!document.getElementById('lab')").await? {
            self.page.visit(&self.page.address_of("lesson=open")).await?;
        }
        Ok(if back { "Back" } else { "Forward" }.to_owned())
    }

    /// By script, as WebKit's driver can't do it: until the page has heard of it, is left, or has nowhere to go.
    async fn travel(&self, way: &str) {
        let script = "const [way, done] = arguments;
            addEventListener('popstate', () => done(null), { once: true });
            setTimeout(() => done(null), 1000);
            history[way]()";
        // A page that is left answers nothing.
        let _ = self.page.ask_and_wait::<Option<()>>(script, vec![json!(way)]).await;
    }

    async fn change_the_window(&mut self) -> Result<String> {
        let (width, height) = [(1280, 800), (800, 640), (360, 740), (320, 480), (1920, 1080)][self.source.below(5)];
        // (Where the driver is in a frame, the window is still the page's.)
        self.page.resize(width, height).await?;
        let part = self.source.below(101) as f64 / 100.0;
        let scroll = "scrollTo({ top: document.documentElement.scrollHeight * arguments[0], behavior: 'instant' })";
        self.page.ask_about::<()>(scroll, vec![json!(part)]).await?;
        Ok(format!("a window of {width} by {height}, scrolled to {part}"))
    }

    /// A tab or a dialog: most of the page is there.
    async fn open_something(&mut self) -> Result<String> {
        let selector = if self.source.below(2) == 0 { "[role=tab]" } else { "[data-opens]" };
        let Some(found) = self.find(selector).await? else {
            self.page.press(Key::Escape).await?;
            return Ok("close the dialog".to_owned());
        };
        self.click(&found).await?;
        Ok(format!("open {}", found.what))
    }

    /// To the lab in a frame, as its host does.
    async fn say_something(&mut self) -> Result<String> {
        if self.place == Place::Page {
            let scheme = ["light", "dark"][self.source.below(2)];
            self.page.prefer(scheme, ["no-preference", "reduce"][self.source.below(2)]).await?;
            return Ok(format!("the system is {scheme}"));
        }
        let message = match self.source.below(6) {
            0 => json!({ "type": "play" }),
            1 => json!({ "type": "pause" }),
            2 => json!({ "type": "seek", "t": format!("{}us", self.source.below(60_000)) }),
            3 => json!({ "type": "ask", "what": (["state", "progress", "height", "all"][self.source.below(4)]) }),
            4 => json!({ "type": "set", "progress": (["", "bad", "\u{0}"][self.source.below(3)]) }),
            _ => json!({ "type": "set", "link": self.link() }),
        };
        self.page.leave_frame().await?;
        self.page.say(message.clone()).await?;
        self.page.enter_frame().await?;
        Ok(format!("say {message}"))
    }
}
