//! What sites put in front of their pages' own scripts: what a test wants to run there, and, in engines that keep no log, a watch
//! for trouble.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::browser::Log;

/// Where the script lies: not in the page, so that every policy that lets the page's own scripts run lets it run, too.
const SCRIPT: &str = "/lab-tests/insert.js";
/// Where the watch tells what it saw.
const TROUBLE: &str = "/lab-tests/trouble";
/// No page is larger.
const MOST_BYTES: usize = 1 << 24;

/// What a test's sites share.
#[derive(Default)]
pub struct Insert {
    scripts: Mutex<Vec<String>>,
    seen: Mutex<Log>,
}

/// What the watch tells.
#[derive(Deserialize)]
enum Seen {
    #[serde(rename = "error")]
    Error(String),
    #[serde(rename = "request")]
    Request(String),
}

impl Insert {
    /// Runs a script in pages that are opened from now on, before their own.
    pub fn add(&self, script: &str) {
        lock(&self.scripts).push(script.to_owned());
    }

    /// Watches pages that are opened from now on.
    pub fn watch(&self) {
        self.add(include_str!("insert/watch.js"));
    }

    /// What the watch saw since this was last asked.
    pub fn seen(&self) -> Log {
        std::mem::take(&mut lock(&self.seen))
    }

    /// Answers what the script and the watch ask for.
    pub async fn answer(&self, request: Request) -> Result<Response, Request> {
        match (request.method(), request.uri().path()) {
            (&Method::GET, SCRIPT) => {
                let script = lock(&self.scripts).join(";\n");
                let kind = [(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")];
                Ok((kind, script).into_response())
            }
            (&Method::POST, TROUBLE) => {
                let body = to_bytes(request.into_body(), MOST_BYTES).await.unwrap_or_default();
                let mut seen = lock(&self.seen);
                match serde_json::from_slice(&body) {
                    Ok(Seen::Error(error)) => seen.errors.push(error),
                    Ok(Seen::Request(address)) => seen.requests.push(address),
                    Err(error) => seen.errors.push(format!("the watch said what nobody understands: {error}")),
                }
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            _ => Err(request),
        }
    }

    /// Puts the script into a page; anything else stays as it is.
    pub async fn into_page(&self, response: Response) -> Response {
        let html =
            response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        if !html || response.status() != StatusCode::OK {
            return response;
        }
        let (mut head, body) = response.into_parts();
        // A page that the browser kept would be without what was added since.
        head.headers.remove(header::LAST_MODIFIED);
        head.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let Ok(body) = to_bytes(body, MOST_BYTES).await else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        const DOCTYPE: &[u8] = b"<!doctype html>";
        let page = match body.split_at_checked(DOCTYPE.len()) {
            Some((doctype, rest)) if doctype.eq_ignore_ascii_case(DOCTYPE) && !lock(&self.scripts).is_empty() => {
                let script = format!("<script src={SCRIPT}></script>");
                [doctype, script.as_bytes(), rest].concat()
            }
            _ => body.to_vec(),
        };
        head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(page.len()));
        Response::from_parts(head, Body::from(page))
    }
}

/// A test that failed while it held this has not left it in a bad state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
