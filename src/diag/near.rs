//! Suggestions: finds the known name or path that is closest to an unknown name or path.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Hint;

/// A name is suggested only if its similarity, from 0 to 1, is above this value.
const LIKE: f64 = 0.8;

/// A path in another folder is suggested only if the similarity of the last segments, from 0 to 1, is above this value.
const LIKE_ELSEWHERE: f64 = 0.9;

/// A word with at least this number of letters is certainly meant to be the only word that differs by one letter.
const SURE: usize = 5;

/// The maximum number of candidates to compare letter by letter. If there are more candidates, a quick comparison
/// selects the best ones first.
const COMPARED: usize = 500;

/// Returns the candidate closest to `wanted`, if it's close enough to suggest.
pub(crate) fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(wanted, candidate), candidate))
        .filter(|(score, _)| *score > LIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

/// Returns the candidate that a word is probably meant to be, even if most unknown words have a meaning of their own. The
/// words can differ in case, hyphens, and underscores, and in one letter, or in two letters if they're long. A short
/// word must consist of the same letters.
pub(crate) fn misspelled<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.replace(['-', '_'], "").to_lowercase();
    let letters = |word: &str| word.chars().collect::<BTreeSet<char>>();
    let own = plain(wanted);
    let distance = |candidate: &str| {
        let other = plain(candidate);
        let distance = strsim::osa_distance(&own, &other);
        let is_near = match other.len() {
            0 => false,
            1..5 => distance < 2 && letters(&own) == letters(&other),
            5..8 => distance < 2,
            _ => distance < 3,
        };
        is_near.then_some(distance)
    };
    let near = candidates.into_iter().filter_map(|candidate| Some((distance(candidate)?, candidate)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Returns a hint that suggests the closest candidate, if it's close enough.
pub(crate) fn did_you_mean<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Hint> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = nearest(wanted, candidates.iter().copied())?;
    Some(meant(wanted, near, candidates))
}

/// Returns a hint that suggests `near`, one of the candidates, instead of `wanted`. The change is certain if only this
/// candidate differs from `wanted` by a slip.
pub(crate) fn meant<'a>(wanted: &str, near: &str, candidates: impl IntoIterator<Item = &'a str>) -> Hint {
    let is_only = |near: &str| candidates.into_iter().all(|other| other == near || !is_slip(wanted, other));
    Hint::meant(wanted, near, is_slip(wanted, near) && is_only(near))
}

/// Whether two names or paths are certainly meant to be the same: they differ only in case, hyphens, and underscores, or
/// by one letter in a segment of at least [`SURE`] letters, not counting the extension. Digits make a difference: `part-2`
/// isn't `part-1`.
fn is_slip(wanted: &str, other: &str) -> bool {
    fn plain(name: &str) -> impl Iterator<Item = char> {
        name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase)
    }
    let (first, second) = without_shared_start(wanted, other);
    if plain(first).eq(plain(second)) {
        return true;
    }
    // A letter has at most four bytes.
    if wanted.len().abs_diff(other.len()) > 4 || wanted.matches('/').count() != other.matches('/').count() {
        return false;
    }
    let mut different = wanted.split('/').zip(other.split('/')).filter(|(a, b)| a != b);
    let letters = |name: &str| {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.chars().filter(|c| c.is_alphabetic()).count()
    };
    match (different.next(), different.next()) {
        (Some((a, b)), None) => letters(a) >= SURE && is_one_letter(a, b),
        _ => false,
    }
}

/// Returns two strings without the characters that they both start with.
fn without_shared_start<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    let mut pairs = a.char_indices().zip(b.chars());
    let same = pairs.find(|((_, a), b)| a != b).map_or(a.len().min(b.len()), |((at, _), _)| at);
    (&a[same..], &b[same..])
}

/// Whether one word becomes the other if one letter is added, removed, or replaced, or if two letters are swapped.
fn is_one_letter(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    let is_small = match (a, b) {
        ([first, second], [third, fourth]) => first == fourth && second == third,
        _ => a.len() < 2 && b.len() < 2,
    };
    is_small && a.iter().chain(b).all(|c| c.is_alphabetic())
}

