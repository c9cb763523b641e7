//! The tests that run docgen like its users: one binary, with a file for each subject.
#![allow(clippy::disallowed_methods, reason = "tests lay out folders, start docgen and read what it wrote")]
#![allow(clippy::print_stdout, reason = "what a test prints is shown when it fails")]

mod harness;
mod html;
mod cli;
mod diff;
mod diagnostics;
mod diagrams;
mod styles;
mod templates;
mod caching;
mod components;
mod bad_input;
mod bare;
mod places;
mod golden;
mod navigation;
mod output;
mod same;
mod special;
mod names;
mod escape;
#[cfg(unix)]
mod packages;
mod page_size;
mod incremental;
mod unchanged;
mod versions;
mod words;
mod redirects;
mod edits;
mod moved;
mod kept;
mod robust;
mod dates;
mod feeds;
mod links;
mod noise;
mod unpublished;
mod monorepo;
mod schemes;
mod api;
mod blocks;
mod fields;
mod facts;
mod ladder;
mod tidy;
mod manual;
mod tutorials;
mod specification;
mod init;
mod interactive;
mod search;
mod push;
mod serve;
