//! In the place of the crate `wasm-streams`, which Leptos depends on for server functions that stream.
//!
//! The lab has no server, and so no server functions: nothing in here is ever called, and the linker leaves it out. It can't
//! leave out what the real crate exports to JavaScript, which every visitor would load: 6 kB of the 150 that the page may
//! have. (`cargo xtask test` weighs the page, and would tell.)

use std::pin::Pin;

use futures_core::Stream;
use wasm_bindgen::JsValue;

/// A stream of the browser's.
pub struct ReadableStream(web_sys::ReadableStream);

/// What is said if something is called after all.
const NONE: &str = "this page has no server functions, and nothing to stream";

impl ReadableStream {
    /// Takes a stream of the browser's.
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// Gives it back.
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// What the real crate makes of a stream.
    ///
    /// # Panics
    /// Always.
    pub fn from_stream(_: impl Stream<Item = Result<JsValue, JsValue>> + 'static) -> Self {
        unreachable!("{NONE}")
    }

    /// What the real crate reads.
    ///
    /// # Panics
    /// Always.
    pub fn into_stream(self) -> Pin<Box<dyn Stream<Item = Result<JsValue, JsValue>>>> {
        unreachable!("{NONE}")
    }
}
