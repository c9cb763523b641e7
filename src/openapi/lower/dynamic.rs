//! Resolves `$dynamicRef` (JSON Schema 2020-12, section 8.2.3.2): a schema can leave a part open with a dynamic anchor, and
//! the schemas that refer to it define the part. OpenAPI 3.1.1 calls this generic data structures.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{At, Lowering};
use crate::openapi::file::{File, NodeId};

/// The targets of the dynamic anchors around a schema. The outermost schema that defines an anchor wins.
type Scope<'a> = BTreeMap<&'a str, At>;

/// A schema with its own URI or, without a node, the rest of a file.
type Resource = (u32, Option<NodeId>);

/// The dynamic anchors of a document.
#[derive(Debug, Default)]
pub(super) struct Dynamic<'a> {
    /// The names of anchors with more than one definition. All other dynamic references work like `$ref`.
    names: BTreeSet<&'a str>,
    /// All scopes so far, except the empty scope. The number of a scope is its index plus 1.
    scopes: Vec<Scope<'a>>,
    numbers: HashMap<Scope<'a>, u32>,
    /// The values that contain or refer to a dynamic reference with several possible targets.
    open: HashSet<(u32, NodeId)>,
    /// The anchors that each resource defines.
    own: HashMap<Resource, Scope<'a>>,
    /// The numbers of the scopes that resources have in other scopes.
    entered: HashMap<(u32, Resource), u32>,
}

impl<'a> Lowering<'a> {
    /// Reads the dynamic anchors of all files.
    pub(super) fn read_dynamic_anchors(&mut self) {
        let mut once = BTreeSet::new();
        let anchors =
            self.files.values().flat_map(|file| file.anchors.iter().map(move |anchor| (file, anchor)));
        let names = anchors.filter(|(file, anchor)| is_dynamic(file, anchor.node, &anchor.name));
        self.dynamic.names =
            names.map(|(_, anchor)| &*anchor.name).filter(|name| !once.insert(*name)).collect();
        if self.dynamic.names.is_empty() {
            return;
        }
        let (mut sources, mut left) = (HashMap::<_, Vec<At>>::new(), Vec::new());
        for (path, file) in self.files {
            let Some(number) = self.reach(path) else { continue };
            let at = |node| At { file: number, node, scope: 0 };
            for anchor in &file.anchors {
                if self.dynamic.names.contains(&*anchor.name) && is_dynamic(file, anchor.node, &anchor.name) {
                    let own = self.dynamic.own.entry((number, anchor.resource)).or_default();
                    own.entry(&anchor.name).or_insert(at(anchor.node));
                }
            }
            for at in file.nodes().map(at) {
                let dynamic = file.text(at.node, "$dynamicRef").and_then(|text| text.rsplit_once('#'));
                left.extend(dynamic.filter(|(_, name)| self.dynamic.names.contains(name)).map(|_| at));
                let target = file.reference(at.node).and_then(|reference| self.target(at, reference).ok());
                if let Some(target) = target {
                    sources.entry((target.file, target.node)).or_default().push(at);
                }
            }
        }
        while let Some(at) = left.pop() {
            let key = (at.file, at.node);
            if self.dynamic.open.insert(key) {
                left.extend(self.file(at).parent(at.node).map(|parent| at.to(parent)));
                left.extend(sources.remove(&key).unwrap_or_default());
            }
        }
    }

    /// Returns the schema with the dynamic anchors that apply to it: those around it, and its own.
    pub(super) fn enter(&mut self, at: At) -> At {
        if !self.dynamic.open.contains(&(at.file, at.node)) {
            return At { scope: 0, ..at };
        }
        let resource = (at.file, self.file(at).resource(at.node));
        let dynamic = &mut self.dynamic;
        let Some(own) = dynamic.own.get(&resource) else { return at };
        if let Some(known) = dynamic.entered.get(&(at.scope, resource)) {
            return At { scope: *known, ..at };
        }
        let mut scope = own.clone();
        scope.extend(dynamic.scope(at).into_iter().flatten().map(|(name, target)| (*name, *target)));
        let number = *dynamic.numbers.entry(scope).or_insert_with_key(|scope| {
            dynamic.scopes.push(scope.clone());
            dynamic.scopes.len() as u32
        });
        dynamic.entered.insert((at.scope, resource), number);
        At { scope: number, ..at }
    }

    /// Whether schemas around this one define a part of it. Such a schema has no name of its own.
    pub(super) fn is_completed(&mut self, at: At) -> bool {
        at.scope != 0 && self.enter(At { scope: 0, ..at }).scope != self.enter(at).scope
    }

    /// Returns the target of a dynamic reference. `found` is the target that `$ref` would have.
    pub(super) fn dynamic_target(&self, from: At, reference: &str, found: At) -> At {
        let name = reference.rsplit_once('#').map_or("", |(_, name)| name);
        let outer = self.dynamic.scope(from).and_then(|scope| scope.get(name));
        let outer = outer.filter(|_| is_dynamic(self.file(found), found.node, name));
        outer.map_or(found, |outer| At { scope: from.scope, ..*outer })
    }
}

impl<'a> Dynamic<'a> {
    fn scope(&self, at: At) -> Option<&Scope<'a>> {
        self.scopes.get((at.scope as usize).checked_sub(1)?)
    }
}

fn is_dynamic(file: &File, node: NodeId, name: &str) -> bool {
    file.text(node, "$dynamicAnchor") == Some(name)
}
