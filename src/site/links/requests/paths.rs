//! Compares the paths of requests with the paths of operations.

use super::is_placeholder;
use crate::diag::nearest;
use crate::path::decode_path;

/// Returns the segments of a path.
pub(super) fn segments(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.trim_matches('/').split('/')
}

/// Whether a segment of an operation's path matches a segment of a URL, and whether both are literal.
pub(super) fn fits(own: &str, given: &str) -> Option<bool> {
    match own.split_once('{') {
        None if own == given || decode_path(given) == own => Some(true),
        None => None,
        Some((before, _)) => {
            let after = own.rsplit_once('}').map_or("", |(_, after)| after);
            let is_filled = given.len() > before.len() + after.len() || is_placeholder(given);
            (is_filled && (given.starts_with(before) && given.ends_with(after))).then_some(false)
        }
    }
}

/// If a URL's path matches an operation's path, returns the number of literal segments.
pub(super) fn fit(own: &str, given: &str) -> Option<usize> {
    if segments(own).count() != segments(given).count() {
        return None;
    }
    let pairs = segments(own).zip(segments(given));
    pairs.map(|(own, given)| fits(own, given)).try_fold(0, |sum, fit| Some(sum + usize::from(fit?)))
}

/// Whether a segment is a variable of a shell or a script, such as `$ID` or `${pet.id}`.
pub(super) fn is_variable(segment: &str) -> bool {
    let is_whole = segment.strip_prefix("${").is_none_or(|name| name.find('}') == Some(name.len() - 1));
    segment.starts_with('$') && is_whole && !segment.contains(['…', '*', '%']) && !segment.contains("..")
}

/// Whether a path starts like an operation's path up to the segment at an index, which fills a parameter.
pub(super) fn has_parameter_at(own: &str, given: &str, at: usize) -> bool {
    segments(own).nth(at).is_some_and(|own| own.starts_with('{'))
        && segments(own).zip(segments(given)).take(at).all(|(own, given)| fits(own, given).is_some())
}

/// Whether a path with placeholders can match an operation's path.
pub(super) fn can_fit(own: &str, given: &str) -> bool {
    segments(own).count() == segments(given).count()
        && segments(own)
            .zip(segments(given))
            .all(|(own, given)| is_placeholder(given) || fits(own, given).is_some())
}

/// Whether a path differs from an operation's path in only one segment, which is probably misspelled.
pub(super) fn is_near(own: &str, given: &str) -> bool {
    if segments(own).count() != segments(given).count() {
        return false;
    }
    let mut misspelled = None;
    for (own, given) in segments(own).zip(segments(given)) {
        match fits(own, given) {
            Some(_) => {}
            None if misspelled.is_none() && !own.contains('{') && !is_placeholder(given) => {
                misspelled = Some((own, given));
            }
            None => return false,
        }
    }
    misspelled.is_some_and(|(own, given)| is_typo(own, given))
}

/// Returns the similarity of two paths with the same number of segments.
pub(super) fn likeness(own: &str, given: &str) -> f64 {
    let likeness = |(own, given)| fits(own, given).map_or_else(|| strsim::jaro_winkler(own, given), |_| 1.0);
    segments(own).zip(segments(given)).map(likeness).sum()
}

/// The least similarity of two segments if one of them can be suggested instead of the other.
const SIMILAR: f64 = 0.75;

/// Returns the operation's path that is closest to an unknown path: a path with similar segments, the longest path that
/// the unknown path starts with, or the shortest path that starts with the unknown path.
pub(super) fn closest<'a>(path: &str, operations: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let count = |path: &str| segments(path).count();
    let own_count = count(path);
    let is_like = |own: &str, is_same: &dyn Fn(&str, &str) -> bool| {
        let mut pairs = segments(own).zip(segments(path));
        pairs.clone().all(|(own, given)| fits(own, given).is_some() || is_same(own, given))
            && pairs.any(|(own, _)| !own.contains('{'))
    };
    let is_similar = |own: &str, given: &str| {
        let is_like = || nearest(given, [own]).is_some() || strsim::jaro_winkler(own, given) > SIMILAR;
        !own.contains('{') && !is_placeholder(given) && is_like()
    };
    let starts = operations.clone().filter(|own| is_like(own, &|_, _| false));
    let similar = operations.filter(|own| count(own) == own_count && is_like(own, &is_similar));
    let similar = similar.min_by(|a, b| likeness(b, path).total_cmp(&likeness(a, path)));
    let outer = starts.clone().filter(|own| count(own) < own_count);
    let outer = || outer.min_by_key(|own| std::cmp::Reverse(count(own)));
    similar.or_else(outer).or_else(|| starts.min_by_key(|own| count(own)))
}

/// Whether a segment is probably a misspelling of another segment. One edit in three letters or two edits in eight
/// letters are typos, but a different number, such as in `v1` and `v2`, isn't.
fn is_typo(own: &str, given: &str) -> bool {
    let most = match own.len().min(given.len()) {
        0..3 => 0,
        3..8 => 1,
        _ => 2,
    };
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    digits(own) == digits(given) && strsim::osa_distance(own, given) <= most
}
