//! Replaces the content of a hosted index. A temporary index receives the settings, synonyms, and rules of the live
//! index, and then the records. The temporary index replaces the live index only after the service has received
//! every record. Until then, the live index is unchanged, regardless of when the process stops.

use std::collections::{HashSet, VecDeque};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::{
    client::{Client, Problem},
    http::Method,
};
use crate::search::hosted::{Batch, OWN_SYNONYMS, Settings};

/// The maximum number of sent batches that the service hasn't processed yet. The service rejects clients that send too
/// much data at the same time.
const BEHIND: usize = 4;

/// The maximum number of times to count the records in the temporary index before reporting a mismatch.
const COUNTS: usize = 3;

/// The characters to percent-encode in a path segment.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The number of synonyms per request, which is the service's maximum.
const SYNONYMS: usize = 1_000;

/// An index to fill, with its settings and synonyms.
pub(crate) struct Target<'a> {
    /// The name of the index.
    pub index: &'a str,
    /// Returns the settings to add to the settings of the live index, if there is one.
    pub settings: &'a dyn Fn(Option<&Settings>) -> Settings,
    /// The site's own groups of synonyms.
    pub synonyms: Vec<Json>,
}

/// A completed step.
pub(crate) enum Step {
    /// The temporary index is empty and has the settings of the live index.
    Prepared {
        /// Whether a live index exists.
        replaces: bool,
        /// The names of the added settings.
        settings: Vec<String>,
    },
    /// The number of records that the service has accepted.
    Sent(usize),
    /// All records are sent.
    Waiting,
    /// The temporary index is about to replace the live index.
    Moving,
}

/// The result of a push.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pushed {
    /// The number of records sent.
    pub records: usize,
    /// The number of batches.
    pub batches: usize,
}

/// Returns the name of the temporary index. The name is always the same, so the next push finds what an interrupted
/// push left behind.
pub(crate) fn temporary(index: &str) -> String {
    format!("{index}_docgen_tmp")
}

/// Fills an index. The error specifies whether the live index might have been replaced anyway.
pub(crate) fn push(
    client: &mut Client<'_>,
    target: &Target<'_>,
    batches: impl Iterator<Item = Batch>,
    watch: &mut dyn FnMut(&Step),
) -> Result<Pushed, (Problem, bool)> {
    let mut push = Push { live: path(target.index), new: path(&temporary(target.index)), client, target };
    let pushed = push.fill(batches, watch).map_err(|problem| (problem, false))?;
    watch(&Step::Moving);
    push.take_over().map_err(|problem| {
        let refused = matches!(problem, Problem::Refused(..));
        (problem, !refused)
    })?;
    Ok(pushed)
}

/// Returns the path of an index.
fn path(index: &str) -> String {
    format!("/1/indexes/{}", utf8_percent_encode(index, SEGMENT))
}

struct Push<'a, 'c> {
    client: &'a mut Client<'c>,
    target: &'a Target<'a>,
    /// The path of the live index.
    live: String,
    /// The path of the temporary index.
    new: String,
}

impl Push<'_, '_> {
    fn fill(
        &mut self,
        batches: impl Iterator<Item = Batch>,
        watch: &mut dyn FnMut(&Step),
    ) -> Result<Pushed, Problem> {
        // Remove the records of an interrupted push.
        self.done(Method::DELETE, "", None)?;
        let (replaces, settings) = self.carry_over()?;
        watch(&Step::Prepared { replaces, settings });
        let mut pushed = Pushed::default();
        let mut open = VecDeque::new();
        for batch in batches {
            let task = self.client.order(Method::POST, &format!("{}/batch", self.new), Some(&batch.body))?;
            open.push_back(task);
            pushed.records += batch.records;
            pushed.batches += 1;
            watch(&Step::Sent(pushed.records));
            if open.len() > BEHIND {
                self.wait(open.pop_front())?;
            }
        }
        watch(&Step::Waiting);
        for task in open {
            self.wait(Some(task))?;
        }
        if replaces {
            // Also keep changes that were made to the live index in the meantime.
            self.carry_over()?;
        }
        self.count(pushed.records as u64)?;
        Ok(pushed)
    }

