//! Reads objects with `git cat-file --batch`.

use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::git;

/// A process that returns an object for each line that it reads.
pub(super) struct Objects {
    pub child: Child,
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
}

/// The response to a name.
pub(super) enum Response {
    /// The type of the object, or the reason that a link can't be followed, and the bytes.
    Object(String, Vec<u8>),
    /// The object is larger than the maximum. The process can't return more objects.
    TooLarge,
    /// There's no object with this name.
    Missing,
}

impl Objects {
    /// Starts a process. `options` are additional arguments.
    pub(super) fn start(folder: &Path, options: &[&str]) -> io::Result<Self> {
        let mut child = git(folder)
            .args(["cat-file", "--batch"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Objects { child, input, output: BufReader::new(output) }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// Reads one response. `most` is the maximum size of an object, in bytes.
pub(super) fn response(output: &mut impl BufRead, most: u64) -> io::Result<Response> {
    let mut line = String::new();
    output.read_line(&mut line)?;
    // The line is `ID blob SIZE`, `NAME missing`, or, for a link that can't be followed, the reason and a size.
    let Some((kind, size)) = line.trim_end().rsplit_once(' ') else {
        return Err(io::ErrorKind::UnexpectedEof.into());
    };
    let Ok(size) = size.parse::<u64>() else { return Ok(Response::Missing) };
    if size > most {
        return Ok(Response::TooLarge);
    }
    let mut bytes = Vec::new();
    output.take(size.saturating_add(1)).read_to_end(&mut bytes)?;
    // A line feed follows the object.
    if bytes.pop().is_none() || bytes.len() as u64 != size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Response::Object(kind.rsplit(' ').next().unwrap_or_default().to_owned(), bytes))
}
