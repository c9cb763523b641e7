//! A whole OpenAPI document on one page. The page consists of parts: everything that otherwise has a page of its own.
//!
//! Each part is rendered like its own page. Then the IDs in the part, and everything that refers to them, get the part's
//! ID as a prefix, so IDs are unique on the page.

use minijinja::Value;
use rayon::prelude::*;

use super::{Parts, html::Writer};
use crate::component::slots::Scope;
use crate::diag::{Code, Diagnostic};
use crate::openapi::Subject;
use crate::render::{
    Renderer,
    markup::{Markup, html},
    page_blocks::PageBlocks,
    rewrite::{Options, Target, rewrite},
    slots::around,
};
use crate::site::{Content, MOST_OPERATIONS, Page, PageKind, SiteApi, parts_of};

/// The size of a page's content, in bytes of HTML, above which the page loads slowly on phones.
const LARGE: usize = 1_000_000;

impl<'a> Renderer<'a> {
    /// Reports pages with a whole document that are large although the document has few operations.
    pub(in crate::render) fn large_pages(&self) -> Vec<Diagnostic> {
        let report = |page: &Page| {
            let Content::Api(api, Subject::Whole) = page.content else { return None };
            let config = &self.site.apis[api].config;
            let few = self.site.apis[api].api.all_operations().count() <= MOST_OPERATIONS;
            let bytes = if few && page.locale == 0 { self.whole(page).len() } else { 0 };
            let (file, size) = (&config.file, bytes as f64 / 1e6);
            (bytes > LARGE).then(|| {
                let message =
                    format!("the page of `{file}` contains {size:.1} MB of HTML, so it loads slowly");
                let hint = "remove `layout`, so each operation has its own page";
                Diagnostic::new(Code::LargePage, message).hint(hint)
            })
        };
        self.site.pages.iter().filter_map(|page| report(page)).collect()
    }

    /// Returns the indexes of the parts of a page, in reading order: the document's text, tags with their operations, and
    /// schemas.
    pub(in crate::render) fn parts_in_order(&self, index: usize) -> Vec<usize> {
        let mut all: Vec<usize> = parts_of(&self.site.pages, index).collect();
        all.sort_by_key(|at| {
            let page = &self.site.pages[*at];
            let trail = page.sidebar.as_ref().map_or(&[][..], |place| &place.trail);
            (page.kind != PageKind::ApiIntro, page.kind == PageKind::ApiSchema, trail.is_empty(), trail)
        });
        all
    }

    /// Returns the parts of a page. Only the page with a whole document has parts.
    pub(in crate::render) fn parts_of(&self, page: &Page) -> impl Iterator<Item = &Page> {
        let index = self.site.page_index(&page.route).filter(|_| page.kind == PageKind::ApiWhole);
        let parts = index.into_iter().flat_map(|index| parts_of(&self.site.pages, index));
        parts.map(|part| &*self.site.pages[part])
    }

    /// Returns the parts of a page as HTML.
    pub(super) fn whole(&self, page: &Page) -> String {
        let Some(index) = self.site.page_index(&page.route) else { return String::new() };
        let parts = self.parts_in_order(index);
        let html: Vec<String> =
            parts.into_par_iter().filter_map(|part| self.part(&self.site.pages[part])).collect();
        html.concat()
    }

    /// Returns the parts of a page as Markdown.
    pub(super) fn whole_markdown(&self, page: &Page) -> String {
        let Some(index) = self.site.page_index(&page.route) else { return String::new() };
        let text = |part: usize| {
            let own = &self.site.pages[part];
            let text = self.api_markdown(part, own, &PageBlocks::default()).unwrap_or_default();
            if own.kind == PageKind::ApiIntro { text } else { format!("# {}\n\n{text}", self.title(own)) }
        };
        let texts: Vec<String> = self.parts_in_order(index).into_par_iter().map(text).collect();
        texts.join("\n")
    }

    fn part(&self, page: &Page) -> Option<String> {
        let (Content::Api(index, subject), Some(id)) = (&page.content, page.route.part_id()) else {
            return None;
        };
        let parts = self.api_parts(page, &PageBlocks::default())?;
        let api: &'a SiteApi = &self.site.apis[*index];
        let (language, messages) = (&self.site.locales[page.locale], &self.messages[page.locale]);
        let shared = (api, &self.apis[*index]);
        let mut writer = Writer::new(shared, &self.at, (page.locale, language), messages);
        html!(writer, r#"<section class="api-part" data-part="{}""#, id);
        match subject {
            // The title of the page is the title of this part.
            Subject::Intro => html!(writer, r#" id="{}">"#, id),
            _ => html!(writer, r#" data-kind="{}" aria-labelledby="{}">"#, page.kind.as_str(), id),
        }
        let Parts { endpoint, opening, content, side, history, try_it, deprecated } = parts;
        let has_side = if side.is_empty() { "" } else { " data-side" };
        html!(writer, r#"<div class="api"{}><div class="api-head">"#, raw(has_side));
        // The introduction has no heading of its own, and the page's own slots are around it.
        let slots = self.site.page_index(&page.route).filter(|_| page.kind != PageKind::ApiIntro);
        let slots = slots.and_then(|index| self.slot_values(index, Scope::Page)).unwrap_or_default();
        let around = |name, html: String| around(&Value::from_safe_string(html), &slots, name).to_string();
        let outside = std::mem::take(&mut writer.out);
        if page.kind != PageKind::ApiIntro {
            writer.heading(2, id, &self.title(page));
        }
        writer.out = around("PageHeader", writer.out);
        let (prefix, depth) = (format!("{id}/"), usize::from(page.kind != PageKind::ApiIntro));
        let own = |html: &str| {
            let target = |href: &str| match href.strip_prefix('#') {
                Some(fragment) if !fragment.is_empty() => Target::Url(format!("#{prefix}{fragment}")),
                _ => Target::Same,
            };
            rewrite(html, &prefix, Options { depth, is_printed: false }, target)
        };
        writer.raw(&own(&(endpoint + &history)));
        if deprecated {
            html!(writer, r#"<p class="page-banner" data-kind="deprecated">{api_deprecated_note}</p>"#);
        }
        if let Some((href, place)) = self.operation_document(page) {
            html!(
                writer,
                r#"<p class="api-document"><a href="{}" download data-operation="{}">"#,
                &href,
                &place
            );
            html!(writer, "{api_operation_document}</a></p>");
        }
        writer.out = outside + &around("ApiHeader", writer.out) + "</div>";
        if !opening.is_empty() {
            html!(writer, r#"<div class="api-opening">{}</div>"#, raw(&own(&opening)));
        }
        if !side.is_empty() {
            let glance = if matches!(subject, Subject::Operation(_) | Subject::Schema(_)) {
                ""
            } else {
                " api-glance"
            };
            html!(writer, r#"<div class="api-side{}"><div class="api-side-inner">"#, raw(glance));
            html!(writer, "{}</div></div>", raw(&own(&side)));
        }
        html!(
            writer,
            r#"<div class="api-main">{}</div>{}{}</div></section>"#,
            raw(&own(&content)),
            raw(&around("PageFooter", String::new())),
            raw(&own(&try_it))
        );
        Some(writer.out)
    }
}
