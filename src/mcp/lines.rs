//! Compares two strings line by line.

use std::ops::Range;

/// The maximum number of line pairs to compare. If there are more pairs, all the lines count as replaced.
const PAIRS: usize = 4_000_000;
/// The number of unchanged lines around each change.
const CONTEXT: usize = 2;

/// Lines of the old text, and the lines of the new text that replace them.
type Change = (Range<usize>, Range<usize>);

/// Returns the changed lines with two unchanged lines around them. Removed lines start with `-`, and added lines start
/// with `+`. Returns an empty string if nothing changed. `moved` returns a line of the old text as it would appear in
/// the new text if only its links had changed.
pub(super) fn compare(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> String {
    let changes = changes(old, new, moved);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = String::new();
    let mut shown = 0;
    for (index, (removed, added)) in changes.iter().enumerate() {
        let from = removed.start.saturating_sub(CONTEXT).max(shown);
        if from > shown || out.is_empty() {
            out.push_str(&format!("@@ line {} @@\n", from + 1));
        }
        (from..removed.start).for_each(|at| push(&mut out, ' ', old[at]));
        removed.clone().for_each(|at| push(&mut out, '-', old[at]));
        added.clone().for_each(|at| push(&mut out, '+', new[at]));
        let next = changes.get(index + 1).map_or(old.len(), |(removed, _)| removed.start);
        shown = (removed.end + CONTEXT).min(next);
        (removed.end..shown).for_each(|at| push(&mut out, ' ', old[at]));
    }
    out
}

/// Counts the added and the removed lines.
pub(super) fn count(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> (usize, usize) {
    changes(old, new, moved)
        .iter()
        .fold((0, 0), |(more, fewer), (removed, added)| (more + added.len(), fewer + removed.len()))
}

fn push(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    out.push('\n');
}

/// Returns the changes in order. There's at least one unchanged line between any two changes.
fn changes(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> Vec<Change> {
    let old: Vec<String> = old.lines().map(moved).collect();
    let new: Vec<&str> = new.lines().collect();
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut changes: Vec<Change> = Vec::new();
    if a.is_empty() && b.is_empty() {
        return changes;
    }
    if a.len().saturating_mul(b.len()) > PAIRS {
        changes.push((start..start + a.len(), start..start + b.len()));
        return changes;
    }
    // For each pair of positions, the length of the longest common subsequence of the lines from there to the end.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let (from, to) = (i, j);
        while (i < a.len() || j < b.len()) && !(i < a.len() && j < b.len() && a[i] == b[j]) {
            let skip_old =
                j == b.len() || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1];
            if skip_old { i += 1 } else { j += 1 }
        }
        if (from, to) != (i, j) {
            changes.push((start + from..start + i, start + to..start + j));
        }
        while i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        }
    }
    changes
}
