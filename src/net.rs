//! The network: fills a hosted search index. The only client of the network, and the only user of ureq.
//!
//! [`Client`] speaks with the service: which of its hosts is asked, how long it is waited for and what is tried again.
//! [`push`] takes batches of records and replaces an index by them, whole or not at all. It must not know what the
//! records say, nor of the terminal; it learns nothing of where a key comes from and never shows one.

mod client;
mod http;
mod push;

pub(crate) use client::{Client, Notice, Patience, Problem};
pub(crate) use http::{Host, Http, Key, Trust};
pub(crate) use push::{Pushed, Step, Target, push, temporary};

#[cfg(test)]
mod tests;
