//! The command line: parses the arguments, runs the command, and chooses the exit code.

use std::process::ExitCode;

use docgen::{Cli, run};

/// The memory allocator. mimalloc makes large builds 10% faster and very large builds 20% faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // A panic is reported like any other docgen failure: with exit code 2.
    let result =
        std::panic::catch_unwind(|| Cli::from_arguments().map_or_else(|status| status, |cli| run(&cli)));
    match result {
        Ok(status) => status.into(),
        Err(_) => ExitCode::from(2),
    }
}
