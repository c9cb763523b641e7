//! Converts YAML 1.2 to a file's tree. Reads events from granit-parser, which reports spans in bytes and limits the
//! depth.

use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, Span, Tag, options};

use super::{File, MAX_DEPTH, builder::Builder, repair::Repair, scalar};
use crate::diag::Diagnostic;
use crate::source::{
    Source,
    json::Scalar,
    line_at,
    tree::{UNCLOSED_QUOTE, open_quote},
};

/// Returns a hint for a common error, based on the parser's message.
fn way_out(message: &str, text: &str, at: usize) -> Option<&'static str> {
    let start = line_at(text, at).start;
    Some(match message {
        _ if message.contains("mapping values are not allowed") => {
            if text[start..at].contains(": ") {
                "quote the value; otherwise, `: ` starts another value"
            } else {
                "indent this key like the key above it"
            }
        }
        _ if message.contains("did not find expected key") => {
            "start all keys of an object in the same column, and quote values that start with a special character"
        }
        _ if message.contains("tab") => "indent with spaces",
        _ if message.contains("quoted scalar") => "close the quote before this point",
        _ if message.contains("flow mapping") => "close the `{` before this point",
        _ if message.contains("flow sequence") => "close the `[` before this point",
        _ if message.starts_with("unexpected character") => "quote the value",
        _ => return None,
    })
}

pub(super) fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> File {
    let mut repair = Repair::new(&source.text);
    let known = diagnostics.len();
    loop {
        let mut builder = Builder::new(source, diagnostics);
        let fault = events(&repair, &mut builder);
        if fault.as_ref().is_none_or(|(fault, at)| !repair.fix(fault, *at)) {
            let open = repair.first_in_quotes().and_then(|at| open_quote(&source.text, at));
            match (fault, open) {
                // The repairs only moved the place where the parser gives up.
                (Some(_), Some(open)) => {
                    builder.fail(&invalid(UNCLOSED_QUOTE), open, Some("close the quote on this line"));
                }
                (fault, _) => {
                    if let Some((fault, at)) = fault {
                        let own = repair.original(at);
                        builder.fail(&invalid(&fault), own..own, way_out(&fault, repair.text(), at));
                    }
                    for (message, hint, at) in repair.reports() {
                        builder.report_with(&invalid(message), (at..at).into(), Some(hint));
                    }
                }
            }
            return builder.finish();
        }
        diagnostics.truncate(known);
    }
}

fn invalid(message: &str) -> String {
    format!("invalid YAML: {message}")
}

/// Passes a file's events to the builder. Returns the parser's message if the file isn't valid YAML, and the offset in the
/// repaired text.
fn events(repair: &Repair<'_>, builder: &mut Builder<'_>) -> Option<(String, usize)> {
    let text = repair.text();
    let place = |span| place(repair, span);
    let options = options! {
        emit_comments: false,
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = match event {
            Ok(next) => next,
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or_default().min(text.len());
                return Some((error.info(), at));
            }
        };
        let place = place(span);
        match event {
            Event::DocumentStart(..) => {
                documents += 1;
                if documents > 1 {
                    builder.report("only the first document in this file is read", place.into());
                    break;
                }
            }
            Event::Alias(anchor) => builder.alias(anchor, place),
            Event::UnresolvedAlias(name) => {
                builder.report(
                    &format!("unknown anchor `{name}`: it isn't defined before this alias"),
                    place.clone().into(),
                );
                if builder.wants_key() {
                    builder.key(&name, place, false)
                } else {
                    builder.scalar(Scalar::Null, place, 0)
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                if builder.wants_key() {
                    let merge = text == "<<" && style == ScalarStyle::Plain;
                    builder.anchored_key(&text, place.clone(), anchor);
                    builder.key(&text, place, merge);
                } else {
                    builder.scalar(read_scalar(&text, style, tag.as_deref()), place, anchor);
                }
            }
            Event::SequenceStart(_, anchor, _) if !builder.open(false, place.start, anchor) => break,
            Event::MappingStart(_, anchor, _) if !builder.open(true, place.start, anchor) => break,
            Event::SequenceEnd | Event::MappingEnd => builder.close(place.end),
            _ => {}
        }
    }
    if documents == 0 {
        builder.scalar(Scalar::Null, 0..0, 0);
    }
    None
}

fn read_scalar<'t>(text: &'t str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar<'t> {
    match tag.map(Tag::core_suffix) {
        Some(Some(tag)) => scalar::tagged(tag, text),
        Some(None) if tag.is_some_and(|tag| tag.original() == "!") => Scalar::String(text.into()),
        _ if style == ScalarStyle::Plain => scalar::plain(text),
        _ => Scalar::String(text.into()),
    }
}

/// Returns the range of a span in the file.
fn place(repair: &Repair<'_>, span: Span) -> Range<usize> {
    let range = span.byte_range().unwrap_or_default();
    repair.original(range.start)..repair.original(range.end)
}
