//! Finds declarations in code by their names. Takes the lines of a file and its language, and returns the lines of the
//! declaration. The lexers tell code from comments and strings; this module looks only at keywords, brackets, and
//! indentation.

use std::ops::Range;

use super::highlight;

/// How a language shows where a declaration ends.
#[derive(Clone, Copy, PartialEq)]
enum Blocks {
    /// By brackets and semicolons.
    Brackets,
    /// By brackets or the end of the line.
    Lines,
    /// By indentation.
    Indentation,
}

/// The rules for the declarations of a language.
struct Rules {
    /// The names of the language, separated by spaces.
    names: &'static str,
    blocks: Blocks,
    /// The keywords before a name, separated by spaces.
    keywords: &'static str,
    /// The words that can be before the name of a member without a keyword, if there are such members.
    members: Option<&'static str>,
}

const JAVASCRIPT: &str = "function class interface type enum namespace const let var";

const RULES: [Rules; 4] = [
    Rules {
        names: "rust rs",
        blocks: Blocks::Brackets,
        keywords: "fn struct enum union trait mod type const static mut macro_rules",
        members: None,
    },
    Rules { names: "go golang", blocks: Blocks::Lines, keywords: "func type var const", members: None },
    Rules {
        names: "javascript js mjs cjs node typescript ts mts cts tsx jsx",
        blocks: Blocks::Lines,
        keywords: JAVASCRIPT,
        members: Some("async static public private protected readonly abstract override get set"),
    },
    Rules {
        names: "python py python3 py3",
        blocks: Blocks::Indentation,
        keywords: "def class",
        members: Some(""),
    },
];

/// The byte that replaces each byte of a string.
const STRING: u8 = 1;

/// Returns the lines of a declaration, counted from 0. The name can have parts, as in `Parser.parse` or
/// `Parser::parse`. If docgen doesn't know the language's declarations, the error is `None`. If there's no such
/// declaration, the error contains the names of the declarations at the same place.
pub(super) fn find(code: &str, language: &str, symbol: &str) -> Result<Range<usize>, Option<Vec<String>>> {
    let rules = RULES.iter().find(|rules| rules.names.split(' ').any(|name| name == language)).ok_or(None)?;
    let file = File { lines: masked(code, language).ok_or(None)?, rules };
    let parts: Vec<&str> = symbol.split(['.', ':']).filter(|part| !part.is_empty()).collect();
    let range = file.find(0..file.lines.len(), &parts, false).ok_or_else(|| Some(file.names()))?;
    // Attributes and decorators belong to the declaration.
    let all: Vec<&str> = code.lines().collect();
    let is_attribute =
        |line: &&&str| line.trim_start().starts_with(['@']) || line.trim_start().starts_with("#[");
    let before = all[..range.start].iter().rev().take_while(is_attribute).count();
    Ok(range.start - before..range.end)
}

