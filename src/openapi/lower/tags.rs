//! Tags and slugs: which operations belong together, and what their pages are called.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::document::Found;
use super::names;
use super::object::Kind;
use super::{At, Lowering, titles};
use crate::diag::{Code, Diagnostic, nearest};
use crate::openapi::{Operation, Tag, TagGroup};

/// So many tags of a circle are named.
const MAX_WAY: usize = 5;

/// What the document says about its tags.
#[derive(Default)]
pub(super) struct Outline {
    /// Tags by their names.
    numbers: HashMap<Box<str>, u32>,
    /// The slugs that tags ask for.
    slugs: Vec<Option<Box<str>>>,
    /// The names of the tags' parents.
    parents: Vec<Option<(Box<str>, At)>>,
    /// Tags that mark operations and are no place to list them (3.2's `kind`).
    marks: HashSet<u32>,
    /// Tags that nobody wrote: parts of paths.
    made: HashSet<u32>,
}

impl<'a> Lowering<'a> {
    pub(super) fn declared_tags(&mut self, at: Option<At>) -> Outline {
        let mut outline = Outline::default();
        let Some(at) = at else { return outline };
        for item in self.items(at, "a list of tags") {
            let Some(mut object) = self.object(item, Kind::Tag) else { continue };
            let at = object.at;
            let (name, label) = (object.take("name"), object.take("x-displayName"));
            let (summary, slug) = (object.take("summary"), object.take("x-slug"));
            let (description, docs) = (object.take("description"), object.take("externalDocs"));
            let (parent, kind) = (object.take("parent"), object.take("kind"));
            let written =
                [label, summary, name].into_iter().flatten().find(|at| self.string(Some(*at)).is_some());
            let (Some(name), Some(written)) = (self.string(name), written) else {
                self.report(Code::InvalidOpenapi, at, "a tag has no `name`");
                continue;
            };
            let description = self.text(description);
            let (label, description) = self.titled(written, description);
            let tag = Tag {
                label,
                description,
                external_docs: self.external_docs(docs),
                place: self.place(at),
                extra: self.close(object),
                ..Tag::default()
            };
            if outline.numbers.contains_key(&name) {
                self.report(
                    Code::InvalidOpenapi,
                    at,
                    format!("there are two tags `{name}`; the first counts"),
                );
                continue;
            }
            let slug = self.string(slug);
            let parent = parent.and_then(|at| Some((self.string(Some(at))?, at)));
            let number = self.add_tag(&mut outline, Tag { name, ..tag }, slug, parent);
            if self.string(kind).is_some_and(|kind| *kind != *"nav") {
                outline.marks.insert(number);
            }
        }
        let parents = std::mem::take(&mut outline.parents);
        for (index, parent) in parents.iter().enumerate() {
            let Some((name, at)) = parent else { continue };
            match outline.numbers.get(name) {
                Some(parent) => self.api.tags[index].parent = Some(*parent),
                None => self.unknown_tag(*at, name, Some(index)),
            }
        }
        self.cut_parent_cycles(&parents);
        outline
    }

    fn add_tag(
        &mut self,
        outline: &mut Outline,
        tag: Tag,
        slug: Option<Box<str>>,
        parent: Option<(Box<str>, At)>,
    ) -> u32 {
        let number = self.api.tags.len() as u32;
        outline.numbers.insert(tag.name.clone(), number);
        outline.slugs.push(slug);
        outline.parents.push(parent);
        self.api.tags.push(tag);
        number
    }

    /// Reports that a tag is named which there is not, as the parent of another or in a group.
    fn unknown_tag(&mut self, at: At, name: &str, child: Option<usize>) {
        let near = match self.reports(Code::UnresolvedRef) {
            true => {
                let others = self.api.tags.iter().enumerate().filter(|(index, _)| Some(*index) != child);
                nearest(name, others.map(|(_, tag)| &*tag.name))
            }
            false => None,
        };
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        let role = if child.is_some() { " to be the parent" } else { "" };
        let message = format!("`{}`: there is no tag `{name}`{role}", self.pointer(at));
        self.report_with(Code::UnresolvedRef, at, message, hint);
    }

