//! Groups operations by tag and chooses the slugs of their pages.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    At, Lowering,
    document::Found,
    names::{self, or},
    object::{Kind, Object},
    titles,
};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::openapi::{Operation, Place, Tag, TagGroup};

/// The maximum number of tags to name in a report about a cycle.
const MAX_WAY: usize = 5;

/// The document's tags.
#[derive(Default)]
pub(super) struct Outline {
    /// The index of each tag, by name.
    numbers: HashMap<Box<str>, u32>,
    /// The [`Wishes`] of each tag.
    wishes: Vec<Wishes>,
}

/// Properties of a tag that are used only in this module.
#[derive(Default)]
struct Wishes {
    /// The requested slug.
    slug: Option<Box<str>>,
    /// The parent tag's name and the location of the name.
    parent: Option<(Box<str>, At)>,
    /// Whether the tag is only a label (`kind` in OpenAPI 3.2).
    mark: bool,
    /// Whether docgen generated the tag from a path.
    made: bool,
}

impl Object<'_, '_> {
    pub(super) fn declared_tags(&mut self) -> Outline {
        let mut outline = Outline::default();
        for item in self.items("tags", "a list of tags") {
            let Some(mut object) = self.object(item, Kind::Tag) else { continue };
            let at = object.at;
            let titles = ["x-displayName", "summary", "name"].map(|key| object.take(key));
            let written = |at: &At| object.lowering.string(Some(*at)).is_some();
            let written = titles.into_iter().flatten().find(written);
            let (Some(name), Some(written)) = (object.lowering.string(titles[2]), written) else {
                object.report(at, "missing key `name` in a tag");
                continue;
            };
            let description = object.text("description");
            let (label, description) = object.titled(written, description);
            let parent = object.take("parent");
            let wishes = Wishes {
                slug: object.string("x-slug"),
                parent: parent.and_then(|at| Some((object.lowering.string(parent)?, at))),
                mark: object.string("kind").is_some_and(|kind| *kind != *"nav"),
                made: false,
            };
            let (external_docs, place) = (object.external_docs(), object.place(at));
            let extra = object.close();
            if outline.numbers.contains_key(&name) {
                let message = format!("duplicate tag `{name}`; the first one is used");
                self.report(at, message);
                continue;
            }
            let tag = Tag { name, label, description, external_docs, place, extra, ..Tag::default() };
            self.add_tag(&mut outline, tag, wishes);
        }
        for (index, wishes) in outline.wishes.iter().enumerate() {
            let Some((name, at)) = &wishes.parent else { continue };
            match outline.numbers.get(name) {
                Some(parent) => self.api.tags[index].parent = Some(*parent),
                None => self.unknown_tag(*at, name, Some(index)),
            }
        }
        self.cut_parent_cycles(&outline.wishes);
        outline
    }

    /// Groups the tags under titles. Tags without a group come last, in a separate group.
    pub(super) fn group_tags(&mut self, outline: &Outline) {
        let mut groups: Vec<TagGroup> = Vec::new();
        let mut grouped = vec![false; self.api.tags.len()];
        if let Some(at) = self.take("x-tagGroups") {
            for item in self.lowering.items(at, "a list of tag groups") {
                let Some(mut object) = self.object(item, Kind::TagGroup) else { continue };
                let label = object.string("name").map(|label| titles::title_or_start(&label).text);
                let mut group = TagGroup { label: label.unwrap_or_default(), tags: Vec::new() };
                for name in object.strings("tags") {
                    match outline.numbers.get(&name) {
                        Some(number) => {
                            // A tag without a page has no place in the list.
                            if let Some(grouped @ false) = grouped.get_mut(*number as usize) {
                                *grouped = true;
                                group.tags.push(*number);
                            }
                        }
                        None => object.lowering.unknown_tag(object.at, &name, None),
                    }
                }
                object.close();
                groups.push(group);
            }
        } else {
            groups = self.groups_by_parent(&mut grouped);
        }
        groups.retain(|group| !group.tags.is_empty());
        let rest: Vec<u32> = (0..).zip(grouped).filter(|(_, grouped)| !grouped).map(|(tag, _)| tag).collect();
        if !groups.is_empty() && !rest.is_empty() {
            groups.push(TagGroup { label: "".into(), tags: rest });
        }
        self.api.groups = groups;
    }
}