/// Returns a hint that suggests the closest known name. If no name is close enough, the hint lists all names.
pub(crate) fn suggest<'a>(wanted: &str, known: impl Iterator<Item = &'a str> + Clone) -> Hint {
    did_you_mean(wanted, known.clone()).unwrap_or_else(|| {
        let names: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        let one_of = if names.len() > 1 { "one of " } else { "" };
        format!("use {one_of}{}", names.join(", ")).into()
    })
}

/// Returns the known path that is closest to an unknown path, if the last segments are similar enough. If several
/// paths have equally similar last segments, the result is the path with the most similar folders.
pub(crate) fn nearest_path<'a>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    Paths::new(candidates).nearest(wanted)
}

/// An index that makes many searches like [`nearest_path`] fast: renaming a folder on a large site can break thousands
/// of links at once.
pub(crate) struct Paths<'a> {
    /// The last segments of the paths, sorted. Each segment includes the paths that end with it.
    names: Vec<(&'a str, Vec<&'a str>)>,
    /// For each pair of adjacent bytes, the indexes of the names that contain the pair. Created for the third search.
    pairs: OnceLock<HashMap<[u8; 2], Vec<u32>>>,
    /// The number of searches that needed the pairs.
    searches: AtomicUsize,
}

impl<'a> Paths<'a> {
    /// Builds the index. The paths can be in any order.
    pub(crate) fn new(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let mut paths: Vec<&str> = paths.into_iter().collect();
        paths.sort_by_cached_key(|path| (last_segment(path), *path));
        let mut names: Vec<(&str, Vec<&str>)> = Vec::new();
        for path in paths {
            let name = last_segment(path);
            match names.last_mut() {
                Some((last, of_name)) if *last == name => of_name.push(path),
                _ => names.push((name, vec![path])),
            }
        }
        Paths { names, pairs: OnceLock::new(), searches: AtomicUsize::new(0) }
    }

    /// Returns the number of byte pairs that each name shares with `name`. For the first searches, an index wouldn't be
    /// worth its time.
    fn shared(&self, name: &str) -> Vec<u32> {
        let wanted = pairs_of(name);
        if self.searches.fetch_add(1, Ordering::Relaxed) < 2 {
            let has = |own: &str, pair: &[u8; 2]| own.as_bytes().windows(2).any(|one| one == pair);
            let count = |own: &str| wanted.iter().filter(|pair| has(own, pair)).count() as u32;
            return self.names.iter().map(|(own, _)| count(own)).collect();
        }
        let pairs = self.pairs.get_or_init(|| {
            let mut pairs: HashMap<[u8; 2], Vec<u32>> = HashMap::new();
            for (index, (name, _)) in self.names.iter().enumerate() {
                for pair in pairs_of(name) {
                    pairs.entry(pair).or_default().push(index as u32);
                }
            }
            pairs
        });
        let mut shared = vec![0; self.names.len()];
        for index in wanted.iter().filter_map(|pair| pairs.get(pair)).flatten() {
            shared[*index as usize] += 1;
        }
        shared
    }