    /// Of tags that are each other's parents one has none.
    fn cut_parent_cycles(&mut self, parents: &[Option<(Box<str>, At)>]) {
        // The walk from a tag upwards that met a tag first.
        let mut met: Vec<Option<usize>> = vec![None; self.api.tags.len()];
        for start in 0..self.api.tags.len() {
            let mut at = start;
            loop {
                match met[at] {
                    Some(walk) if walk == start => {
                        self.report_cycle(at, parents);
                        self.api.tags[at].parent = None;
                        break;
                    }
                    Some(_) => break,
                    None => met[at] = Some(start),
                }
                match self.api.tags[at].parent {
                    Some(parent) => at = parent as usize,
                    None => break,
                }
            }
        }
    }

    /// Reports that the parents of a tag lead back to it.
    fn report_cycle(&mut self, tag: usize, parents: &[Option<(Box<str>, At)>]) {
        let Some((_, at)) = parents[tag] else { return };
        let above = |tag: &usize| self.api.tags[*tag].parent.map(|parent| parent as usize);
        let way: Vec<String> = std::iter::successors(above(&tag), above)
            .take_while(|other| *other != tag)
            .take(MAX_WAY + 1)
            .map(|other| format!("`{}`", self.api.tags[other].name))
            .collect();
        let by_way = match way.len() {
            0 => String::new(),
            more if more > MAX_WAY => format!(" by way of {}, …", way[..MAX_WAY].join(", ")),
            _ => format!(" by way of {}", way.join(", ")),
        };
        let name = &self.api.tags[tag].name;
        let message = format!("`{}`: the tag `{name}` is its own parent{by_way}", self.pointer(at));
        let hint = "it is shown without one".to_owned();
        self.report_with(Code::InvalidOpenapi, at, message, Some(hint));
    }

    /// Gives every operation its tags, and every tag its operations.
    pub(super) fn outline(&mut self, outline: &mut Outline, operations: &[Found], webhooks: &[Found]) {
        let tagged = |found: &Found| !found.tags.is_empty();
        let by_path = !operations.iter().any(tagged) && self.api.tags.is_empty();
        let mut lists: [Vec<Vec<u32>>; 2] = [Vec::new(), Vec::new()];
        for (list, found) in [operations, webhooks].into_iter().enumerate() {
            for (index, found) in found.iter().enumerate() {
                let (mut tags, mut known) = (Vec::new(), BTreeSet::new());
                let mut names: Vec<Box<str>> = found.tags.clone();
                let untagged = names.is_empty();
                if untagged && list == 0 {
                    names.push(segment(&found.operation.path).into());
                }
                for name in names {
                    let number = match outline.numbers.get(&name) {
                        Some(number) => *number,
                        None => {
                            let label = match by_path {
                                true => names::words(&name).into(),
                                false => titles::title_or_start(&name).text,
                            };
                            let tag = Tag { name, label, place: self.place(found.at), ..Tag::default() };
                            let number = self.add_tag(outline, tag, None, None);
                            if untagged {
                                outline.made.insert(number);
                            }
                            number
                        }
                    };
                    if known.insert(number) {
                        tags.push(number);
                        let tag = &mut self.api.tags[number as usize];
                        match list {
                            0 => tag.operations.push(index as u32),
                            _ => tag.webhooks.push(index as u32),
                        }
                    }
                }
                tags.sort_by_key(|number| outline.marks.contains(number));
                lists[list].push(tags);
            }
        }
        let listing: HashSet<u32> = lists.iter().flatten().filter_map(|tags| tags.first().copied()).collect();
        let parents: HashSet<u32> = self.api.tags.iter().filter_map(|tag| tag.parent).collect();
        for number in outline.marks.iter().filter(|mark| !listing.contains(mark) && !parents.contains(mark)) {
            self.api.tags[*number as usize].mark = true;
        }
        let [of_operations, of_webhooks] = lists;
        self.tags_of = [of_operations, of_webhooks];
        self.wanted = Wanted {
            tags: std::mem::take(&mut outline.slugs),
            made: std::mem::take(&mut outline.made),
            operations: operations.iter().map(|found| (found.slug.clone(), found.at)).collect(),
            webhooks: webhooks.iter().map(|found| (found.slug.clone(), found.at)).collect(),
        };
    }

