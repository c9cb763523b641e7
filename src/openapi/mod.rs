//! OpenAPI documents to [`Api`]: load, resolve, lower.
//!
//! Takes the files of a document as text and gives what it describes, without its dialect. Whatever is wrong with it is
//! reported and costs no more than the part it is in. It must not know of routes, navigation, HTML or the chunk
//! format; descriptions are parsed Markdown, links in them are resolved in `site`.

mod api;
mod file;
mod graph;
mod json;
mod lower;
pub mod merge;
mod number;
pub mod outline;
pub mod tree;

pub use api::*;
pub use file::{File, read};
pub use graph::*;
pub use json::Json;
pub use lower::lower;
