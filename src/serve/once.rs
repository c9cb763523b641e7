//! Serves files to a program on this machine for as long as the program runs.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::oneshot;

use super::{
    address::{self, Hosts, Named},
    content_type::content_type,
};
use crate::path::decode_path;

/// A request for a file: the decoded path, and where to send the file.
type Ask = (String, oneshot::Sender<Option<Vec<u8>>>);

/// Serves files on a free port of this machine while `work` runs. `file` returns the file for a decoded path. `work`
/// receives the origin of the server, and a flag that becomes `true` if the user presses Ctrl+C.
pub(crate) fn serve_while<T: Send>(
    file: impl Fn(&str) -> Option<Vec<u8>>,
    work: impl FnOnce(&str, &AtomicBool) -> T + Send,
) -> io::Result<T> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let origin = format!("http://{}", listener.local_addr()?);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let listener = {
        let _guard = runtime.enter();
        tokio::net::TcpListener::from_std(listener)?
    };
    let (ask, asked) = mpsc::channel::<Ask>();
    let app = axum::Router::new().fallback(answer).with_state(ask);
    runtime.spawn(async move { axum::serve(listener, app).await });
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&is_stopped);
    runtime.spawn(async move {
        super::interrupt().await;
        stopped.store(true, Ordering::Relaxed);
    });
    thread::scope(|scope| {
        let working = scope.spawn(move || {
            let result = work(&origin, &is_stopped);
            // The loop below ends when the server drops its sender.
            runtime.shutdown_background();
            result
        });
        for (path, answer) in asked {
            // The program might already have stopped.
            let _ = answer.send(file(&path));
        }
        working.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

async fn answer(State(ask): State<mpsc::Sender<Ask>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let is_local = matches!(address::named(&parts), Named::Host(host) if Hosts::new([]).allow(&host));
    if !is_local {
        return StatusCode::FORBIDDEN.into_response();
    }
    let path = decode_path(parts.uri.path()).into_owned();
    let kind = content_type(&path);
    let (answer, answered) = oneshot::channel();
    // If the receiver is gone, the response has status 404.
    let _ = ask.send((path, answer));
    match answered.await {
        Ok(Some(bytes)) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
