//! Compares two strings line by line.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

/// How long to look for the smallest change. After this time, the change can be larger than necessary.
const PATIENCE: Duration = Duration::from_secs(2);
/// The number of unchanged lines around each change.
const CONTEXT: usize = 2;

/// Returns the changed lines with two unchanged lines around them. Removed lines start with `-`, and added lines start
/// with `+`. Returns an empty string if nothing changed. `moved` returns a line of the old text as it would appear in
/// the new text if only its links had changed.
pub(super) fn compare(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> String {
    let groups = group_diff_ops(steps(old, new, moved), CONTEXT);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = String::new();
    for group in groups {
        let first = group.first().map_or(0, |step| step.old_range().start);
        out.push_str(&format!("@@ line {} @@\n", first + 1));
        for step in group {
            let (tag, old_lines, new_lines) = step.as_tag_tuple();
            if tag == DiffTag::Equal {
                push(&mut out, ' ', &old[old_lines]);
            } else {
                push(&mut out, '-', &old[old_lines]);
                push(&mut out, '+', &new[new_lines]);
            }
        }
    }
    out
}

/// Counts the added and the removed lines.
pub(super) fn count(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> (usize, usize) {
    let steps = steps(old, new, moved);
    let changes = steps.iter().filter(|step| step.tag() != DiffTag::Equal);
    changes.fold((0, 0), |(added, removed), step| {
        (added + step.new_range().len(), removed + step.old_range().len())
    })
}

fn push(out: &mut String, mark: char, lines: &[&str]) {
    for line in lines {
        out.push(mark);
        out.push_str(line);
        out.push('\n');
    }
}

/// Returns the steps from the old text to the new text: lines that stay, and lines that are replaced.
fn steps(old: &str, new: &str, moved: &dyn Fn(&str) -> String) -> Vec<DiffOp> {
    let old: Vec<String> = old.lines().map(moved).collect();
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.lines().collect();
    capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(Instant::now() + PATIENCE))
}
