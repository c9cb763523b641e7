//! Descriptions to documents: each text once, in parallel.

use rayon::prelude::*;

use super::Options;
use crate::markdown::{self, highlight::Cache};
use crate::openapi::{Place, Text};

/// Parses texts, in their order.
pub(super) fn parse(drafts: Vec<(&str, Place)>, options: &Options, cache: &Cache) -> Vec<Text> {
    let parsed = drafts.into_par_iter().map(|(source, place)| Text {
        source: source.into(),
        document: markdown::parse_description(source, options.smart_punctuation, cache),
        place,
    });
    parsed.collect()
}
