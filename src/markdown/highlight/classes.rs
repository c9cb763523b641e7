//! Converts scopes to classes. A grammar assigns a stack of scopes to each token: for example, `source.rust`,
//! `meta.function`, and `entity.name.function.rust`. In the HTML, each token has one of about 20 classes with
//! one-letter names.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use syntect::parsing::{ClearAmount, Scope, ScopeStackOp};

use super::{
    spans::*,
    words::{self, Words},
};

/// The rules for scopes. For each scope, the longest matching prefix applies. The names come from Sublime Text's scope
/// naming guide and include older names that some grammars use. Each entry defines one class.
const RULES: &[(u8, &str)] = &[
    (COMMENT, "comment punctuation.definition.comment"),
    (STRING, "string punctuation.definition.string storage.type.string markup.raw markup.underline.link"),
    (REGEX, "string.regexp"),
    (
        ESCAPE,
        "constant.character.escape constant.other.placeholder constant.character.entity \
         punctuation.definition.entity.html punctuation.terminator.entity punctuation.section.interpolation \
         punctuation.definition.template-expression punctuation.definition.string.template \
         storage.modifier.conversion support.punctuation.expression",
    ),
    (
        NUMBER,
        "constant keyword.other.unit storage.type.numeric entity.name.constant punctuation.separator.decimal \
         support.constant variable.other.constant",
    ),
    (
        KEYWORD,
        "keyword storage keyword.operator.word keyword.operator.logical.python keyword.operator.logical.sql \
         keyword.operator.new keyword.operator.expression punctuation.definition.keyword support.function.test \
         support.function.construct keyword.operator.type.sql keyword.operator.dockerfile",
    ),
    (OPERATOR, "keyword.operator"),
    (
        TYPE,
        "entity.name entity.other.inherited-class support.class support.type variable.parameter.type \
         variable.type storage.type.buildin storage.type.primitive",
    ),
    (FUNCTION, "entity.name.function entity.name.macro variable.function support.function support.macro"),
    (TAG, "entity.name.tag"),
    (
        ATTRIBUTE,
        "entity.other.attribute-name entity.other.pseudo-class entity.other.pseudo-element \
         support.type.property-name entity.name.tag.yaml entity.name.tag.toml entity.name.field \
         meta.mapping.key.json constant.other.object.key meta.object-literal.key variable.parameter.option \
         punctuation.definition.parameter punctuation.definition.entity",
    ),
    (
        VARIABLE,
        "variable.parameter entity.name.label variable.other.readwrite.shell variable.other.normal.shell \
         variable.other.bracket.shell variable.other.php variable.other.readwrite.powershell \
         variable.other.graphql punctuation.definition.variable punctuation.section.expansion",
    ),
    (BUILTIN, "variable.language support support.variable"),
    (
        DECORATOR,
        "variable.annotation storage.modifier.lifetime entity.name.lifetime punctuation.definition.annotation \
         meta.annotation meta.attribute meta.decorator meta.preprocessor keyword.control.import.include \
         keyword.control.import.define keyword.other.preprocessor markup.changed meta.diff.header \
         punctuation.definition.from-file punctuation.definition.to-file punctuation.definition.range \
         meta.diff.range meta.diff.index punctuation.section.embedded.begin.php \
         punctuation.section.embedded.end.php",
    ),
    (
        PUNCTUATION,
        "punctuation punctuation.definition.entity.other keyword.operator.type.annotation \
         keyword.operator.optional keyword.operator.accessor keyword.operator.declaration.kotlin \
         storage.modifier.required storage.modifier.list punctuation.section.embedded",
    ),
    (HEADING, "entity.name.section markup.heading punctuation.definition.heading"),
    (INSERTED, "markup.inserted punctuation.definition.inserted"),
    (DELETED, "markup.deleted punctuation.definition.deleted"),
    (INVALID, "invalid"),
    (
        PLAIN,
        "variable entity.name.namespace entity.name.module entity.name.package entity.name.val \
         entity.name.variable support.type.package support.variable.property variable.other.constant.ts \
         variable.other.constant.tsx variable.other.constant.object invalid.deprecated meta.interpolation \
         meta.template.expression meta.string.interpolated.expression meta.expression.swift source text \
         meta.embedded",
    ),
];

/// A reader for the tokens of a block, one line at a time.
pub(super) struct Walker {
    /// The class for each scope in the stack. If a scope has no class, the class of the scope below it in the stack
    /// applies.
    stack: Vec<u8>,
    cleared: Vec<Vec<u8>>,
    words: Words,
}

impl Walker {
    pub(super) fn new(language: &str) -> Self {
        Walker { stack: Vec::with_capacity(16), cleared: Vec::new(), words: words::of(language) }
    }

    /// Reads one line without its line break and passes the range and class of each token to `found`.
    pub(super) fn line(
        &mut self,
        line: &str,
        operations: &[(usize, ScopeStackOp)],
        found: &mut dyn FnMut(Range<usize>, u8),
    ) {
        let mut at = 0;
        for (place, operation) in operations {
            let place = (*place).min(line.len());
            if place > at {
                self.token(line, at..place, found);
                at = place;
            }
            self.apply(operation);
        }
        if at < line.len() {
            self.token(line, at..line.len(), found);
        }
    }

    fn token(&self, line: &str, range: Range<usize>, found: &mut dyn FnMut(Range<usize>, u8)) {
        let text = &line[range.clone()];
        match self.class() {
            KEYWORD if self.words.is_type(text.trim()) => found(range, TYPE),
            PLAIN if self.words.any() => {
                let mut at = range.start;
                self.words.split(text, |part, class| {
                    found(at..at + part.len(), class);
                    at += part.len();
                });
            }
            class => found(range, class),
        }
    }

    fn class(&self) -> u8 {
        self.stack.last().copied().unwrap_or(PLAIN)
    }

    fn apply(&mut self, operation: &ScopeStackOp) {
        match operation {
            ScopeStackOp::Push(scope) => {
                let class = match says(*scope) {
                    // A quoted key has the class for keys, not the class for strings.
                    Some(STRING) if self.class() == ATTRIBUTE => ATTRIBUTE,
                    Some(class) => class,
                    None => self.class(),
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

/// Returns a scope's class. If the class depends on the surrounding scope, returns `None`. Each thread has a table of
/// known scopes, because there are thousands of scopes but millions of tokens.
fn says(scope: Scope) -> Option<u8> {
    thread_local! {
        static KNOWN: RefCell<HashMap<Scope, Option<u8>>> = RefCell::new(HashMap::with_capacity(1024));
    }
    KNOWN.with_borrow_mut(|known| *known.entry(scope).or_insert_with(|| decide(scope)))
}

fn decide(scope: Scope) -> Option<u8> {
    static RULE_SCOPES: LazyLock<Vec<(Scope, u8)>> = LazyLock::new(|| {
        let scopes = |(class, names): &(u8, &'static str)| {
            let class = *class;
            names.split(' ').filter_map(move |name| Some((Scope::new(name).ok()?, class)))
        };
        RULES.iter().flat_map(scopes).collect()
    });
    let rules = RULE_SCOPES.iter().filter(|(rule, _)| rule.is_prefix_of(scope));
    rules.max_by_key(|(rule, _)| rule.len()).map(|(_, class)| *class)
}
