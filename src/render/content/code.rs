//! Converts code blocks and diagrams to HTML.

use super::{Medium, Writer};
use crate::markdown::{CodeBlock, LineMark, highlight};
use crate::render::markup::{Markup, html};

impl Writer<'_> {
    /// Writes inline code. A request for an operation becomes a link to the operation's page.
    pub(super) fn inline_code(&mut self, code: &str) {
        let is_free = self.links == 0 && self.cards == 0 && !self.in_heading;
        let requests = self.resolved.requests.iter().filter(|_| is_free);
        match requests.into_iter().find(|(request, _)| request == code.trim()) {
            Some((_, link)) => html!(self, r#"<a href="{}"><code>{}</code></a>"#, &link.href, code),
            None => {
                self.raw("<code");
                self.write_attributes(&[]);
                html!(self, ">{}</code>", code);
            }
        }
    }

    pub(super) fn code(&mut self, block: &CodeBlock) {
        if self.options.medium == Medium::Feed {
            return self.plain(block);
        }
        if block.diagram {
            return self.diagram(self.document.str(block.text));
        }
        let language = if block.language.is_empty() { "text" } else { &block.language };
        html!(self, r#"<div class="code" data-language="{}""#, language);
        if let Some(first) = block.first_number {
            html!(self, r#" data-lines="{}""#, &first.to_string());
            if first != 1 {
                html!(self, r#" style="--first-line: {}""#, &first.to_string());
            }
        }
        if block.marks.iter().any(|mark| matches!(mark, Some(LineMark::Add | LineMark::Remove))) {
            self.raw(" data-diff");
        }
        if block.marks.contains(&Some(LineMark::Focus)) {
            self.raw(" data-focus");
        }
        self.raw(">");
        if let Some(title) = &block.title {
            html!(self, r#"<div class="code-title">{}</div>"#, title);
        }
        self.raw("<pre tabindex=\"0\"><code>");
        let start = self.out.len();
        match &block.html {
            Some(html) => self.raw(html),
            None => highlight::write(&block.language, self.document.str(block.text), &mut self.out),
        }
        if block.first_number.is_some() || !block.marks.is_empty() {
            let html = self.out.split_off(start);
            self.lines(block, &html);
        }
        html!(self, r#"</code></pre><div class="code-tools">"#);
        html!(self, r#"<button type="button" class="code-wrap" aria-label="{code_wrap}" hidden></button>"#);
        html!(self, r#"<button type="button" class="code-copy" aria-label="{code_copy}"></button>"#);
        self.raw("</div></div>\n");
    }

    /// Writes a code block without colors, buttons, or islands.
    fn plain(&mut self, block: &CodeBlock) {
        if let Some(title) = &block.title {
            html!(self, "<p><em>{}</em></p>\n", title);
        }
        html!(self, "<pre><code>{}</code></pre>\n", self.document.str(block.text));
    }

    fn lines(&mut self, block: &CodeBlock, html: &str) {
        for (at, line) in html.split_inclusive('\n').enumerate() {
            let mark = block.marks.get(at).copied().flatten().map(|mark| match mark {
                LineMark::Mark => "mark",
                LineMark::Add => "add",
                LineMark::Remove => "remove",
                LineMark::Error => "error",
                LineMark::Warning => "warning",
                LineMark::Focus => "focus",
            });
            match mark {
                Some(mark) => html!(self, r#"<span class="line" data-line="{}">"#, mark),
                None => self.raw("<span class=\"line\">"),
            }
            html!(self, "{}</span>", raw(line));
        }
    }

    /// Writes a diagram as an island that draws it. The source is shown until the diagram is drawn, or if scripts don't
    /// run. A `closed` diagram is drawn in a context where it can't load anything.
    fn diagram(&mut self, source: &str) {
        let closed = if self.options.closed { ",\"closed\":true" } else { "" };
        let json = format!("{{\"source\":{}{closed}}}", json_string(source));
        html!(self, r#"<div data-island="diagram"><script type="application/json">{}</script>"#, raw(&json));
        html!(self, r#"<div data-fallback><pre tabindex="0">{}</pre></div></div>"#, source);
        self.raw("\n");
    }
}

/// Returns a JSON string that is safe in a script element.
fn json_string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' || "<>&\u{2028}\u{2029}".contains(c) => {
                out.push_str(&format!("\\u{:04x}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
