//! Compares two texts line by line.

use std::ops::Range;

/// The maximum number of line pairs to compare. Longer texts count as replaced completely.
const PAIRS: usize = 4_000_000;
/// The number of unchanged lines around each change.
const CONTEXT: usize = 2;

/// Lines of the old text, and the lines of the new text that replace them.
type Change = (Range<usize>, Range<usize>);

/// Returns the changed lines with two unchanged lines around them. Removed lines start with `-`, added lines with `+`.
/// Returns an empty text if nothing changed.
pub(super) fn compare(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = String::new();
    let mut shown = 0;
    let changes = changes(&old, &new);
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

fn push(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    out.push('\n');
}

/// Returns the changes in order. There's at least one unchanged line between two changes.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
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
    // The length of the longest common sequence of the lines from each pair of positions to the end.
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
