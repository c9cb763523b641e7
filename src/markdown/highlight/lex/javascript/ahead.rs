//! Lookahead for ambiguous names and parentheses. The lookahead never exceeds a few hundred bytes.

use crate::markdown::highlight::lex::cursor::{Cursor, is_space, is_word};

/// Whether type arguments and a call follow.
pub(super) fn is_generic_call(code: &Cursor<'_>) -> bool {
    let length = code.run(0, 100, |byte| is_word(byte) || b"<>, []|.'\"".contains(&byte));
    code.ahead(0) == b'<' && code.ahead(length) == b'(' && code.ahead(length - 1) == b'>'
}

/// Whether a function is assigned to a name: `= () =>`, `: function`, `= async x =>`.
pub(super) fn function_ahead(code: &Cursor<'_>, next: u8) -> bool {
    let rest = code.rest();
    let Some(value) = rest.trim_start_matches([' ', '\t']).strip_prefix(next as char) else { return false };
    let value = value.trim_start_matches([' ', '\t']);
    let value = match value.strip_prefix("async") {
        Some(value) => value.trim_start_matches([' ', '\t']),
        None => value,
    };
    if value.starts_with("function") {
        return true;
    }
    if value.starts_with('(') {
        return matches!(after_group(value.as_bytes()), After::Arrow | After::Colon);
    }
    let name = value.bytes().take(64).take_while(|byte| is_word(*byte) || *byte == b'$').count();
    name > 0 && value.get(name..).is_some_and(|rest| rest.starts_with(" =>") || rest.starts_with("=>"))
}

/// The kind of token after a pair of parentheses.
#[derive(Clone, Copy)]
pub(super) enum After {
    Arrow,
    Brace,
    Colon,
    Else,
}

/// The maximum distance to the end of a pair of parentheses.
const MAX_GROUP: usize = 400;

/// Returns the kind of token after the parentheses at the start of the text.
pub(super) fn after_group(text: &[u8]) -> After {
    let mut depth = 0_usize;
    let mut quote = 0;
    for (at, byte) in text.iter().copied().enumerate().take(MAX_GROUP) {
        match byte {
            _ if quote != 0 => quote = if byte == quote || byte == b'\n' { 0 } else { quote },
            b'"' | b'\'' | b'`' => quote = byte,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let mut rest = text[at + 1..].iter().take(64).skip_while(|byte| is_space(**byte));
                    return match (rest.next(), rest.next()) {
                        (Some(b'='), Some(b'>')) => After::Arrow,
                        (Some(b'{'), _) => After::Brace,
                        (Some(b':'), _) => After::Colon,
                        _ => After::Else,
                    };
                }
            }
            _ => {}
        }
    }
    After::Else
}
