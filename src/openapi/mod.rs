//! Converts OpenAPI documents to [`Api`] in three steps: load, resolve, and lower.
//!
//! Takes the files of a document as text and returns the API that the document describes, independent of the OpenAPI
//! version. Problems are reported and affect only the part that contains them. This module must not depend on routes,
//! navigation, HTML, or the chunk format. Descriptions are parsed Markdown, and `site` resolves their links.

pub(crate) mod anchors;
mod api;
pub(crate) mod blocks;
mod collection;
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
mod overlay;
mod meta;
mod number;
mod pattern;
mod preset;
mod rare;
pub(crate) mod request;
pub(crate) mod sample;
pub(crate) mod server;
#[cfg(test)]
mod tests;
mod discriminator_values;
pub(crate) mod tree;
pub(crate) mod validate;
pub(crate) mod yaml;

pub(crate) use api::*;
pub(crate) use collection::{Client, collection};
pub use file::read;
pub(crate) use file::{File, NodeId, Part};
pub(crate) use graph::*;
pub(crate) use json::Json;
pub use lint::lint;
pub use lower::{Options, lower};
pub(crate) use lower::{bundle, label};
pub(crate) use meta::*;
pub(crate) use overlay::overlaid;
pub(crate) use preset::preset;
pub(crate) use rare::{Blank, Rare, blank};

/// The maximum number of problems to list for each kind and document. The remaining problems are only counted, which
/// limits the cost of a hostile document.
const MAX_REPORTS: usize = 10_000;
