//! `docgen mcp`: serves a site to AI agents over the Model Context Protocol.

use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;

use super::{ExitStatus, Failure, Outcome, place, report, serve::Live, session::Session};
use crate::fs;
use crate::mcp::{self, Docs, SiteFiles};
use crate::net::Published;
use crate::render::Body;
use crate::serve::{self, Stage};
use crate::theme;
use crate::watch::Watcher;

#[derive(Args)]
pub(super) struct Arguments {
    /// Site folder (default: the current folder), folder that contains a built site, or URL of a published docgen
    /// site. Also accepts a folder of Markdown files, one Markdown file, or one OpenAPI document
    #[arg(value_name = "SITE")]
    site: Option<String>,
    /// Site folder
    #[arg(long, value_name = "PATH", conflicts_with = "site")]
    root: Option<PathBuf>,
}

/// The file that every built site contains.
const MARKER: &str = "_docgen/site.json";

/// The maximum size of a file in a built site, in bytes.
const LARGEST: u64 = 64 << 20;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let client = theme::search_client().map_err(|error| Failure::new(error.to_string()))?;
    let url = arguments.site.as_deref().filter(|site| site.contains("://"));
    let path = arguments.root.clone().or_else(|| arguments.site.as_ref().map(PathBuf::from));
    let path = path.unwrap_or_else(|| PathBuf::from("."));
    let docs = if let Some(url) = url {
        let refused = |reason| Failure::new(format!("can't read the site at {url}: {reason}"));
        let site = Published::find(url, MARKER).map_err(refused)?;
        Docs::open(site, client).map_err(refused)?
    } else if fs::exists(&path.join(MARKER)) {
        Docs::open(Folder(path.clone()), client).map_err(|reason| {
            Failure::new(format!("can't read the site in `{}`: {reason}", path.display()))
        })?
    } else {
        Docs::open(working(&path)?, client).map_err(|reason| {
            Failure::new(format!("can't read the site: {reason}"))
                .hint("to list all problems, run `docgen check`")
        })?
    };
    if let Ok((title, pages)) = docs.summary() {
        report::summary(&format!("serving {title} to an MCP client ({})", report::plural(pages, "page")));
    }
    mcp::serve(docs, serve::interrupt())
        .map_err(|error| Failure::new(format!("the connection to the client failed: {error}")))?;
    Ok(ExitStatus::Success)
}

/// Loads a site from its sources, and loads it again after each change.
fn working(path: &Path) -> Result<Working, Failure> {
    let session = Session::open(place::find(path, "mcp")?, None, None, true)?;
    let root = session.root.clone();
    let mut watcher = match Watcher::new(&root) {
        Ok(watcher) => Some(watcher),
        Err(error) => {
            report::warning(&format!("can't watch the files, so changes have no effect: {error}"));
            None
        }
    };
    let mut live = Live::new(session);
    if let Some(watcher) = &mut watcher {
        live.follow_folders(watcher);
    }
    let stage = live.first_stage();
    let shown = stage.clone();
    thread::spawn(move || {
        live.save_cache();
        if let Some(watcher) = watcher {
            live.follow(watcher, &shown);
        }
    });
    Ok(Working { stage, root })
}

/// A site that isn't built.
struct Working {
    stage: Stage,
    root: PathBuf,
}

impl SiteFiles for Working {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(match self.stage.file(path)? {
            Some(Body::Bytes(bytes)) => Some(bytes.into_owned()),
            Some(Body::Copy(source)) => fs::read_inside(&self.root, &source).ok(),
            None => None,
        })
    }
}

/// A built site.
struct Folder(PathBuf);

impl SiteFiles for Folder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(fs::read_below(&self.0, path, LARGEST))
    }
}

impl SiteFiles for Published {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Published::read(self, path)
    }

    fn origin(&self) -> Option<&str> {
        Some(Published::origin(self))
    }
}
