//! `docgen schema`.

use super::{ExitStatus, Outcome, report};
use crate::config::Config;

pub(super) fn run() -> Outcome {
    let schema = serde_json::to_string_pretty(&Config::json_schema()).unwrap_or_default();
    report::data(&schema)?;
    Ok(ExitStatus::Success)
}
