//! SQL, with the words that the common dialects share.

use super::cursor::{Cursor, is_space, is_word, starts_word};
use super::parts;
use super::table::Table;
use crate::markdown::highlight::spans::*;

static WORDS: Table = Table::new(&[
    (
        KEYWORD,
        &[
            "add",
            "all",
            "alter",
            "and",
            "any",
            "asc",
            "begin",
            "between",
            "by",
            "cascade",
            "case",
            "check",
            "column",
            "commit",
            "constraint",
            "create",
            "cross",
            "database",
            "declare",
            "default",
            "delete",
            "desc",
            "distinct",
            "drop",
            "else",
            "end",
            "except",
            "execute",
            "exists",
            "explain",
            "foreign",
            "from",
            "full",
            "function",
            "grant",
            "group",
            "having",
            "if",
            "index",
            "inner",
            "insert",
            "intersect",
            "into",
            "is",
            "join",
            "key",
            "left",
            "like",
            "limit",
            "merge",
            "natural",
            "not",
            "offset",
            "on",
            "or",
            "order",
            "outer",
            "over",
            "partition",
            "primary",
            "procedure",
            "recursive",
            "references",
            "replace",
            "returning",
            "revoke",
            "right",
            "rollback",
            "row",
            "rows",
            "schema",
            "select",
            "set",
            "table",
            "then",
            "to",
            "transaction",
            "trigger",
            "truncate",
            "union",
            "unique",
            "update",
            "using",
            "values",
            "view",
            "when",
            "where",
            "with",
        ],
    ),
    (
        KEYWORD,
        &[
            "bigint",
            "binary",
            "bit",
            "blob",
            "bool",
            "boolean",
            "bytea",
            "char",
            "character",
            "date",
            "datetime",
            "decimal",
            "double",
            "float",
            "int",
            "integer",
            "interval",
            "json",
            "jsonb",
            "money",
            "numeric",
            "nvarchar",
            "real",
            "serial",
            "smallint",
            "text",
            "time",
            "timestamp",
            "timestamptz",
            "tinyint",
            "uuid",
            "varchar",
            "varying",
            "zone",
        ],
    ),
    (OPERATOR, &["as", "in"]),
    (NUMBER, &["false", "null", "true"]),
    (FUNCTION, &["current_date", "current_time", "current_timestamp", "current_user", "session_user"]),
]);

/// The longest word that is looked up.
const LONGEST: usize = 20;

/// What has been read, as far as it matters for what follows.
#[derive(Default)]
struct State {
    /// Whether `create` has been read in this statement, and no table since.
    creates: bool,
    /// Whether the name of a table comes next.
    named: bool,
    /// Whether a star means all columns here.
    all: bool,
}

pub(super) fn lex(code: &mut Cursor<'_, '_>) {
    let mut state = State::default();
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b'-' if code.ahead(1) == b'-' => parts::line_comment(code),
            b'#' if code.is_first() => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => parts::comment(code, "*/"),
            b'\'' | b'"' | b'`' => string(code, byte),
            b'0'..=b'9' => parts::number(code),
            _ if starts_word(byte) => word(code, &mut state),
            _ => {
                if byte == b';' {
                    state = State::default();
                }
                sign(code, byte, state.all);
                state.all = byte == b'(';
            }
        }
    }
}

fn word(code: &mut Cursor<'_, '_>, state: &mut State) {
    let is_member = code.before_next() == b'.';
    let word = code.word();
    let mut small = [0; LONGEST];
    let known = small.get_mut(..word.len()).and_then(|small| {
        small.copy_from_slice(word.as_bytes());
        small.make_ascii_lowercase();
        let small = std::str::from_utf8(small).ok()?;
        match small {
            "create" => state.creates = true,
            "table" | "on" => state.named = std::mem::take(&mut state.creates) || state.named,
            "view" => state.creates = false,
            _ => {}
        }
        state.all = small == "select";
        WORDS.get(small)
    });
    let class = match known {
        _ if is_member || code.peek() == Some(b'.') => NUMBER,
        Some(class) => class,
        None if std::mem::take(&mut state.named) || code.peek() == Some(b'(') => FUNCTION,
        None => PLAIN,
    };
    code.emit(class);
}

/// A string or a quoted name; a quote is doubled in it.
fn string(code: &mut Cursor<'_, '_>, quote: u8) {
    code.skip(1);
    loop {
        code.skip_while(|byte| byte != quote && byte != b'\\');
        match code.peek() {
            Some(b'\\') => {
                code.emit(STRING);
                parts::escape(code);
            }
            Some(_) if code.ahead(1) == quote => {
                code.emit(STRING);
                code.skip(2);
                code.emit(ESCAPE);
            }
            Some(_) => {
                code.skip(1);
                return code.emit(STRING);
            }
            None => return code.emit(STRING),
        }
    }
}

fn sign(code: &mut Cursor<'_, '_>, byte: u8, all: bool) {
    code.step();
    let class = match byte {
        b'*' if all => BUILTIN,
        b'=' | b'<' | b'>' | b'!' | b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'&' | b'^' | b'~' => OPERATOR,
        b'$' | b':' if is_word(code.ahead(0)) => {
            code.word();
            VARIABLE
        }
        b':' if code.eat(":") => OPERATOR,
        _ => PLAIN,
    };
    code.emit(class);
}
