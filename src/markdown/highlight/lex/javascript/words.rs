//! The JavaScript and TypeScript words that the lexer recognizes.

use crate::markdown::{highlight::spans::*, word_table::WordTable};

/// The words of JavaScript.
pub(super) static WORDS: WordTable = WordTable::new(&[
    (
        KEYWORD,
        "async await break case catch class const continue debugger default do else enum extends finally for \
         function get if let new package return set static switch throw try var while with yield",
    ),
    // JavaScript's grammar treats these words as operators.
    (OPERATOR, "as delete export from import in instanceof of typeof void"),
    (NUMBER, "Infinity NaN false null true undefined"),
    (BUILTIN, "arguments super this"),
    (
        TYPE,
        "Array ArrayBuffer BigInt Boolean Buffer DataView Date Error Function Intl JSON Map Math Number \
         Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError \
         TypeError URIError WeakMap WeakSet console document exports global globalThis module navigator \
         process window",
    ),
]);

/// TypeScript's additional words.
pub(super) static TYPED: WordTable = WordTable::new(&[
    (
        KEYWORD,
        "abstract asserts declare implements infer interface is keyof module namespace override private \
         protected public readonly satisfies type unique",
    ),
    (TYPE, "any bigint boolean never number object string symbol unknown"),
]);
