//! Configs that inherit from other configs.

use super::environment;
use crate::import::Origin;
use crate::path::{SourcePath, above};
use crate::source::Source;
use crate::source::tree::{Key, Node, Value};

/// The setting that names the inherited config.
const KEY: &str = "INHERIT";

/// The maximum number of configs that inherit from one another.
const DEEPEST: usize = 8;

/// Returns a config with the settings that it inherits. A config's own tables are merged with the inherited tables, and
/// its own lists replace the inherited lists. Inherited settings have the location of the `INHERIT` key.
pub(super) fn whole(origin: &dyn Origin, source: &Source, mut config: Node) -> Node {
    let mut folder = source.path.parent().to_owned();
    let Some((mut name, range)) = inherited(&config) else { return config };
    for _ in 0..DEEPEST {
        let path = format!("{folder}/{name}");
        let base = match above(&path) {
            Some(outside) => origin.outside(&outside),
            None => origin.text(&SourcePath::new(&path)),
        };
        // If the file is missing, the key stays and is reported.
        let Some(mut base) = base.and_then(|source| environment::read(&source)) else { break };
        folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        remove(&mut config);
        let next = inherited(&base);
        place(&mut base, &range);
        config = merged(base, config);
        match next {
            Some((next, _)) => name = next,
            None => break,
        }
    }
    config
}

/// Returns the name of the inherited config.
pub(super) fn name(config: &Node) -> Option<String> {
    inherited(config).map(|(name, _)| name)
}

/// Returns the name of the inherited config, and the location of the key.
fn inherited(config: &Node) -> Option<(String, std::ops::Range<usize>)> {
    let (key, node) = config.entry(KEY)?;
    Some((node.text()?, key.range.clone()))
}

fn remove(config: &mut Node) {
    if let Value::Table(entries) = &mut config.value {
        entries.retain(|(key, _)| key.name != KEY);
    }
}

/// Sets the location of a value and everything in it.
fn place(node: &mut Node, range: &std::ops::Range<usize>) {
    node.range = range.clone();
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| place(item, range)),
        Value::Table(entries) => {
            for (key, value) in entries {
                key.range = range.clone();
                place(value, range);
            }
        }
        _ => {}
    }
}

fn merged(base: Node, own: Node) -> Node {
    let (range, mut entries, own) = match (base.value, own.value) {
        (Value::Table(base), Value::Table(entries)) => (own.range, base, entries),
        (_, value) => return Node { value, range: own.range },
    };
    for (key, value) in own {
        match entries.iter().position(|(known, _): &(Key, Node)| known.name == key.name) {
            Some(at) => {
                let (_, base) = entries.remove(at);
                entries.insert(at, (key, merged(base, value)));
            }
            None => entries.push((key, value)),
        }
    }
    Node { value: Value::Table(entries), range }
}
