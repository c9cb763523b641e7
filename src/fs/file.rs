//! Opens only regular files and allows only files inside the site's folder to be published.

use std::fmt;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::locate::locate;
use super::names::{is_other_case, real_name};
use crate::diag::{Code, Diagnostic};
use crate::path::{SourcePath, composed};
use crate::source::Source;

/// The maximum size of a text file, in bytes. No handwritten page is this large.
const MAX_TEXT: u64 = 64 << 20;

/// The reason that an existing file isn't read.
#[derive(Debug)]
enum Refused {
    /// A description of something that isn't a file.
    NoFile(&'static str),
    /// A link whose target is outside the site or in `.git`.
    Outside,
    /// A link to content outside the repository or in `.git`.
    Elsewhere,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoFile(what) => write!(f, "expected a file, found {what}"),
            Refused::Outside => f.write_str("this symbolic link points outside the site"),
            Refused::Elsewhere => f.write_str("this symbolic link points outside the repository"),
        }
    }
}

impl std::error::Error for Refused {}

/// Opens a file and returns the file and its length. If the path isn't a regular file, returns an error without opening
/// it, because opening a pipe blocks and reading a device might never end.
pub(super) fn open(path: &Path) -> io::Result<(File, u64)> {
    let facts = std::fs::metadata(path)?;
    match other_than_content(path, &facts) {
        Some(what) => Err(io::Error::other(Refused::NoFile(what))),
        None => Ok((File::open(path)?, facts.len())),
    }
}

/// If a path isn't a file, or if the kernel generates the file, returns a description. Otherwise, returns `None`.
/// Kernel files report a length of 0. When they're read, some kernel files block, as pipes do, and some never end.
fn other_than_content(path: &Path, facts: &Metadata) -> Option<&'static str> {
    let is_of_kernel = || {
        let is_below_kernel = |real: PathBuf| KERNEL.iter().any(|folder| real.starts_with(folder));
        facts.len() == 0 && dunce::canonicalize(path).is_ok_and(is_below_kernel)
    };
    other_than_file(facts.file_type()).or_else(|| is_of_kernel().then_some("a kernel file"))
}

/// The folders where the kernel exposes its state as files.
const KERNEL: [&str; 2] = ["/proc", "/sys"];

/// Opens a file with [`open`] and reads the whole file.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, length) = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The reason that a file can't be read as text.
#[derive(Debug)]
pub(super) enum NoText {
    /// The file can't be opened or read.
    Error(io::Error),
    /// The file is larger than [`MAX_TEXT`].
    Large,
    /// The file isn't UTF-8. The line and the column of the first invalid byte are counted from 1.
    Encoding { byte: u8, line: u32, column: u32 },
}

impl NoText {
    /// Returns the diagnostic for the file.
    fn diagnostic(&self, path: &SourcePath) -> Diagnostic {
        let diagnostic = || Diagnostic::new(Code::UnreadableFile, self.to_string());
        match self {
            NoText::Error(error) => unreadable(path, error),
            NoText::Large => diagnostic().in_file(path).hint("split it into pages"),
            NoText::Encoding { line, column, .. } => {
                diagnostic().at_position(path, *line, *column).hint("save it as UTF-8")
            }
        }
    }
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoText::Error(error) => f.write_str(&reason(error)),
            NoText::Large => f.write_str("this file is larger than 64 MiB"),
            NoText::Encoding { byte, .. } => write!(f, "this file isn't UTF-8: byte {byte:#04x}"),
        }
    }
}

/// Reads a file as text.
pub(super) fn read_text(root: &Path, path: SourcePath) -> Result<Source, Diagnostic> {
    read_text_at(&locate(root, path.as_str()), &path).map_err(|error| error.diagnostic(&path))
}

/// Reads the file at a location on disk as text.
pub(super) fn read_text_at(file: &Path, path: &SourcePath) -> Result<Source, NoText> {
    let (mut file, length) = open(file).map_err(NoText::Error)?;
    if length > MAX_TEXT {
        return Err(NoText::Large);
    }
    let mut bytes = Vec::new();
    bytes.reserve_exact(length as usize);
    file.read_to_end(&mut bytes).map_err(NoText::Error)?;
    Source::from_bytes(path.clone(), &bytes).map_err(|at| {
        let before = String::from_utf8_lossy(&bytes[..at]);
        let line = 1 + before.matches('\n').count() as u32;
        let column = 1 + before.chars().rev().take_while(|&letter| letter != '\n').count() as u32;
        NoText::Encoding { byte: bytes[at], line, column }
    })
}

/// Reads a file that isn't content, such as a file that docgen wrote. Returns `None` for a link, because docgen never
/// creates links.
pub(crate) fn read_own(path: &Path) -> Option<Vec<u8>> {
    std::fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    std::fs::read(path).ok()
}

