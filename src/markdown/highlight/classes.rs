//! Scopes to classes. A grammar gives each token a stack of scopes, such as `source.rust`, `meta.function`,
//! `entity.name.function.rust`; what a reader sees is one of about twenty classes, named by one letter.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use syntect::parsing::{ClearAmount, Scope, ScopeStackOp};

use crate::markdown::escape;

/// What a scope says about the class of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// Nothing: the scope around it decides.
    Nothing,
    /// It is of this class; a space is plain text, whatever is around.
    Class(u8),
}

const PLAIN: u8 = b' ';

/// The longest matching prefix of a scope decides. Names are those of the scope naming guide of Sublime Text, with what
/// older grammars write.
const RULES: &[(&str, u8)] = &[
    ("comment", b'c'),
    ("punctuation.definition.comment", b'c'),
    ("string", b's'),
    ("punctuation.definition.string", b's'),
    ("string.regexp", b'r'),
    ("string.unquoted", b's'),
    // Grammars of configuration formats call bare words strings.
    ("string.unquoted.heredoc", b's'),
    ("constant", b'n'),
    ("constant.numeric", b'n'),
    ("constant.language", b'n'),
    ("constant.character", b'n'),
    ("constant.character.escape", b'e'),
    ("constant.other.placeholder", b'e'),
    ("constant.other.symbol", b'n'),
    ("constant.other.color", b'n'),
    ("keyword", b'k'),
    ("keyword.operator", b'o'),
    ("keyword.operator.word", b'k'),
    ("keyword.operator.logical.python", b'k'),
    ("keyword.operator.new", b'k'),
    ("keyword.other.unit", b'n'),
    ("storage", b'k'),
    ("storage.type", b'k'),
    ("storage.modifier", b'k'),
    ("storage.type.numeric", b'n'),
    ("entity.name", b't'),
    ("entity.name.function", b'f'),
    ("entity.name.macro", b'f'),
    ("entity.name.tag", b'g'),
    ("entity.name.section", b'm'),
    ("entity.name.namespace", PLAIN),
    ("entity.name.module", PLAIN),
    ("entity.name.constant", b'n'),
    ("entity.name.label", b'v'),
    ("entity.name.variable", b'v'),
    ("entity.name.lifetime", b'd'),
    ("entity.name.val", PLAIN),
    ("entity.other.attribute-name", b'a'),
    ("entity.other.inherited-class", b't'),
    ("entity.other.pseudo", b'a'),
    ("variable", PLAIN),
    ("variable.language", b'b'),
    ("variable.parameter", b'v'),
    ("variable.function", b'f'),
    ("variable.annotation", b'd'),
    ("variable.other.constant", b'n'),
    ("variable.other.readwrite.shell", b'v'),
    ("variable.other.normal.shell", b'v'),
    ("variable.other.bracket.shell", b'v'),
    ("variable.other.php", b'v'),
    ("variable.other.readwrite.powershell", b'v'),
    ("support", b'b'),
    ("support.function", b'f'),
    ("support.macro", b'f'),
    ("support.class", b't'),
    ("support.type", b't'),
    ("support.type.property-name", b'a'),
    ("support.constant", b'n'),
    ("support.variable", b'b'),
    ("punctuation", b'p'),
    ("punctuation.section.interpolation", b'e'),
    ("punctuation.section.embedded", b'e'),
    ("punctuation.definition.variable", b'v'),
    ("punctuation.definition.annotation", b'd'),
    ("punctuation.definition.template-expression", b'e'),
    ("punctuation.definition.keyword", b'k'),
    ("punctuation.definition.entity", b'a'),
    ("punctuation.definition.tag", b'p'),
    ("punctuation.definition.heading", b'm'),
    ("punctuation.separator.key-value", b'p'),
    ("punctuation.accessor", b'p'),
    ("meta.annotation", b'd'),
    ("meta.attribute", b'd'),
    ("meta.decorator", b'd'),
    ("meta.preprocessor", b'd'),
    ("keyword.control.import.include", b'd'),
    ("keyword.other.preprocessor", b'd'),
    ("meta.interpolation", PLAIN),
    ("meta.template.expression", PLAIN),
    ("meta.string.interpolated.expression", PLAIN),
    ("source", PLAIN),
    ("text", PLAIN),
    ("markup.heading", b'm'),
    ("markup.inserted", b'i'),
    ("markup.deleted", b'j'),
    ("markup.changed", b'd'),
    ("markup.raw", b's'),
    ("markup.underline.link", b's'),
    ("markup.quote", b'c'),
    ("meta.diff", b'd'),
    ("meta.diff.header", b'd'),
    ("invalid", b'x'),
    ("invalid.deprecated", PLAIN),
];

