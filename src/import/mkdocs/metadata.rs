//! Metadata in the MultiMarkdown style: lines such as `title: Start` at the top of a page without front matter.

use crate::import::front_matter::{self, Entry, FrontMatter};
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// Reads a page's front matter or, if there is none, the page's metadata. Text on more lines, indented by four spaces,
/// belongs to the line above.
pub(super) fn read(source: &Source) -> FrontMatter {
    let front_matter = front_matter::read(source);
    if front_matter.end > 0 {
        return front_matter;
    }
    let (mut entries, mut at) = (Vec::<Entry>::new(), 0);
    for line in source.text.split_inclusive('\n') {
        let bare = line.trim_end();
        match (key(bare), entries.last_mut()) {
            _ if bare.is_empty() => break,
            (Some((name, value)), _) => {
                let start = at + line.find(name).unwrap_or_default();
                let range = at + bare.len() - value.len()..at + bare.len();
                let node = Node { value: Value::Text(value.to_owned()), range: range.clone() };
                let name = name.to_ascii_lowercase();
                entries.push(Entry { key: start..start + name.len(), value: range, name, node });
            }
            (None, Some(Entry { node: Node { value: Value::Text(text), .. }, .. }))
                if bare.starts_with("    ") =>
            {
                text.push(' ');
                text.push_str(bare.trim_start());
            }
            _ => break,
        }
        at += line.len();
    }
    if entries.is_empty() { front_matter } else { FrontMatter { entries, end: at, faults: Vec::new() } }
}

fn key(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim_start_matches(' ');
    let (name, value) = bare.split_once(':').filter(|_| line.len() - bare.len() < 4)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (!name.is_empty() && name.chars().all(is_part)).then_some((name, value.trim_start()))
}
