//! The language server for editors (Language Server Protocol 3.17). The only module that uses lsp-server and lsp-types.
//!
//! A main loop answers requests from the latest [`Snapshot`] of a site. Each site has a thread that assembles a new
//! snapshot after every change, so a request never waits for a whole site.

mod actions;
mod client;
mod completion;
mod components;
mod folding;
mod links;
mod moves;
mod openapi;
mod places;
mod problems;
mod snapshot;
mod symbols;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, Diagnostic, FileOperationFilter, FileOperationPattern,
    FileOperationRegistrationOptions, FoldingRangeProviderCapability, HoverProviderCapability, OneOf,
    PositionEncodingKind, RenameOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, WorkDoneProgressOptions, WorkspaceEdit, WorkspaceFileOperationsServerCapabilities,
    WorkspaceServerCapabilities,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::fs::{self, CONFIG};
use crate::path::SourcePath;
use crate::watch::{Batch, Watcher};
use client::Client;
pub(crate) use moves::{Move, Moved};
use places::{file_of, uri_of};
pub(crate) use snapshot::{Buffers, Snapshot};

/// Assembles one site again and again.
pub(crate) trait Workshop {
    /// Reads the changed files from disk and assembles the site. The text of open files replaces the text on disk. If
    /// `is_typing` is true, the result can be provisional (see [`crate::pipeline::Options::typing`]).
    fn assemble(&mut self, buffers: &Buffers, changes: &Batch, is_typing: bool) -> Snapshot;

    /// Returns what moving files or folders changes. The text of open pages replaces the text on disk. The error is a
    /// message.
    fn plan(&mut self, buffers: &Buffers, moves: &[Move]) -> Result<Moved, String>;
}

/// Opens the site in a folder, in the thread that will assemble it.
type Open = fn(&Path) -> Option<Box<dyn Workshop>>;

/// What a site's thread does.
enum Job {
    /// Assembles the site again, after changes on disk.
    Assemble(Batch, Buffers),
    /// Finds out what a move changes.
    Plan(Vec<Move>, Planned),
}

/// Receives what a move changes.
type Planned = Box<dyn FnOnce(Result<Moved, String>) + Send>;

/// The time without changes after which a site's provisional state is replaced.
const PAUSE: Duration = Duration::from_millis(300);

/// What happens while the server runs.
enum Event {
    Message(Message),
    /// A new state of a site, with the problems of each file.
    Assembled(PathBuf, Box<Snapshot>, Problems),
    /// A site can't be opened.
    Unavailable(PathBuf),
    /// Files of a site changed on disk.
    Changed(PathBuf, Batch),
    /// A request has its answer.
    Answered(Response),
    Closed,
}

/// The problems of each file.
type Problems = BTreeMap<SourcePath, Vec<Diagnostic>>;

/// A site with open files.
struct Site {
    jobs: Sender<Job>,
    buffers: Buffers,
    /// The latest state of the site. Absent until it's assembled for the first time.
    snapshot: Option<Snapshot>,
    /// The requests to answer when the site has been assembled for the first time. Editors don't ask again.
    waiting: Option<Vec<Request>>,
    /// The problems of each file that the editor shows.
    reported: Problems,
}

/// A request that needs a site's snapshot, with the file that it's about.
struct Asked<'a> {
    site: &'a Snapshot,
    file: &'a SourcePath,
    /// The text in the editor.
    text: &'a str,
    params: Value,
}

impl Asked<'_> {
    /// Returns the parameters of the request.
    fn params<P: DeserializeOwned>(&self) -> Option<P> {
        serde_json::from_value(self.params.clone()).ok()
    }
}

