//! What a reader is shown of many problems: those that the same fix covers are one entry.

use std::collections::HashMap;

use super::{Code, Diagnostic, Severity};

/// How many problems with the same fix are shown one by one.
const ALONE: usize = 3;

/// A problem, and the later ones that the same fix covers.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// How bad each of them is.
    pub severity: Severity,
    /// The first of them.
    pub first: &'a Diagnostic,
    /// The others, in order.
    pub rest: Vec<&'a Diagnostic>,
}

impl Entry<'_> {
    /// How many problems it stands for.
    pub(crate) fn count(&self) -> usize {
        self.first.count + self.rest.iter().map(|one| one.count).sum::<usize>()
    }
}

/// What problems with the same fix have in common: what they call it, or else all that they say.
#[derive(PartialEq, Eq, Hash)]
enum Fix<'a> {
    Named(&'a str),
    Said(&'a str, &'a [String]),
}

/// The entries in the order of their first problems. A few problems with the same fix are an entry each.
pub(crate) fn entries(all: &[(Severity, Diagnostic)]) -> Vec<Entry<'_>> {
    let mut numbers: HashMap<(Severity, Code, Fix<'_>), usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, (severity, one)) in all.iter().enumerate() {
        let fix = match &one.fix {
            Some(fix) => Fix::Named(fix),
            None => Fix::Said(&one.message, &one.hints),
        };
        let number = *numbers.entry((*severity, one.code, fix)).or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let split = |group: Vec<usize>| match group.len() {
        ..=ALONE => group.into_iter().map(|one| vec![one]).collect(),
        _ => vec![group],
    };
    let mut entries: Vec<Vec<usize>> = groups.into_iter().flat_map(split).collect();
    entries.sort_by_key(|group| group[0]);
    let entry = |group: Vec<usize>| {
        let (severity, first) = &all[group[0]];
        let rest = group[1..].iter().map(|index| &all[*index].1).collect();
        Entry { severity: *severity, first, rest }
    };
    entries.into_iter().map(entry).collect()
}
