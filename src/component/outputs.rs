//! The outputs of runs. A run with the same modules and the same input reuses the output of an earlier run.

use std::collections::HashMap;
use std::hash::Hash as _;
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::Xxh3;

use crate::script::Modules;

/// The maximum size of all outputs, in bytes.
const LIMIT: usize = 64 << 20;

/// The outputs of runs without failures, by [`Outputs::key`].
#[derive(Default)]
pub(super) struct Outputs(Mutex<(HashMap<u128, Arc<str>>, usize)>);

impl Outputs {
    /// Returns the key of a run: a hash of everything that its output depends on.
    pub(super) fn key(modules: &Modules, input: &str) -> u128 {
        let mut hasher = Xxh3::new();
        (modules, input).hash(&mut hasher);
        hasher.digest128()
    }

    /// Returns the output of an earlier run.
    pub(super) fn get(&self, key: u128) -> Option<String> {
        let html = self.0.lock().0.get(&key).map(Arc::clone);
        html.map(|html| html.to_string())
    }

    /// Stores an output. If the outputs become too large, drops all earlier outputs.
    pub(super) fn add(&self, key: u128, html: &str) {
        let (outputs, size) = &mut *self.0.lock();
        *size += html.len();
        if *size > LIMIT {
            outputs.clear();
            *size = html.len();
        }
        outputs.insert(key, html.into());
    }

    /// Returns the number of stored outputs.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.lock().0.len()
    }
}
