//! Lists of the `mdx_truly_sane_lists` extension, whose nested items are indented by two spaces.

use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::fence;
use crate::import::python_markdown::lists::item;

/// Returns text with nested list items indented by four spaces. `nested` is the number of spaces in the text.
pub(super) fn widened(text: &str, nested: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut is_in_list, mut is_after_blank) = (false, true);
    // The open fence, and the number of spaces to add to each of its lines.
    let mut open: Option<(usize, char, usize)> = None;
    for line in text.split_inclusive('\n') {
        let indent = indent_of(line);
        let bare = line.trim_start_matches([' ', '\t']);
        if let Some((length, mark, more)) = open {
            out += &if is_blank(line) { line.to_owned() } else { format!("{}{line}", " ".repeat(more)) };
            if fence(line).is_some_and(|(n, c, info)| c == mark && n >= length && is_blank(info)) {
                open = None;
            }
            continue;
        }
        let is_item = item(bare).is_some();
        is_in_list = is_item || is_in_list && (is_blank(line) || indent > 0 || !is_after_blank);
        let more = if is_in_list { indent / nested * 4 - indent / nested * nested } else { 0 };
        match is_blank(line) {
            true => out += line,
            false => out += &format!("{}{line}", " ".repeat(more)),
        }
        open = fence(line).map(|(length, mark, _)| (length, mark, more));
        is_after_blank = is_blank(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::widened;

    #[test]
    fn nested_items_are_indented_by_four_spaces() {
        for (text, expected) in [
            (
                "1. One\n  1. Inner\n    - Deep\n2. Two:\n\n  Text.\n\n3. Three\n",
                "1. One\n    1. Inner\n        - Deep\n2. Two:\n\n    Text.\n\n3. Three\n",
            ),
            ("- a\n  ```\n    x\n  ```\n", "- a\n    ```\n      x\n    ```\n"),
            ("- a\n\ntext\n  more\n", "- a\n\ntext\n  more\n"),
            ("a\n  b\n", "a\n  b\n"),
        ] {
            assert_eq!(widened(text, 2), expected, "{text}");
        }
        assert_eq!(widened("- a\n    - b\n", 4), "- a\n    - b\n");
    }
}
