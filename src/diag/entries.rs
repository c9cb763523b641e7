//! Groups problems into entries so that problems with the same fix are reported together.

use std::collections::HashMap;

use super::{Code, Diagnostic, Severity};

/// The maximum number of problems with the same fix that are shown separately.
const ALONE: usize = 3;

/// A problem, and the later problems with the same fix.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    /// The severity of all these problems.
    pub severity: Severity,
    /// The first problem.
    pub first: &'a Diagnostic,
    /// The other problems, in order.
    pub rest: Vec<&'a Diagnostic>,
}

impl Entry<'_> {
    /// Returns the number of problems in the entry.
    pub(crate) fn count(&self) -> usize {
        self.first.count as usize + self.rest.iter().map(|one| one.count as usize).sum::<usize>()
    }
}

/// The fix that problems share: the fix's name or, without a name, the problems' message and hints.
#[derive(PartialEq, Eq, Hash)]
enum Fix<'a> {
    Named(&'a str),
    Said(&'a str, &'a [String]),
}

/// Groups problems into entries, ordered by their first problem. If at most `ALONE` problems have the same fix, they
/// stay separate entries.
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