/// Reads a file below a folder. Returns `None` if the file doesn't exist, is larger than `largest` bytes, or is outside
/// the folder because of a symbolic link.
pub(crate) fn read_below(folder: &Path, path: &str, largest: u64) -> Option<Vec<u8>> {
    let real = dunce::canonicalize(folder.join(path)).ok()?;
    if !real.starts_with(dunce::canonicalize(folder).ok()?) {
        return None;
    }
    let (file, length) = open(&real).ok()?;
    let mut bytes = Vec::new();
    file.take(largest + 1).read_to_end(&mut bytes).ok()?;
    (length <= largest && bytes.len() as u64 <= largest).then_some(bytes)
}

/// Returns the real path of one of the site's files or folders. If a symbolic link's target is outside the site's
/// folder or in `.git`, returns an error. The build and the development server both use this rule to decide which files
/// to publish. On every system, names match if they differ only in Unicode form, but not if they differ in case.
pub(super) fn inside(root: &Path, path: &Path) -> io::Result<PathBuf> {
    let asked = path.strip_prefix(root).map_or_else(|_| String::new(), with_slashes);
    let real = dunce::canonicalize(path).or_else(|error| {
        let other = (!asked.is_ascii()).then(|| real_name(root, &asked, |name| composed(name).into_owned()));
        other.flatten().map_or(Err(error), |name| dunce::canonicalize(root.join(name)))
    })?;
    let below = real.strip_prefix(dunce::canonicalize(root)?).ok().map(with_slashes);
    let Some(below) = below.filter(|below| !is_of_git(below)) else {
        return Err(io::Error::other(Refused::Outside));
    };
    // A link's name might differ in case from the name of its target.
    let is_listed = || real_name(root, &asked, str::to_owned).is_some();
    if is_other_case(&asked, &below) && !is_listed() { Err(io::ErrorKind::NotFound.into()) } else { Ok(real) }
}

/// Checks where a link leads whose target is converted, such as a page. A site's repository often contains such files in
/// other folders. Without a repository, they can be anywhere. Whoever may change the content must not be able to publish
/// the machine's other files.
pub(super) fn check_link(root: &Path, path: &Path) -> io::Result<()> {
    let (real, root) = (dunce::canonicalize(path)?, dunce::canonicalize(root)?);
    let repository = super::repository(&root);
    let below = real.strip_prefix(repository.as_ref().unwrap_or(&root));
    let is_outside =
        repository.is_some() && below.is_err() || is_of_git(&with_slashes(below.unwrap_or(&real)));
    if is_outside { Err(io::Error::other(Refused::Elsewhere)) } else { Ok(()) }
}

/// Whether a path is in a folder in which Git keeps its own files.
fn is_of_git(path: &str) -> bool {
    path.split('/').any(|part| part == ".git")
}

/// Returns a path with `/` between its parts.
fn with_slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Reads a file that's published unchanged.
pub(crate) fn read_inside(root: &Path, path: &SourcePath) -> io::Result<Vec<u8>> {
    read(&inside(root, &locate(root, path.as_str()))?)
}

/// Returns the real path of one of the site's files, if the file starts with one of these prefixes.
pub(crate) fn with_prefix(root: &Path, path: &str, prefixes: &[&[u8]]) -> io::Result<Option<PathBuf>> {
    let real = inside(root, &root.join(path))?;
    let longest = prefixes.iter().map(|prefix| prefix.len() as u64).max().unwrap_or(0);
    let mut start = Vec::new();
    open(&real)?.0.take(longest).read_to_end(&mut start)?;
    Ok(prefixes.iter().any(|prefix| start.starts_with(prefix)).then_some(real))
}

/// If a path is neither a file nor a link, returns a description.
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

/// Follows links. If the path is neither a regular file nor a folder, returns the error.
pub(super) fn special(path: &Path) -> Option<io::Error> {
    let facts = std::fs::metadata(path).ok().filter(|facts| !facts.is_dir())?;
    other_than_content(path, &facts).map(|what| io::Error::other(Refused::NoFile(what)))
}

/// Returns the diagnostic for a file that can't be read.
pub(super) fn unreadable(path: &SourcePath, error: &io::Error) -> Diagnostic {
    let refused = error.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
    let (code, hint) = match refused {
        Some(Refused::Outside) => {
            (Code::OutsideLink, Some("copy the file into the site, or link to a file in the site's folder"))
        }
        Some(Refused::Elsewhere) => (
            Code::OutsideLink,
            Some("copy the file into the repository, or link to a file in the repository"),
        ),
        Some(Refused::NoFile(_)) => (Code::UnreadableFile, Some("remove it, or replace it with a file")),
        None => (Code::UnreadableFile, None),
    };
    let message = refused.map_or_else(|| message(error), Refused::to_string);
    Diagnostic::new(code, message).in_file(path).hint_if(hint)
}

/// Returns the message for a file that can't be read because of an I/O error.
pub(super) fn message(error: &io::Error) -> String {
    format!("can't read this file: {}", reason(error))
}

/// Returns the reason that a file can't be read.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it's missing, or it's a broken symbolic link".to_owned(),
        _ => super::reason(error),
    }
}

#[cfg(test)]
mod tests;
