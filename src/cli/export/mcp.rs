//! `docgen export mcp`: writes an MCP server for edge hosts and serverless functions.

use std::path::PathBuf;

use clap::Args;

use crate::cli::session::valid_config;
use crate::cli::{ExitStatus, Failure, Outcome, PathArguments, place, report};
use crate::fs;
use crate::theme;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: PathArguments,
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "mcp.js")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let root = place::find(arguments.site.path(), "export mcp")?.root;
    let Some(config) = valid_config(&root) else { return Ok(ExitStatus::ContentErrors) };
    let script = theme::mcp_server().map_err(|error| Failure::new(error.to_string()))?;
    // Without a URL, the server reads the site on its own host.
    let site = format!("{}{}", config.site.url.as_deref().unwrap_or_default(), config.site.base_url);
    let text = format!(
        "// An MCP server for the documentation at {site}. To update this file, run `docgen export mcp`.\n\
         // docgen {}. The licenses of its packages are at the end.\n\
         const SITE = {};\n{script}\n",
        env!("CARGO_PKG_VERSION"),
        serde_json::Value::from(&*site),
    );
    let out = arguments.out.display();
    fs::write_whole(&arguments.out, text.as_bytes())
        .map_err(|error| Failure::new(format!("can't write `{out}`: {}", fs::reason(&error))))?;
    report::summary(&format!("wrote the MCP server for {site} to `{out}`"));
    Ok(ExitStatus::Success)
}