impl Lowering<'_> {
    fn add_tag(&mut self, outline: &mut Outline, tag: Tag, wishes: Wishes) -> u32 {
        let number = self.api.tags.len() as u32;
        outline.numbers.insert(tag.name.clone(), number);
        outline.wishes.push(wishes);
        self.api.tags.push(tag);
        number
    }

    /// Reports an unknown tag that a group or a parent refers to.
    fn unknown_tag(&mut self, at: At, name: &str, child: Option<usize>) {
        let others = self.api.tags.iter().enumerate().filter(|(index, _)| Some(*index) != child);
        let hint = self.near(Code::UnresolvedRef, || did_you_mean(name, others.map(|(_, tag)| &*tag.name)));
        let role = if child.is_some() { "parent tag" } else { "tag" };
        let message = format!("`{}`: unknown {role} `{name}`", self.pointer(at));
        self.report_with(Code::UnresolvedRef, at, message, hint);
    }

    /// Breaks cycles of parents: removes the parent of one tag in each cycle.
    fn cut_parent_cycles(&mut self, wishes: &[Wishes]) {
        // For each tag, the start of the first upward walk that reached it.
        let mut met: Vec<Option<usize>> = vec![None; wishes.len()];
        for start in 0..wishes.len() {
            let mut next = Some(start);
            while let Some(at) = next {
                if met[at].is_some() {
                    if met[at] == Some(start) {
                        self.report_cycle(at, wishes);
                        self.api.tags[at].parent = None;
                    }
                    break;
                }
                met[at] = Some(start);
                next = self.parent_of(at);
            }
        }
    }

    fn parent_of(&self, tag: usize) -> Option<usize> {
        self.api.tags[tag].parent.map(|parent| parent as usize)
    }

    /// Reports that a tag is its own ancestor.
    fn report_cycle(&mut self, tag: usize, wishes: &[Wishes]) {
        let Some((_, at)) = wishes[tag].parent else { return };
        let way: Vec<String> = std::iter::successors(self.parent_of(tag), |tag| self.parent_of(*tag))
            .take_while(|other| *other != tag)
            .take(MAX_WAY + 1)
            .map(|other| format!("`{}`", self.api.tags[other].name))
            .collect();
        let by_way = match way.len() {
            0 => String::new(),
            more if more > MAX_WAY => format!(" through {}, …", way[..MAX_WAY].join(", ")),
            _ => format!(" through {}", way.join(", ")),
        };
        let name = &self.api.tags[tag].name;
        let message = format!(
            "`{}`: the tag `{name}` is its own parent{by_way}; it's shown without a parent",
            self.pointer(at)
        );
        self.report(at, message);
    }

    /// Sets every operation's and webhook's tags, and every tag's operations.
    pub(super) fn give_tags(&mut self, outline: &mut Outline, found: &mut [Vec<Found>; 2]) {
        let by_path = self.api.tags.is_empty() && found[0].iter().all(|found| found.tags.is_empty());
        for (list, found) in found.iter_mut().enumerate() {
            for (index, found) in (0..).zip(found) {
                let mut names = std::mem::take(&mut found.tags);
                let made = names.is_empty();
                if made && list == 0 {
                    names.push(segment(&found.operation.path).into());
                }
                let mut tags = Vec::new();
                for name in names {
                    let number = outline.numbers.get(&name).copied().unwrap_or_else(|| {
                        let label = if by_path {
                            names::words(&name).into()
                        } else {
                            titles::title_or_start(&name).text
                        };
                        let tag = Tag { name, label, place: self.place(found.at), ..Tag::default() };
                        self.add_tag(outline, tag, Wishes { made, ..Wishes::default() })
                    });
                    let tag = &mut self.api.tags[number as usize];
                    let members = if list == 0 { &mut tag.operations } else { &mut tag.webhooks };
                    if members.last() != Some(&index) {
                        members.push(index);
                        tags.push(number);
                    }
                }
                tags.sort_by_key(|number| outline.wishes[*number as usize].mark);
                found.operation.tags = tags;
            }
        }
        let listing = found.iter().flatten().filter_map(|found| found.operation.tags.first().copied());
        let needed: HashSet<u32> = listing.chain(self.api.tags.iter().filter_map(|tag| tag.parent)).collect();
        for ((number, tag), wishes) in (0..).zip(&mut self.api.tags).zip(&outline.wishes) {
            tag.mark = wishes.mark && !needed.contains(&number);
        }
        self.leave_out_unused_tags(outline, found);
    }

    /// Removes the tags that have nothing to show: no operation, no description, and no tag below them that has one.
    fn leave_out_unused_tags(&mut self, outline: &mut Outline, found: &mut [Vec<Found>; 2]) {
        let tags = &self.api.tags;
        let mut kept = vec![false; tags.len()];
        for (number, tag) in tags.iter().enumerate() {
            let is_shown = tag.all_operations().next().is_some()
                || tag.description.is_some()
                || tag.external_docs.is_some()
                || !tag.extra.is_empty();
            let way = std::iter::successors(is_shown.then_some(number), |tag| self.parent_of(*tag));
            for tag in way {
                if std::mem::replace(&mut kept[tag], true) {
                    break;
                }
            }
        }
        // The new number of each tag. The number of a tag that was removed is the number of tags.
        let mut next = 0..;
        let count = kept.iter().filter(|kept| **kept).count() as u32;
        let numbers: Vec<u32> =
            kept.iter().map(|kept| if *kept { next.next().unwrap_or(count) } else { count }).collect();
        let mut all = kept.iter();
        self.api.tags.retain(|_| all.next().is_some_and(|kept| *kept));
        let mut all = kept.iter();
        outline.wishes.retain(|_| all.next().is_some_and(|kept| *kept));
        let renumber = |number: &mut u32| *number = numbers[*number as usize];
        outline.numbers.values_mut().for_each(renumber);
        self.api.tags.iter_mut().filter_map(|tag| tag.parent.as_mut()).for_each(renumber);
        found.iter_mut().flatten().flat_map(|found| &mut found.operation.tags).for_each(renumber);
    }

    /// Returns a group for each top-level parent tag. The group contains the tag and all tags below it.
    fn groups_by_parent(&self, grouped: &mut [bool]) -> Vec<TagGroup> {
        let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (number, tag) in (0..).zip(&self.api.tags) {
            if let Some(parent) = tag.parent {
                children.entry(parent).or_default().push(number);
            }
        }
        let mut groups = Vec::new();
        for (number, tag) in (0..).zip(&self.api.tags) {
            if tag.parent.is_some() || !children.contains_key(&number) {
                continue;
            }
            let mut group = TagGroup { label: tag.label.clone(), tags: Vec::new() };
            let mut next = vec![number];
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

    /// Gives every tag, operation, and webhook a unique slug, and resolves the operation of every link.
    pub(super) fn assign_slugs(&mut self, outline: &Outline, mut found: [Vec<Found>; 2]) {
        for (index, wishes) in outline.wishes.iter().enumerate().filter(|(_, wishes)| !wishes.made) {
            let tag = &self.api.tags[index];
            let wanted = wishes.slug.as_deref().map_or_else(|| names::kebab(&tag.name), names::chosen);
            let (what, place) = (format!("the tag `{}`", tag.name), tag.place.clone());
            self.api.tags[index].slug = self.assign(&wanted, "tag", &what, &place);
        }
        for (list, found) in found.iter_mut().enumerate() {
            for (index, found) in (0..).zip(found) {
                found.operation.slug = self.operation_slug(found, (list == 0).then_some(index));
            }
        }
        // Generated tags take the remaining slugs, and conflicts aren't reported.
        for (index, _) in outline.wishes.iter().enumerate().filter(|(_, wishes)| wishes.made) {
            let wanted = names::kebab(&self.api.tags[index].name);
            self.api.tags[index].slug = names::unique(&mut self.slugs, or(&wanted, "tag"));
        }
        let operations = |list: Vec<Found>| {
            let operations = list.into_iter().map(|found| found.operation);
            operations
                .map(|mut operation| {
                    self.settle_links(&mut operation);
                    operation
                })
                .collect()
        };
        let [operations, webhooks] = found.map(operations);
        (self.api.operations, self.api.webhooks) = (operations, webhooks);
    }

    /// Returns the slug of an operation. `index` is the operation's index in `paths`, or `None` for a webhook.
    fn operation_slug(&mut self, found: &Found, index: Option<u32>) -> Box<str> {
        let Operation { id, method, path, place, .. } = &found.operation;
        let doubled = id.as_ref().filter(|id| self.ids.contains_key(*id));
        if let Some(index) = index {
            self.ids.extend(id.clone().filter(|_| doubled.is_none()).map(|id| (id, index)));
            self.operations.entry(found.at).or_insert(index);
        }
        let (what, fallback, address) = match index {
            Some(_) => (format!("{method} `{path}`"), "operation", format!("{method} {path}")),
            None => (format!("the webhook `{path}`"), "webhook", path.to_string()),
        };
        let wanted = match (&found.slug, id) {
            (Some(slug), _) => names::chosen(slug),
            (None, id) => id.as_deref().map(names::kebab).unwrap_or_default(),
        };
        let mut wanted = if wanted.is_empty() { names::kebab(&address) } else { wanted };
        // An operation ID that is also the name of a tag is valid. A slug with the method is better than a number.
        if found.slug.is_none() && self.slug_owners.contains_key(&*wanted) {
            let longer = names::kebab(&format!("{method} {wanted}"));
            let is_of_tag = self.api.tags.iter().any(|tag| *tag.slug == *wanted);
            if is_of_tag && index.is_some() && !self.slug_owners.contains_key(&*longer) {
                wanted = longer;
            }
        }
        let Some(id) = doubled else { return self.assign(&wanted, fallback, &what, place) };
        let slug = names::unique(&mut self.slugs, or(&wanted, fallback));
        let message = format!("duplicate operation ID `{id}`");
        let hint = format!("change one of the IDs; the slug of this page is `{slug}`");
        self.report_slug(Code::DuplicateOperationId, place, message, &hint);
        slug
    }

    fn assign(&mut self, wanted: &str, fallback: &str, what: &str, place: &Place) -> Box<str> {
        let wanted = or(wanted, fallback);
        let slug = names::unique(&mut self.slugs, wanted);
        if *slug != *wanted {
            let owner = self.slug_owners.get(wanted).map_or("another page", |owner| owner);
            let message =
                format!("duplicate slug `{wanted}`: {what} gets `{slug}`, because {owner} has the slug");
            self.report_slug(Code::DuplicateSlug, place, message, "set a different slug with `x-slug`");
        }
        self.slug_owners.insert(slug.clone(), what.into());
        slug
    }

    fn report_slug(&mut self, code: Code, place: &Place, message: String, hint: &str) {
        if self.is_listed(code) {
            let path = &self.met[place.file as usize].path;
            let diagnostic = Diagnostic::new(code, message).at(path, place.span).hint(hint);
            self.diagnostics.push(diagnostic.fixed_with(path.as_str()));
        }
    }

    /// Records a link's target operation, which is resolved later. Returns a temporary number for the operation.
    pub(super) fn promise(&mut self, target: At) -> u32 {
        self.promised.push(target);
        self.promised.len() as u32 - 1
    }

    /// Resolves the operations that an operation's links point to.
    fn settle_links(&self, operation: &mut Operation) {
        for link in operation.responses.iter_mut().flat_map(|response| &mut response.links) {
            link.operation = match link.operation {
                Some(promise) => {
                    let target = self.promised.get(promise as usize);
                    target.and_then(|target| self.operations.get(target)).copied()
                }
                None => self.ids.get(&link.target).copied(),
            };
        }
        let callbacks = operation.callbacks.iter_mut();
        callbacks.flat_map(|callback| &mut callback.operations).for_each(|inner| self.settle_links(inner));
    }
}

/// Returns the first path segment that isn't a version, a parameter, or `api`. If there is no such segment, returns the
/// first segment, or `operations` if the path has no segments.
fn segment(path: &str) -> &str {
    let is_version = |segment: &str| {
        let number = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
    };
    // Some documents add a query or a fragment to distinguish operations that have the same path.
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    segments()
        .find(|segment| !is_version(segment) && *segment != "api" && !segment.starts_with('{'))
        .or_else(|| segments().next())
        .unwrap_or("operations")
}