    /// Returns the path that is closest to `wanted`, if it's close enough.
    pub(crate) fn nearest(&self, wanted: &str) -> Option<&'a str> {
        let name = last_segment(wanted);
        let of_name = |&index: &usize| {
            let (own, paths) = &self.names[index];
            let likeness = strsim::jaro_winkler(name, own);
            let path = (likeness > LIKE).then(|| most_like(wanted, paths))?;
            (likeness > LIKE_ELSEWHERE || folder(path) == folder(wanted)).then_some((likeness, path))
        };
        let likeness = |path: &str| strsim::jaro_winkler(wanted, path);
        let order = |a: &(f64, &str), b: &(f64, &str)| {
            a.0.total_cmp(&b.0)
                .then_with(|| likeness(a.1).total_cmp(&likeness(b.1)))
                .then_with(|| b.1.cmp(a.1))
        };
        self.alike(name).iter().filter_map(of_name).max_by(order).map(|(_, path)| path)
    }

    /// Returns a hint that suggests `shown`, a notation of the path `near`, instead of `found`, a notation of the path
    /// `wanted`. Takes a path from [`Paths::nearest`].
    pub(crate) fn hint(&self, (found, wanted): (&str, &str), (shown, near): (&str, &str)) -> Hint {
        let is_only = || {
            let names = self.alike(last_segment(wanted));
            let mut paths = names.iter().flat_map(|index| &self.names[*index].1);
            paths.all(|other| *other == near || !is_slip(wanted, other))
        };
        let is_certain = is_slip(wanted, near) && is_only();
        let hint = Hint::meant(found, shown, is_certain);
        if self.is_ambiguous(wanted, near) { Hint { edit: None, ..hint } } else { hint }
    }

    /// Whether `near` has other folders than `wanted`, and another path fits as well, so `near` is only an example.
    fn is_ambiguous(&self, wanted: &str, near: &str) -> bool {
        let count = |path: &str| path.split('/').count();
        let Ok(index) = self.names.binary_search_by_key(&last_segment(near), |(own, _)| own) else {
            return false;
        };
        let fits = |other: &&str| {
            **other != *near
                && count(other) == count(near)
                && shared_segments(wanted, other) == shared_segments(wanted, near)
        };
        count(near) != count(wanted) && self.names[index].1.iter().any(fits)
    }

    /// Returns the indexes of the names to compare with `name`. If the index contains `name`, returns only its index.
    /// If the index contains only a few names, returns all indexes. Otherwise, returns the indexes of the names that
    /// share the most byte pairs with `name`.
    fn alike(&self, name: &str) -> Vec<usize> {
        if let Ok(index) = self.names.binary_search_by_key(&name, |(own, _)| own) {
            return vec![index];
        }
        if self.names.len() <= COMPARED {
            return (0..self.names.len()).collect();
        }
        let shared = self.shared(name);
        let mut indexes: Vec<usize> = (0..shared.len()).filter(|index| shared[*index] > 0).collect();
        indexes.sort_by_key(|index| std::cmp::Reverse(shared[*index]));
        indexes.truncate(COMPARED);
        indexes
    }
}

/// Returns the path with the folders that are most similar to the folders of the wanted path. `paths` has at least one
/// path, and all paths have the same last segment.
fn most_like<'a>(wanted: &str, paths: &[&'a str]) -> &'a str {
    let mut paths = paths.to_vec();
    if paths.len() > COMPARED {
        paths.sort_by_cached_key(|path| std::cmp::Reverse(shared_segments(wanted, path)));
        paths.truncate(COMPARED);
    }
    let likeness = |path: &&str| strsim::jaro_winkler(wanted, path);
    let order = |a: &&str, b: &&str| likeness(a).total_cmp(&likeness(b)).then_with(|| b.cmp(a));
    paths.into_iter().max_by(order).unwrap_or_default()
}

/// Returns the number of segments that two paths share at the start and at the end.
fn shared_segments(one: &str, other: &str) -> usize {
    let same = |(a, b): &(&str, &str)| a == b;
    one.split('/').zip(other.split('/')).take_while(same).count()
        + one.rsplit('/').zip(other.rsplit('/')).take_while(same).count()
}

