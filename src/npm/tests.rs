//! Tests in which a script that doesn't exit in time replaces esbuild.
#![allow(clippy::disallowed_methods, reason = "these tests write a program and start it")]

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use super::Packages;
use crate::component::Platform;

#[test]
fn docgen_does_not_wait_for_an_esbuild_that_does_not_stop() {
    for script in
        ["#!/bin/sh\nexec sleep 30\n", "#!/bin/sh\nsleep 30 &\nwait\n", "#!/bin/sh\nwhile :; do :; done\n"]
    {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let write = |path: &str, text: &str| {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("it's in a folder"))
                .expect("the folder is writable");
            std::fs::write(&file, text).expect("the folder is writable");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("the file exists");
        };
        write("node_modules/slow/package.json", "{}");
        write("node_modules/esbuild/package.json", "{}");
        write("node_modules/esbuild/bin/esbuild", script);
        let started = Instant::now();
        let problem = Packages::new(folder.path(), None, true)
            .get("slow", &Platform::Neutral)
            .expect_err("it never stops");
        assert_eq!(problem.reason, "esbuild took longer than a minute", "{script}");
        assert!(started.elapsed() < Duration::from_secs(10), "{script}");
    }
}