    /// Titled groups of tags. A tag that is in none comes last, in a group of its own.
    pub(super) fn group_tags(&mut self, at: Option<At>) {
        let mut groups: Vec<TagGroup> = Vec::new();
        let mut grouped = vec![false; self.api.tags.len()];
        let numbers: HashMap<Box<str>, u32> =
            self.api.tags.iter().enumerate().map(|(at, tag)| (tag.name.clone(), at as u32)).collect();
        if let Some(at) = at {
            for item in self.items(at, "a list of tag groups") {
                let Some(mut object) = self.object(item, Kind::TagGroup) else { continue };
                let (label, tags) = (object.take("name"), object.take("tags"));
                let mut group = TagGroup { label: Box::default(), tags: Vec::new() };
                if let Some(label) = self.string(label) {
                    group.label = titles::title_or_start(&label).text;
                }
                for name in self.strings(tags) {
                    match numbers.get(&name) {
                        Some(number) if !std::mem::replace(&mut grouped[*number as usize], true) => {
                            group.tags.push(*number);
                        }
                        Some(_) => {}
                        None => self.unknown_tag(object.at, &name, None),
                    }
                }
                self.end(object);
                groups.push(group);
            }
        } else if self.api.tags.iter().any(|tag| tag.parent.is_some()) {
            groups = self.groups_by_parent(&mut grouped);
        }
        groups.retain(|group| !group.tags.is_empty());
        if groups.is_empty() {
            return;
        }
        let rest = (0..self.api.tags.len() as u32).filter(|number| !grouped[*number as usize]).collect();
        groups.push(TagGroup { label: "".into(), tags: rest });
        groups.retain(|group| !group.tags.is_empty());
        self.api.groups = groups;
    }

