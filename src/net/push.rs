//! Fills a hosted index. A temporary index takes the settings, synonyms and rules of the live one and then the records;
//! it takes the live one's place only when the service has every record. Until then the live index is as it was,
//! whenever this ends.

use std::collections::{HashSet, VecDeque};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::client::{Client, Problem};
use super::http::Method;
use crate::search::hosted::{Batch, OWN_SYNONYMS, Settings};

/// How many batches the service may be behind: it refuses those who send too much at once.
const BEHIND: usize = 4;

/// How often the records of the temporary index are counted before it is taken for another one than was sent.
const COUNTS: usize = 3;

/// What is written in another way in a segment of a path.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// How many synonyms are asked for at once; the service gives no more.
const SYNONYMS: usize = 1_000;

/// An index to fill, and what it needs besides records.
pub(crate) struct Target<'a> {
    /// Its name.
    pub index: &'a str,
    /// The settings to add to those that the live index has, if there is one.
    pub settings: &'a dyn Fn(Option<&Settings>) -> Settings,
    /// Groups of synonyms that are the site's own.
    pub synonyms: Vec<Json>,
}

/// What has been done.
pub(crate) enum Step {
    /// The temporary index is empty, and like the live one in all else.
    Prepared {
        /// Whether there is a live index.
        replaces: bool,
        /// The names of settings that it did not have.
        settings: Vec<String>,
    },
    /// The service took so many records.
    Sent(usize),
    /// All are sent.
    Waiting,
    /// The temporary index is going to take the place of the live one.
    Moving,
}

/// What was done.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pushed {
    /// How many records were sent.
    pub records: usize,
    /// In how many batches.
    pub batches: usize,
}

/// The name of the index that records are sent to. It is always the same, so that what an interrupted push left is
/// found by the next one.
pub(crate) fn temporary(index: &str) -> String {
    format!("{index}_docgen_tmp")
}

/// Fills an index. The problem comes with whether the live index may have been replaced all the same.
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

/// The path of an index.
fn path(index: &str) -> String {
    format!("/1/indexes/{}", utf8_percent_encode(index, SEGMENT))
}

struct Push<'a, 'c> {
    client: &'a mut Client<'c>,
    target: &'a Target<'a>,
    /// The path of the live index.
    live: String,
    /// The path of the temporary one.
    new: String,
}

impl Push<'_, '_> {
    fn fill(
        &mut self,
        batches: impl Iterator<Item = Batch>,
        watch: &mut dyn FnMut(&Step),
    ) -> Result<Pushed, Problem> {
        // Records of a push that was interrupted must not come back.
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
            // What somebody changed meanwhile is kept too.
            self.carry_over()?;
        }
        self.count(pushed.records as u64)?;
        Ok(pushed)
    }

    /// Gives the temporary index what the live one has besides records, and what it lacks. Says whether there is a live
    /// one, and which settings it lacks.
    fn carry_over(&mut self) -> Result<(bool, Vec<String>), Problem> {
        let live = match self.client.get(&format!("{}/settings", self.live))? {
            Some(Json::Object(settings)) => Some(settings),
            Some(other) => return Err(Problem::Unexpected(format!("settings are no object: {other}"))),
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

    /// Removes groups of synonyms that an earlier push made and the config has no longer.
    fn drop_old_synonyms(&mut self) -> Result<(), Problem> {
        let kept: HashSet<&str> =
            self.target.synonyms.iter().filter_map(|group| group["objectID"].as_str()).collect();
        let mut old = Vec::new();
        for page in 0.. {
            let question = json!({ "query": "", "hitsPerPage": SYNONYMS, "page": page }).to_string();
            let answer = self.client.ask(&format!("{}/synonyms/search", self.new), &question)?;
            let Some(hits) = answer.get("hits").and_then(Json::as_array) else {
                return Err(Problem::Unexpected("an answer has no `hits`".to_owned()));
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

    /// Makes sure that nobody else filled or emptied the temporary index meanwhile.
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
            let Some(found) = answer.get("nbHits").and_then(Json::as_u64) else {
                return Err(Problem::Unexpected("an answer has no `nbHits`".to_owned()));
            };
            // Of very many the service may only know about how many there are.
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

    /// Puts the temporary index in the place of the live one.
    fn take_over(&mut self) -> Result<(), Problem> {
        let order = json!({ "operation": "move", "destination": self.target.index }).to_string();
        self.done(Method::POST, "/operation", Some(&order))
    }

    /// Has something done with the temporary index, and waits until it is.
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
