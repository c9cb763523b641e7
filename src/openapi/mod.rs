//! Converts OpenAPI documents to [`Api`] in three steps: load, resolve, and lower.
//!
//! Takes the files of a document as text and returns the API that the document describes, independent of the OpenAPI
//! version. Problems are reported and affect only the part that contains them. This module must not depend on routes,
//! navigation, HTML, or the chunk format. Descriptions are parsed Markdown, and `site` resolves their links.

pub(crate) mod anchors;
mod api;
pub(crate) mod blocks;
pub(crate) mod compare;
pub(crate) mod example;
mod file;
mod graph;
pub(crate) mod history;
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

/// The maximum number of problems to list for each kind and document. The remaining problems are only counted, which
/// limits the cost of a hostile document.
const MAX_REPORTS: usize = 10_000;
