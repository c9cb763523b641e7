//! OpenAPI documents to [`Api`]: load, resolve, lower.
//!
//! Takes the files of a document as text and gives what it describes, without its dialect. Whatever is wrong with it is
//! reported and costs no more than the part it is in. It must not know of routes, navigation, HTML or the chunk
//! format; descriptions are parsed Markdown, links in them are resolved in `site`.

pub mod anchors;
mod api;
pub mod example;
mod file;
mod graph;
#[cfg(test)]
mod hand;
mod json;
mod lint;
mod lower;
pub mod media;
pub mod merge;
mod meta;
mod number;
pub mod outline;
mod pattern;
pub mod request;
pub mod sample;
pub mod server;
#[cfg(test)]
mod tests;
mod told;
pub mod tree;
pub mod validate;

pub use api::*;
pub use file::{File, read};
pub use graph::*;
pub use json::Json;
pub use lint::lint;
pub use lower::{Options, label, lower};
pub use meta::*;

/// How many problems of one kind are listed for a document; the others are counted. Bounds what a hostile one may cost.
const MAX_REPORTS: usize = 10_000;
