//! Whether `--open` opens the browser.

use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::harness::Project;

#[test]
fn the_browser_is_opened_at_the_site_and_its_absence_is_reported() {
    for has_browser in [true, false] {
        let (site, programs) = (Project::new("//- content/docs/a.md\n# A\n"), Project::new(""));
        if has_browser {
            let opener =
                programs.write("xdg-open", "#!/bin/sh\necho \"$1\" > \"$OPENED\"\n").root().join("xdg-open");
            std::fs::set_permissions(opener, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .args(["serve", "--open", "--port", "0", "--root"])
            .arg(site.root())
            .env("PATH", programs.root())
            .env("OPENED", programs.root().join("opened"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built before the tests");
        let mut lines = BufReader::new(child.stderr.take().expect("standard error is a pipe")).lines();
        let mut line = || lines.next().expect("it says where it is").expect("it is text");
        let greeting = line();
        let said = if has_browser { String::new() } else { line() };
        let opened = (0..200).find_map(|_| {
            thread::sleep(Duration::from_millis(if has_browser { 20 } else { 0 }));
            Some(programs.has("opened").then(|| programs.read("opened"))?.trim().to_owned())
                .filter(|url| !url.is_empty())
        });
        child.kill().and_then(|()| child.wait()).expect("it is ours");
        match opened {
            Some(url) => {
                assert!(has_browser && greeting.contains(&format!(" at {url} (")), "{url}: {greeting}")
            }
            None => assert!(!has_browser && said.contains("warning: no browser can be opened"), "{said}"),
        }
    }
}
