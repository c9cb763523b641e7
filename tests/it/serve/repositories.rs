//! While docgen serves a site, pages follow the commits in the lock file.

use super::Server;
use crate::repositories::{Pair, SITE, commit};

#[test]
fn pages_follow_the_lock_file() {
    let pair = Pair::new(SITE);
    pair.run("build --strict").code(0);
    // The server can't reach the repository, and doesn't have to.
    let server = Server::at(pair.site.root(), &["--watch"]);
    server.waits_until("/docs/start/", "The library");
    pair.sdk.write("src/lib.rs", "//! Newer.\n\n// #region parse\npub fn parse() {}\n// #endregion\n");
    commit(&pair.sdk);
    pair.run("update").code(0);
    server.waits_until("/docs/start/", "Newer");
    pair.site.write("docgen.lock", "[repositories");
    server.said("`docgen.lock` isn't valid");
    pair.run("update").code(0);
    server.waits_until("/docs/start/", "Newer");
}