/// Returns the lines of code. Comments are spaces, and strings are [`STRING`]. The lines have the same words and brackets as
/// the code, but not always the same length.
fn masked(code: &str, language: &str) -> Option<Vec<Vec<u8>>> {
    let html = highlight::by_lexer(language, code)?;
    let (mut out, mut rest, mut class) = (Vec::with_capacity(code.len()), &*html, ' ');
    while let Some(first) = rest.chars().next() {
        let end = |c: char| rest.find(c).map_or(rest.len(), |end| end + 1);
        let (text, length) = match first {
            '<' => {
                class = rest.strip_prefix("<span class=\"").and_then(|tag| tag.chars().next()).unwrap_or(' ');
                ("", end('>'))
            }
            '&' => (
                match &rest[1..2] {
                    "l" => "<",
                    "g" => ">",
                    _ => "&",
                },
                end(';'),
            ),
            c => (&rest[..c.len_utf8()], c.len_utf8()),
        };
        out.extend(text.bytes().map(|byte| match (class, byte) {
            (_, b'\n') => byte,
            ('c', _) => b' ',
            ('s' | 'r' | 'e', _) => STRING,
            _ => byte,
        }));
        rest = &rest[length..];
    }
    Some(out.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

struct File {
    lines: Vec<Vec<u8>>,
    rules: &'static Rules,
}

impl File {
    /// Finds the declaration of a name in a range of lines. Of several declarations, the outermost one counts, and then
    /// the first one.
    fn find(&self, range: Range<usize>, parts: &[&str], is_member: bool) -> Option<Range<usize>> {
        let (name, rest) = parts.split_first()?;
        let mut found: Vec<(usize, usize, usize)> = range
            .clone()
            .filter_map(|at| {
                let end = self.declared(at, name, is_member, !rest.is_empty())?;
                Some((indent(&self.lines[at]), at, end))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().find_map(|(_, at, name_end)| {
            let extent = self.extent(at, name_end)?;
            match rest {
                [] => Some(extent),
                _ => self.find(extent.start + 1..extent.end, rest, true),
            }
        })
    }

    /// If a line declares a name, returns the end of the name on the line. `is_container` is whether a part of the
    /// declaration is wanted, so that an `impl` block also counts.
    fn declared(&self, at: usize, name: &str, is_member: bool, is_container: bool) -> Option<usize> {
        let line = &self.lines[at];
        let all: Vec<(usize, usize)> = words(line).collect();
        let index = all.iter().position(|(start, end)| &line[*start..*end] == name.as_bytes())?;
        let (start, end) = all[index];
        let before: Vec<&[u8]> = all[..index].iter().map(|(start, end)| &line[*start..*end]).collect();
        let gap = &line[all[..index].last().map_or(0, |(_, end)| *end)..start];
        let is_near = gap.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'!'));
        if is_near && before.last().is_some_and(|word| is_one_of(word, self.rules.keywords)) {
            return Some(end);
        }
        let first = before.first().copied().unwrap_or_default();
        // A method in Go has its receiver between the keyword and the name.
        let is_method = first == b"func" && gap.contains(&b')') && line.get(end) == Some(&b'(');
        if is_method || is_container && first == b"impl" {
            return Some(end);
        }
        let members = self.rules.members?;
        let mut after = line[end..].iter().copied().skip_while(|byte| *byte == b' ');
        let (after, next) = (after.next().unwrap_or(0), after.next());
        let has_value = match self.rules.blocks {
            Blocks::Indentation => matches!(after, b'=' | b':') && next != Some(b'='),
            _ => is_member && matches!(after, b'(' | b'<' | b'=' | b':' | b'?'),
        };
        let is_first = before.iter().all(|word| is_one_of(word, members))
            && line[..start].iter().all(|byte| is_word(*byte) || matches!(byte, b' ' | b'\t' | b'*' | b'#'));
        (is_first && has_value).then_some(end)
    }

    /// Returns the lines of the declaration that starts on a line. `from` is the end of the declaration's name.
    fn extent(&self, at: usize, from: usize) -> Option<Range<usize>> {
        let mut depth = 0_usize;
        for (row, line) in self.lines.iter().enumerate().skip(at) {
            let start = if row == at { from } else { 0 };
            for (column, byte) in line.iter().enumerate().skip(start) {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => {
                        depth = depth.checked_sub(1)?;
                        let after = line[column + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                        let goes_on = after.is_some_and(|byte| matches!(byte, b'{' | b'|' | b'&' | b'['));
                        let is_end = depth == 0 && *byte == b'}' && !goes_on;
                        if is_end && self.rules.blocks != Blocks::Indentation {
                            return Some(at..row + 1);
                        }
                    }
                    b';' if depth == 0 && self.rules.blocks != Blocks::Indentation => {
                        return Some(at..row + 1);
                    }
                    _ => {}
                }
            }
            if depth > 0 {
                continue;
            }
            match self.rules.blocks {
                Blocks::Brackets => {}
                Blocks::Lines if self.goes_on(row) => {}
                Blocks::Lines => return Some(at..row + 1),
                Blocks::Indentation => return Some(at..self.indented(at, row)),
            }
        }
        None
    }

    /// Whether a statement continues after a line outside brackets.
    fn goes_on(&self, row: usize) -> bool {
        let last = self.lines[row].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        let next = self.lines[row + 1..].iter().find(|line| !is_blank(line));
        let first = next.and_then(|line| line.iter().find(|byte| !byte.is_ascii_whitespace()));
        let is_open =
            |byte: &u8| matches!(byte, b'=' | b',' | b'+' | b'-' | b'|' | b'&' | b'?' | b':' | b'>' | b'.');
        last.is_some_and(is_open)
            || first.is_some_and(|byte| matches!(byte, b'.' | b'?' | b'|' | b'&' | b'=' | b'{'))
    }

    /// Returns the end of the lines that are indented more than the line `at`. `header` is the last line of the
    /// declaration's header.
    fn indented(&self, at: usize, header: usize) -> usize {
        let depth = indent(&self.lines[at]);
        let (mut end, mut open) = (header + 1, 0_usize);
        for (row, line) in self.lines.iter().enumerate().skip(header + 1) {
            let indent = indent(line);
            // A line of a string can have any indentation.
            let is_inside = open > 0 || indent > depth || line.get(indent) == Some(&STRING);
            if !is_blank(line) {
                if !is_inside {
                    break;
                }
                end = row + 1;
            }
            for byte in line {
                match byte {
                    b'(' | b'[' | b'{' => open += 1,
                    b')' | b']' | b'}' => open = open.saturating_sub(1),
                    _ => {}
                }
            }
        }
        end
    }

    /// Returns the names of all declarations with a keyword.
    fn names(&self) -> Vec<String> {
        let names = self.lines.iter().filter_map(|line| {
            let found: Vec<(usize, usize)> = words(line).collect();
            let pair =
                found.windows(2).find(|pair| is_one_of(&line[pair[0].0..pair[0].1], self.rules.keywords))?;
            Some(String::from_utf8_lossy(&line[pair[1].0..pair[1].1]).into_owned())
        });
        names.collect()
    }
}

/// Returns the ranges of the words on a line.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|byte| is_word(*byte))?;
        let end =
            line[start..].iter().position(|byte| !is_word(*byte)).map_or(line.len(), |length| start + length);
        at = end;
        Some((start, end))
    })
}

