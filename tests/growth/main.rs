//! docgen's work must not grow faster than its input. These tests check and build sites from many grammars at 1×, 2×,
//! and 4× the base size. When the input doubles, the cost can grow by a factor of at most 2.6, not counting the fixed
//! costs of a site.
//!
//! By default, the tests count allocations, which are the same on every run and machine. Allocations don't show work
//! that needs no memory, such as scanning a list repeatedly. To show such work, `tests/growth/run` counts instructions
//! with Valgrind.
//!
//! To measure only some grammars, pass parts of their names as arguments. To inspect a site, write it with
//! `--write FOLDER NAME NUMBER`.
#![allow(clippy::disallowed_methods, reason = "tests write sites and start programs")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what was measured is printed")]

mod grammars;
mod markdown;
mod openapi;
mod site;

use std::alloc::System;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use clap::Parser as _;
use docgen::{Cli, run};
use grammars::{Grammar, all};
use rayon::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The maximum growth of the cost when the input doubles. A factor of 2 is linear growth, and a factor of 4 is
/// quadratic growth.
const MOST: f64 = 2.6;

/// The name of each cost that is counted, and the amount below which differences are ignored. Small differences come
/// from tables that are created only once and from memory that is reserved in advance.
type Counted = (&'static str, f64);
const ALLOCATIONS: [Counted; 2] = [("allocations", 5_000.0), ("bytes allocated", 1_000_000.0)];
const INSTRUCTIONS: [Counted; 1] = [("instructions", 10_000_000.0)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--write", folder, name, number] => {
            let grammars = all();
            let grammar =
                grammars.iter().find(|grammar| grammar.name == *name).expect("a grammar has this name");
            write(grammar, number.parse().expect("it is a number"), Path::new(folder));
        }
        ["--count", folder] => count(folder),
        names => return measure_all(names),
    }
    ExitCode::SUCCESS
}

fn measure_all(names: &[&str]) -> ExitCode {
    // Ignore options, because they're for other test harnesses.
    let names: Vec<&&str> = names.iter().filter(|name| !name.starts_with('-')).collect();
    let wanted =
        |grammar: &Grammar| names.is_empty() || names.iter().any(|name| grammar.name.contains(**name));
    let grammars: Vec<Grammar> = all().into_iter().filter(wanted).collect();
    let binary = std::env::var("GROWTH_OF").ok();
    let empty = costs(&grammars::page("an empty page", 1, |_| String::new()), 1, binary.as_deref());
    let failures: Vec<String> =
        grammars.par_iter().flat_map_iter(|grammar| measure(grammar, &empty, binary.as_deref())).collect();
    println!("{} grammars at 1×, 2× and 4×: {} grow too fast", grammars.len(), failures.len());
    for failure in &failures {
        println!("  {failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Measures a grammar, and returns the costs that grow too fast.
fn measure(grammar: &Grammar, empty: &[f64], binary: Option<&str>) -> Vec<String> {
    let larger: usize =
        std::env::var("GROWTH_TIMES").map_or(1, |times| times.parse().expect("it is a number"));
    let sizes = [1, 2, 4].map(|times| costs(grammar, grammar.size * larger * times, binary));
    let counted: &[Counted] = if binary.is_some() { &INSTRUCTIONS } else { &ALLOCATIONS };
    let mut failures = Vec::new();
    for (at, (what, least)) in counted.iter().enumerate() {
        let [once, twice, four] = [0, 1, 2].map(|size| (sizes[size][at] - empty[at]).max(*least));
        let mean = (four / once).sqrt();
        // There are two ways to compute the growth. The first one subtracts the cost of an empty site, but is wrong for
        // a site that can't be built, because such a site costs less than an empty one. The second one compares the
        // increases from one size to the next, but is wrong after a limit is reached. Therefore, use the smaller of the
        // two results.
        let [first, second] = [1, 2].map(|size| (sizes[size][at] - sizes[size - 1][at]).max(*least / 4.0));
        let growth = mean.min(second / first);
        let said = format!("{}, {what}: {once}, {twice}, {four}; growth {growth:.2}", grammar.name);
        if std::env::var_os("GROWTH_VERBOSE").is_some() {
            println!("{said}");
        }
        if growth > MOST {
            failures.push(said);
        }
    }
    failures
}

fn write(grammar: &Grammar, number: usize, folder: &Path) {
    for (path, text) in (grammar.files)(number) {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().expect("files are in folders")).expect("folders can be made");
        std::fs::write(file, text).expect("files can be written");
    }
}

/// Returns the cost of the site that a grammar creates for a number. The cost is measured in a separate process.
fn costs(grammar: &Grammar, number: usize, binary: Option<&str>) -> Vec<f64> {
    let folder = tempfile::TempDir::new().expect("the system has a folder for temporary files");
    write(grammar, number, folder.path());
    let Some(binary) = binary else {
        let this = std::env::current_exe().expect("this program is a file");
        finish(Command::new(this).arg("--count").arg(folder.path()), grammar.name);
        let counts = std::fs::read_to_string(folder.path().join("counts")).expect("it was counted");
        return counts.split(' ').map(|count| count.parse().expect("it is a number")).collect();
    };
    let total = ["check", "build"].into_iter().map(|command| {
        let said = finish(
            Command::new("valgrind")
                .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
                .args([binary, command, "--root"])
                .arg(folder.path())
                .args(if command == "build" { &["--no-cache"][..] } else { &[] }),
            grammar.name,
        );
        let count = said.lines().find_map(|line| line.split_once("I   refs:")).expect("Valgrind prints it").1;
        count.replace(',', "").trim().parse::<f64>().expect("it is a number")
    });
    vec![total.sum()]
}

/// Runs a command until it exits, and returns its output.
fn finish(command: &mut Command, name: &str) -> String {
    let command = command.env("RAYON_NUM_THREADS", "1").env("NO_COLOR", "1").stdout(Stdio::null());
    let output = command.output().expect("the program can be started");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code().is_none_or(|code| code > 1) {
        eprintln!("{name}: {}\n{said}", output.status);
        std::process::exit(1);
    }
    said
}

/// Checks and builds a site, and writes the counts next to it.
fn count(folder: &str) {
    let checked = run(&Cli::parse_from(["docgen", "check", "--root", folder]));
    let built = run(&Cli::parse_from(["docgen", "build", "--no-cache", "--root", folder]));
    for status in [checked, built] {
        assert_ne!(status, docgen::ExitStatus::Failure);
    }
    let stats = ALLOCATOR.stats();
    let calls = stats.allocations + stats.reallocations;
    std::fs::write(Path::new(folder).join("counts"), format!("{calls} {}", stats.bytes_allocated))
        .expect("files can be written");
}
