//! Texts that are loaded once something shows them: files of their own, in `texts/` beside the page (`index.html` puts them
//! there). What the page shows at first needs none of them.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::JsCast;
use web_sys::XmlHttpRequest;

use crate::lab::Lab;
use crate::live;

/// A text's file, and what its content was when this program was made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct File {
    name: &'static str,
    version: u32,
}

/// How far a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// It is on its way.
    Coming,
    /// It could not be had.
    Missing,
    /// Here it is. It stays as long as the page.
    Here(&'static str),
}

thread_local! {
    static ASKED: RefCell<Vec<(File, Text)>> = const { RefCell::new(Vec::new()) };
}

impl File {
    /// The file of this name and content. Of the content nothing stays in the program but a number, for the
    /// browser to ask for no older file that it may have.
    pub const fn new(name: &'static str, content: &str) -> Self {
        // FNV-1a: nobody makes up texts against it.
        let (mut version, bytes, mut at) = (0x811c_9dc5_u32, content.as_bytes(), 0);
        while at < bytes.len() {
            version = (version ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        Self { name, version }
    }

    /// The text. The first to need it asks for it; whatever reads what is open ([`Lab::open`]) is told anew when it is there,
    /// and when it can't be had.
    pub fn text(self, lab: Lab) -> Text {
        let asked = ASKED.with_borrow(|asked| asked.iter().find(|(file, _)| *file == self).map(|(_, text)| *text));
        asked.unwrap_or_else(|| {
            self.is(Text::Coming);
            self.load(lab);
            Text::Coming
        })
    }

    /// Asks once more for a text that could not be had.
    pub fn again(self, lab: Lab) {
        ASKED.with_borrow_mut(|asked| asked.retain(|(file, text)| *file != self || *text != Text::Missing));
        lab.note(|_| ());
    }

    fn is(self, text: Text) {
        ASKED.with_borrow_mut(|asked| {
            asked.retain(|(file, _)| *file != self);
            asked.push((self, text));
        });
    }

    fn load(self, lab: Lab) {
        self.get(move |text| {
            self.is(text.map_or(Text::Missing, Text::Here));
            lab.note(|_| ());
        });
    }

    /// Asks for the text, and does something with it when it is there, or with nothing when it can't be had.
    pub fn get(self, then: impl FnMut(Option<&'static str>) + 'static) {
        self.ask(Box::new(then));
    }

    fn ask(self, mut then: Box<dyn FnMut(Option<&'static str>)>) {
        let Ok(request) = XmlHttpRequest::new() else { return then(None) };
        let answered = request.clone();
        let answered = live::callback(move |_| {
            let text = answered.response_text().ok().flatten().filter(|_| answered.status() == Ok(200));
            then(text.map(|text| &*text.leak()));
        });
        request.set_onloadend(Some(answered.as_ref().unchecked_ref::<Function>()));
        // It is called when the page may have gone on to something else.
        answered.forget();
        // What goes wrong ends the request, too.
        let _ = request.open("GET", &format!("texts/{}?{}", self.name, self.version));
        let _ = request.send();
    }
}
