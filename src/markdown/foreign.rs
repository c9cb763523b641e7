//! Finds syntax that Markdown and docgen show as text: other generators' constructs, such as `!!! note` or
//! `{{< figure >}}`, and references to footnotes that don't exist.
//!
//! Takes the text to parse and returns candidates based only on the text. `build` determines which candidates are shown
//! as text and which are code. On a page without such syntax, the search takes one pass over the bytes.

mod brackets;
mod fix;

pub(super) use brackets::name_in_braces;
use brackets::{
    alert, callout, delimiter_row, distant_target, footnote, heading, reference, role, spaced_target,
    wiki_link,
};
use fix::Fix;
pub(super) use fix::Fixed;
pub(crate) use fix::{capitalized, is_admonition, look};

use super::directives::{self, INCLUDE};
use crate::config::Extension;
use crate::diag::Code;
use crate::source::floor;

/// A construct that docgen shows as text.
pub(super) struct Construct {
    /// The construct's name, with its generator if it has one, in the message "docgen shows … as text".
    pub name: &'static str,
    /// The diagnostic's code.
    pub code: Code,
    /// An instruction for writers that describes the docgen syntax to use instead. In the hint for footnotes, `{}` is
    /// the reference.
    pub hint: &'static str,
    /// The extension of docgen's Markdown that supports the construct.
    pub extension: Option<Extension>,
    /// Whether `docgen import` converts sites with this construct.
    pub is_imported: bool,
    /// Whether the construct is an HTML comment, which readers don't see.
    pub is_comment: bool,
    /// Converts an occurrence to docgen's Markdown, if that's possible.
    pub fix: Option<Fix>,
    /// The marks. Each occurrence of the construct contains one of these marks.
    marks: &'static [&'static str],
    /// If a mark belongs to a construct, returns the lengths of the construct's parts before and after the start of the
    /// mark.
    find: fn(&At<'_>) -> Option<(usize, usize)>,
}

/// The location of a mark.
struct At<'t> {
    text: &'t str,
    at: usize,
}

/// Text that's a construct unless it's code.
pub(super) struct Candidate {
    /// The offset of the mark.
    pub at: usize,
    /// The offset of the start of the construct.
    pub start: usize,
    /// The offset of the end of the construct.
    pub end: usize,
    /// The construct.
    pub construct: &'static Construct,
}

const fn construct(
    name: &'static str,
    marks: &'static [&'static str],
    find: fn(&At<'_>) -> Option<(usize, usize)>,
    hint: &'static str,
) -> Construct {
    let code = Code::ForeignSyntax;
    Construct {
        name,
        code,
        hint,
        extension: None,
        is_imported: true,
        is_comment: false,
        fix: None,
        marks,
        find,
    }
}

/// Returns a construct that isn't specific to generators that `docgen import` supports.
const fn common(construct: Construct) -> Construct {
    Construct { is_imported: false, ..construct }
}

/// Returns a construct that `docgen check --fix` converts.
const fn fixed(fix: Fix, construct: Construct) -> Construct {
    Construct { fix: Some(fix), ..construct }
}

/// Returns a construct that an extension of docgen's Markdown supports.
const fn extension(extension: Extension, construct: Construct) -> Construct {
    Construct { extension: Some(extension), ..construct }
}

/// The hint for constructs that include another file.
const INCLUDES: &str = "write `::include{file=\"./_part.md\"}`, with the other file's path";
/// The name of template variables in messages.
pub(super) const VARIABLE: &str = "a template variable from another generator";
/// The name of attribute lists in messages.
pub(super) const ATTRIBUTES: &str = "an attribute list";