    /// Copies everything in the live index, except the records, to the temporary index, and adds missing settings and
    /// synonyms. Returns whether there is a live index, and the names of the added settings.
    fn carry_over(&mut self) -> Result<(bool, Vec<String>), Problem> {
        let live = match self.client.get(&format!("{}/settings", self.live))? {
            Some(Json::Object(settings)) => Some(settings),
            Some(other) => {
                return Err(Problem::Unexpected(format!("settings: expected an object, found {other}")));
            }
            None => None,
        };
        if live.is_some() {
            let copy = json!({
                "operation": "copy",
                "destination": temporary(self.target.index),
                "scope": ["settings", "synonyms", "rules"],
            });
            let live = format!("{}/operation", self.live);
            let task = self.client.order(Method::POST, &live, Some(&copy.to_string()))?;
            self.wait(Some(task))?;
        }
        let settings = (self.target.settings)(live.as_ref());
        let names = settings.keys().cloned().collect();
        if !settings.is_empty() {
            self.done(Method::PUT, "/settings", Some(&Json::Object(settings).to_string()))?;
        }
        if live.is_some() {
            self.drop_old_synonyms()?;
        }
        if !self.target.synonyms.is_empty() {
            let synonyms = Json::from(self.target.synonyms.clone()).to_string();
            self.done(Method::POST, "/synonyms/batch?replaceExistingSynonyms=false", Some(&synonyms))?;
        }
        Ok((live.is_some(), names))
    }

    /// Removes groups of synonyms that an earlier push added and that are no longer in the config.
    fn drop_old_synonyms(&mut self) -> Result<(), Problem> {
        let kept: HashSet<&str> =
            self.target.synonyms.iter().filter_map(|group| group["objectID"].as_str()).collect();
        let mut old = Vec::new();
        for page in 0.. {
            let question = json!({ "query": "", "hitsPerPage": SYNONYMS, "page": page }).to_string();
            let answer = self.client.ask(&format!("{}/synonyms/search", self.new), &question)?;
            let Some(hits) = answer["hits"].as_array() else {
                return Err(Problem::Unexpected("missing `hits` in a response".to_owned()));
            };
            let ids = hits.iter().filter_map(|hit| hit.get("objectID")?.as_str());
            old.extend(
                ids.filter(|id| id.starts_with(OWN_SYNONYMS) && !kept.contains(id)).map(str::to_owned),
            );
            if hits.len() < SYNONYMS {
                break;
            }
        }
        for id in old {
            let path = format!("/synonyms/{}", utf8_percent_encode(&id, SEGMENT));
            self.done(Method::DELETE, &path, None)?;
        }
        Ok(())
    }

    /// Checks that the temporary index contains as many records as were sent.
    fn count(&mut self, sent: u64) -> Result<(), Problem> {
        let question = json!({
            "query": "",
            "hitsPerPage": 0,
            "distinct": false,
            "enableRules": false,
            "analytics": false,
        });
        let path = format!("{}/query", self.new);
        let mut tries = 0;
        loop {
            let answer = self.client.ask(&path, &question.to_string())?;
            let Some(found) = answer["nbHits"].as_u64() else {
                return Err(Problem::Unexpected("missing `nbHits` in a response".to_owned()));
            };
            // For large indexes, the service might know only an approximate count.
            let exhaustive = answer.pointer("/exhaustive/nbHits").or_else(|| answer.get("exhaustiveNbHits"));
            if found == sent || exhaustive != Some(&Json::Bool(true)) {
                return Ok(());
            }
            tries += 1;
            if tries == COUNTS {
                return Err(Problem::Incomplete(found, sent));
            }
            self.client.pause();
        }
    }

    /// Replaces the live index with the temporary index.
    fn take_over(&mut self) -> Result<(), Problem> {
        let order = json!({ "operation": "move", "destination": self.target.index }).to_string();
        self.done(Method::POST, "/operation", Some(&order))
    }

    /// Sends a write request for the temporary index and waits until the service has processed the request.
    fn done(&mut self, method: Method, path: &str, body: Option<&str>) -> Result<(), Problem> {
        let task = self.client.order(method, &format!("{}{path}", self.new), body)?;
        self.wait(Some(task))
    }

    fn wait(&mut self, task: Option<u64>) -> Result<(), Problem> {
        match task {
            Some(task) => self.client.finish(&format!("{}/task/{task}", self.new)),
            None => Ok(()),
        }
    }
}
