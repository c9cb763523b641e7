//! Writes multipart bodies as text. `theme/src/islands/request/parts.ts` does the same for the console.

use super::{Multipart, Part, PartValue, curl::in_quotes};

/// The boundary, unless the body contains it.
const BOUNDARY: &str = "boundary";

impl Multipart {
    /// Returns the body as text, and its media type with the boundary. In place of a file, the text contains its name.
    pub(in crate::openapi) fn text(&self) -> (String, String) {
        let is_used = |boundary: &str| {
            self.parts
                .iter()
                .any(|part| matches!(&part.value, PartValue::Text(text) if text.contains(boundary)))
        };
        let mut boundary = BOUNDARY.to_owned();
        while is_used(&boundary) && boundary.len() < 70 {
            boundary.push('x');
        }
        let media_type = self.media_type.as_deref().unwrap_or("multipart/form-data");
        let mut text = String::new();
        for part in &self.parts {
            text.push_str(&format!("--{boundary}\r\n"));
            for (name, value) in self.head(part) {
                text.push_str(&format!("{name}: {value}\r\n"));
            }
            let value = match &part.value {
                PartValue::Text(text) => text.clone(),
                PartValue::File(name) => format!("<{name}>"),
            };
            text.push_str(&format!("\r\n{value}\r\n"));
        }
        text.push_str(&format!("--{boundary}--\r\n"));
        (format!("{media_type}; boundary={boundary}"), text)
    }

    /// Returns the headers of a part.
    fn head(&self, part: &Part) -> Vec<(String, String)> {
        let is_disposition = |name: &str| name.eq_ignore_ascii_case("content-disposition");
        let mut head = Vec::new();
        let own = part.headers.iter().find(|(name, _)| is_disposition(name)).map(|(_, value)| value.clone());
        if let Some(value) = own.or_else(|| self.disposition(part)) {
            head.push(("Content-Disposition".to_owned(), value));
        }
        head.extend(part.content_type.iter().map(|name| ("Content-Type".to_owned(), name.clone())));
        head.extend(part.headers.iter().filter(|(name, _)| !is_disposition(name)).cloned());
        head
    }

    fn disposition(&self, part: &Part) -> Option<String> {
        let file = match &part.value {
            PartValue::File(file) => format!("; filename=\"{}\"", in_quotes(file)),
            PartValue::Text(_) => String::new(),
        };
        match part.name.is_empty() && self.media_type.is_some() {
            true => (!file.is_empty()).then(|| format!("attachment{file}")),
            false => Some(format!("form-data; name=\"{}\"{file}", in_quotes(&part.name))),
        }
    }
}
