//! A value as text, byte for byte as browsers' `JSON.stringify` writes it, but that numbers keep their digits.

use std::fmt;

use super::Json;

impl Json {
    /// On several lines, two spaces a level.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        write_pretty(self, 0, &mut out);
        out
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Array(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                let mut text = String::new();
                for (at, (name, value)) in members.iter().enumerate() {
                    text.clear();
                    quote(name, &mut text);
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{text}:{value}")?;
                }
                f.write_str("}")
            }
            leaf => {
                let mut text = String::new();
                write_leaf(leaf, &mut text);
                f.write_str(&text)
            }
        }
    }
}

fn write_pretty(value: &Json, level: usize, out: &mut String) {
    let line = |level: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", level));
    };
    match value {
        Json::Array(items) if !items.is_empty() => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                line(level + 1, out);
                write_pretty(item, level + 1, out);
            }
            line(level, out);
            out.push(']');
        }
        Json::Object(members) if !members.is_empty() => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                line(level + 1, out);
                quote(name, out);
                out.push_str(": ");
                write_pretty(value, level + 1, out);
            }
            line(level, out);
            out.push('}');
        }
        leaf => write_leaf(leaf, out),
    }
}

fn write_leaf(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(true) => out.push_str("true"),
        Json::Bool(false) => out.push_str("false"),
        Json::Number(text) => out.push_str(text),
        Json::String(text) => quote(text, out),
        Json::Array(_) => out.push_str("[]"),
        Json::Object(_) => out.push_str("{}"),
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
}