const CONSTRUCTS: &[Construct] = &[
    fixed(
        fix::admonition,
        construct(
            "an MkDocs admonition",
            &["!!! "],
            admonition,
            "write `:::note[Title]`, the text, and `:::`",
        ),
    ),
    fixed(
        fix::admonition,
        construct(
            "an MkDocs collapsible block",
            &["??? ", "???+ "],
            admonition,
            "write `:::details[Title]`, the text, and `:::`",
        ),
    ),
    fixed(
        fix::tabs,
        construct(
            "an MkDocs tab",
            &["=== \"", "===+ \"", "===! \""],
            tab,
            "put the tabs between `::::tabs` and `::::`; for each tab, write `:::tab[Label]`, the text, and `:::`",
        ),
    ),
    common(construct(
        "VuePress tabs",
        &["::: tabs#", ":::tabs#", "::: code-tabs#", ":::code-tabs#"],
        line,
        "put the tabs between `::::tabs` and `::::`; for each tab, write `:::tab[Label]`, the text, and `:::`",
    )),
    common(construct(
        "a MyST directive",
        &[":::{"],
        line,
        "write the name after the colons, such as `:::note[Title]`, then the text, and `:::`",
    )),
    common(construct(
        "a Quarto div",
        &["::: {"],
        line,
        "write a name after the colons, such as `:::note[Title]`, then the text, and `:::`",
    )),
    fixed(
        fix::block,
        construct("an MkDocs block", &["/// "], block, "write `:::note[Title]`, the text, and `:::`"),
    ),
    construct("an MkDocs snippet", &["--8<--"], line, INCLUDES),
    common(construct(
        ATTRIBUTES,
        &["{:", "{.", "{ .", "{#", "{ #"],
        attributes,
        "write it right after an inline element or on the line after a block, or remove it",
    )),
    common(construct(
        "an `::include` in the middle of a line",
        &["::include"],
        |at| leaf(at, true),
        "put the include on its own line, outside tables; for a short text, use a variable",
    )),
    common(construct(
        "a directive in the middle of a line",
        &["::"],
        |at| leaf(at, false),
        "put directives with two colons on their own lines, outside tables",
    )),
    Construct {
        code: Code::UnknownDirective,
        ..common(construct(
            "an unknown directive",
            &["::", ":"],
            |at| directives::unknown_in_text(at.text, at.at).map(|unknown| (0, unknown.length)),
            "check the name, or put a backslash before the first colon",
        ))
    },
    fixed(
        fix::removed,
        common(construct(
            "a table of contents",
            &["[TOC]", "[toc]", "[[toc]]", "[[TOC]]", "[[_TOC_]]"],
            contents,
            "remove it; docgen shows each page's headings next to the page",
        )),
    ),
    extension(
        Extension::Keys,
        fixed(
            fix::keys,
            construct(
                "MkDocs keys",
                &[
                    "++ctrl+",
                    "++cmd+",
                    "++alt+",
                    "++shift+",
                    "++command+",
                    "++option+",
                    "++meta+",
                    "++windows+",
                ],
                keys,
                "add `keys` to `extensions` in `[markdown]` in `docgen.toml`, or write `<kbd>Ctrl</kbd>`",
            ),
        ),
    ),
    common(construct(
        "an icon",
        &[":material-", ":octicons-", ":fontawesome-", ":simple-", ":lucide-", ":icon-"],
        |at| at.name_between_colons().map(|name| (0, name.len() + 2)),
        "write `:icon{name=check}`, with an icon name from https://lucide.dev/icons",
    )),
    extension(
        Extension::Abbreviations,
        common(construct(
            "an abbreviation",
            &["*["],
            abbreviation,
            "add `abbreviations` to `extensions` in `[markdown]` in `docgen.toml`",
        )),
    ),
    construct(
        "a Hugo shortcode",
        &["{{<", "{{%"],
        shortcode,
        "use a directive, such as `:::note`, or a component in an `.mdx` file",
    ),
    fixed(
        fix::mdbook_include,
        construct(
            "an mdBook include",
            &["{{#include ", "{{#rustdoc_include ", "{{#playground ", "{{#playpen ", "{{#title "],
            |at| at.rest().find("}}").map(|end| (0, end + 2)),
            INCLUDES,
        ),
    ),
    construct(
        "a template tag from another generator",
        &["{%"],
        template_tag,
        "use a directive, such as `:::note`, or a component in an `.mdx` file",
    ),
    construct(
        VARIABLE,
        &["{{"],
        template_variable,
        "define the name in `[variables]` in `docgen.toml`, or use an expression in an `.mdx` file",
    ),
    construct(
        "a VitePress code import",
        &["<<< @/", "<<< ./", "<<< ../"],
        line,
        "use an empty code block with `file=\"../path\"` after the language",
    ),
    Construct {
        is_comment: true,
        fix: Some(fix::vitepress_include),
        ..construct(
            "a VitePress include",
            &["<!--@include:", "<!-- @include:"],
            |at| at.rest().find("-->").map(|end| (0, end + 3)),
            INCLUDES,
        )
    },
    common(construct(
        "math",
        &["$$", "$\\", "\\("],
        math,
        "set `math = true` in `[markdown]` in `docgen.toml`, write formulas as `$x$` or `$$x$$`, and close each brace",
    )),
    fixed(
        fix::callout,
        common(construct(
            "a docsify callout",
            &["!> ", "?> "],
            callout,
            "write `:::warning`, the text, and `:::`",
        )),
    ),
    common(construct(
        "an Obsidian link",
        &["[["],
        wiki_link,
        "write `[text](page.md)` or `![text](image.png)`",
    )),
    Construct {
        code: Code::UndefinedFootnote,
        ..common(construct(
            "a footnote reference",
            &["[^"],
            footnote,
            "add a line that starts with `{}:`, or remove the reference",
        ))
    },
    common(construct(
        "an admonition marker",
        &["[!"],
        alert,
        "use `NOTE`, `TIP`, `IMPORTANT`, `WARNING`, or `CAUTION`, alone on its line, or write `:::note[Title]`, the text, \
         and `:::`",
    )),
    common(construct(
        "a link without a definition",
        &["]["],
        reference,
        "add a line such as `[label]: https://example.com`, or put a backslash before the first bracket",
    )),
    common(construct(
        "a link with a space in its target",
        &["]("],
        spaced_target,
        "put the target in angle brackets, as in `[text](<my file.md>)`",
    )),
    common(construct(
        "a link with a space before its target",
        &["] ("],
        distant_target,
        "remove the space between `]` and `(`",
    )),
    common(construct("a heading without a space", &["##"], heading, "put a space after the last `#`")),
    common(construct(
        "a table",
        &["|-", "| -", "|:", "| :"],
        delimiter_row,
        "write one cell for each column of the header in this row, such as `| --- | --- |`",
    )),
    common(construct(
        "a MyST role",
        &["}`"],
        role,
        "use a link, such as `[text](page.md#id)`, or use only the code",
    )),
];