/// Answers a request.
type Answer = fn(&Asked<'_>) -> Option<Value>;

/// The requests about a file: the name of each and the function that answers it.
const REQUESTS: [(&str, Answer); 9] = [
    ("textDocument/completion", completion::complete),
    ("textDocument/hover", links::hover),
    ("textDocument/definition", links::definition),
    ("textDocument/references", links::references),
    ("textDocument/prepareRename", links::prepare_rename),
    ("textDocument/rename", links::rename),
    ("textDocument/documentSymbol", symbols::in_document),
    ("textDocument/foldingRange", folding::ranges),
    ("textDocument/codeAction", actions::actions),
];

/// The requests about an OpenAPI file that have another answer.
const IN_OPENAPI: [(&str, Answer); 4] = [
    ("textDocument/completion", openapi::complete),
    ("textDocument/definition", openapi::definition),
    ("textDocument/references", openapi::references),
    ("textDocument/documentSymbol", openapi::symbols),
];

/// The server's abilities.
fn capabilities() -> ServerCapabilities {
    let pattern = FileOperationPattern { glob: "**/*".to_owned(), ..FileOperationPattern::default() };
    let everything = FileOperationFilter { scheme: Some("file".to_owned()), pattern };
    ServerCapabilities {
        // Every editor supports this encoding.
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(
                ["(", "#", "/", ":", "`", "\"", "<", "{", " ", "'"].map(str::to_owned).into(),
            ),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        workspace: Some(WorkspaceServerCapabilities {
            file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                will_rename: Some(FileOperationRegistrationOptions { filters: vec![everything] }),
                ..WorkspaceFileOperationsServerCapabilities::default()
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Runs the server on standard input and output until the editor ends it.
///
/// # Errors
///
/// Returns a description if the editor breaks the protocol or the connection.
pub(crate) fn serve(open: Open) -> Result<(), String> {
    let (connection, _threads) = Connection::stdio();
    let abilities = serde_json::to_value(capabilities()).map_err(|error| error.to_string())?;
    let params = connection.initialize(abilities).map_err(|error| error.to_string())?;
    let Connection { sender, receiver } = connection;
    let (events, happened) = channel();
    let of_editor = events.clone();
    thread::spawn(move || {
        for message in receiver {
            if of_editor.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = of_editor.send(Event::Closed);
    });
    let send = move |message: Message| sender.send(message).map_err(|error| error.to_string());
    let client = Client::new(&params["capabilities"]);
    let mut server = Server { send: Box::new(send), events, open, client, sites: BTreeMap::new() };
    server.watch_files()?;
    server.run(&happened)
}

/// The server's state.
struct Server {
    send: Box<dyn Fn(Message) -> Result<(), String>>,
    events: Sender<Event>,
    open: Open,
    client: Client,
    /// The sites, by folder.
    sites: BTreeMap<PathBuf, Site>,
}

impl Server {
    fn run(&mut self, happened: &Receiver<Event>) -> Result<(), String> {
        let mut is_ending = false;
        while let Ok(event) = happened.recv() {
            match event {
                Event::Closed => break,
                Event::Assembled(root, snapshot, found) => {
                    self.show(&root, *snapshot, found)?;
                    self.answer_waiting(&root)?;
                }
                Event::Unavailable(root) => self.answer_waiting(&root)?,
                Event::Changed(root, changes) => self.assemble(&root, changes),
                Event::Answered(response) => (self.send)(response.into())?,
                Event::Message(Message::Response(_)) => {}
                Event::Message(Message::Notification(one)) if one.method == "exit" => break,
                Event::Message(Message::Notification(one)) if one.method == "$/cancelRequest" => {
                    self.cancel(&one.params)?;
                }
                Event::Message(Message::Notification(one)) => self.notified(one),
                Event::Message(Message::Request(request)) if is_ending => {
                    let message = "the server is shutting down".to_owned();
                    let code = ErrorCode::InvalidRequest as i32;
                    (self.send)(Response::new_err(request.id, code, message).into())?;
                }
                Event::Message(Message::Request(request)) if request.method == "shutdown" => {
                    is_ending = true;
                    (self.send)(Response::new_ok(request.id, Value::Null).into())?;
                }
                Event::Message(Message::Request(request)) => {
                    if let Some(response) = self.answer(request) {
                        (self.send)(response.into())?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks the editor to report changes to files that aren't open, such as OpenAPI documents outside a site's folders.
    fn watch_files(&self) -> Result<(), String> {
        if !self.client.reports_files {
            return Ok(());
        }
        let params = json!({ "registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": [{ "globPattern": "**/*" }] },
        }] });
        (self.send)(Request::new(0.into(), "client/registerCapability".to_owned(), params).into())
    }

    /// Returns the site that contains a file, which is the nearest folder above it with a config, and the path in the
    /// site.
    fn place(uri: &str) -> Option<(PathBuf, SourcePath)> {
        let file = file_of(uri)?;
        let root = file.ancestors().skip(1).find(|above| fs::is_file(&above.join(CONFIG)))?;
        let path = file.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        Some((root.to_owned(), SourcePath::new(path)))
    }

    /// Returns a site, and starts its thread if it's new.
    fn site(&mut self, root: &Path) -> &mut Site {
        let (events, open) = (self.events.clone(), self.open);
        self.sites.entry(root.to_owned()).or_insert_with(|| {
            let (jobs, waiting) = channel();
            let (root, watched, changes) = (root.to_owned(), root.to_owned(), events.clone());
            thread::spawn(move || work(&root, open, &waiting, &events));
            thread::spawn(move || watch(&watched, &changes));
            let (buffers, reported) = (Buffers::new(), BTreeMap::new());
            Site { jobs, buffers, snapshot: None, waiting: Some(Vec::new()), reported }
        })
    }

    /// Assembles a site again.
    fn assemble(&mut self, root: &Path, changes: Batch) {
        let site = self.site(root);
        // The thread runs as long as the server.
        let _ = site.jobs.send(Job::Assemble(changes, site.buffers.clone()));
    }

    fn notified(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let uri = |value: &Value| value["uri"].as_str().unwrap_or_default().to_owned();
        match method.as_str() {
            "textDocument/didOpen" | "textDocument/didChange" => {
                let document = &params["textDocument"];
                let changes = params["contentChanges"].as_array();
                let text = changes.and_then(|changes| changes.last()).unwrap_or(document)["text"].as_str();
                if let (Some(text), Some((root, path))) = (text, Self::place(&uri(document))) {
                    self.site(&root).buffers.insert(path, text.into());
                    self.assemble(&root, Batch::default());
                }
            }
            "textDocument/didClose" | "textDocument/didSave" => {
                if let Some((root, path)) = Self::place(&uri(&params["textDocument"])) {
                    if method.ends_with("didClose") {
                        self.site(&root).buffers.remove(&path);
                    }
                    self.assemble(&root, Batch::of([path].into()));
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let mut changed: BTreeMap<PathBuf, BTreeSet<SourcePath>> = BTreeMap::new();
                for change in params["changes"].as_array().into_iter().flatten() {
                    if let Some((root, path)) = Self::place(&uri(change))
                        && self.sites.contains_key(&root)
                        && snapshot::is_input(&path)
                    {
                        changed.entry(root).or_default().insert(path);
                    }
                }
                for (root, changed) in changed {
                    self.assemble(&root, Batch::of(changed));
                }
            }
            _ => {}
        }
    }

    /// Returns the answer to a request, or `None` if it comes later, because the site hasn't been assembled yet.
    fn answer(&mut self, request: Request) -> Option<Response> {
        let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let place = Self::place(&uri);
        if let Some(site) = place.as_ref().and_then(|(root, _)| self.sites.get_mut(root))
            && let Some(waiting) = &mut site.waiting
        {
            waiting.push(request);
            return None;
        }
        let Request { id, method, params } = request;
        if method == "workspace/symbol" {
            let query = params["query"].as_str().unwrap_or_default();
            let sites = self.sites.values().filter_map(|site| site.snapshot.as_ref());
            return Some(Response::new_ok(id, symbols::in_sites(sites, query)));
        }
        if method == "workspace/willRenameFiles" {
            self.answer_move(id, &params);
            return None;
        }
        let Some((_, answer)) = REQUESTS.iter().find(|(name, _)| *name == method) else {
            let message = format!("unknown request `{method}`");
            return Some(Response::new_err(id, ErrorCode::MethodNotFound as i32, message));
        };
        let answered = place.and_then(|(root, file)| {
            let site = self.sites.get(&root)?;
            let snapshot = site.snapshot.as_ref()?;
            let own = site.buffers.get(&file).cloned();
            let text = own.or_else(|| snapshot.source(&file).map(|source| Arc::clone(&source.text)))?;
            let is_api = snapshot.sources.openapi.files.contains_key(&file);
            let own = IN_OPENAPI.iter().find(|(name, _)| is_api && *name == method);
            let answer = own.map_or(answer, |(_, answer)| answer);
            answer(&Asked { site: snapshot, file: &file, text: &text, params })
        });
        Some(Response::new_ok(id, self.client.adapt(&method, &uri, answered.unwrap_or_default())))
    }

    /// Answers a request that the editor doesn't need anymore, if the request still waits for its site.
    fn cancel(&mut self, params: &Value) -> Result<(), String> {
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else { return Ok(()) };
        for waiting in self.sites.values_mut().filter_map(|site| site.waiting.as_mut()) {
            if let Some(at) = waiting.iter().position(|request| request.id == id) {
                waiting.remove(at);
                let code = ErrorCode::RequestCanceled as i32;
                return (self.send)(Response::new_err(id, code, "canceled".to_owned()).into());
            }
        }
        Ok(())
    }

    /// Answers the requests that came before a site was assembled for the first time.
    fn answer_waiting(&mut self, root: &Path) -> Result<(), String> {
        let waiting = self.sites.get_mut(root).and_then(|site| site.waiting.take());
        for request in waiting.into_iter().flatten() {
            if let Some(response) = self.answer(request) {
                (self.send)(response.into())?;
            }
        }
        Ok(())
    }

    /// Answers what changes in other files when the editor moves files. The site's thread determines the changes,
    /// because they depend on the whole site.
    fn answer_move(&mut self, id: RequestId, params: &Value) {
        let mut sites: BTreeMap<PathBuf, (Vec<SourcePath>, Vec<Move>)> = BTreeMap::new();
        for file in params["files"].as_array().into_iter().flatten() {
            let [old, new] = ["oldUri", "newUri"].map(|key| file[key].as_str().unwrap_or_default());
            if let (Some((root, path)), Some(old), Some(new)) = (Self::place(old), file_of(old), file_of(new))
                && ["content", "static"].iter().any(|folder| path.strip_dir(folder).is_some())
            {
                let (asked, files) = sites.entry(root).or_default();
                asked.push(path);
                files.push((old, new));
            }
        }
        let (client, events) = (self.client, self.events.clone());
        let answer = move |edit: Result<Option<WorkspaceEdit>, String>| {
            let edit = edit.and_then(|edit| serde_json::to_value(edit).map_err(|error| error.to_string()));
            let response = match edit {
                Ok(edit) => Response::new_ok(id, client.adapt("workspace/willRenameFiles", "", edit)),
                Err(message) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
            };
            let _ = events.send(Event::Answered(response));
        };
        // Editors move the files of one folder at a time.
        let Some((root, (asked, files))) = sites.pop_first() else { return answer(Ok(None)) };
        let site = self.site(&root);
        let buffers = site.buffers.clone();
        let planned = move |moved: Result<Moved, String>| {
            let edit = |moved| moves::edit(&root, &moved, &asked, &buffers, client.can_rename);
            answer(moved.and_then(edit).map(Some));
        };
        // The thread runs as long as the server.
        let _ = site.jobs.send(Job::Plan(files, Box::new(planned)));
    }

    /// Keeps a new state of a site, and sends its problems to the editor.
    fn show(&mut self, root: &Path, snapshot: Snapshot, found: Problems) -> Result<(), String> {
        let Some(site) = self.sites.get_mut(root) else { return Ok(()) };
        let before = std::mem::replace(&mut site.reported, found);
        let gone = before.keys().filter(|path| !site.reported.contains_key(*path));
        let new = site.reported.iter().filter(|(path, found)| before.get(*path) != Some(found));
        for (path, diagnostics) in
            gone.map(|path| (path, [].as_slice())).chain(new.map(|(path, found)| (path, &**found)))
        {
            let Some(uri) = uri_of(&root.join(path.as_str())) else { continue };
            let params = json!({ "uri": uri, "diagnostics": diagnostics });
            (self.send)(Notification::new("textDocument/publishDiagnostics".to_owned(), params).into())?;
        }
        let old = site.snapshot.replace(snapshot);
        // Freeing a large site takes longer than an answer.
        thread::spawn(move || drop((old, before)));
        Ok(())
    }
}

/// Assembles a site after each change. If there are several changes, assembles the site only once.
fn work(root: &Path, open: Open, waiting: &Receiver<Job>, events: &Sender<Event>) {
    let Some(mut workshop) = open(root) else {
        let _ = events.send(Event::Unavailable(root.to_owned()));
        for job in waiting {
            if let Job::Plan(_, planned) = job {
                planned(Err("the site can't be opened; run `docgen check`".to_owned()));
            }
        }
        return;
    };
    let (mut buffers, mut is_provisional) = (Buffers::new(), false);
    loop {
        let next =
            if is_provisional { waiting.recv_timeout(PAUSE) } else { waiting.recv().map_err(Into::into) };
        let (mut changes, mut plans) = (Batch::default(), Vec::new());
        let mut is_typing = false;
        let mut next = match next {
            Ok(next) => Some(next),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let is_pause = next.is_none();
        while let Some(job) = next {
            match job {
                Job::Assemble(more, new) => {
                    changes.add(more);
                    (buffers, is_typing) = (new, true);
                }
                Job::Plan(moves, planned) => plans.push((moves, planned)),
            }
            next = waiting.try_recv().ok();
        }
        if is_typing || is_pause {
            let snapshot = workshop.assemble(&buffers, &changes, is_typing);
            is_provisional = snapshot.assembled.is_provisional;
            let found = problems::by_file(&snapshot);
            if events.send(Event::Assembled(root.to_owned(), Box::new(snapshot), found)).is_err() {
                return;
            }
        }
        for (moves, planned) in plans {
            planned(workshop.plan(&buffers, &moves));
        }
    }
}

/// Reports changes to a site's files, because many editors report only the files that they save themselves. If the
/// files can't be watched, the editor's reports must suffice.
fn watch(root: &Path, events: &Sender<Event>) {
    for changes in Watcher::new(root).into_iter().flatten() {
        if events.send(Event::Changed(root.to_owned(), changes)).is_err() {
            return;
        }
    }
}
