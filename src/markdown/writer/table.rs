//! Writes tables. Collects the cells until all rows are known.

use pulldown_cmark::Alignment;

use super::escape::attribute;

#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
    alignments: Vec<Alignment>,
    /// Whether the next row is in the header.
    pub in_head: bool,
    caption: Option<String>,
}

#[derive(Default)]
struct Row {
    cells: Vec<String>,
    /// The number of header cells.
    headers: usize,
    in_head: bool,
}

/// The maximum number of columns that a cell can span.
const WIDEST: usize = 100;

impl Table {
    pub(super) fn new(caption: Option<String>) -> Self {
        Table { caption, ..Table::default() }
    }

    /// Returns the rows that [`Self::take_rows`] hasn't returned, and the caption, as Markdown.
    pub(super) fn finish(mut self) -> Option<String> {
        let rows = self.take_rows();
        match self.caption.map(|caption| format!("{{{}}}", attribute("caption", &caption))) {
            Some(caption) => rows.map(|rows| format!("{rows}\n{caption}")),
            None => rows,
        }
    }

    pub(super) fn row(&mut self) {
        self.rows.push(Row { in_head: self.in_head, ..Row::default() });
    }

    /// Adds a cell, which can span several columns.
    pub(super) fn cell(&mut self, text: String, is_header: bool, span: usize, alignment: Alignment) {
        if self.rows.is_empty() {
            self.row();
        }
        let is_first = self.rows.len() == 1;
        let Some(row) = self.rows.last_mut() else { return };
        row.headers += usize::from(is_header);
        row.cells.push(text);
        if is_first {
            self.alignments.push(alignment);
        }
        for _ in 1..span.min(WIDEST) {
            row.cells.push(String::new());
            row.headers += usize::from(is_header);
            if is_first {
                self.alignments.push(alignment);
            }
        }
    }

    /// Removes the rows and returns them as Markdown. If there are no cells, returns `None`. A Markdown table must have
    /// a header, which can be empty.
    pub(super) fn take_rows(&mut self) -> Option<String> {
        let rows = std::mem::take(&mut self.rows);
        let alignments = std::mem::take(&mut self.alignments);
        let rows: Vec<&Row> = rows.iter().filter(|row| !row.cells.is_empty()).collect();
        let columns = rows.iter().map(|row| row.cells.len()).max()?;
        let (header, body) = match &rows[..] {
            [first, body @ ..] if first.in_head || first.headers == first.cells.len() => {
                (first.cells.as_slice(), body)
            }
            body => (&[][..], body),
        };
        let cell = |text: &str| if text.is_empty() { " |".to_owned() } else { format!(" {text} |") };
        let line = |cells: &[String]| format!("|{}", cells.iter().map(|text| cell(text)).collect::<String>());
        let missing = " |".repeat(columns - header.len());
        let rule = (0..columns).map(|at| match alignments.get(at) {
            Some(Alignment::Left) => " :-- |",
            Some(Alignment::Center) => " :-: |",
            Some(Alignment::Right) => " --: |",
            Some(Alignment::None) | None => " --- |",
        });
        let rule = format!("|{}", rule.collect::<String>());
        let lines =
            [line(header) + &missing, rule].into_iter().chain(body.iter().map(|row| line(&row.cells)));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}