/// For each byte, two bit sets: the constructs that have a mark whose first byte is this byte, and the constructs that
/// have a mark whose second byte is this byte.
static BY_BYTE: [[u64; 2]; 256] = by_byte();

const fn by_byte() -> [[u64; 2]; 256] {
    let mut table = [[0; 2]; 256];
    let mut index = 0;
    while index < CONSTRUCTS.len() {
        let marks = CONSTRUCTS[index].marks;
        let mut mark = 0;
        while mark < marks.len() {
            let bytes = marks[mark].as_bytes();
            table[bytes[0] as usize][0] |= 1 << index;
            let mut next = 0;
            while next < table.len() {
                // One-byte marks must be followed by a name.
                let is_name = (next as u8).is_ascii_alphanumeric() || next == b'+' as usize;
                if bytes.len() == 1 && is_name || bytes.len() > 1 && bytes[1] as usize == next {
                    table[next][1] |= 1 << index;
                }
                next += 1;
            }
            mark += 1;
        }
        index += 1;
    }
    table
}

/// Returns the candidates in the text, in order.
pub(super) fn candidates(text: &str) -> Vec<Candidate> {
    let text = &*directives::with_colons(text);
    let mut found = Vec::new();
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        let mut constructs = BY_BYTE[usize::from(pair[0])][0] & BY_BYTE[usize::from(pair[1])][1];
        while constructs != 0 {
            let construct = &CONSTRUCTS[constructs.trailing_zeros() as usize];
            constructs &= constructs - 1;
            let has_mark = construct.marks.iter().any(|mark| text[at..].starts_with(mark));
            if has_mark && let Some(candidate) = candidate(text, at, construct) {
                found.push(candidate);
                break;
            }
        }
    }
    found
}

fn candidate(text: &str, at: usize, construct: &'static Construct) -> Option<Candidate> {
    let place = At { text, at };
    let (before, length) = (construct.find)(&place)?;
    let is_escaped = text[..at].ends_with('\\') && !text[at..].starts_with('\\');
    (!is_escaped).then_some(Candidate { at, start: at - before, end: at + length, construct })
}

/// The maximum number of bytes to examine before or after a mark. The limit prevents long lines from slowing down the
/// search.
const REACH: usize = 512;

