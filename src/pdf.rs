//! Reads and changes the PDF files that a browser prints. Only this module uses hayro-syntax.
//!
//! Takes and returns bytes. This module must not know how a file is printed or what the file shows.

use std::collections::{BTreeMap, HashMap};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, MaybeRef, Object, ObjectIdentifier};

/// The result of [`read`].
#[derive(Debug, PartialEq)]
pub(crate) struct Facts {
    /// The number of pages.
    pub pages: usize,
    /// The page of each named destination, counted from 1. A browser adds a destination for each element that a link
    /// in the document refers to.
    pub destinations: BTreeMap<String, usize>,
}

/// Reads a file. Returns `None` if the file isn't a PDF file.
pub(crate) fn read(bytes: &[u8]) -> Option<Facts> {
    let pdf = Pdf::new(bytes.to_vec()).ok()?;
    let pages = pdf.pages();
    let ids = pages.iter().enumerate().filter_map(|(at, page)| Some((page.raw().obj_id()?, at + 1)));
    let numbers: HashMap<_, usize> = ids.collect();
    let root: Dict<'_> = pdf.xref().get(pdf.xref().root_id())?;
    let page_of = |value: MaybeRef<Object<'_>>| {
        let target = match value {
            MaybeRef::NotRef(target) => target,
            MaybeRef::Ref(id) => pdf.xref().get::<Object<'_>>(id.into())?,
        };
        // A destination starts with a reference to its page.
        let page: ObjectIdentifier = target.into_array()?.raw_iter().next()?.as_obj_ref()?.into();
        numbers.get(&page).copied()
    };
    let named: Dict<'_> = root.get("Dests").unwrap_or_else(Dict::empty);
    let destinations = named
        .entries()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), page_of(value)?)))
        .collect();
    Some(Facts { pages: pages.len(), destinations })
}

/// Sets the dates of a file, such as to `20250105120000Z` (ISO 32000-2, 7.9.4), or removes the dates. Otherwise, two
/// prints of the same document would differ. The length of the file stays the same, so that all offsets stay valid.
pub(crate) fn set_dates(bytes: &mut [u8], date: Option<&str>) {
    for key in [&b"/CreationDate (D:"[..], b"/ModDate (D:"] {
        let Some(start) = bytes.windows(key.len()).position(|window| window == key) else { continue };
        let value = start + key.len();
        let Some(length) = bytes[value..].iter().position(|byte| *byte == b')') else { continue };
        match date.filter(|date| date.len() <= length) {
            Some(date) => {
                let end = value + date.len();
                bytes[value..end].copy_from_slice(date.as_bytes());
                bytes[end] = b')';
                bytes[end + 1..=value + length].fill(b' ');
            }
            None => bytes[start..=value + length].fill(b' '),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pages, and a destination on each.
    const FILE: &[u8] = b"%PDF-1.4
1 0 obj
<</Type /Catalog /Pages 2 0 R /Dests 5 0 R>>
endobj
2 0 obj
<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>
endobj
3 0 obj
<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>
endobj
4 0 obj
<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>
endobj
5 0 obj
<</c2 [4 0 R /XYZ 0 0 0] /c1 [3 0 R /XYZ 0 0 0] /gone [9 0 R /XYZ 0 0 0]>>
endobj
trailer
<</Root 1 0 R /Size 6>>
%%EOF
";

    #[test]
    fn destinations_have_the_numbers_of_their_pages() {
        let destinations = [("c1".to_owned(), 1), ("c2".to_owned(), 2)].into();
        assert_eq!(read(FILE), Some(Facts { pages: 2, destinations }));
        assert_eq!(read(b"<!doctype html>"), None);
    }

    #[test]
    fn dates_are_replaced_without_changing_offsets() {
        let file = b"<</CreationDate (D:20261126235753+00'00')\n/ModDate (D:20261126235753+00'00')>>";
        let changed = |date| {
            let mut bytes = file.to_vec();
            set_dates(&mut bytes, date);
            assert_eq!(bytes.len(), file.len());
            String::from_utf8(bytes).expect("the text is ASCII")
        };
        assert_eq!(changed(None).split_whitespace().collect::<String>(), "<<>>");
        assert_eq!(changed(Some("19700101000000Z")).matches("(D:19700101000000Z)").count(), 2);
    }
}
