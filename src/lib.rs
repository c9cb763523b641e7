//! docgen turns Markdown and a config file into a documentation site.
//!
//! It loads sources, parses them, assembles a site, renders artifacts, and syncs them to disk. A module can use only
//! the modules above it in this list. The modules above the comment in the list are pure. The modules below the comment
//! use the disk, the network, and the terminal.

mod path;
mod diag;
mod source;
mod cldr;
mod script;
mod component;
#[cfg(test)]
mod fixture;
mod config;
mod markdown;
mod openapi;
mod site;
mod search;
mod images;
mod render;
mod pipeline;
mod refactor;
mod import;
mod diff;
mod pdf;

// ---- above: pure modules; below: modules with side effects ----

mod fs;
mod theme;
mod npm;
mod git;
mod chromium;
mod net;
mod watch;
mod serve;
mod mcp;
mod lsp;
mod cli;

pub use cli::{Cli, ExitStatus, run};

/// Items for benchmarks and tests. Apart from these items and the command line, everything is private to the crate so
/// that the compiler finds dead code.
pub mod internals {
    pub use crate::config::Config;
    pub use crate::diag::{Code, Location, Severity};
    pub use crate::path::{RoutePath, SourcePath};
    pub use crate::source::Source;

    /// Components.
    pub mod component {
        pub use crate::component::{Files, Library};
    }
    /// Loads a site's sources.
    pub mod fs {
        pub use crate::fs::{DiskAssets, FOLDERS, links, load, load_openapi, reload};
    }
    /// Highlights code.
    pub mod highlight {
        pub use crate::markdown::highlight::{Cache, Stored, by_grammar, by_lexer, highlight};
    }
    /// Reads Markdown.
    pub mod markdown {
        pub use crate::markdown::{DIRECTIVES, Options, parse};
    }
    /// Reads OpenAPI documents.
    pub mod openapi {
        pub use crate::openapi::compare::{Level, Rule};
        pub use crate::openapi::validate::values;
        pub use crate::openapi::{Options, lint, lower, read};
    }
    /// Runs the stages in order.
    pub mod pipeline {
        pub use crate::pipeline::{Cache, Input, Options, Sources, assemble};
    }
    /// Renders prose.
    pub mod render {
        pub use crate::render::Messages;
        pub use crate::render::content::{WriteOptions, write};
    }
    /// Builds the search index.
    pub mod search {
        pub use crate::search::{Forgetful, Options, Token, build, tokens};
    }
    /// Assembles the site.
    pub mod site {
        pub use crate::site::{
            Drawing, Href, HrefKind, ImageFile, ImageKind, ImageSource, PageKind, Resolved, Site,
        };
    }
    /// Loads the theme.
    pub mod theme {
        pub use crate::theme::load;
    }
}
