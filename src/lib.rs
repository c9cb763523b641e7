//! docgen turns Markdown and a config file into a documentation site.
//!
//! It loads sources, parses them, assembles a site, renders artifacts and syncs them to disk. A module may use only
//! the modules above it in this list; everything above the line is pure, disk, network and terminal live below it.

pub mod path;
pub mod diag;
pub mod source;
#[cfg(test)]
mod fixture;
pub mod config;
pub mod markdown;
pub mod openapi;
pub mod site;
pub mod search;
pub mod render;
pub mod pipeline;

// ---- above: values in, values out; below: the edges ----

pub mod fs;
pub mod theme;
pub mod git;
pub mod net;
pub mod watch;
pub mod serve;
pub mod cli;