    /// A group for each tag that is a parent and has none itself, with all below it.
    fn groups_by_parent(&mut self, grouped: &mut [bool]) -> Vec<TagGroup> {
        let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (number, tag) in self.api.tags.iter().enumerate() {
            if let Some(parent) = tag.parent {
                children.entry(parent).or_default().push(number as u32);
            }
        }
        let mut groups = Vec::new();
        for (number, tag) in self.api.tags.iter().enumerate() {
            if tag.parent.is_some() || !children.contains_key(&(number as u32)) {
                continue;
            }
            let mut group = TagGroup { label: tag.label.clone(), tags: Vec::new() };
            let mut next = vec![number as u32];
            while let Some(number) = next.pop() {
                if !std::mem::replace(&mut grouped[number as usize], true) {
                    group.tags.push(number);
                    next.extend(children.get(&number).into_iter().flatten().rev());
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Gives every tag, operation and webhook a slug that no other page has.
    pub(super) fn assign_slugs(&mut self) {
        let wanted = std::mem::take(&mut self.wanted);
        let [of_operations, of_webhooks] = std::mem::take(&mut self.tags_of);
        for (index, slug) in wanted.tags.into_iter().enumerate() {
            if wanted.made.contains(&(index as u32)) {
                continue;
            }
            let tag = &self.api.tags[index];
            let slug = match slug {
                Some(slug) => names::chosen(&slug),
                None => names::kebab(&tag.name),
            };
            let (what, place) = (format!("the tag `{}`", tag.name), tag.place.clone());
            let slug = self.assign(&slug, "tag", &what, &place);
            self.api.tags[index].slug = slug;
        }
        let mut ids: HashMap<Box<str>, u32> = HashMap::new();
        for (index, ((slug, at), tags)) in wanted.operations.into_iter().zip(of_operations).enumerate() {
            let slug = self.operation_slug(slug, index, false, &mut ids);
            let operation = &mut self.api.operations[index];
            (operation.slug, operation.tags) = (slug, tags);
            self.operations.entry(at).or_insert(index as u32);
        }
        for (index, ((slug, _), tags)) in wanted.webhooks.into_iter().zip(of_webhooks).enumerate() {
            let slug = self.operation_slug(slug, index, true, &mut ids);
            let operation = &mut self.api.webhooks[index];
            (operation.slug, operation.tags) = (slug, tags);
        }
        // A tag that nobody wrote takes what is left, and nobody has to hear of it.
        for index in 0..self.api.tags.len() {
            if wanted.made.contains(&(index as u32)) {
                let kebab = names::kebab(&self.api.tags[index].name);
                let (slug, _) = self.slugs.assign(if kebab.is_empty() { "tag" } else { &kebab });
                self.api.tags[index].slug = slug;
            }
        }
        self.ids = ids;
    }

    fn operation_slug(
        &mut self,
        slug: Option<Box<str>>,
        index: usize,
        webhook: bool,
        ids: &mut HashMap<Box<str>, u32>,
    ) -> Box<str> {
        let list = if webhook { &self.api.webhooks } else { &self.api.operations };
        let operation = &list[index];
        let place = operation.place.clone();
        let mut doubled = None;
        if let Some(id) = &operation.id
            && (ids.contains_key(id) || (!webhook && ids.insert(id.clone(), index as u32).is_some()))
        {
            doubled = Some(format!("two operations have the id `{id}`"));
        }
        let wanted = match (&slug, &operation.id) {
            (Some(slug), _) => names::chosen(slug),
            (None, Some(id)) => names::kebab(id),
            (None, None) => String::new(),
        };
        let wanted = match wanted.is_empty() {
            true if webhook => names::kebab(&operation.path),
            true => names::kebab(&format!("{} {}", operation.method, operation.path)),
            false => wanted,
        };
        let what = match webhook {
            false => format!("{} `{}`", operation.method, operation.path),
            true => format!("the webhook `{}`", operation.path),
        };
        match doubled {
            Some(message) => {
                let (slug, _) = self.slugs.assign(&wanted);
                self.report_place(Code::DuplicateOperationId, &place, message, &slug);
                slug
            }
            None => self.assign(&wanted, if webhook { "webhook" } else { "operation" }, &what, &place),
        }
    }

    fn assign(
        &mut self,
        wanted: &str,
        fallback: &str,
        what: &str,
        place: &crate::openapi::Place,
    ) -> Box<str> {
        let wanted = if wanted.is_empty() { fallback } else { wanted };
        let (slug, changed) = self.slugs.assign(wanted);
        if changed {
            let message = format!("another page has the slug `{wanted}`: {what} gets `{slug}`");
            self.report_place(Code::DuplicateSlug, place, message, &slug);
        }
        slug
    }

    fn report_place(&mut self, code: Code, place: &crate::openapi::Place, message: String, slug: &str) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count <= crate::openapi::MAX_REPORTS {
            let path = self.met[place.file as usize].path();
            let hint = match code {
                Code::DuplicateOperationId => format!("give each its own; the page of this one is `{slug}`"),
                _ => "set another slug with `x-slug`".to_owned(),
            };
            let diagnostic = Diagnostic::new(code, message).at(path, place.span).hint(hint);
            self.diagnostics.push(diagnostic.fixed_with(path.as_str()));
        }
    }

    /// Notes that a link leads to an operation; which one it is, is known later.
    pub(super) fn promise(&mut self, target: At) -> u32 {
        self.promised.push(target);
        self.promised.len() as u32 - 1
    }

    /// Finds the operations that links lead to.
    pub(super) fn settle_links(&mut self) {
        let mut operations = std::mem::take(&mut self.api.operations);
        let mut webhooks = std::mem::take(&mut self.api.webhooks);
        for operation in operations.iter_mut().chain(&mut webhooks) {
            self.settle_links_of(operation);
        }
        self.api.operations = operations;
        self.api.webhooks = webhooks;
    }

    fn settle_links_of(&self, operation: &mut Operation) {
        for link in operation.responses.iter_mut().flat_map(|response| &mut response.links) {
            link.operation = match link.operation {
                Some(promise) => {
                    let target = self.promised.get(promise as usize);
                    target.and_then(|target| self.operations.get(target)).copied()
                }
                None => self.ids.get(&link.target).copied(),
            };
        }
        for callback in &mut operation.callbacks {
            for operation in &mut callback.operations {
                self.settle_links_of(operation);
            }
        }
    }
}

/// The slugs that the document asks for.
#[derive(Default)]
pub(super) struct Wanted {
    tags: Vec<Option<Box<str>>>,
    made: HashSet<u32>,
    operations: Vec<(Option<Box<str>>, At)>,
    webhooks: Vec<(Option<Box<str>>, At)>,
}

/// The first segment of a path that is neither a version nor a parameter.
fn segment(path: &str) -> &str {
    let is_version = |segment: &str| {
        let number = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
    };
    // Some tell operations of one path apart by what is no part of it.
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    segments()
        .find(|segment| !is_version(segment) && *segment != "api" && !segment.starts_with('{'))
        .or_else(|| segments().next())
        .unwrap_or("operations")
}
