//! Preserves formulas. Each generator has its own delimiters for formulas. In docgen, the delimiters are `$` and `$$`.
//!
//! Before text is converted, [`Math::taken`] replaces each formula with a token so that the conversion doesn't change
//! the LaTeX. Afterward, [`Formulas::restored`] replaces the tokens with formulas in docgen's syntax.

mod macros;

use super::lines::{is_blank, margin_of};
use super::markdown::is_block_tag;
use super::prose;
pub(super) use macros::Macros;

/// The delimiters of formulas.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Delimiter {
    pub open: String,
    pub close: String,
    /// Whether the formula is displayed on its own line.
    pub is_display: bool,
}

/// The formula syntax of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Math {
    /// The delimiters. If one delimiter starts with another, the longer delimiter is first.
    pub delimiters: Vec<Delimiter>,
    /// Whether `\begin{align}` starts a formula.
    pub has_environments: bool,
    /// Whether a `$$…$$` formula is inline unless it's on its own lines, as in remark-math.
    pub is_remark: bool,
    /// Whether there can be spaces after the first dollar sign and before the last one.
    pub has_spaces: bool,
    /// Whether a script finds the formulas in the page. In this case, the formulas are first converted as Markdown, so
    /// a backslash before punctuation disappears.
    pub is_markdown: bool,
    /// Whether text between single dollar signs is a formula only if it looks like LaTeX, because the page might not show
    /// formulas.
    pub is_doubtful: bool,
    /// Whether the text is MDX.
    pub is_mdx: bool,
    /// Whether a displayed formula that starts a line can contain any lines, such as blank lines and lines that look like
    /// list items.
    pub spans_blocks: bool,
    /// The site's own commands.
    pub macros: Macros,
}

/// The characters around a token. They're private-use characters.
const TOKEN: [char; 2] = ['\u{E0F0}', '\u{E0F1}'];

/// The characters around formulas that an importer finds itself (for example, in a shortcode): the characters around an
/// inline formula, and the characters around a displayed formula.
const OWN: [[&str; 2]; 2] = [["\u{E0F2}", "\u{E0F3}"], ["\u{E0F4}", "\u{E0F5}"]];

/// Marks LaTeX as a formula for [`Math::taken`].
pub(super) fn marked(latex: &str, is_display: bool) -> String {
    let [open, close] = OWN[usize::from(is_display)];
    format!("{open}{}{close}", latex.trim())
}

struct Formula {
    latex: String,
    is_display: bool,
    /// Whether the delimiters of a displayed formula are on their own lines.
    is_fenced: bool,
}

/// The formulas in text, in the order of their tokens.
#[derive(Default)]
pub(super) struct Formulas(Vec<Formula>);

impl Math {
    /// Returns the formula syntax of remark-math.
    pub(super) fn remark(is_mdx: bool) -> Self {
        Math { is_remark: true, has_spaces: true, is_mdx, ..Math::dollars() }
    }

    /// Returns the syntax of formulas between dollar signs.
    pub(super) fn dollars() -> Self {
        Math::default().with("$$", "$$", true).with("$", "$", false)
    }

    /// Adds the delimiters of [`marked`] formulas.
    pub(super) fn with_marked(self) -> Self {
        let [text, display] = OWN;
        self.with(text[0], text[1], false).with(display[0], display[1], true)
    }

    /// Adds delimiters.
    pub(super) fn with(mut self, open: &str, close: &str, is_display: bool) -> Self {
        let (open, close) = (open.to_owned(), close.to_owned());
        self.delimiters.push(Delimiter { open, close, is_display });
        self.delimiters.sort_by_key(|delimiter| std::cmp::Reverse(delimiter.open.len()));
        self
    }

    /// Replaces the formulas in text with tokens and escapes the other dollar signs that docgen would interpret as
    /// delimiters.
    pub(super) fn taken(&self, text: &str) -> (String, Formulas) {
        let mut formulas = Formulas::default();
        let mut marks = vec!['$', '\\'];
        marks.extend(self.delimiters.iter().filter_map(|delimiter| delimiter.open.chars().next()));
        if text.contains(TOKEN) || !text.contains(&marks[..]) {
            return (text.to_owned(), formulas);
        }
        let text = prose::rewritten(text, self.is_mdx, &marks, &mut |text, at| {
            if let Some((mut formula, length)) = self.formula(text, at) {
                formula.latex = self.macros.expanded(formula.latex);
                formulas.0.push(formula);
                return Some((format!("{}{}{}", TOKEN[0], formulas.0.len() - 1, TOKEN[1]), length));
            }
            let is_misread = is_opening(&text[at..], !formulas.0.is_empty());
            is_misread.then(|| ("\\$".to_owned(), 1))
        });
        (text, formulas)
    }