/// Returns each pair of adjacent bytes once.
fn pairs_of(name: &str) -> Vec<[u8; 2]> {
    let mut pairs: Vec<[u8; 2]> = name.as_bytes().windows(2).map(|pair| [pair[0], pair[1]]).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    path.strip_suffix(last_segment(path)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_decide_between_paths_of_one_name() {
        let paths = ["docs/guide/setup.md", "docs/api/setup.md", "docs/guide/start.md"];
        assert_eq!(nearest_path("docs/guides/setup.md", paths), Some("docs/guide/setup.md"));
        assert_eq!(nearest_path("docs/guide/setpu.md", paths), Some("docs/guide/setup.md"));
        assert_eq!(nearest_path("docs/guide/zebra", paths), None);
        // In another folder, a name must be more similar.
        let paths = ["/api/notes", "/docs/introduction"];
        assert_eq!(nearest_path("/api/nope", paths), Some("/api/notes"));
        assert_eq!(nearest_path("/docs/nope", paths), None);
        assert_eq!(nearest_path("/docs/note", paths), Some("/api/notes"));
        assert_eq!(nearest_path("/api/intro", paths), None);
    }

    #[test]
    fn a_path_is_not_replaced_if_another_one_fits_as_well() {
        let is_replaced = |wanted: &str, paths: &[&str]| {
            let paths = Paths::new(paths.iter().copied());
            let near = paths.nearest(wanted).expect("a path is near");
            paths.hint((wanted, wanted), (near, near)).edit.is_some()
        };
        assert!(is_replaced("/api/intro", &["/api/notes/intro", "/docs/setup"]));
        assert!(!is_replaced("/api/intro", &["/api/notes/intro", "/api/zeta/intro"]));
        assert!(is_replaced("/docs/guides/setup", &["/docs/guide/setup", "/docs/api/setup"]));
    }

    #[test]
    fn among_many_paths_the_same_is_found() {
        let many: Vec<String> = (0..3_000).map(|n| format!("docs/part-{}/page-{n:05}.md", n / 50)).collect();
        let paths = Paths::new(many.iter().map(String::as_str).chain(["docs/guides/wheel-bearing.md"]));
        // The first searches work without the index of pairs.
        for _ in 0..4 {
            assert_eq!(paths.nearest("docs/guide/weel-bearing.md"), Some("docs/guides/wheel-bearing.md"));
        }
        assert_eq!(paths.nearest("docs/part-3/page-02900.md"), Some("docs/part-58/page-02900.md"));
        assert_eq!(paths.nearest("docs/part-58/page-2900.md"), Some("docs/part-58/page-02900.md"));
        assert_eq!(paths.nearest("docs/zzz"), None);
    }

    #[test]
    fn among_many_paths_of_one_name_the_nearest_folder_is_found() {
        let many: Vec<String> = (0..2_000).map(|n| format!("docs/part-{n}/topic/index.md")).collect();
        let paths = Paths::new(many.iter().map(String::as_str));
        assert_eq!(paths.nearest("docs/part-1234/topics/index.md"), Some("docs/part-1234/topic/index.md"));
    }

    #[test]
    fn only_slips_are_certain() {
        let is_certain = |wanted: &str, known: &[&str]| {
            let hint = did_you_mean(wanted, known.iter().copied());
            hint.and_then(|hint| hint.edit).is_some_and(|edit| edit.is_certain)
        };
        for (wanted, known) in [
            ("titel", "title"),
            ("tittle", "title"),
            ("titl", "tit-L"),
            ("descrption", "description"),
            ("sidebarLabel", "sidebar_label"),
            ("Draft", "draft"),
            ("/docs/Get-Started", "/docs/get-started"),
            ("/docs/quickstrat", "/docs/quickstart"),
            ("/doc/guides/setup", "/doc/guide/setup"),
        ] {
            assert!(is_certain(wanted, &[known, "zzz"]), "{wanted}");
        }
        for (wanted, known) in [
            ("tile", &["title"][..]),
            ("part-1", &["part-2"]),
            ("version10", &["version1"]),
            ("colours", &["colors", "colour"]),
            ("descritpon", &["description"]),
            ("/docs/a", &["/docs/b"]),
            ("docs/abc.md", &["docs/abd.md"]),
            ("/docs/guide/setup", &["/docs/setup"]),
            ("/api/guidse/setpu", &["/api/guides/setup"]),
        ] {
            assert!(!is_certain(wanted, known), "{wanted}");
        }
    }
}
