//! After files are moved, created, and removed, the server shows the same result as a clean build.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use tempfile::TempDir;

use super::Server;
use crate::harness::Project;
use crate::harness::moves::Moves;
use crate::moved::{SITE, moves, numbers};

/// Formats a problem that both a build and the server report.
fn problem(found: &Json) -> String {
    let text = |key: &str| found[key].as_str().unwrap_or_default().to_owned();
    format!("{}: {}", text("file"), text("message"))
}

#[test]
fn what_is_served_after_any_moves_is_what_a_build_makes() {
    for script in 1..=4 {
        let mut random = numbers(script);
        let away = TempDir::new().expect("there is room for temporary files");
        let site = Project::new(SITE);
        let server = Server::at(site.root(), &["--watch"]);
        let mut disk = Moves { site: &site, away: away.path(), step: 0 };
        let mut known = BTreeSet::new();
        for step in 0..12 {
            let (words, _) = moves(&mut disk, &mut random);
            println!("script {script}, step {step}: {words:?}");
            // The system reports events in order: when the event for this file arrives, all earlier events have
            // arrived.
            site.write("content/pages/start.md", format!("# Start\n\nStep {step}.\n"));
            server.waits_until("/start.md", &format!("Step {step}."));
            let (run, dist) = site.clean();
            for (path, bytes) in dist.iter().filter(|(path, _)| is_compared(path)) {
                let answer = server.get(&address(path));
                assert_eq!(answer.status, 200, "{path}");
                assert_eq!(answer.body, String::from_utf8_lossy(bytes), "{path}");
                known.insert(path.clone());
            }
            // If a site has errors, the build writes nothing, but the server still serves the site.
            for path in known.iter().filter(|path| !dist.is_empty() && !dist.contains_key(*path)) {
                assert_eq!(server.get(&address(path)).status, 404, "{path}");
            }
            let state = server.events("").next();
            let built: BTreeSet<String> = run.json().iter().map(problem).collect();
            // If several problems have the same fix, the server reports them as one problem.
            let shown = state["problems"].as_array().into_iter().flatten().map(problem);
            assert_eq!(
                shown.filter(|shown| !built.contains(shown)).collect::<Vec<_>>(),
                Vec::<String>::new()
            );
            let count = |key: &str| state[key].as_u64().expect("it is a number");
            assert_eq!(count("errors") + count("warnings"), run.json().len() as u64);
        }
    }
}

/// Whether an output file is served unchanged. HTML pages aren't served unchanged, because the server adds a script
/// that applies changes.
fn is_compared(path: &str) -> bool {
    !path.starts_with("_docgen/") && !path.ends_with(".html") && path != ".nojekyll"
}

fn address(path: &str) -> String {
    let encode = |byte: u8| match byte {
        b'/' | b'.' | b'-' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    path.bytes().map(encode).fold("/".to_owned(), |address, part| address + &part)
}
