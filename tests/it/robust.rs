//! Problems in a build's environment: folders that can't be written to, simultaneous builds, wrong clocks, and damaged
//! caches.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStderr};
use std::time::{Duration, SystemTime};

use crate::harness::Project;

const SITE: &str = "
//- content/docs/index.md
# Start

```rust
fn main() {}
```

```nix
{ a = 1; }
```
//- content/docs/other.md
# Other
//- static/file.txt
text
";

fn built() -> Project {
    let site = Project::new(SITE);
    site.build();
    site
}

/// A build that waits for another build. The lock simulates the other build.
struct Waiting {
    build: Child,
    lines: Lines<BufReader<ChildStderr>>,
    lock: File,
}

impl Waiting {
    /// Takes the lock, starts a build, and returns when the build reports that it's waiting.
    fn begin(site: &Project) -> Self {
        let lock = File::options().write(true).open(site.root().join(".docgen/lock"));
        let lock = lock.expect("a build leaves it");
        lock.lock().expect("it can be locked");
        let mut build = site.start("build");
        let mut lines = BufReader::new(build.stderr.take().expect("it is a pipe")).lines();
        let said = lines.by_ref().map_while(Result::ok).find(|line| line.contains(WAITING));
        assert!(said.is_some(), "it didn't wait");
        Waiting { build, lines, lock }
    }

    /// Lets the build continue and checks that it succeeds.
    fn go_on(mut self) {
        assert!(self.build.try_wait().expect("it can be asked").is_none(), "it didn't wait");
        self.lock.unlock().expect("it can be unlocked");
        let said: Vec<String> = self.lines.map_while(Result::ok).collect();
        assert!(self.build.wait().expect("it ends").success(), "{said:?}");
    }
}

const WAITING: &str = "waiting for another build of this site to finish";

#[test]
fn a_build_waits_for_another_of_the_same_site() {
    let site = built();
    site.write("content/docs/other.md", "# Another\n");
    let waiting = Waiting::begin(&site);
    assert!(site.read("dist/docs/other/index.html").contains("Other"), "it wrote before its turn");
    waiting.go_on();
    assert!(site.read("dist/docs/other/index.html").contains("Another"));
}

#[test]
fn styles_that_change_while_a_build_waits_are_in_the_next_one() {
    let site = Project::new(SITE);
    site.write("overrides/custom.css", "p { color: red }\n").build();
    site.write("content/docs/other.md", "# Another\n");
    let waiting = Waiting::begin(&site);
    site.write("overrides/custom.css", "p { color: blue }\n");
    waiting.go_on();
    site.build();
    site.is_as_if_clean();
}

#[test]
fn builds_at_the_same_time_end_in_the_right_output() {
    let site = built();
    for round in 0..4 {
        site.write("content/docs/other.md", format!("# Other {round}\n"));
        site.write(&format!("content/docs/new-{round}.md"), "# New\n");
        let builds: Vec<_> = (0..4).map(|_| site.start("build")).collect();
        for build in builds {
            assert!(build.wait_with_output().expect("it ends").status.success());
        }
        site.is_as_if_clean();
    }
}

#[test]
fn a_clock_that_goes_backwards_is_no_matter() {
    let site = built();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let ahead = SystemTime::now() + Duration::from_secs(1 << 28);
    for (time, title) in [(ahead, "Ahead"), (long_ago, "Long ago"), (ahead, "Again")] {
        site.write("content/docs/other.md", format!("# {title}\n"));
        for file in
            ["content/docs/other.md", "static/file.txt", "dist/docs/other/index.html", ".docgen/cache/stamp"]
        {
            let file = File::options().write(true).open(site.root().join(file)).expect("it is there");
            file.set_modified(time).expect("times can be set");
        }
        site.build();
        assert!(site.read("dist/docs/other/index.html").contains(title));
        site.is_as_if_clean();
    }
}