impl<'t> At<'t> {
    /// Returns the part of the line before the mark.
    fn before(&self) -> &'t str {
        let before = &self.text[floor(self.text, self.at.saturating_sub(REACH))..self.at];
        before.rfind('\n').map_or(before, |end| &before[end + 1..])
    }

    /// Returns the text that starts with the mark.
    fn near(&self) -> &'t str {
        &self.text[self.at..floor(self.text, (self.at + REACH).min(self.text.len()))]
    }

    /// Returns the rest of the line, starting with the mark.
    fn rest(&self) -> &'t str {
        self.near().lines().next().unwrap_or_default()
    }

    /// Returns the text from the mark up to the next blank line.
    fn paragraph(&self) -> &'t str {
        let near = self.near();
        near.find("\n\n").map_or(near, |end| &near[..end])
    }

    /// Whether only spaces, quote markers, and list markers precede the mark on its line.
    fn starts_block(&self) -> bool {
        self.before().bytes().all(|byte| b" \t>-*+.)0123456789".contains(&byte))
    }

    /// Whether a word or code precedes the mark.
    fn follows_word(&self) -> bool {
        self.before().ends_with(|c: char| c.is_alphanumeric() || "$`/\\".contains(c))
    }

    /// Returns the name in `:name:`.
    fn name_between_colons(&self) -> Option<&'t str> {
        let rest = &self.near()[1..];
        let name = &rest[..rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_+".contains(c)))?];
        let after = &rest[name.len()..];
        let ends = after.starts_with(':')
            && !after[1..].starts_with(|c: char| c.is_alphanumeric() || ":[{/".contains(c));
        let starts = !self.before().ends_with(|c: char| c.is_alphanumeric() || ":/\\".contains(c));
        (!name.is_empty() && ends && starts).then_some(name)
    }
}

/// Matches a whole line that's in its own block.
fn line(at: &At<'_>) -> Option<(usize, usize)> {
    at.starts_block().then(|| (0, at.rest().trim_end().len()))
}

/// Matches `!!! note "Title"`, or `!!! note` before indented text.
fn admonition(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest();
    let mark = rest.find(' ')?;
    let is_kind = |c: char| c.is_alphanumeric() || c == '-' || c == ' ';
    let words = &rest[mark..];
    let kind = words.find(|c| !is_kind(c)).map_or(words, |end| &words[..end]);
    let title = words[kind.len()..].trim();
    let has_title = title.len() > 1 && title.starts_with('"') && title.ends_with('"');
    let mut below = at.near()[rest.len()..].trim_start_matches('\r').lines().skip(1);
    let bare = |line: &'_ str| line.trim_start_matches([' ', '\t', '>']).len();
    let width = |line: &str| {
        let start = line[..line.len() - bare(line)].bytes();
        start.map(|byte| if byte == b'\t' { 4 } else { 1 }).sum::<usize>()
    };
    let first = below.find(|line| bare(line) > 0);
    let is_indented = first.is_some_and(|line| width(line) >= at.before().len() + 4);
    let is_whole = !kind.trim().is_empty() && (has_title || title.is_empty() && is_indented);
    (is_whole && at.starts_block()).then(|| (0, mark + kind.trim_end().len()))
}

/// Matches `/// note | Title`, the text, and `///`.
fn block(at: &At<'_>) -> Option<(usize, usize)> {
    let name = at.rest()[4..].split('|').next()?.trim_end();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let has_end =
        at.text[at.at..].lines().skip(1).take(REACH).any(|line| line.trim_matches([' ', '>']) == "///");
    (is_name && has_end && at.starts_block()).then_some((0, 4 + name.len()))
}

/// Matches `=== "Label"`.
fn tab(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest().trim_end();
    let is_label = rest.ends_with('"') && rest.matches('"').count() == 2;
    (is_label && at.starts_block()).then_some((0, rest.len()))
}

/// Matches `{ .class #id key=value }` or `{: .class }`, except heading IDs.
fn attributes(at: &At<'_>) -> Option<(usize, usize)> {
    let inner = &at.rest()[1..at.rest().find('}')?];
    let after = at.rest()[inner.len() + 2..].chars().next();
    let list = inner.strip_prefix(':');
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c))
    };
    let has_name = |word: &str, mark| word.strip_prefix(mark).is_some_and(is_name);
    let is_value =
        |word: &str| word.split_once('=').is_some_and(|(key, value)| is_name(key) && !value.is_empty());
    let words = || list.unwrap_or(inner).split_ascii_whitespace();
    let is_list = words().all(|word| {
        has_name(word, '.') || has_name(word, '#') || is_value(word) || list.is_some() && is_name(word)
    });
    let is_more = list.is_some() || words().any(|word| has_name(word, '.'));
    let ends = after.is_none_or(|c| c.is_whitespace() || ".,;:)".contains(c));
    (words().next().is_some() && is_list && is_more && ends && !at.before().ends_with(char::is_alphanumeric))
        .then_some((0, inner.len() + 2))
}

