//! Tests what is printed, and how much.

use std::collections::BTreeMap;

use super::*;
use crate::diag::{Code, sort};
use crate::fixture::Numbers;

#[test]
fn lines_are_counted_in_any_order_and_in_another_text() {
    let long = format!("{}\n{}\n", "ö".repeat(5_000), "a\n".repeat(9_000));
    let texts = ["one\ntwö x\n\nfour", "\nother", &long, ""];
    let mut numbers = Numbers(5);
    let mut lines = Lines::default();
    for _ in 0..300 {
        let text = texts[numbers.below(texts.len())];
        let mut offset = numbers.below(text.len() + 1);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let expected = (before.matches('\n').count() + 1, column);
        assert_eq!(lines.position(text, offset).shown(), expected, "{offset}");
    }
}

/// Problems of several kinds in several files, with some shared messages and fixes.
fn some(numbers: &mut Numbers) -> Vec<(Severity, Diagnostic)> {
    let codes = [Code::BrokenLink, Code::BrokenAnchor, Code::InvalidExample, Code::OpenapiSyntax];
    let count = [3, 30, 3000][numbers.below(3)];
    let one = |_| {
        let path = SourcePath::new(format!("content/{}.md", numbers.below(3)));
        let message = format!("`{}` is wrong", numbers.below(5));
        let one = Diagnostic::new(codes[numbers.below(4)], message)
            .at_position(&path, numbers.below(9999) as u32 + 1, 1)
            .hint_if((numbers.below(2) == 0).then_some("write another"));
        if numbers.below(2) == 0 { one.fixed_with("one") } else { one }
    };
    let mut all: Vec<Diagnostic> = (0..count).map(one).collect();
    sort(&mut all);
    all.into_iter().map(|one| (one.code.default_severity(), one)).collect()
}

fn place(one: &Diagnostic) -> Option<Place<'_>> {
    one.location.as_ref().map(|location| Place::new(location, None, &mut Lines::default()))
}

#[test]
fn what_is_printed_is_bounded_and_counts_all() {
    for seed in 1..=60 {
        let all = some(&mut Numbers(seed));
        let entries = entries(&all);
        let people: Vec<String> = entries.iter().map(|entry| human(entry, &mut place)).collect();
        let github: Vec<String> = entries.iter().map(|entry| github(entry, &mut place)).collect();

        let mut fixes: BTreeMap<String, usize> = BTreeMap::new();
        for (severity, one) in &all {
            let said = || format!("{} {:?}", one.message, one.hints);
            let fix = one.fix.as_deref().map_or_else(said, str::to_owned);
            *fixes.entry(format!("{severity:?} {} {fix}", one.code.as_str())).or_default() += 1;
        }
        // An entry has lines for the message, the location, the hint, and the other problems. Each fix has at most
        // three entries.
        let printed: usize = people.iter().map(|text| text.lines().count()).sum();
        assert!(printed <= fixes.len() * 12, "seed {seed}: {printed} lines for {} fixes", fixes.len());
        assert!(people.len() <= fixes.len() * 3, "seed {seed}: {} entries", people.len());

        let listed = |text: &String| {
            let more = text.split(" more ").next().and_then(|start| start.rsplit(' ').next());
            more.filter(|_| text.contains(" like this one"))
                .map_or(1, |more| 1 + more.parse::<usize>().unwrap_or(0))
        };
        assert_eq!(people.iter().map(listed).sum::<usize>(), all.len(), "seed {seed}");
        assert_eq!(entries.iter().map(|entry| 1 + entry.rest.len()).sum::<usize>(), all.len(), "seed {seed}");
        assert_eq!(github.len(), people.len());
        for text in &github {
            assert_eq!(text.lines().count(), 1, "{text}");
        }
        for (_, one) in &all {
            let code = format!("[{}]", one.code.as_str());
            assert!(people.iter().any(|text| text.contains(&code)), "seed {seed}: {code}");
        }
        let mut turned: Vec<Diagnostic> = all.iter().rev().map(|(_, one)| one.clone()).collect();
        sort(&mut turned);
        let turned: Vec<_> = turned.into_iter().map(|one| (one.code.default_severity(), one)).collect();
        let again: Vec<String> =
            super::entries(&turned).iter().map(|entry| human(entry, &mut place)).collect();
        assert_eq!(people, again, "seed {seed}");
    }
}

#[test]
fn different_fixes_stay_apart() {
    let path = SourcePath::new("a.md");
    let link = |target: usize, at: u32| {
        let message = format!("broken link: `{target}.md`");
        (Severity::Error, Diagnostic::new(Code::BrokenLink, message).at_position(&path, at, 1))
    };
    let different: Vec<_> = (0..200).map(|one| link(one, one as u32 + 1)).collect();
    assert_eq!(entries(&different).len(), 200);
    let same: Vec<_> = (0..200).map(|one| link(7, one + 1)).collect();
    let [entry] = &entries(&same)[..] else { panic!("one fix is one entry") };
    assert_eq!(entry.rest.len(), 199);
}
