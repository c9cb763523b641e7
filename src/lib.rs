//! docgen turns Markdown and a config file into a documentation site.
//!
//! It loads sources, parses them, assembles a site, renders artifacts and syncs them to disk. A module may use only
//! the modules above it in this list; everything above the line is pure, disk and terminal live below it.

pub mod diag;
pub mod markdown;
pub mod path;
pub mod render;
pub mod source;