/// Matches `::name{key=value}` in text.
fn leaf(at: &At<'_>, is_include: bool) -> Option<(usize, usize)> {
    let (name, length) = directives::leaf_in_text(at.text, at.at)?;
    let is_broken = directives::broken_leaf(&at.text[..at.at], &at.text[at.at..]).is_some();
    ((name == INCLUDE) == is_include && !is_broken).then_some((0, length))
}

/// Matches `[TOC]` on its own line.
fn contents(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest().trim_end();
    let is_alone = at.before().trim().is_empty() && !rest[1..rest.len() - 1].contains([' ', '(']);
    (is_alone && rest.ends_with(']')).then_some((0, rest.len()))
}

/// Matches `++ctrl+c++`.
fn keys(at: &At<'_>) -> Option<(usize, usize)> {
    let end = at.rest()[2..].find("++")? + 4;
    let is_key = |c: char| c.is_ascii_alphanumeric() || "+-_".contains(c);
    (at.rest()[..end].chars().all(is_key) && !at.follows_word()).then_some((0, end))
}

/// Matches `*[HTML]: Markup`.
fn abbreviation(at: &At<'_>) -> Option<(usize, usize)> {
    let end = at.rest().find("]: ")?;
    let is_one = !at.rest()[end..].contains('*') && !at.rest()[2..end].contains('[');
    (is_one && at.before().is_empty() && end > 2).then_some((0, end + 2))
}

/// Matches `{{< name` or `{{% /name`.
fn shortcode(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest();
    let name = rest[3..].trim_start().trim_start_matches('/').trim_start();
    let length = name.find(|c: char| !(c.is_alphanumeric() || "-_/.".contains(c))).unwrap_or(name.len());
    let end = if rest.starts_with("{{<") { ">}}" } else { "%}}" };
    let is_name = name.starts_with(char::is_alphabetic);
    (is_name && at.paragraph().contains(end)).then(|| (0, rest.len() - name.len() + length))
}

/// Matches `{% name … %}`.
fn template_tag(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest();
    let name = rest[2..].trim_start_matches(['-', '+']).trim_start().trim_start_matches('/');
    let length = name.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(name.len());
    let after = &name[length..];
    let is_name = !at.before().ends_with('{')
        && name.starts_with(char::is_alphabetic)
        && (after.is_empty() || after.starts_with([' ', '(', '%', '/']));
    (is_name && at.paragraph().contains("%}")).then(|| (0, rest.len() - after.len()))
}

/// Matches `{{ page.title }}`, `{{ $page }}`, `{{ name | filter }}`, or `{{ name() }}`.
fn template_variable(at: &At<'_>) -> Option<(usize, usize)> {
    let inner = &at.rest()[2..at.rest().find("}}")?];
    let value = inner.trim();
    let end = value.find(|c: char| !(c.is_alphanumeric() || "_$.-".contains(c))).unwrap_or(value.len());
    let (name, more) = (&value[..end], value[end..].trim_start());
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c)) && !name.ends_with('.');
    let is_path = name.contains('.') || name.starts_with('$');
    let is_call = more.starts_with('(') && more.ends_with(')');
    let is_filtered = more.starts_with('|') && more.len() > 1;
    (is_name && (is_path && more.is_empty() || is_call || is_filtered)).then_some((0, inner.len() + 4))
}

/// Matches `$$ … $$`, `\\( … \\)`, or `$\command … $`.
fn math(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest();
    if rest.starts_with('\\') {
        let end = rest.find("\\\\)")? + 3;
        return at.before().ends_with('\\').then_some((1, end));
    }
    if rest.starts_with("$\\") {
        let formula = at.paragraph()[1..].split_once('$')?.0;
        let is_command = formula[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '{');
        let is_formula = is_command && !formula.ends_with([' ', '\\']) && !at.follows_word();
        return is_formula.then_some((0, formula.len() + 2));
    }
    let formula = at.paragraph()[2..].split_once("$$")?.0;
    let is_formula = !formula.trim().is_empty() && !formula.starts_with('$');
    (is_formula && at.starts_block()).then_some((0, 2))
}