    /// Returns the formula at an offset in docgen's syntax, and its length. If there's no formula and docgen could
    /// interpret a dollar sign as one, returns an escaped dollar sign.
    pub(super) fn kept(&self, text: &str, at: usize) -> Option<(String, usize)> {
        let Some((formula, length)) = self.formula(text, at) else {
            return is_opening(&text[at..], false).then(|| ("\\$".to_owned(), 1));
        };
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let margin = margin_of(&text[start..]);
        let is_alone = start + margin == at && text[at + length..].lines().next().is_none_or(is_blank);
        Some((formula.written(is_alone.then_some(&text[start..at])), length))
    }

    /// Returns the formula at an offset, and its length.
    fn formula(&self, text: &str, at: usize) -> Option<(Formula, usize)> {
        let rest = &text[at..];
        if rest.starts_with("\\begin{") {
            let is_block = self.has_environments && is_blank(before(text, at));
            let (latex, length) = environment(rest).filter(|_| is_block)?;
            let latex = as_latex(&unquoted(text, at, latex), self.is_markdown);
            return Some((Formula { latex, is_display: true, is_fenced: false }, length));
        }
        let delimiter = self.delimiters.iter().find(|delimiter| rest.starts_with(&delimiter.open))?;
        let Delimiter { open, close, is_display } = delimiter;
        let inner = &rest[open.len()..];
        // Between lines that contain only the delimiters, there can be blank lines.
        let is_fenced = *is_display && is_blank(inner.lines().next().unwrap_or_default());
        let is_first = is_blank(before(text, at));
        let spans_blocks = is_fenced || self.spans_blocks && *is_display && is_first;
        let scope = match spans_blocks {
            true => inner,
            false if self.is_remark => prose::block(text, at + open.len(), self.is_mdx),
            false => prose::paragraph(inner),
        };
        let end = end_of(scope, close)?;
        let (latex, after) = (&inner[..end], &inner[end + close.len()..]);
        let is_tight = !latex.starts_with(char::is_whitespace) && !latex.ends_with(char::is_whitespace);
        let is_price = after.starts_with(|c: char| c.is_ascii_digit());
        // Text between two prices isn't LaTeX.
        let is_math = is_tight && !is_price || self.has_spaces && latex.contains(['\\', '^', '_', '=', '{']);
        // A formula in a table doesn't extend beyond its cell.
        let is_row = !is_display && before(text, at).trim_start().starts_with('|');
        let has_cells = is_row && latex.replace("\\|", "").contains(['|', '\n']);
        if has_cells
            || close == "$" && (!is_math || self.is_doubtful && !is_latex(latex))
            || latex.trim().is_empty()
            || !is_display && (latex.contains('`') || end_of(latex, "$").is_some())
            || self.is_remark && !is_display && has_markup(latex)
        {
            return None;
        }
        let is_alone = is_first && after.lines().next().is_none_or(is_blank);
        let is_display = *is_display && (!self.is_remark || is_alone);
        let is_markdown = self.is_markdown && !OWN.iter().any(|[own, _]| own == open);
        let latex = as_latex(&unquoted(text, at, latex), is_markdown);
        Some((Formula { latex, is_display, is_fenced }, open.len() + end + close.len()))
    }
}

/// Whether text looks like LaTeX, not like the text between two variables of a shell.
fn is_latex(text: &str) -> bool {
    let is_symbol = text.chars().count() <= 2 && text.chars().all(char::is_alphanumeric);
    let has_operator = text.contains(['=', '+', '-', '<', '>', '*']);
    let is_whole = text.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    let is_index = text.split_once('_').is_some_and(|(name, index)| name.len() == 1 && index.len() == 1);
    let has_command = text.contains(['\\', '^', '{']) && !text.starts_with('{');
    is_symbol || has_command || has_operator && is_whole || is_index
}

/// Whether text contains a link or an end tag, which LaTeX doesn't have.
fn has_markup(text: &str) -> bool {
    text.contains("](")
        || text
            .match_indices("</")
            .any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the LaTeX of a formula. If the formula is first converted as Markdown, backslashes before punctuation
/// disappear.
fn as_latex(written: &str, is_markdown: bool) -> String {
    if !is_markdown {
        return written.trim().to_owned();
    }
    let mut out = String::new();
    let mut chars = written.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek().filter(|next| c == '\\' && next.is_ascii_punctuation()) {
            Some(next) => {
                out.push(*next);
                chars.next();
            }
            None => out.push(c),
        }
    }
    crate::markdown::decode(&out).into_owned()
}

/// Returns the environment at the start of the text, and its length.
fn environment(rest: &str) -> Option<(&str, usize)> {
    let name = rest.strip_prefix("\\begin{")?.split('}').next()?;
    let end = format!("\\end{{{name}}}");
    let length = prose::paragraph(rest).find(&end)? + end.len();
    Some((&rest[..length], length))
}

