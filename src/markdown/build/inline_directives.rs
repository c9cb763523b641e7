//! Handles directives in text (badges, icons, and tooltips) and the icons in titles.

use super::{Builder, Pass};
use crate::diag::{Code, Span, suggest};
use crate::markdown::{
    attributes,
    directive::{Label, Line, Opening},
    directives::{DIRECTIVES, DirectiveId, Form},
    document::{Element, Event},
    emoji,
    icons::Icon,
    scan,
    variables::Scope,
};

/// The maximum depth of nested directive labels. In the innermost labels, directives are shown as text.
const MAX_DEPTH: u32 = 3;

impl Builder<'_> {
    /// Handles a directive in text. `index` is the index of the directive's marker.
    pub(super) fn inline_directive(&mut self, pass: &Pass<'_>, index: usize) {
        let Line::Inline(opening) = &pass.scan().line(index).line else { return };
        let values = self.attribute_values(opening, pass.base());
        let opening = &values.as_ref().map_or_else(|| opening.clone(), |values| opening.with_values(values));
        let Some(id) = DirectiveId::find(opening.name) else { return };
        self.end_run(pass);
        self.imply_paragraph();
        self.make_room("the directive", false);
        let span = pass.original(index);
        let given = opening.attributes.iter().map(|attribute| attribute.name);
        self.unknown_attributes(given, &id.attributes.concat(), span);
        let label = opening.label.filter(|label| !label.text.trim().is_empty());
        let label = label.map(|label| Label { at: pass.base() + label.at, ..label });
        match id.form {
            Form::Badge => self.badge(id, opening, label, span),
            Form::Tooltip => self.tooltip(id, opening, label, span),
            Form::Icon => {
                let is_found = self.icon(id, opening, span);
                match (is_found, label) {
                    (true, Some(label)) => self.labelled(Element::IconText, label),
                    (false, Some(label)) => self.inline_markdown(label),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Writes an icon. Returns whether the icon exists.
    pub(super) fn icon(&mut self, id: DirectiveId, opening: &Opening<'_>, span: Span) -> bool {
        let icon = id.text(opening, "name");
        if icon.is_none() {
            let hint = "specify an icon name, as in `:icon{name=rocket}`";
            self.report_with(Code::InvalidDirective, "the icon has no name", hint, span);
        }
        let icon = icon.and_then(|name| self.find_icon(&name, span));
        self.document.events.extend(icon.map(Event::Icon));
        icon.is_some()
    }

    /// Returns a badge's kind.
    pub(super) fn badge_kind(
        &mut self,
        id: DirectiveId,
        opening: &Opening<'_>,
        span: Span,
    ) -> Option<DirectiveId> {
        let is_kind = |id: &DirectiveId| matches!(id.form, Form::Admonition { .. });
        let given = id.text(opening, "kind");
        let kind = given.as_deref().and_then(DirectiveId::find).filter(is_kind);
        if let (Some(given), None) = (&given, kind) {
            let kinds = DIRECTIVES.iter().filter(|row| matches!(row.form, Form::Admonition { .. }));
            let hint = suggest(given, kinds.map(|row| row.name));
            self.report_with(Code::InvalidDirective, format!("unknown badge kind `{given}`"), hint, span);
        }
        kind
    }

    /// Writes a term's explanation.
    pub(super) fn explanation(&mut self, text: &str) {
        self.write(Event::Open(Element::TooltipText));
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text_part(&words);
        self.write(Event::Close(Element::TooltipText));
    }

    fn badge(&mut self, id: DirectiveId, opening: &Opening<'_>, label: Option<Label<'_>>, span: Span) {
        let kind = self.badge_kind(id, opening, span);
        match label {
            Some(label) => self.labelled(Element::Badge(kind), label),
            None => {
                let hint = "put the text in brackets, as in `:badge[New]`";
                self.report_with(Code::InvalidDirective, "the badge has no text", hint, span);
            }
        }
    }

    fn tooltip(&mut self, id: DirectiveId, opening: &Opening<'_>, label: Option<Label<'_>>, span: Span) {
        let (Some(explanation), Some(label)) = (id.text(opening, "text"), label) else {
            let hint = "specify the term and the explanation, as in `:tooltip[term]{text=\"explanation\"}`";
            let message = match label {
                Some(_) => "the tooltip has no explanation",
                None => "the tooltip has no term",
            };
            self.report_with(Code::InvalidDirective, message, hint, span);
            return label.into_iter().for_each(|label| self.inline_markdown(label));
        };
        self.write(Event::Open(Element::Tooltip));
        self.inline_markdown(label);
        self.explanation(&explanation);
        self.write(Event::Close(Element::Tooltip));
    }

    /// Writes an element with a label.
    pub(super) fn labelled(&mut self, element: Element, label: Label<'_>) {
        self.write(Event::Open(element));
        self.inline_markdown(label);
        self.write(Event::Close(element));
    }

    /// Parses a directive's label as heading text so that it's always inline content.
    pub(super) fn inline_markdown(&mut self, label: Label<'_>) {
        let title = scan::Title {
            text: label.text,
            at: label.at,
            has_directives: self.label_depth < MAX_DEPTH,
            math: self.options.math,
            page: Some(self.scan),
        };
        let scan = scan::title(title, self.scan.scope);
        self.label_depth += 1;
        self.title(&Pass::title(&scan, label.at));
        self.label_depth -= 1;
    }

    /// Returns the icon for a directive's `icon` attribute, which contains an icon name or an image source.
    pub(super) fn icon_of(&mut self, id: DirectiveId, opening: &Opening<'_>, span: Span) -> Option<Icon> {
        let icon = id.find_attribute(opening, "icon").filter(|icon| !icon.value.is_empty())?;
        if Icon::is_image(icon.value) {
            return Some(Icon::Image(self.file_of(icon)));
        }
        self.find_icon(icon.value, span)
    }

    fn find_icon(&mut self, name: &str, span: Span) -> Option<Icon> {
        let icon = Icon::find(name);
        if icon.is_none() {
            self.report_with(
                Code::InvalidDirective,
                format!("unknown icon `{name}`"),
                Icon::hint(name),
                span,
            );
        }
        icon
    }
}

/// Returns a directive's label as plain text with emoji, without the markers for inline code and emphasis.
pub(super) fn plain_label(label: Label<'_>, scope: Option<&Scope<'_>>) -> String {
    let mut out = String::with_capacity(label.text.len());
    write_plain(label, scope, 0, &mut out);
    out
}

fn write_plain(label: Label<'_>, scope: Option<&Scope<'_>>, depth: u32, out: &mut String) {
    use pulldown_cmark::{Event as Md, Parser};
    let title = scan::Title {
        text: label.text,
        at: label.at,
        has_directives: depth < MAX_DEPTH,
        math: false,
        page: None,
    };
    let scan = scan::title(title, scope);
    // The end of the last inline element, and the end of the attribute list that follows it.
    let (mut element_end, mut list_end) = (None, 0);
    for (event, range) in Parser::new(&scan.text).into_offset_iter() {
        if matches!(event, Md::Text(_)) && element_end == Some(range.start) {
            list_end = range.start + attributes::after_element(&scan.text[range.start..]).unwrap_or(0);
        }
        element_end = matches!(event, Md::Code(_) | Md::End(_)).then_some(range.end);
        match event {
            Md::Text(_) if range.end <= list_end => {}
            Md::Text(text) => {
                let text = text.get(list_end.saturating_sub(range.start)..).unwrap_or(&text);
                // The values of variables don't contain emoji shortcodes.
                let (mut plain, mut done) = (String::with_capacity(text.len()), 0);
                for found in emoji::find(text) {
                    plain.push_str(&text[done..found.start]);
                    plain.push_str(emoji::emoji(&text[found.clone()]).unwrap_or_default());
                    done = found.end;
                }
                plain.push_str(&text[done..]);
                plain_text(&scan, &plain, depth, out);
            }
            Md::InlineHtml(text) => plain_text(&scan, &text, depth, out),
            Md::Code(code) => out.push_str(&scan.restore(&code)),
            _ => {}
        }
    }
}

/// Appends text and replaces each directive with its label and each formula with its LaTeX.
pub(super) fn plain_text(scan: &scan::Scan<'_>, text: &str, depth: u32, out: &mut String) {
    let mut rest = text;
    while let Some((found, index)) = scan.directive_in(rest) {
        out.push_str(&scan.shown(&rest[..found.start]));
        match &scan.line(index).line {
            Line::Inline(Opening { label: Some(label), .. }) => {
                write_plain(scan.placed(*label), scan.scope, depth + 1, out);
            }
            Line::InlineFormula { code, .. } => out.extend(code.iter().map(|(_, piece)| *piece)),
            _ => {}
        }
        rest = &rest[found.end..];
    }
    out.push_str(&scan.shown(rest));
}
