//! Parses descriptions: each text once, in parallel.

use std::borrow::Cow;

use rayon::prelude::*;

use super::Options;
use crate::markdown::{self, highlight::Cache};
use crate::openapi::{Place, Text};

/// Parses texts and keeps their order.
pub(super) fn parse(drafts: Vec<(Cow<'_, str>, Place)>, options: &Options<'_>, cache: &Cache) -> Vec<Text> {
    let parsed = drafts.into_par_iter().map(|(source, place)| Text {
        document: markdown::parse_description(&source, options.smart_punctuation, cache),
        source: source.into(),
        place,
    });
    parsed.collect()
}
