//! Heading IDs that depend on the options of the `toc` extension.

use super::headings;
use crate::import::inline;
use crate::import::markdown::Fences;
use crate::import::titles::without_images;
use crate::markdown;
use crate::path::{HeadingIds, UniqueNames, numbered, python_slug};

/// How letters change in a slug.
#[derive(Clone, Copy, PartialEq)]
enum Case {
    Same,
    Lower,
    LowerAscii,
}

/// A function that creates slugs.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    /// The function of Python-Markdown. The flag is `true` if the function keeps letters that aren't in ASCII.
    Python(bool),
    /// The functions of PyMdown Extensions, which replace each space.
    Words(Case),
}

/// The rule for the heading IDs of a site.
#[derive(Clone)]
pub(in crate::import) struct Slugs {
    function: Function,
    separator: String,
}

impl Default for Slugs {
    fn default() -> Self {
        Slugs { function: Function::Python(false), separator: "-".to_owned() }
    }
}

impl Slugs {
    /// Returns the rule for the options of the `toc` extension. `function` is the source text of the `slugify` option. If
    /// the function is unknown, returns `None`.
    pub(in crate::import) fn of(function: Option<&str>, separator: Option<String>) -> Option<Self> {
        let function = match function.map(str::trim) {
            None | Some("") => Function::Python(false),
            Some(text) if text.contains("slugify_unicode") => Function::Python(true),
            Some(text) if text.contains("markdown.extensions.toc.slugify") => Function::Python(false),
            Some(text) if text.contains("pymdownx.slugs.") => {
                let has = |word: &str| text.contains(word);
                let is_old = has("slugs.uslugify") || has("slugs.gfm");
                Function::Words(match is_old {
                    true if has("cased") => Case::Same,
                    true => Case::Lower,
                    false if has("lower-ascii") => Case::LowerAscii,
                    false if has("lower") || has("fold") => Case::Lower,
                    false => Case::Same,
                })
            }
            Some(_) => return None,
        };
        Some(Slugs { function, separator: separator.unwrap_or_else(|| "-".to_owned()) })
    }

    /// Returns docgen's rule that's most similar.
    pub(in crate::import) fn nearest(&self) -> HeadingIds {
        match self.function {
            Function::Python(false) => HeadingIds::PythonMarkdown,
            Function::Python(true) | Function::Words(_) => HeadingIds::Github,
        }
    }

    /// Whether docgen has the same rule.
    fn is_known(&self) -> bool {
        self.function == Function::Python(false) && self.separator == "-"
    }

    /// Returns the IDs of the headings and anchors in a page's text.
    pub(super) fn ids(&self, text: &str) -> Vec<String> {
        let (mut fences, mut taken) = (Fences::default(), UniqueNames::numbered_from(1));
        let mut ids = Vec::new();
        for line in headings::with_marks(text).lines().filter(|line| !fences.has(line)) {
            for (at, start) in line.match_indices("[](){") {
                ids.extend(inline::attribute_list(&line[at + start.len() - 1..]).and_then(|list| list.id));
            }
            let text = line.trim_start_matches('#');
            if !(1..=6).contains(&(line.len() - text.len())) || text.trim().is_empty() {
                continue;
            }
            let list = text.find('{').and_then(|at| Some((at, inline::attribute_list(&text[at..])?)));
            let (end, own) = list.map_or((text.len(), None), |(at, list)| (at, list.id));
            ids.push(match own {
                Some(id) => {
                    taken.take(&id);
                    id
                }
                None => {
                    let bare = without_images(text[..end].trim().trim_end_matches('#'));
                    let plain = markdown::plain(&without_icons(&bare, true)).into_owned();
                    numbered(&mut taken, &self.slug(&plain))
                }
            });
        }
        ids
    }

    pub(super) fn slug(&self, text: &str) -> String {
        let case = match self.function {
            Function::Python(is_unicode) => return python_slug(text, &self.separator, is_unicode),
            Function::Words(case) => case,
        };
        let kept = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let words: String = text.trim().chars().filter(|c| kept(*c)).collect();
        let words = match case {
            Case::Same => words,
            Case::Lower => words.to_lowercase(),
            Case::LowerAscii => words.to_ascii_lowercase(),
        };
        words.replace(' ', &self.separator)
    }
}

