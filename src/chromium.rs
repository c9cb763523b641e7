//! Finds an installed Chromium-based browser and prints pages with it. Only this module runs a browser.
#![allow(clippy::disallowed_methods, reason = "this is the module that runs the browser")]

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::fs::{self, Scratch};

/// An installed browser.
#[derive(Debug)]
pub(crate) struct Chromium {
    program: PathBuf,
}

/// The names of programs to look for in `PATH`. Headless browsers are first because they start faster.
const PROGRAMS: [&str; 11] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
    "chrome",
    "msedge",
];

/// Where browsers are installed outside `PATH`: an environment variable that contains the path of a folder (or `/` for
/// the root folder), and the path below that folder.
const PLACES: &[(&str, &str)] = if cfg!(target_os = "macos") {
    &[
        ("/", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("/", "Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("/", "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
        ("/", "Applications/Brave Browser.app/Contents/MacOS/Brave Browser"),
        ("HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("HOME", "Applications/Chromium.app/Contents/MacOS/Chromium"),
    ]
} else if cfg!(windows) {
    &[
        ("ProgramFiles", "Google/Chrome/Application/chrome.exe"),
        ("ProgramFiles(x86)", "Google/Chrome/Application/chrome.exe"),
        ("LocalAppData", "Google/Chrome/Application/chrome.exe"),
        ("LocalAppData", "Chromium/Application/chrome.exe"),
        ("ProgramFiles(x86)", "Microsoft/Edge/Application/msedge.exe"),
        ("ProgramFiles", "Microsoft/Edge/Application/msedge.exe"),
    ]
} else {
    &[("/", "opt/google/chrome/chrome"), ("/", "usr/lib/chromium/chromium")]
};

/// How to install a browser on this system.
pub(crate) const INSTALL: &str = if cfg!(target_os = "macos") {
    "install one; for example, run `brew install --cask google-chrome`"
} else if cfg!(windows) {
    "install one; for example, run `winget install Google.Chrome`"
} else {
    "install one; for example, run `apt install chromium`, `dnf install chromium`, or `apk add chromium`"
};

/// The maximum time for printing one document, which must be long enough for the largest books.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// The time that a page's scripts can run, in milliseconds. Chromium doesn't actually wait this long: its clock skips
/// idle time and stops while the page loads files.
const BUDGET: u32 = 600_000;

/// The maximum length of the browser's messages in an error, in characters.
const SAID: usize = 600;

impl Chromium {
    /// Returns the browser that the user named: a path, or the name of a program in `PATH`.
    pub(crate) fn named(name: &Path) -> Option<Self> {
        let is_path = name.components().count() > 1 || fs::is_file(name);
        let program =
            if is_path { Some(name.to_owned()).filter(|path| fs::is_file(path)) } else { in_path(name) };
        program.map(|program| Chromium { program })
    }

    /// Finds an installed browser.
    pub(crate) fn find() -> Option<Self> {
        let place = |(above, below): &(&str, &str)| {
            let folder = if *above == "/" { PathBuf::from(above) } else { std::env::var_os(above)?.into() };
            Some(folder.join(below)).filter(|path| fs::is_file(path))
        };
        let program = PROGRAMS.iter().find_map(|name| in_path(Path::new(name)));
        Some(Chromium { program: program.or_else(|| PLACES.iter().find_map(place))? })
    }

    /// Prints the page at a URL to a file. The page can load files only from this machine. If `is_stopped` becomes
    /// `true`, stops the browser. If the browser fails, returns the reason.
    pub(crate) fn print(&self, url: &str, file: &Path, is_stopped: &AtomicBool) -> Result<(), String> {
        let cannot = |error: std::io::Error| format!("it can't be run: {}", fs::reason(&error));
        let profile = Scratch::new().map_err(cannot)?;
        fs::remove(file);
        let mut command = Command::new(&self.program);
        command.args([
            "--headless",
            "--disable-gpu",
            "--disable-extensions",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--no-default-browser-check",
            // In containers, `/dev/shm` is usually too small for a large page.
            "--disable-dev-shm-usage",
            // Load nothing from the network.
            "--no-proxy-server",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
        ]);
        if fs::is_root() {
            // Chromium's sandbox refuses to run as root, which is the usual user in containers. The page contains only
            // the site's own content and loads nothing from the network.
            command.arg("--no-sandbox");
        }
        command.arg(format!("--virtual-time-budget={BUDGET}"));
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.arg(format!("--print-to-pdf={}", file.display()));
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = Running(command.spawn().map_err(cannot)?);
        let said = running.said();
        let started = Instant::now();
        let status = loop {
            if let Some(status) = running.0.try_wait().map_err(cannot)? {
                break status;
            }
            if is_stopped.load(Ordering::Relaxed) {
                return Err("it was stopped".to_owned());
            }
            if started.elapsed() > LIMIT {
                return Err(format!("it took longer than {} minutes", LIMIT.as_secs() / 60));
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        if status.success() && fs::is_file(file) {
            return Ok(());
        }
        // A process that the browser started can keep standard error open for a moment.
        let said = said.recv_timeout(Duration::from_secs(2)).unwrap_or_default();
        Err(reason(&said).unwrap_or_else(|| format!("it didn't write a file ({status})")))
    }

    /// Returns the path of the program.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }
}

/// A running browser, which is stopped when this value is dropped.
struct Running(Child);

impl Running {
    /// Reads the browser's standard error so that the browser never blocks.
    fn said(&mut self) -> std::sync::mpsc::Receiver<String> {
        let (say, said) = std::sync::mpsc::channel();
        if let Some(mut errors) = self.0.stderr.take() {
            std::thread::spawn(move || {
                let mut all = Vec::new();
                let mut bytes = [0; 4096];
                while let Ok(length @ 1..) = errors.read(&mut bytes) {
                    if all.len() < 1 << 20 {
                        all.extend_from_slice(&bytes[..length]);
                    }
                }
                // If printing succeeded, nothing receives this text.
                let _ = say.send(String::from_utf8_lossy(&all).into_owned());
            });
        }
        said
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // If the browser has already stopped, nothing is left to stop.
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // The program can be a script that waits for the browser, so stop the whole process group.
        if cfg!(unix) {
            let kill = format!("kill -s KILL -- -{}", self.0.id());
            let _ = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the program with this name in the folders of `PATH`.
fn in_path(name: &Path) -> Option<PathBuf> {
    let file = if cfg!(windows) { name.with_extension("exe") } else { name.to_owned() };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|path| fs::is_file(path))
}

/// Returns the last error that the browser reported, without the time and source line that precede it. Earlier errors
/// are about services that the browser doesn't need.
fn reason(said: &str) -> Option<String> {
    let line = said.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    let text = line.rsplit_once("] ").filter(|_| line.starts_with('[')).map_or(line, |(_, text)| text);
    Some(format!("it reports: {}", text.chars().take(SAID).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_error_is_the_reason() {
        let said = "[1:1/1:ERROR:dbus/bus.cc:405] Failed to connect to the bus\n[1:1/2:FATAL:zygote.cc:1] No usable sandbox!\n\n";
        assert_eq!(reason(said).as_deref(), Some("it reports: No usable sandbox!"));
        assert_eq!(reason("\n"), None);
    }

    #[test]
    fn a_browser_is_found_only_if_it_exists() {
        assert!(Chromium::named(Path::new("no/such/browser")).is_none());
        assert!(Chromium::named(Path::new("no-such-browser")).is_none());
    }
}
