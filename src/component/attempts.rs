//! Runs a page until all failures are known.
//!
//! A run continues after a component throws an error. Other failures stop the run: a module that can't be evaluated, or
//! a component that never finishes or needs too much memory. The page then runs again without that module or component.

use std::collections::BTreeSet;

use serde_json::json;

use super::compile::defused_json;
use super::engine::run;
use super::graph::Graph;
use super::outputs::Outputs;
use super::thrown::{self, is_lost};
use super::{Inner, LIMITS, Page, Rendered, link};
use crate::diag::{Code, Diagnostic};
use crate::script::{Caught, Failure, FailureKind, Modules, Outcome};

/// The maximum number of steps for all runs of a page together, as a multiple of the maximum for one run. Only runs
/// that never finish need that many.
const STEPS: u32 = 4;
/// The maximum number of runs of a page.
const RUNS: usize = 50;

/// Renders the page of a graph.
pub(super) fn render(library: &Inner, mut graph: Graph, page: &Page) -> Rendered {
    let mut diagnostics = std::mem::take(&mut graph.diagnostics);
    let mut html = None;
    if !graph.is_broken(&graph.main) {
        let mut attempts = Attempts { library, page, stubs: BTreeSet::new(), steps: STEPS * LIMITS.steps };
        html = attempts.run(&mut graph, &mut diagnostics);
    }
    let (styles, client_assets) = (graph.styles(), graph.client_assets());
    Rendered { html, used: graph.files, styles, client_assets, diagnostics }
}

/// The runs of a page.
struct Attempts<'a> {
    library: &'a Inner,
    page: &'a Page,
    /// The locations of the components and expressions to replace.
    stubs: BTreeSet<String>,
    /// The remaining steps.
    steps: u32,
}

impl Attempts<'_> {
    /// Returns the HTML of the page without the parts that fail, or `None` if nothing is left.
    fn run(&mut self, graph: &mut Graph, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        let mut add = |found: Option<Diagnostic>| {
            let new = found.filter(|found| !diagnostics.contains(found));
            diagnostics.extend(new);
        };
        let library = self.library;
        for _ in 0..RUNS {
            if self.steps < LIMITS.steps {
                break;
            }
            let Outcome { result, caught, .. } = self.attempt(graph);
            for thrown in &caught.thrown {
                add(thrown::report(library, graph, FailureKind::Threw, thrown));
            }
            add(Diagnostic::unlisted(Code::ComponentError, caught.more, &graph.nodes[&graph.main].path));
            let failure = match result {
                Ok(html) => return Some(html),
                Err(failure) => failure,
            };
            add(thrown::report(library, graph, failure.kind, &failure.thrown));
            if !self.avoid(graph, failure) {
                break;
            }
        }
        None
    }

    /// Prepares the next run to avoid a failure. Returns `false` if that's impossible.
    fn avoid(&mut self, graph: &mut Graph, Failure { is_evaluation, thrown, .. }: Failure) -> bool {
        if !thrown.component.is_empty() && self.stubs.insert(thrown.component) {
            return true;
        }
        let module = thrown::module(graph, &thrown.stack).map(str::to_owned);
        is_evaluation && module.is_some_and(|module| graph.take_out(&module))
    }

    /// Runs the page. If something fails at an unknown location, the page runs again to find the location.
    fn attempt(&mut self, graph: &Graph) -> Outcome {
        let mut outcome = self.run_once(graph, LIMITS.steps, false);
        if outcome.result.as_ref().is_err_and(|error| error.kind == FailureKind::Memory) {
            // Earlier pages can leave objects in memory. The new engine doesn't contain them.
            outcome = self.run_once(graph, LIMITS.steps, false);
        }
        let failure = outcome.result.as_ref().err();
        let is_failure_lost = failure.is_some_and(|failure| is_lost(graph, &failure.thrown));
        if !is_failure_lost && !outcome.caught.thrown.iter().any(|thrown| is_lost(graph, thrown)) {
            return outcome;
        }
        // A page that never finishes reaches the failing code long before the limit.
        let is_endless = failure.is_some_and(|failure| failure.kind == FailureKind::Steps);
        let steps = if is_endless { LIMITS.steps / 10 } else { LIMITS.steps };
        let traced = self.run_once(graph, steps, true);
        if let (Err(failure), Err(traced)) = (&mut outcome.result, traced.result)
            && failure.kind == traced.kind
        {
            *failure = traced;
        }
        if traced.caught.thrown.len() == outcome.caught.thrown.len() {
            outcome.caught = traced.caught;
        }
        outcome
    }

    fn run_once(&mut self, graph: &Graph, steps: u32, trace: bool) -> Outcome {
        let modules = link::modules(graph);
        let input = self.input(graph, &modules, trace);
        let key = Outputs::key(&modules, &input);
        if let Some(html) = self.library.outputs.get(key) {
            return Outcome { result: Ok(html), caught: Caught::default(), steps: 0 };
        }
        let outcome = run(modules, &input, steps);
        if let Outcome { result: Ok(html), caught: Caught { more: 0, thrown }, .. } = &outcome
            && thrown.is_empty()
        {
            self.library.outputs.add(key, html);
        }
        self.steps = self.steps.saturating_sub(outcome.steps);
        outcome
    }

    /// Returns a run's input as JSON. The input contains the page's `info` only if a module can use it.
    fn input(&self, graph: &Graph, modules: &Modules, trace: bool) -> String {
        let info = if link::uses_page(modules) { self.page.info.to_string() } else { "null".to_owned() };
        let hash = xxhash_rust::xxh3::xxh3_64(graph.nodes[&graph.main].unit.text.as_bytes());
        let prefix = format!("{:06x}", hash & 0xff_ffff);
        let more = json!({
            "locale": self.page.locale,
            "buildTime": self.library.build_time,
            "prefix": prefix,
            "trace": trace,
            "stubs": self.stubs,
        });
        let (info, site, more) = (defused_json(&info), &self.library.site, more.to_string());
        format!(r#"{{"page":{info},"site":{site},{}"#, &more[1..])
    }
}
