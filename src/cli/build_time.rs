//! The build time, if the environment sets it.

use super::Failure;

/// The environment variable that contains the build time, in seconds since 1970
/// (<https://reproducible-builds.org/specs/source-date-epoch/>).
pub(super) const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// Returns the build time, if it's set. The year must not have more than four digits.
pub(super) fn read() -> Result<Option<u64>, Failure> {
    const LAST: u64 = 253_402_300_799;
    let Some(text) = std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) else { return Ok(None) };
    let seconds = text.to_str().and_then(|text| text.parse().ok()).filter(|seconds| *seconds <= LAST);
    match seconds {
        Some(seconds) => Ok(Some(seconds)),
        None => Err(Failure::new(format!(
            "`{VARIABLE}`: expected a number of seconds since 1970, found `{}`",
            text.display()
        ))
        .hint("set it to the output of `date +%s`, or unset it")),
    }
}
