//! The scalars of YAML 1.2's core schema (section 10.3.2), and numbers in JSON syntax.

use std::borrow::Cow;

use crate::source::json::Scalar;

/// Parses a plain scalar. For example, `no` and dates are strings.
pub(super) fn plain(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        _ if is_number(text) => Scalar::Number(text),
        _ => Scalar::String(text.into()),
    }
}

/// Parses a scalar with a core schema tag. A scalar that doesn't match its tag is a string.
pub(super) fn tagged<'a>(tag: &str, text: &'a str) -> Scalar<'a> {
    match (tag, plain(text)) {
        ("null", scalar @ Scalar::Null)
        | ("bool", scalar @ Scalar::Bool(_))
        | ("int" | "float", scalar @ Scalar::Number(_)) => scalar,
        _ => Scalar::String(text.into()),
    }
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    if with_radix(text).is_some() {
        return true;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let decimal = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
    decimal(whole)
        && decimal(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| !exponent.is_empty() && decimal(exponent))
}

/// Parses an octal or hexadecimal number.
fn with_radix(text: &str) -> Option<u128> {
    let octal = text.strip_prefix("0o").map(|digits| (digits, 8));
    let (digits, radix) = octal.or_else(|| Some((text.strip_prefix("0x")?, 16)))?;
    u128::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

/// Converts a JSON or YAML number to JSON syntax with all its digits. Returns `None` if JSON can't represent the
/// number.
pub(super) fn json_number(text: &str) -> Option<Cow<'_, str>> {
    if is_json(text) {
        return Some(text.into());
    }
    if !is_number(text) {
        return None;
    }
    if let Some(number) = with_radix(text) {
        return Some(number.to_string().into());
    }
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = unsigned.split_at(unsigned.find(['e', 'E']).unwrap_or(unsigned.len()));
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, "")) => (whole, Some("0")),
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.map_or_else(String::new, |fraction| format!(".{fraction}"));
    Some(format!("{sign}{whole}{fraction}{exponent}").into())
}

/// Whether a string is a JSON number (RFC 8259, section 6).
pub(in crate::openapi) fn is_json(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let leading_zero = unsigned.len() > 1 && unsigned[0] == b'0' && unsigned[1].is_ascii_digit();
    let dotted = unsigned.windows(2).all(|pair| pair[0] != b'.' || pair[1].is_ascii_digit());
    unsigned.first().is_some_and(u8::is_ascii_digit)
        && unsigned.last().is_some_and(u8::is_ascii_digit)
        && !leading_zero
        && dotted
        && is_number(text)
        && !text.contains(['x', 'o'])
}
