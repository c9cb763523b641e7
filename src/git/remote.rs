//! Fetches commits of other repositories and reads their files.
//!
//! Each commit has its own bare repository, which contains only the files of that commit. docgen never checks out files
//! from other repositories, so filenames and symbolic links in those repositories can't affect the disk.

use std::collections::HashMap;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::objects::{Objects, Response, response};
use super::{ask, git};
use crate::path::SourcePath;
use crate::source::Source;

/// The maximum time to look up a tag or branch.
const LOOK_UP: Duration = Duration::from_secs(60);
/// The maximum time to fetch a commit.
const FETCH: Duration = Duration::from_secs(900);
/// The maximum size of a file, in bytes. This is also the maximum size of a site's own text files.
const MAX_FILE: u64 = 64 << 20;
/// The maximum length of Git output that docgen reads, in bytes.
const MAX_OUTPUT: u64 = 1 << 20;

/// The protocols that Git can use for URLs. If the `GIT_ALLOW_PROTOCOL` environment variable is set, Git uses its value
/// instead.
const PROTOCOLS: [&str; 3] = ["https", "http", "ssh"];

/// The reason that a repository is unavailable, and the next step.
pub(crate) type Problem = (String, String);

/// Returns the commit of a tag or branch in another repository or, without a reference, of the default branch. If the
/// reference is the full ID of a commit, returns that commit. `url` can also be the absolute path of a Git bundle.
pub(crate) fn resolve(root: &Path, url: &str, reference: Option<&str>) -> Result<String, Problem> {
    if let Some(id) = reference.filter(|reference| is_id(reference)) {
        return Ok(id.to_ascii_lowercase());
    }
    let names = match reference {
        None => vec!["HEAD".to_owned()],
        Some(name) if name.starts_with("refs/") => vec![format!("{name}^{{}}"), name.to_owned()],
        Some(name) => {
            let tag = format!("refs/tags/{name}");
            vec![format!("{tag}^{{}}"), tag, format!("refs/heads/{name}")]
        }
    };
    let mut git = network(root, url);
    git.args(["ls-remote", "--quiet", "--", url]).args(&names);
    let listed = run(git, LOOK_UP).map_err(|reason| described(&reason))?;
    let lines: Vec<(&str, &str)> = listed.lines().filter_map(|line| line.split_once('\t')).collect();
    let commit = names.iter().find_map(|name| lines.iter().find(|(_, listed)| listed == name));
    let commit = commit.map(|(id, _)| (*id).to_owned()).filter(|id| is_id(id));
    commit.ok_or_else(|| match reference {
        None => ("the repository has no commits".to_owned(), "check the URL".to_owned()),
        Some(name) => {
            let is_short = name.len() >= 7 && name.bytes().all(|b| b.is_ascii_hexdigit());
            let hint = if is_short {
                "to use a commit, specify its full ID"
            } else {
                "check the name, or leave out `ref` to use the default branch"
            };
            (format!("the repository has no tag or branch `{name}`"), hint.to_owned())
        }
    })
}

/// Whether a string is the full ID of a commit, with SHA-1 or SHA-256.
pub(crate) fn is_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Fetches the files in a commit into an empty folder. `url` can also be the absolute path of a Git bundle.
pub(crate) fn fetch(folder: &Path, url: &str, commit: &str) -> Result<(), Problem> {
    let format = if commit.len() == 64 { "sha256" } else { "sha1" };
    let mut init = git(folder);
    // Without a template, the repository has no hooks.
    init.args(["init", "--quiet", "--bare", "--template="]);
    if format != "sha1" {
        init.arg(format!("--object-format={format}"));
    }
    run(init, LOOK_UP).map_err(|reason| described(&reason))?;
    let mut fetch = network(folder, url);
    fetch.args(["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", url]);
    fetch.arg(format!("+{commit}:refs/docgen/pin"));
    run(fetch, FETCH).map_err(|reason| {
        if ["not our ref", "unadvertised object", "not a tree", "not a commit", "couldn't find remote ref"]
            .iter()
            .any(|known| reason.contains(known))
        {
            let short = commit.get(..10).unwrap_or(commit);
            let hint = "to use a newer commit, run `docgen update`".to_owned();
            return (format!("the repository doesn't have commit `{short}`"), hint);
        }
        described(&reason)
    })?;
    match ask(folder, &["rev-parse", "--verify", "--quiet", "refs/docgen/pin^{commit}"]) {
        Some(found) if found == commit => Ok(()),
        _ => {
            let hint = "specify the name of a tag or branch, or a commit ID".to_owned();
            Err((format!("`{commit}` isn't a commit"), hint))
        }
    }
}