/// Returns the LaTeX of a formula without the quote markers at the start of each line.
fn unquoted(text: &str, at: usize, latex: &str) -> String {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let quotes = line[..margin_of(line)].matches('>').count();
    let bare = |line: &str| {
        (0..quotes).fold(line.to_owned(), |line, _| {
            let bare = line.trim_start();
            bare.strip_prefix('>').unwrap_or(bare).to_owned()
        })
    };
    let mut lines = latex.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    std::iter::once(first).chain(lines.map(bare)).collect::<Vec<_>>().join("\n")
}

/// Returns the part of a line before an offset, without quote and list markers.
fn before(text: &str, at: usize) -> &str {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    &line[margin_of(line)..]
}

/// Returns the offset of a closing delimiter. A dollar sign after a backslash isn't a delimiter.
fn end_of(text: &str, close: &str) -> Option<usize> {
    let backslashes = |at: usize| at - text[..at].trim_end_matches('\\').len();
    let is_escaped = |at: &usize| close.starts_with('$') && backslashes(*at) % 2 == 1;
    text.match_indices(close).map(|(at, _)| at).find(|at| !is_escaped(at))
}

/// Whether docgen could interpret the dollar sign at the start of the text as the start of a formula. If the page
/// already has formulas, other dollar signs could be next to a formula.
fn is_opening(rest: &str, has_formulas: bool) -> bool {
    let Some(inner) = rest.strip_prefix('$') else { return false };
    inner.starts_with(|c: char| !c.is_whitespace()) && (has_formulas || prose::paragraph(inner).contains('$'))
}

/// The report of a formula in HTML, and a hint.
pub(super) const IN_HTML: (&str, &str) =
    ("a formula in HTML", "write the formula in Markdown, with a blank line before and after it");

impl Formulas {
    /// Whether text, in which tokens represent the formulas, has a formula in a block of HTML. docgen shows such a
    /// formula as text.
    pub(super) fn are_in_html(&self, text: &str) -> bool {
        let mut is_html = false;
        text.lines().filter(|_| !self.0.is_empty()).any(|line| {
            let bare = &line[margin_of(line)..];
            is_html = !is_blank(line) && (is_html || bare.starts_with('<') && is_block_tag(bare));
            is_html && line.contains(TOKEN[0])
        })
    }

    /// Replaces the tokens in text with their formulas.
    pub(super) fn restored(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let mut rest = line;
            while let Some((before, (formula, after))) = rest.find(TOKEN[0]).and_then(|at| {
                let (index, after) = rest[at + TOKEN[0].len_utf8()..].split_once(TOKEN[1])?;
                Some((&rest[..at], (self.0.get(index.parse::<usize>().ok()?)?, after)))
            }) {
                out.push_str(before);
                let margin = margin_of(line);
                let is_alone = rest.len() == line.len() && before.len() == margin && is_blank(after);
                out.push_str(&formula.written(is_alone.then_some(&line[..margin])));
                rest = after;
            }
            out.push_str(rest);
        }
        out
    }
}

impl Formula {
    /// Returns the formula in docgen's syntax. If the formula is alone on its line, `margin` is the start of the line.
    fn written(&self, margin: Option<&str>) -> String {
        let lines = lines_of(&self.latex);
        let whole = lines.join(" ");
        // A backslash would escape the delimiter.
        let end = if whole.ends_with('\\') { " " } else { "" };
        match margin.filter(|_| self.is_display && (self.is_fenced || lines.len() > 1)) {
            Some(margin) => {
                let next: String = margin.chars().map(|c| if c == '>' { c } else { ' ' }).collect();
                let inner: Vec<String> = lines.iter().map(|line| format!("{next}{line}\n")).collect();
                format!("$$\n{}{next}$$", inner.concat())
            }
            None if self.is_display => format!("$${whole}{end}$$"),
            None => format!("${whole}{}$", if end.is_empty() { "" } else { "{}" }),
        }
    }
}

/// Returns the lines of LaTeX without blank lines, which would end the formula. A line that would start a block, such as
/// a list item or the underline of a heading, becomes part of the line before it.
fn lines_of(latex: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in latex.lines().map(str::trim).filter(|line| !is_blank(line)) {
        let is_block = line.starts_with(['+', '-', '*', '=', '#', '>', '~', '<', ':', '|', '`'])
            || line.starts_with(|c: char| c.is_ascii_digit());
        match lines.last_mut().filter(|last| is_block && !last.contains('%')) {
            Some(last) => *last = format!("{last} {line}"),
            None => lines.push(line.to_owned()),
        }
    }
    lines
}
