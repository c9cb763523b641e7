//! Opens regular files only, and publishes only files inside the site's folder.

use std::fmt;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::names::{is_other_case, real_name};
use crate::diag::{Code, Diagnostic};
use crate::path::{SourcePath, composed};
use crate::source::Source;

/// Files above this size are not read as text: no one writes a page of 64 MiB by hand.
const MAX_TEXT: u64 = 64 << 20;

/// Why a file that is there is not read.
#[derive(Debug)]
enum Refused {
    /// It is something else.
    NoFile(&'static str),
    /// A link leads out of the site, or to what git keeps.
    Outside,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoFile(what) => write!(f, "this is {what}, not a file"),
            Refused::Outside => f.write_str("this is a symbolic link that leads out of the site"),
        }
    }
}

impl std::error::Error for Refused {}

/// Opens a file and gives its length. What is no file is an error and is never opened: a pipe would be waited for, and a
/// device may have no end.
pub(super) fn open(path: &Path) -> io::Result<(File, u64)> {
    let facts = std::fs::metadata(path)?;
    match other_than_content(path, &facts) {
        Some(what) => Err(io::Error::other(Refused::NoFile(what))),
        None => Ok((File::open(path)?, facts.len())),
    }
}

/// What something is, if it is no file or one that the kernel makes up. The latter say that they are empty; some of them wait
/// like pipes, and some have no end.
fn other_than_content(path: &Path, facts: &Metadata) -> Option<&'static str> {
    let is_of_kernel = || {
        let real = dunce::canonicalize(path);
        facts.len() == 0 && real.is_ok_and(|real| KERNEL.iter().any(|folder| real.starts_with(folder)))
    };
    other_than_file(facts.file_type()).or_else(|| is_of_kernel().then_some("a file of the kernel"))
}

/// Where the kernel shows itself as files.
const KERNEL: [&str; 2] = ["/proc", "/sys"];

/// Reads a whole file; see [`open`].
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, length) = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file as text.
pub(super) fn read_text(root: &Path, path: SourcePath) -> Result<Source, Diagnostic> {
    let file = root.join(path.as_str());
    let mut bytes = Vec::new();
    let read = open(&file).and_then(|(mut file, length)| {
        if length <= MAX_TEXT {
            bytes.reserve_exact(length as usize);
            file.read_to_end(&mut bytes)?;
        }
        Ok(length)
    });
    if read.map_err(|error| unreadable(&path, &error))? > MAX_TEXT {
        let diagnostic =
            Diagnostic::new(Code::UnreadableFile, "this file is larger than 64 MiB").in_file(&path);
        return Err(diagnostic.hint("split it into pages"));
    }
    Source::from_bytes(path.clone(), &bytes).map_err(|at| {
        let before = String::from_utf8_lossy(&bytes[..at]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|&letter| letter != '\n').count();
        Diagnostic::new(Code::UnreadableFile, format!("this file isn't UTF-8: byte {:#04x}", bytes[at]))
            .at_position(&path, line as u32, column as u32)
            .hint("save it as UTF-8")
    })
}

/// Reads a file that docgen itself wrote, which is never a link.
pub(crate) fn read_own(path: &Path) -> Option<Vec<u8>> {
    std::fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    std::fs::read(path).ok()
}

/// The real path of a file or folder of the site. An error if a symbolic link leads out of the site's folder or into
/// `.git`. The build and the development server both decide by this rule what they publish. On every system, a name in
/// another Unicode form is the same name, and one in another case isn't.
pub(super) fn inside(root: &Path, path: &Path) -> io::Result<PathBuf> {
    let asked = path.strip_prefix(root).map_or_else(|_| String::new(), with_slashes);
    let real = dunce::canonicalize(path).or_else(|error| {
        let other = (!asked.is_ascii()).then(|| real_name(root, &asked, |name| composed(name).into_owned()));
        other.flatten().map_or(Err(error), |name| dunce::canonicalize(root.join(name)))
    })?;
    let below = real.strip_prefix(dunce::canonicalize(root)?).ok().map(with_slashes);
    let Some(below) = below.filter(|below| below.split('/').all(|part| part != ".git")) else {
        return Err(io::Error::other(Refused::Outside));
    };
    // A link may have a name in another case than the file that it leads to.
    let is_listed = || real_name(root, &asked, str::to_owned).is_some();
    match is_other_case(&asked, &below) && !is_listed() {
        true => Err(io::ErrorKind::NotFound.into()),
        false => Ok(real),
    }
}

/// A path with `/` between its parts.
fn with_slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Reads a file that is published as it is.
pub(crate) fn read_inside(root: &Path, path: &SourcePath) -> io::Result<Vec<u8>> {
    read(&inside(root, &root.join(path.as_str()))?)
}

/// What something is, if it is neither a file nor a link.
pub(super) fn other_than_file(kind: FileType) -> Option<&'static str> {
    if kind.is_file() || kind.is_symlink() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_block_device() || kind.is_char_device() {
            return Some("a device");
        }
    }
    Some(if kind.is_dir() { "a folder" } else { "something else" })
}

/// What to report of something that stands at a path and is neither a file nor a folder; links are followed.
pub(super) fn special(path: &Path) -> Option<io::Error> {
    let facts = std::fs::metadata(path).ok().filter(|facts| !facts.is_dir())?;
    other_than_content(path, &facts).map(|what| io::Error::other(Refused::NoFile(what)))
}

/// What to report of a file that cannot be read.
pub(super) fn unreadable(path: &SourcePath, error: &io::Error) -> Diagnostic {
    let refused = error.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
    let (code, hint) = match refused {
        Some(Refused::Outside) => {
            (Code::OutsideLink, Some("copy the file into the site, or link to one in the site's folder"))
        }
        Some(Refused::NoFile(_)) => (Code::UnreadableFile, Some("remove it, or put a file in its place")),
        None => (Code::UnreadableFile, None),
    };
    let reason = refused.map_or_else(|| reason(error), Refused::to_string);
    Diagnostic::new(code, reason).in_file(path).hint_if(hint)
}

/// An I/O error in the reader's words.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "docgen can't read it: permission denied".into(),
        io::ErrorKind::NotFound => "it doesn't exist, or it is a link to a file that doesn't".into(),
        _ => format!("it can't be read: {error}"),
    }
}

#[cfg(test)]
mod tests;
