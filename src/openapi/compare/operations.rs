//! Matches the operations of both documents, and compares everything in them except parameters, bodies, and responses.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::schemas::Pairs;
use super::sunset::Sunset;
use super::{Change, Changes, Rule, Side, Trace, attribution, index, quote};
use crate::openapi::{Api, Extra, Operation, OperationRef, Place, Requirement, merge::Views, server};

/// The state of a comparison.
pub(super) struct Diff<'a> {
    pub old: &'a Api,
    pub new: &'a Api,
    pub pairs: Pairs<'a>,
    today: &'a str,
    operations: Vec<String>,
    /// The old and the new operation of each name in `operations`.
    matched: Vec<[Option<OperationRef>; 2]>,
    changes: Vec<Change>,
}

/// The part of an operation that is compared.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The index of the operation; `None` for the document.
    pub operation: Option<u32>,
    /// Who sends the request.
    pub side: Side,
    /// The callback that the compared operation belongs to, for messages.
    prefix: String,
}

impl Scope {
    /// The document as a whole.
    pub(super) fn document() -> Self {
        Scope { operation: None, side: Side::Request, prefix: String::new() }
    }

    /// Names a part of the operation.
    pub(super) fn label(&self, part: &str) -> String {
        format!("{}{part}", self.prefix)
    }

    /// Returns the scope for the operation's responses.
    pub(super) fn response(&self) -> Scope {
        Scope { side: self.side.flipped(), ..self.clone() }
    }
}

/// The indexes of the old and the new operations that have the same method and the same path, except for the names of
/// parameters.
type Matches = Vec<[Option<usize>; 2]>;