/// The heading IDs on a page.
pub(super) struct Ids<'s> {
    slugs: &'s Slugs,
    /// The IDs on the original site.
    theirs: UniqueNames,
    /// The IDs that docgen would assign.
    ours: UniqueNames,
    /// Whether an anchor in the text has an ID.
    has_anchors: bool,
    /// The ID of the last heading on the original site.
    last: String,
}

impl<'s> Ids<'s> {
    pub(super) fn new(slugs: &'s Slugs) -> Self {
        Ids {
            slugs,
            theirs: UniqueNames::numbered_from(1),
            ours: UniqueNames::numbered_from(1),
            has_anchors: false,
            last: String::new(),
        }
    }

    /// Records the ID that a heading specifies. Returns whether no earlier heading has the same ID.
    pub(super) fn take(&mut self, id: &str) -> bool {
        self.last = id.to_owned();
        self.ours.take(id);
        self.theirs.take(id)
    }

    /// Returns the ID of the last heading on the original site. If there's no heading yet, the ID is empty.
    pub(super) fn last(&self) -> &str {
        &self.last
    }

    /// Records the ID of an anchor in the text, which headings of the original site don't have.
    pub(super) fn take_anchor(&mut self, id: &str) {
        self.theirs.take(id);
        self.has_anchors = true;
    }

    /// Returns the ID of a heading if docgen would assign another ID.
    pub(super) fn pinned(&mut self, heading: &str) -> Option<String> {
        let nearest = self.slugs.nearest();
        let bare = without_images(heading);
        let text = markdown::plain(&without_icons(&bare, true)).into_owned();
        // In docgen, emoji shortcodes are part of the ID.
        let shown = without_icons(if nearest.have_alternative_text() { heading } else { &bare }, false);
        let shown = markdown::plain(&shown).into_owned();
        let own = nearest.give(&mut self.ours, &shown);
        let id = numbered(&mut self.theirs, &self.slugs.slug(&text));
        self.last.clone_from(&id);
        let can_differ = self.has_anchors || text != shown || !self.slugs.is_known();
        (id != own && can_differ).then_some(id)
    }
}

/// Returns a heading without icons, such as `:material-check:`, and, optionally, without emoji shortcodes.
fn without_icons(heading: &str, with_emoji: bool) -> String {
    let mut out = String::new();
    let mut rest = heading;
    while let Some(at) = rest.find(':') {
        out.push_str(&rest[..at]);
        let inner = &rest[at + 1..];
        let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || "-_+".contains(c)));
        let is_icon = |length: &usize| {
            let is_shortcode = *length > 1 && inner[*length..].starts_with(':');
            is_shortcode && (with_emoji || markdown::emoji(&rest[at..at + length + 2]).is_none())
        };
        match length.filter(is_icon) {
            Some(length) => rest = &inner[length + 1..],
            None => {
                out.push(':');
                rest = inner;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{Ids, Slugs};

    #[test]
    fn ids_are_those_of_the_function() {
        let apply = "!!python/object/apply:pymdownx.slugs.slugify\n kwds:\n case: lower";
        for (function, separator, heading, expected) in [
            (None, Some("_"), "Quick *start* - now", Some("quick_start_-_now")),
            (None, Some("_"), "Quick", None),
            (None, None, "Über uns", None),
            (None, None, "A :cow: b", Some("a-b")),
            (Some("!!python/name:markdown.extensions.toc.slugify_unicode"), None, "快速 开始", None),
            (Some(apply), None, "快速 开始", None),
            (Some(apply), None, ":material-check: A & `b`", None),
            (Some(apply), None, "![Leaf](x.png){ .a } Hot", Some("hot")),
            (None, Some("_"), "![Leaf](x.png) Hot tea", Some("hot_tea")),
            (None, None, "![Leaf](x.png) Hot tea", None),
            (Some("!!python/object/apply:pymdownx.slugs.slugify"), None, "Quick Start", Some("Quick-Start")),
            (Some("!!python/name:pymdownx.slugs.uslugify_cased"), None, "Quick Start", Some("Quick-Start")),
        ] {
            let slugs = Slugs::of(function, separator.map(str::to_owned)).expect("the function is known");
            assert_eq!(Ids::new(&slugs).pinned(heading).as_deref(), expected, "{heading}");
        }
        let slugs = Slugs::of(Some(apply), None).expect("the function is known");
        let mut ids = Ids::new(&slugs);
        assert_eq!([ids.pinned("A"), ids.pinned("A")], [None, Some("a_1".to_owned())]);
        assert!(Slugs::of(Some("!!python/name:own.slugify"), None).is_none());
    }
}
