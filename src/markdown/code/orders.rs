//! Reads the comments that mark lines and words: `[!code highlight]`, `highlight-next-line`, and the like.

use std::ops::Range;

use super::comments::{comment_around, comment_before};
use crate::diag::misspelled;
use crate::markdown::document::LineMark;

/// The scope of a mark.
#[derive(Clone, Copy)]
pub(super) enum Order<'l> {
    /// Marks this number of lines, starting with the mark's own line or, if the mark is alone on its line, the next
    /// line.
    Here(LineMark, u32),
    /// Marks the next line.
    Next(LineMark),
    Start(LineMark),
    End(LineMark),
    /// Marks a word in this number of lines or, if there's no number, in all following lines.
    Word(&'l str, Option<u32>),
}

/// The comments that mark lines.
pub(super) const ORDERS: [(&str, Order<'_>); 9] = [
    ("highlight-next-line", Order::Next(LineMark::Mark)),
    ("highlight-start", Order::Start(LineMark::Mark)),
    ("highlight-end", Order::End(LineMark::Mark)),
    ("error-next-line", Order::Next(LineMark::Error)),
    ("error-start", Order::Start(LineMark::Error)),
    ("error-end", Order::End(LineMark::Error)),
    ("focus-next-line", Order::Next(LineMark::Focus)),
    ("focus-start", Order::Start(LineMark::Focus)),
    ("focus-end", Order::End(LineMark::Focus)),
];

/// The words of marks in brackets, such as `[!code highlight]`.
const MARKS: [(&str, LineMark); 10] = [
    ("highlight", LineMark::Mark),
    ("hl", LineMark::Mark),
    ("mark", LineMark::Mark),
    ("++", LineMark::Add),
    ("add", LineMark::Add),
    ("--", LineMark::Remove),
    ("remove", LineMark::Remove),
    ("error", LineMark::Error),
    ("warning", LineMark::Warning),
    ("focus", LineMark::Focus),
];

/// The start of a mark in brackets.
const OPEN: &str = "[!code ";

/// The marks in comments that follow each other on a line.
pub(super) struct FoundOrders<'l> {
    pub orders: Vec<Order<'l>>,
    /// The text before the comments.
    pub before: &'l str,
    /// The text after the comments.
    pub after: &'l str,
}

/// Finds the marks in the first comment with a mark, and in the comments after it.
pub(super) fn find_orders(line: &str) -> Option<FoundOrders<'_>> {
    let (order, words) = order_in(line)?;
    let Some((start, mut close)) = comment_before(line, words.start) else {
        return after_text(line, order, &words);
    };
    let (mut orders, mut at) = (vec![order], words.end);
    let spaces = |at: usize| line[at..].len() - line[at..].trim_start().len();
    loop {
        // A comment can contain several marks.
        let next = order_in(&line[at..]);
        if let Some((order, words)) = &next
            && words.start == spaces(at)
        {
            orders.push(*order);
            at += words.end;
            continue;
        }
        let end = line.len() - line[at..].trim_start().strip_prefix(close)?.len();
        // Another comment can follow.
        let other = next.and_then(|(order, words)| {
            let first = words.start.checked_sub(end - at)?;
            Some((order, at + words.end, comment_before(&line[end..], first)?))
        });
        match other.filter(|(_, _, (start, _))| *start == spaces(end)) {
            Some((order, words_end, (_, next_close))) => {
                orders.push(order);
                (at, close) = (words_end, next_close);
            }
            // Only whitespace can follow the marks in a comment that ends with its line.
            None if close.is_empty() && !line[end..].trim().is_empty() => return None,
            None => return Some(FoundOrders { orders, before: &line[..start], after: &line[end..] }),
        }
    }
}

/// Handles a mark in brackets at the end of a comment with other text, which remains.
fn after_text<'l>(line: &'l str, order: Order<'l>, words: &Range<usize>) -> Option<FoundOrders<'l>> {
    let close = line[..words.start].ends_with(' ').then(|| comment_around(line, words.start))??;
    let after = &line[words.end..];
    let is_last = line[words.clone()].starts_with(OPEN) && after.trim() == close;
    let before = line[..words.start].trim_end();
    is_last.then(|| FoundOrders {
        orders: vec![order],
        before,
        after: if close.is_empty() { "" } else { after },
    })
}