impl<'a> Diff<'a> {
    pub(super) fn new(old: Views<'a>, new: Views<'a>, today: &'a str) -> Self {
        let (old_api, new_api) = (old.api, new.api);
        Diff {
            old: old_api,
            new: new_api,
            pairs: Pairs::new(old, new),
            today,
            operations: Vec::new(),
            matched: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Adds a change. `texts` are the old and new values, and `places` are the old and new locations.
    pub(super) fn tell(
        &mut self,
        scope: &Scope,
        rule: Rule,
        subject: &str,
        texts: [&str; 2],
        places: [Option<&Place>; 2],
    ) {
        let text = rule.text(texts[0], texts[1]);
        let subject = scope.label(subject);
        self.changes.push(Change {
            rule,
            level: rule.level(scope.side),
            operations: scope.operation.into_iter().collect(),
            message: if subject.is_empty() { text } else { format!("{subject}: {text}") },
            old: places[0].cloned(),
            new: places[1].cloned(),
        });
    }

    /// Compares all operations and webhooks.
    pub(super) fn operations(&mut self) {
        let (old, new) = (self.old, self.new);
        for (olds, news, side, kind) in [
            (&old.operations, &new.operations, Side::Request, "operation"),
            (&old.webhooks, &new.webhooks, Side::Response, "webhook"),
        ] {
            for [was, now] in matches(olds, news) {
                let which = |at: Option<usize>| {
                    let at = u32::try_from(at?).unwrap_or(u32::MAX);
                    Some(if kind == "webhook" { OperationRef::Webhook(at) } else { OperationRef::Path(at) })
                };
                self.matched.push([which(was), which(now)]);
                let (was, now) = (was.map(|at| &olds[at]), now.map(|at| &news[at]));
                let operation = u32::try_from(self.operations.len()).unwrap_or(u32::MAX);
                let scope = Scope { operation: Some(operation), side, prefix: String::new() };
                self.operations.extend(now.or(was).map(|one| name(one, kind == "webhook")));
                self.pair(&scope, kind, was, now);
            }
        }
    }

    fn pair(&mut self, scope: &Scope, kind: &str, old: Option<&'a Operation>, new: Option<&'a Operation>) {
        match (old, new) {
            (Some(old), Some(new)) => self.operation(scope, kind, old, new),
            (None, Some(new)) => {
                self.tell(scope, Rule::OperationAdded, kind, ["", ""], [None, Some(&new.place)]);
            }
            (Some(old), None) => {
                let rules = [
                    Rule::OperationRemoved,
                    Rule::OperationRemovedDeprecated,
                    Rule::OperationRemovedBeforeSunset,
                ];
                self.removed(scope, rules, kind, (old.deprecated, &old.extra), &old.place);
            }
            (None, None) => {}
        }
    }

    /// Adds the change for a removed operation or parameter. `rules` are the rules for a removal without deprecation,
    /// after deprecation, and before the sunset date.
    pub(super) fn removed(
        &mut self,
        scope: &Scope,
        rules: [Rule; 3],
        subject: &str,
        (deprecated, extra): (bool, &Extra),
        place: &Place,
    ) {
        let (rule, date) = match Sunset::of(extra) {
            _ if !deprecated => (rules[0], ""),
            Sunset::Date(date) if date > self.today => (rules[2], date),
            _ => (rules[1], ""),
        };
        self.tell(scope, rule, subject, [&quote::code(date), ""], [Some(place), None]);
    }

    /// Compares the sunset dates of a deprecated operation or parameter.
    pub(super) fn sunset(
        &mut self,
        scope: &Scope,
        subject: &str,
        (old, new): (&Extra, &Extra),
        is_deprecated: [bool; 2],
        places: [Option<&Place>; 2],
    ) {
        match (Sunset::of(old), Sunset::of(new)) {
            (was, Sunset::Invalid(text)) if was != Sunset::Invalid(text.clone()) => {
                self.tell(scope, Rule::SunsetInvalid, subject, ["", &quote::code(&text)], places);
            }
            (Sunset::Date(was), Sunset::None) if is_deprecated == [true; 2] => {
                self.tell(scope, Rule::SunsetRemoved, subject, [&quote::code(was), ""], places);
            }
            (Sunset::Date(was), Sunset::Date(now)) if now < was => {
                let texts = [&*quote::code(was), &*quote::code(now)];
                self.tell(scope, Rule::SunsetEarlier, subject, texts, places);
            }
            _ => {}
        }
    }

    fn operation(&mut self, scope: &Scope, kind: &str, old: &'a Operation, new: &'a Operation) {
        let places = [Some(&old.place), Some(&new.place)];
        match (old.deprecated, new.deprecated) {
            (false, true) => self.tell(scope, Rule::OperationDeprecated, kind, ["", ""], places),
            (true, false) => self.tell(scope, Rule::OperationUndeprecated, kind, ["", ""], places),
            _ => {}
        }
        self.sunset(scope, kind, (&old.extra, &new.extra), [old.deprecated, new.deprecated], places);
        if old.id != new.id {
            let [was, now] = [&old.id, &new.id].map(|id| quote::maybe(id.as_deref()));
            self.tell(scope, Rule::OperationIdChanged, "", [&was, &now], places);
        }
        if scope.prefix.is_empty() {
            self.tags(scope, old, new);
        }
        if !is_inherited(self.old, old) || !is_inherited(self.new, new) {
            self.servers(scope, (&old.servers, &new.servers), places);
        }
        self.security(scope, (old.security.as_deref(), new.security.as_deref()), places);
        self.parameters(scope, old, new);
        self.body(scope, old, new);
        self.responses(scope, old, new);
        self.callbacks(scope, old, new);
    }

    /// Compares the tags that the documents contain. Ignores tags that docgen generates for a document without tags.
    fn tags(&mut self, scope: &Scope, old: &Operation, new: &Operation) {
        let names = |api: &'a Api, one: &Operation| -> Vec<&'a str> {
            let tags = one.tags.iter().filter_map(|tag| api.tags.get(*tag as usize));
            tags.filter(|tag| !tag.place.pointer.is_empty()).map(|tag| &*tag.name).collect()
        };
        let (was, now) = (names(self.old, old), names(self.new, new));
        let places = [Some(&old.place), Some(&new.place)];
        let [before, after] = [&was, &now].map(|all| all.iter().copied().collect::<HashSet<&str>>());
        for tag in was.iter().filter(|tag| !after.contains(*tag)) {
            self.tell(scope, Rule::TagRemoved, "", [&quote::code(tag), ""], places);
        }
        for tag in now.iter().filter(|tag| !before.contains(*tag)) {
            self.tell(scope, Rule::TagAdded, "", ["", &quote::code(tag)], places);
        }
    }

    /// Compares the alternative ways to authenticate.
    fn security(
        &mut self,
        scope: &Scope,
        (old, new): (Option<&[Requirement]>, Option<&[Requirement]>),
        places: [Option<&Place>; 2],
    ) {
        let (was, now) = (alternatives(old), alternatives(new));
        let is_open =
            |all: &BTreeMap<Vec<&str>, HashSet<&str>>| all.is_empty() || all.contains_key(&Vec::new());
        let show = |names: &[&str]| {
            let quoted: Vec<String> = names.iter().map(|name| quote::code(name)).collect();
            quoted.join(" and ")
        };
        match (is_open(&was), is_open(&now)) {
            (true, false) => {
                let all: Vec<String> = now.keys().map(|names| show(names)).collect();
                let all = all.join(" or ");
                return self.tell(scope, Rule::SecurityRequired, "", ["", &all], places);
            }
            // If the new operation has no security requirements, the removed alternatives aren't also reported.
            (false, true) => {
                self.tell(scope, Rule::SecurityOptional, "", ["", ""], places);
                if now.is_empty() {
                    return;
                }
            }
            _ => {}
        }
        for names in was.keys().filter(|names| !names.is_empty() && !now.contains_key(*names)) {
            self.tell(scope, Rule::SecurityRemoved, "", [&show(names), ""], places);
        }
        for (names, scopes) in now.iter().filter(|(names, _)| !names.is_empty()) {
            let Some(before) = was.get(names) else {
                self.tell(scope, Rule::SecurityAdded, "", ["", &show(names)], places);
                continue;
            };
            let mut added: Vec<&&str> = scopes.difference(before).collect();
            added.sort_unstable();
            for one in added {
                self.tell(scope, Rule::ScopeAdded, "", ["", &quote::code(one)], places);
            }
            let mut removed: Vec<&&str> = before.difference(scopes).collect();
            removed.sort_unstable();
            for one in removed {
                self.tell(scope, Rule::ScopeRemoved, "", [&quote::code(one), ""], places);
            }
        }
    }

    fn callbacks(&mut self, scope: &Scope, old: &'a Operation, new: &'a Operation) {
        let [olds, news] = [old, new].map(|one| index(&one.callbacks, |one| one.name.to_string()));
        let places = [Some(&old.place), Some(&new.place)];
        for was in &old.callbacks {
            let label = format!("callback {}", quote::code(&was.name));
            let Some(now) = news.get(&*was.name) else {
                self.tell(scope, Rule::CallbackRemoved, &label, ["", ""], places);
                continue;
            };
            let prefix = format!("{}{label}, ", scope.prefix);
            let scope = Scope { operation: scope.operation, side: scope.side.flipped(), prefix };
            for [from, to] in matches(&was.operations, &now.operations) {
                let old = from.map(|at| &was.operations[at]);
                self.pair(&scope, "operation", old, to.map(|at| &now.operations[at]));
            }
        }
        for now in new.callbacks.iter().filter(|now| !olds.contains_key(&*now.name)) {
            let label = format!("callback {}", quote::code(&now.name));
            self.tell(scope, Rule::CallbackAdded, &label, ["", ""], places);
        }
    }

    /// Compares the schemas, and returns all changes and what was compared.
    pub(super) fn finish(mut self) -> (Changes, Trace) {
        self.pairs.walk();
        let (found, cut) = attribution::changes(&self.pairs);
        let mut all = self.changes;
        all.extend(found);
        let position = |change: &Change| {
            change.new.as_ref().or(change.old.as_ref()).map(|place| (place.file, place.span.start))
        };
        all.sort_by(|one, other| {
            let key = |change: &Change| (change.level, change.operations.first().copied(), position(change));
            key(one).cmp(&key(other)).then_with(|| one.message.cmp(&other.message))
        });
        all.dedup_by(|one, other| {
            one.message == other.message && one.operations == other.operations && one.rule == other.rule
        });
        let changes = Changes { operations: self.operations, all, cut: cut || self.pairs.cut };
        (changes, Trace { operations: self.matched, schemas: self.pairs.trace() })
    }
}

/// Whether an operation has the same servers as the document.
fn is_inherited(api: &Api, operation: &Operation) -> bool {
    operation.servers == api.servers
}

/// Returns the required scopes by the schemes that are required together.
fn alternatives(all: Option<&[Requirement]>) -> BTreeMap<Vec<&str>, HashSet<&str>> {
    let mut found = BTreeMap::new();
    for one in all.unwrap_or_default() {
        let mut names: Vec<&str> = one.0.iter().map(|used| &*used.scheme).collect();
        names.sort_unstable();
        let scopes = one.0.iter().flat_map(|used| &used.scopes).map(|scope| &**scope).collect();
        found.insert(names, scopes);
    }
    found
}

/// Returns the name of an operation or webhook.
pub(super) fn name(operation: &Operation, is_webhook: bool) -> String {
    match is_webhook {
        true => format!("webhook {}", operation.path),
        false => format!("{} {}", operation.method, operation.path),
    }
}

/// Returns a path without the names of its parameters.
pub(super) fn template(path: &str) -> String {
    let parts = server::template(path).into_iter();
    parts.flat_map(|(literal, name)| [literal, if name.is_some() { "{}" } else { "" }]).collect()
}

/// Matches operations by method and path: the new operations in order, and then the removed ones.
fn matches(old: &[Operation], new: &[Operation]) -> Matches {
    let mut exact: HashMap<(&str, &str), usize> = HashMap::new();
    let mut alike: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (at, one) in old.iter().enumerate() {
        exact.insert((&one.method, &one.path), at);
    }
    let mut taken: Vec<Option<usize>> =
        new.iter().map(|one| exact.get(&(&*one.method, &*one.path)).copied()).collect();
    let mut used: HashSet<usize> = taken.iter().flatten().copied().collect();
    for (at, one) in old.iter().enumerate().rev().filter(|(at, _)| !used.contains(at)) {
        alike.entry((&one.method, template(&one.path))).or_default().push(at);
    }
    for (one, slot) in new.iter().zip(&mut taken).filter(|(_, slot)| slot.is_none()) {
        *slot = alike.get_mut(&(&*one.method, template(&one.path))).and_then(Vec::pop);
        used.extend(*slot);
    }
    let both = taken.into_iter().enumerate().map(|(at, was)| [was, Some(at)]);
    let lost = (0..old.len()).filter(|at| !used.contains(at)).map(|at| [Some(at), None]);
    both.chain(lost).collect()
}
