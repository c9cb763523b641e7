//! Uploads a hosted search index, checks links to other sites, and reads published sites. This is docgen's only network
//! client, and the only module that uses ureq.
//!
//! [`check`] requests URLs and returns the result for each URL. It must not know where a URL comes from.
//!
//! [`Published`] reads the files of one published site, and contacts no other site.
//!
//! [`Client`] sends requests to the service: it chooses hosts, waits, and retries. [`push`] takes batches of records
//! and replaces the content of an index with them, completely or not at all. This module must not know what the records
//! contain or how docgen prints progress. It doesn't depend on where a key comes from, and never prints a key.

mod client;
mod external;
mod http;
mod published;
mod push;

pub(crate) use client::{Client, Notice, Patience, Problem};
pub(crate) use external::{Checked, Verdict, check, is_private};
pub(crate) use http::{Host, Http, Key, Trust};
pub(crate) use published::Published;
pub(crate) use push::{Pushed, Step, Target, push, temporary};

#[cfg(test)]
mod tests;
