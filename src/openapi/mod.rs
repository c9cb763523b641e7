//! OpenAPI documents to [`Api`]: load, resolve, lower.
//!
//! Takes the files of a document as text and gives what it describes, without its dialect. Whatever is wrong with it is
//! reported and costs no more than the part it is in. It must not know of routes, navigation, HTML or the chunk
//! format; descriptions are parsed Markdown, links in them are resolved in `site`.

pub(crate) mod anchors;
mod api;
pub(crate) mod blocks;
pub(crate) mod example;
mod file;
mod graph;
mod json;
mod lint;
mod lower;
pub(crate) mod media;
pub(crate) mod merge;
mod meta;
mod number;

mod pattern;
pub(crate) mod request;
pub(crate) mod sample;
pub(crate) mod server;
#[cfg(test)]
mod tests;
mod discriminator_values;
pub(crate) mod tree;
pub(crate) mod validate;

pub(crate) use api::*;
pub(crate) use file::File;
pub use file::read;
pub(crate) use graph::*;
pub(crate) use json::Json;
pub use lint::lint;
pub(crate) use lower::label;
pub use lower::{Options, lower};
pub(crate) use meta::*;

/// How many problems of one kind are listed for a document; the others are counted. Bounds what a hostile one may cost.
const MAX_REPORTS: usize = 10_000;