/// Prepares a Git command that reads another repository. The command can't ask the user for anything or run programs
/// that a repository specifies. It can read files on this computer only if `url` is a path.
fn network(folder: &Path, url: &str) -> Command {
    let mut command = git(folder);
    command.args(["-c", "protocol.allow=never"]);
    let is_path = Path::new(url).is_absolute();
    for protocol in PROTOCOLS.into_iter().filter(|_| !is_path).chain(is_path.then_some("file")) {
        command.args(["-c", &format!("protocol.{protocol}.allow=always")]);
    }
    command
        .args(["-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=30"])
        .args(["-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.hooksPath=/dev/null"])
        .args(["-c", "transfer.fsckObjects=false", "-c", "fetch.writeCommitGraph=false"])
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C");
    let has_own_ssh = ["GIT_SSH", "GIT_SSH_COMMAND"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_own_ssh && ask(folder, &["config", "core.sshCommand"]).is_none() {
        command.env("GIT_SSH_COMMAND", "ssh -oBatchMode=yes -oConnectTimeout=30");
    }
    command
}

/// Runs a command and returns its output. The error is the command's message.
fn run(mut command: Command, limit: Duration) -> Result<String, String> {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NO_GIT.to_owned(),
        _ => format!("can't run Git: {error}"),
    })?;
    let (output, messages) = (text_of(child.stdout.take()), text_of(child.stderr.take()));
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() < limit => thread::sleep(pause),
            _ => {
                stop(&mut child);
                return Err(format!("Git didn't finish within {} seconds", limit.as_secs()));
            }
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    // A Git helper process can keep the pipes open.
    let wait = Duration::from_secs(5);
    if status.success() {
        return output.recv_timeout(wait).map_err(|_| "can't read Git's output".to_owned());
    }
    Err(messages.recv_timeout(wait).unwrap_or_default())
}

/// Reads a pipe in the background.
fn text_of(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes);
        }
        let _ = send.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receive
}

fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

const NO_GIT: &str = "Git isn't installed";

/// Returns the reason and the next step for a Git message.
fn described(message: &str) -> Problem {
    let lines = || message.lines().map(str::trim).filter(|line| !line.is_empty());
    let fatal = lines().find_map(|line| line.strip_prefix("fatal: "));
    // SSH prints the reason before Git prints this line.
    let is_reason = |line: &&str| !line.contains("Could not read from remote repository");
    let line = fatal.filter(is_reason).or_else(|| lines().next());
    let line = line.unwrap_or("Git failed without a message");
    let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
    let has = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    let hint = if line == NO_GIT {
        "install Git"
    } else if has(&["transport '"]) {
        "use an HTTPS or SSH URL"
    } else if message.contains("could not read")
        || has(&["Authentication", "denied", "not found", "verification failed"])
    {
        "check the URL and your access to the repository; Git must be able to fetch it without asking for a password"
    } else {
        "check the URL and your network connection; after the first fetch, docgen works offline"
    };
    (line.trim_end_matches('.').to_owned(), hint.to_owned())
}

/// The files of a commit that was fetched with [`fetch`].
pub(super) struct Fetched {
    folder: PathBuf,
    commit: String,
    /// The process that returns files, which is started on first use.
    reader: Mutex<Option<Reader>>,
    /// The files that were read.
    known: Mutex<HashMap<SourcePath, Result<Source, String>>>,
}

/// A running process.
struct Reader(Objects);

impl Drop for Reader {
    fn drop(&mut self) {
        stop(&mut self.0.child);
    }
}

impl Fetched {
    pub(super) fn new(folder: PathBuf, commit: &str) -> Self {
        Fetched { folder, commit: commit.to_owned(), reader: Mutex::default(), known: Mutex::default() }
    }

    /// Returns a text file. `path` is relative to the repository's root, and `name` is the path of the source. The error
    /// is the reason that the file can't be read.
    pub(super) fn read(&self, path: &str, name: &SourcePath) -> Result<Source, String> {
        if let Some(known) = self.known.lock().get(name) {
            return known.clone();
        }
        let read = self.bytes(path).and_then(|bytes| {
            Source::from_bytes(name.clone(), &bytes)
                .map_err(|at| format!("this file isn't UTF-8: byte {:#04x}", bytes[at]))
        });
        self.known.lock().insert(name.clone(), read.clone());
        read
    }

    /// Returns a file that has already been read.
    pub(super) fn text(&self, name: &SourcePath) -> Option<Source> {
        self.known.lock().get(name)?.clone().ok()
    }

    /// Returns the paths of all files.
    pub(super) fn files(&self) -> Vec<String> {
        let arguments = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", &self.commit];
        let listed = ask(&self.folder, &arguments).unwrap_or_default();
        listed.split_terminator('\0').map(str::to_owned).collect()
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        let mut reader = self.reader.lock();
        let mut running = match reader.take() {
            Some(running) => running,
            None => Objects::start(&self.folder, &["--follow-symlinks"])
                .map(Reader)
                .map_err(|error| format!("can't run Git: {error}"))?,
        };
        let answer = running.read(&format!("{}:{path}", self.commit));
        let (file, is_usable) = answer.map_err(|error| format!("Git can't read the file: {error}"))?;
        if is_usable {
            *reader = Some(running);
        }
        file
    }
}

impl Reader {
    /// Returns a file, and whether the process can return more files.
    fn read(&mut self, object: &str) -> io::Result<(Result<Vec<u8>, String>, bool)> {
        self.0.input.write_all(format!("{object}\n").as_bytes())?;
        self.0.input.flush()?;
        let (kind, bytes) = match response(&mut self.0.output, MAX_FILE)? {
            Response::Object(kind, bytes) => (kind, bytes),
            Response::TooLarge => return Ok((Err("this file is larger than 64 MiB".to_owned()), false)),
            Response::Missing => return Ok((Err("the file doesn't exist".to_owned()), true)),
        };
        let file = match &*kind {
            "blob" => Ok(bytes),
            "tree" => Err("expected a file, found a folder".to_owned()),
            "symlink" => Err("this symbolic link points outside the repository".to_owned()),
            "dangling" | "loop" | "notdir" => Err("this symbolic link is broken".to_owned()),
            _ => Err("the file doesn't exist".to_owned()),
        };
        Ok((file, true))
    }
}