/// Whether a word is in a list of words with spaces between them.
fn is_one_of(word: &[u8], list: &str) -> bool {
    list.split(' ').any(|one| one.as_bytes() == word)
}

#[cfg(test)]
mod tests {
    use super::find;

    /// Returns the lines of a declaration.
    fn shown(language: &str, code: &str, symbol: &str) -> Option<String> {
        let lines: Vec<&str> = code.lines().collect();
        find(code, language, symbol).ok().map(|range| lines[range].join("\n"))
    }

    #[track_caller]
    fn check(language: &str, code: &str, symbols: &[(&str, &str)]) {
        for (symbol, expected) in symbols {
            assert_eq!(shown(language, code, symbol).as_deref(), Some(*expected), "{language} {symbol}");
        }
    }

    const RUST: &str = "use a::parse;
/// Calls `fn parse`.
#[derive(Debug)]
pub struct Parser<'a> {
    text: &'a str, // }
}

impl<'a> Parser<'a> {
    pub fn parse(&self) -> [u8; 2] {
        let s = \"}\"; let c = '}'; /* } */
        parse(s)
    }
}

const NAMES: &[&str] = &[
    \"fn parse\",
];
pub(crate) fn parse<T>(
    text: T,
) -> usize
where
    T: Into<String>,
{
    0
}
struct Unit;
macro_rules! list { () => {} }
";

    #[test]
    fn rust() {
        check(
            "rust",
            RUST,
            &[
                ("Parser", "#[derive(Debug)]\npub struct Parser<'a> {\n    text: &'a str, // }\n}"),
                (
                    "Parser::parse",
                    "    pub fn parse(&self) -> [u8; 2] {\n        let s = \"}\"; let c = '}'; /* } */\n        parse(s)\n    }",
                ),
                (
                    "parse",
                    "pub(crate) fn parse<T>(\n    text: T,\n) -> usize\nwhere\n    T: Into<String>,\n{\n    0\n}",
                ),
                ("NAMES", "const NAMES: &[&str] = &[\n    \"fn parse\",\n];"),
                ("Unit", "struct Unit;"),
                ("list", "macro_rules! list { () => {} }"),
            ],
        );
        assert_eq!(shown("rust", RUST, "text"), None);
        assert_eq!(shown("rust", "fn open() {\n", "open"), None);
    }

    #[test]
    fn python() {
        let code = "import a

LIMIT = [
  1,
]

@cache
@other(1)
def steep(tea,
          minutes=3):
    \"\"\"Say
def not_this():
    \"\"\"
    if tea:

        return 1
# A comment.

class Pot:
    size: int = 1

    async def fill(self): return (
1)

    def empty(self):
        \"\"\"Only words.\"\"\"

x = 1
";
        check(
            "python",
            code,
            &[
                ("LIMIT", "LIMIT = [\n  1,\n]"),
                (
                    "steep",
                    "@cache\n@other(1)\ndef steep(tea,\n          minutes=3):\n    \"\"\"Say\ndef not_this():\n    \"\"\"\n    if tea:\n\n        return 1",
                ),
                ("Pot.fill", "    async def fill(self): return (\n1)"),
                ("Pot.empty", "    def empty(self):\n        \"\"\"Only words.\"\"\""),
                ("Pot.size", "    size: int = 1"),
                ("x", "x = 1"),
            ],
        );
        assert_eq!(shown("python", code, "not_this"), None);
    }

    #[test]
    fn go() {
        let code = "package a

type Pot struct {
\tsize int
}

// func Fill
func (p *Pot) Fill(n int) error {
\tif n > 0 { return nil }
\treturn err(\"}\")
}

var limit = 3
func Empty() { }
";
        check(
            "go",
            code,
            &[
                ("Pot", "type Pot struct {\n\tsize int\n}"),
                (
                    "Fill",
                    "func (p *Pot) Fill(n int) error {\n\tif n > 0 { return nil }\n\treturn err(\"}\")\n}",
                ),
                ("limit", "var limit = 3"),
                ("Empty", "func Empty() { }"),
            ],
        );
    }

    #[test]
    fn javascript_and_typescript() {
        let code = "import { pot } from \"pot\";
export const limit = 3
export default async function* steep({ tea }: { tea: string }): { a: number } {
  const limit = `}`;
  const end = /}/;
}
export const fill = (pot) =>
  pot.fill()
    .then(limit)
const names = [
  \"a\",
];
@decorated
export class Pot<T> extends Thing {
  size = 1;
  static async boil(n: number): Promise<void> {
    if (n) { boil(n); }
  }
}
export interface Tea { name: string }
type A =
  | \"a\"
  | \"b\";
";
        check(
            "ts",
            code,
            &[
                ("limit", "export const limit = 3"),
                (
                    "steep",
                    "export default async function* steep({ tea }: { tea: string }): { a: number } {\n  const limit = `}`;\n  const end = /}/;\n}",
                ),
                ("fill", "export const fill = (pot) =>\n  pot.fill()\n    .then(limit)"),
                ("names", "const names = [\n  \"a\",\n];"),
                ("Pot.boil", "  static async boil(n: number): Promise<void> {\n    if (n) { boil(n); }\n  }"),
                ("Pot.size", "  size = 1;"),
                ("Tea", "export interface Tea { name: string }"),
                ("A", "type A =\n  | \"a\"\n  | \"b\";"),
            ],
        );
        assert!(
            shown("ts", code, "Pot").expect("it is declared").starts_with("@decorated\nexport class Pot")
        );
    }

    #[test]
    fn unknown_symbols_and_languages() {
        assert_eq!(find("x", "lua", "x"), Err(None));
        assert_eq!(find("fn parse() {}", "rust", "parze"), Err(Some(vec!["parse".to_owned()])));
    }
}