/// Returns the mark in a line and its range.
fn order_in(line: &str) -> Option<(Order<'_>, Range<usize>)> {
    if let Some(at) = line.find(OPEN) {
        let inner = &line[at + OPEN.len()..];
        let close = inner.find(']')?;
        let range = at..at + OPEN.len() + close + 1;
        if let Some(word) = inner[..close].trim().strip_prefix("word:").filter(|word| !word.is_empty()) {
            let counted = word.rsplit_once(':').and_then(|(word, count)| Some((word, count.parse().ok()?)));
            let (word, count) = counted.map_or((word, None), |(word, count)| (word, Some(count)));
            return Some((Order::Word(word, count), range));
        }
        let (word, count) = inner[..close].trim().split_once(':').unwrap_or((inner[..close].trim(), "1"));
        let (_, mark) = *MARKS.iter().find(|(name, _)| *name == word)?;
        let count = count.trim().parse().ok()?;
        return Some((Order::Here(mark, count), range));
    }
    ORDERS.into_iter().find_map(|(word, order)| line.find(word).map(|at| (order, at..at + word.len())))
}

/// If a comment contains marks in brackets and one of them isn't valid or text follows them, returns the mark and, if
/// it's similar to a valid mark, a hint. Other tools have other marks. In a string, other text follows the mark.
pub(super) fn misread(line: &str) -> Option<(&str, String)> {
    let first = line.find(OPEN)?;
    let mut at = first;
    let (_, close) = comment_before(line, at)?;
    let mut found = None;
    while line[at..].starts_with(OPEN) {
        let end = at + line[at..].find(']')? + 1;
        let written = &line[at..end];
        if found.is_none() && order_in(written).is_none() {
            found = correction(written).map(|hint| (written, hint));
        }
        at = line.len() - line[end..].trim_start().len();
    }
    let after = line[at..].strip_prefix(close)?;
    // In a string, a quotation mark follows.
    let is_followed = at < line.len() && line[..at].ends_with(' ') && !after.contains(['"', '\'', '`']);
    if found.is_none() && close.is_empty() && is_followed && after.starts_with(char::is_alphabetic) {
        let written = &line[first..first + line[first..].find(']')? + 1];
        return order_in(written).map(|_| (written, "remove the text after the mark".to_owned()));
    }
    found.filter(|_| !close.is_empty() || after.is_empty())
}

/// Returns a hint for an invalid mark that's similar to a valid mark.
fn correction(written: &str) -> Option<String> {
    let inner = written[OPEN.len()..written.len() - 1].trim();
    let (word, count) = inner.split_once(':').unwrap_or((inner, ""));
    let names = || MARKS.into_iter().map(|(name, _)| name);
    Some(match word {
        "word" => "write the word after the colon, as in `[!code word:leaves]`".to_owned(),
        word if names().any(|name| name == word) && !count.is_empty() => {
            format!("write a number of lines after the colon, as in `[!code {word}:2]`")
        }
        word => {
            let sign = ["++", "--"].into_iter().find(|sign| word.starts_with(sign));
            let near = sign.or_else(|| misspelled(word, names().chain(["word"])))?;
            let count = inner[word.len()..].to_owned();
            format!("did you mean `[!code {near}{count}]`?")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::find_orders;
    use crate::markdown::{Options, highlight::Cache, parse};
    use crate::path::SourcePath;
    use crate::source::Source;

    #[test]
    fn other_text_in_the_comment_of_a_mark_remains() {
        let rest = |line| find_orders(line).map(|found| format!("{}{}", found.before, found.after));
        for (line, expected) in [
            ("a // It's new [!code ++]", "a // It's new"),
            ("  # Only text [!code --]", "  # Only text"),
            ("a /* new [!code ++] */", "a /* new */"),
        ] {
            assert_eq!(rest(line).as_deref(), Some(expected));
        }
        for line in ["f('// x [!code ++]')", "f(x [!code ++])", "a // x [!code ++] y", "x#a [!code ++]"] {
            assert_eq!(rest(line), None, "{line}");
        }
    }

    #[test]
    fn comments_that_mark_nothing_are_problems() {
        let found = |code: &str| {
            let text = format!("```js\n{code}\n```\n");
            let source = Source::new(SourcePath::new("a.md"), &text);
            let (_, found) = parse(&source, &Options::default(), &Cache::default(), None);
            found.into_iter().map(|one| one.message).collect::<Vec<_>>()
        };
        let missing = "can't mark `zz`: the lines after the comment don't contain it";
        assert_eq!(found("a(); // [!code word:zz]"), [missing]);
        assert_eq!(found("zz\n// [!code word:zz:1]\na\nzz"), [missing]);
        assert_eq!(found("// [!code word:zz]\na\nzz"), [""; 0]);
        for (start, end) in [("highlight-start", "highlight-end"), ("focus-start", "focus-end")] {
            assert_eq!(found(&format!("// {start}\na")), [format!("`{start}` has no `{end}`")]);
            assert_eq!(found(&format!("// {start}\na\n// {end}")), [""; 0]);
        }
    }
}