/// Writes the tokens of a block, line by line.
pub(super) struct Walker {
    /// The class of each scope of the stack, what is below it counted in.
    stack: Vec<u8>,
    cleared: Vec<Vec<u8>>,
}

impl Walker {
    pub(super) fn new(root: Scope) -> Self {
        // The parser pushes its root itself.
        let _ = root;
        Walker { stack: Vec::with_capacity(16), cleared: Vec::new() }
    }

    /// Writes one line without its end. No span is left open.
    pub(super) fn line(&mut self, line: &str, operations: &[(usize, ScopeStackOp)], out: &mut String) {
        let mut at = 0;
        let mut open = PLAIN;
        for (place, operation) in operations {
            let place = (*place).min(line.len());
            if place > at {
                write(&line[at..place], self.class(), &mut open, out);
                at = place;
            }
            self.apply(operation);
        }
        if at < line.len() {
            write(&line[at..], self.class(), &mut open, out);
        }
        if open != PLAIN {
            out.push_str("</span>");
        }
    }

    fn class(&self) -> u8 {
        self.stack.last().copied().unwrap_or(PLAIN)
    }

    fn apply(&mut self, operation: &ScopeStackOp) {
        match operation {
            ScopeStackOp::Push(scope) => {
                let class = match says(*scope) {
                    Says::Class(class) => class,
                    Says::Nothing => self.class(),
                };
                self.stack.push(class);
            }
            ScopeStackOp::Pop(count) => self.stack.truncate(self.stack.len().saturating_sub(*count)),
            ScopeStackOp::Clear(amount) => {
                let count = match amount {
                    ClearAmount::TopN(count) => (*count).min(self.stack.len()),
                    ClearAmount::All => self.stack.len(),
                };
                self.cleared.push(self.stack.split_off(self.stack.len() - count));
            }
            ScopeStackOp::Restore => self.stack.extend(self.cleared.pop().unwrap_or_default()),
            ScopeStackOp::Noop => {}
        }
    }
}

/// Writes a piece of a line. White space takes the class of what is before it, so that fewer spans are needed.
fn write(text: &str, class: u8, open: &mut u8, out: &mut String) {
    if class != *open && !text.bytes().all(|byte| byte == b' ' || byte == b'\t') {
        if *open != PLAIN {
            out.push_str("</span>");
        }
        if class != PLAIN {
            out.push_str("<span class=\"");
            out.push(class as char);
            out.push_str("\">");
        }
        *open = class;
    }
    escape::text(text, out);
}

/// What a scope says, from a table of this thread: there are a few thousand scopes and millions of tokens.
fn says(scope: Scope) -> Says {
    thread_local! {
        static KNOWN: RefCell<HashMap<Scope, Says>> = RefCell::new(HashMap::with_capacity(1024));
    }
    KNOWN.with_borrow_mut(|known| *known.entry(scope).or_insert_with(|| decide(scope)))
}

fn decide(scope: Scope) -> Says {
    static RULE_SCOPES: OnceLock<Vec<(Scope, u8)>> = OnceLock::new();
    let rules = RULE_SCOPES.get_or_init(|| {
        RULES.iter().filter_map(|(name, class)| Some((Scope::new(name).ok()?, *class))).collect()
    });
    rules
        .iter()
        .filter(|(rule, _)| rule.is_prefix_of(scope))
        .max_by_key(|(rule, _)| rule.len())
        .map_or(Says::Nothing, |(_, class)| Says::Class(*class))
}
