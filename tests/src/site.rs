//! The built site, served on a free port of this machine.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::IntoResponse;
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

use crate::insert::Insert;

/// Ports that had a site: what a browser kept for one must not turn up at another.
static USED: LazyLock<Mutex<HashSet<u16>>> = LazyLock::new(Mutex::default);

/// What happens to the page's program and its texts when they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// It is sent.
    Sent,
    /// It is sent once it is no longer held.
    Held,
    /// It is refused.
    Refused,
}

/// A server that stops when it is dropped.
pub struct Site {
    address: String,
    program: watch::Sender<Program>,
    insert: watch::Sender<Option<Arc<Insert>>>,
    serving: JoinHandle<()>,
}

impl Site {
    /// Serves the folder at the root.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn at_root(dist: &Path) -> Result<Self> {
        Self::serve(Router::new().fallback_service(ServeDir::new(dist)), "").await
    }

    /// Serves the folder below a path (`/course/lab`), and nothing else.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn below(path: &str, dist: &Path) -> Result<Self> {
        Self::serve(Router::new().nest_service(path, ServeDir::new(dist)), path).await
    }

    /// Serves a folder, and from another what it does not have. Its pages have a finer clock than others: browsers give
    /// it to pages that keep themselves apart.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn apart(folder: &Path, other: &Path) -> Result<Self> {
        let files = Router::new().fallback_service(ServeDir::new(folder).fallback(ServeDir::new(other)));
        Self::serve(files.layer(map_response(keep_apart)), "").await
    }

    /// Serves a folder as a host that sends the page's own policy as a header, and forbids frames.
    ///
    /// # Errors
    /// When no port can be had, or the page has no policy.
    pub async fn with_policy(dist: &Path) -> Result<Self> {
        let page = std::fs::read_to_string(dist.join("index.html"))?;
        let policy =
            page.split_once("http-equiv=Content-Security-Policy content=\"").and_then(|(_, rest)| rest.split_once('"'));
        let policy = policy.context("the page has no policy")?.0.to_owned() + ";frame-ancestors 'none'";
        let policy = HeaderValue::try_from(policy)?;
        let send = move |mut response: Response| {
            response.headers_mut().insert("content-security-policy", policy.clone());
            std::future::ready(response)
        };
        Self::serve(Router::new().fallback_service(ServeDir::new(dist)).layer(map_response(send)), "").await
    }

    /// Serves a folder whose files have names that say nothing of what they are: a course site knows that of what was uploaded.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn of_unnamed(folder: &Path) -> Result<Self> {
        let html = async |mut response: Response| {
            response.headers_mut().insert("content-type", HeaderValue::from_static("text/html"));
            response
        };
        Self::serve(Router::new().fallback_service(ServeDir::new(folder)).layer(map_response(html)), "").await
    }

    /// Serves a folder at the root and below `/course/unit/lab/`, and the pages of `tests/embedding/` below `/host/`. Pages of any
    /// origin may read all of it, those of none (`null`, in a sandboxed frame) included.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn embedding(dist: &Path) -> Result<Self> {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("embedding");
        let files = Router::new()
            .nest_service("/host", ServeDir::new(pages))
            .nest_service("/course/unit/lab", ServeDir::new(dist))
            .fallback_service(ServeDir::new(dist));
        Self::serve(files.layer(map_response(for_all)), "").await
    }

    async fn serve(files: Router, path: &str) -> Result<Self> {
        let listener = unused_port().await?;
        let address = format!("http://{}{path}/", listener.local_addr()?);
        let (program, watched) = watch::channel(Program::Sent);
        let (insert, inserted) = watch::channel(None);
        let files = files.layer(from_fn_with_state(watched, send)).layer(from_fn_with_state(inserted, put_in_front));
        let serving = tokio::spawn(async move {
            // Ends only when the task is aborted.
            let _ = axum::serve(listener, files).await;
        });
        Ok(Self { address, program, insert, serving })
    }

    /// The page's address, without a query.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on this is put in front of its pages.
    pub fn inserts(&self, insert: &Arc<Insert>) {
        self.insert.send_replace(Some(insert.clone()));
    }

    /// From now on this happens to the page's program.
    pub fn program_is(&self, program: Program) {
        self.program.send_replace(program);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn keep_apart(mut response: Response) -> Response {
    for (name, value) in
        [("cross-origin-opener-policy", "same-origin"), ("cross-origin-embedder-policy", "require-corp")]
    {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

async fn for_all(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(HeaderName::from_static("access-control-allow-origin"), HeaderValue::from_static("*"));
    response
}

async fn send(State(mut program): State<watch::Receiver<Program>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.ends_with(".wasm") || path.ends_with(".txt") {
        // An error means that the site is gone, and nobody waits for an answer.
        let _ = program.wait_for(|program| *program != Program::Held).await;
        if *program.borrow() == Program::Refused {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    }
    next.run(request).await
}

/// A port that no site of these tests had.
async fn unused_port() -> Result<TcpListener> {
    loop {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        if USED.lock().expect("nothing panics while it holds this").insert(port) {
            return Ok(listener);
        }
    }
}

async fn put_in_front(
    State(insert): State<watch::Receiver<Option<Arc<Insert>>>>,
    request: Request,
    next: Next,
) -> Response {
    let insert = insert.borrow().clone();
    let Some(insert) = insert else { return next.run(request).await };
    match insert.answer(request).await {
        Ok(answer) => answer,
        Err(request) => insert.into_page(next.run(request).await).await,
    }
}