#[test]
fn a_cache_that_is_broken_is_no_problem() {
    let site = built();
    for file in ["highlight", "stamp"] {
        let path = format!(".docgen/cache/{file}");
        let bytes = std::fs::read(site.root().join(&path)).expect("a build leaves it");
        let mut turned = bytes.clone();
        let middle = turned.len() / 2;
        turned[middle] ^= 0x20;
        let mut other_version = bytes.clone();
        other_version[9] ^= 1;
        for broken in [&bytes[..bytes.len() / 2], &[], &turned, &other_version, b"nonsense"] {
            site.write(&path, broken).write("content/docs/other.md", format!("# {}\n", broken.len()));
            site.build().stderr_lacks("warning");
            site.is_as_if_clean();
        }
    }
}

/// Runs a build that can't write its output and checks that standard error contains the reason.
#[cfg(target_os = "linux")]
fn fails_with(site: &Project, arguments: &str, why: &str) {
    site.run(arguments).code(2).stderr_has(why).stderr_lacks("panicked");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_is_told() {
    let site = Project::new(SITE);
    fails_with(&site, "build --out /proc/docgen", "/proc/docgen");
    fails_with(&site, "build --out /proc/docgen", "choose another folder with `--out`; nothing was written");
    // A file exists at the folder's path.
    site.write("dist", "a file");
    fails_with(&site, "build", "dist` isn't a folder");
    fails_with(&site, "build", "remove the file with this name, or choose another folder with `--out`");
    assert_eq!(site.read("dist"), "a file");
    // A broken symbolic link exists at the folder's path.
    site.remove("dist");
    std::os::unix::fs::symlink("/nowhere/at/all", site.root().join("dist")).expect("a link can be created");
    fails_with(&site, "build", "dist` isn't a folder");
}

#[test]
#[cfg(unix)]
fn a_link_never_leads_the_output_into_the_site() {
    use std::os::unix::fs::symlink;
    let site = Project::new("//- content/docs/a.md\n# A\n");
    let dist = site.root().join("dist");
    for (target, why) in [("content", "is inside `content`"), (".", "contains the site itself")] {
        symlink(target, &dist).expect("a link can be created");
        site.run("build").code(2).stderr_has(why);
        std::fs::remove_file(&dist).expect("it can be removed");
    }
    std::fs::rename(site.root().join("content"), site.root().join("elsewhere")).expect("it can be moved");
    symlink("elsewhere", site.root().join("content")).expect("a link can be created");
    site.run("build --out content/out").code(2).stderr_has("is inside `content`");
    site.run("build --out elsewhere/out").code(2).stderr_has("is inside `content`");
    assert_eq!(site.read("elsewhere/docs/a.md"), "# A\n");
    // A symbolic link to a separate folder counts as a folder.
    std::fs::create_dir(site.root().join("real")).expect("a folder can be created");
    symlink("real", &dist).expect("a link can be created");
    site.build();
    assert!(site.has("real/docs/a/index.html") && dist.is_symlink());
}

#[test]
#[cfg(unix)]
fn a_name_with_a_line_break_is_known_again() {
    let quiet = "//- docgen.toml\n[diagnostics]\nunportable-path = 'off'\n";
    let site = Project::new(&format!("{quiet}//- content/docs/a.md\n# A\n"));
    site.write("static/one\ntwo\r.txt", "text").build();
    assert!(site.has("dist/one\ntwo\r.txt"));
    site.build().stderr_has(": 0 files written, ");
    site.remove("static/one\ntwo\r.txt").build().stderr_has(", 1 removed");
    site.is_as_if_clean();
}

#[test]
#[cfg(unix)]
fn a_name_with_a_backslash_is_told() {
    let site = Project::new("//- content/docs/a.md\n# A\n");
    let message = r"the name of `static/one\two.txt` contains a backslash";
    site.write(r"static/one\two.txt", "text").run("build").code(1).stderr_has(message);
}

#[test]
fn files_that_become_the_same_at_once_do_not_get_in_each_others_way() {
    let site = Project::new("//- docgen.toml\n[site]\ntitle = 'Site'\n//- content/docs/start.md\n# Start\n");
    let files: Vec<String> = (0..200).map(|number| format!("static/file-{number}.txt")).collect();
    for file in &files {
        site.write(file, file);
    }
    site.run("build").code(0);
    for file in &files {
        site.write(file, "the same in all of them");
    }
    site.run("build").code(0);
    site.is_as_if_clean();
}
