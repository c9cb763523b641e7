//! The names in a CSS module: classes, IDs, and animations.

use std::ops::Range;

use crate::path::{SourcePath, composed};

/// A class that another class contains.
#[derive(Debug)]
pub(in crate::component) struct Composed {
    /// The class that contains the declaration.
    pub class: String,
    /// The contained class.
    pub name: String,
    /// The origin of the contained class.
    pub from: Origin,
    /// The range of the contained class in the text.
    pub range: Range<u32>,
}

/// The origin of a class that another class contains.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::component) enum Origin {
    /// The same file.
    Here,
    /// No file: the name stays as it is.
    Global,
    /// Another CSS module: its path as written, and the range of the path.
    File(String, Range<u32>),
}

/// The digits of the hash in a name, and the number of different hashes that have six digits.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const HASHES: u64 = 36_u64.pow(6);

/// Returns the unique name that replaces a name in a file. The unique name is the same on every computer, and any HTML
/// attribute can contain it.
pub(super) fn unique(path: &SourcePath, name: &str) -> String {
    let mut hash =
        xxhash_rust::xxh3::xxh3_64(format!("{}\0{name}", composed(path.as_str())).as_bytes()) % HASHES;
    let readable = name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' });
    let mut unique: String = readable.chain(['_']).collect();
    for _ in 0..6 {
        unique.push(char::from(DIGITS[(hash % 36) as usize]));
        hash /= 36;
    }
    unique
}

/// The keywords of the animation properties, which can't be distinguished from animation names.
const KEYWORDS: &[&str] = &[
    "alternate",
    "alternate-reverse",
    "auto",
    "backwards",
    "both",
    "ease",
    "ease-in",
    "ease-in-out",
    "ease-out",
    "forwards",
    "infinite",
    "inherit",
    "initial",
    "linear",
    "none",
    "normal",
    "paused",
    "revert",
    "revert-layer",
    "reverse",
    "running",
    "step-end",
    "step-start",
    "unset",
];

/// Whether the name of an animation can be replaced.
pub(super) fn is_animation(name: &str) -> bool {
    !KEYWORDS.iter().any(|keyword| name.eq_ignore_ascii_case(keyword))
}
