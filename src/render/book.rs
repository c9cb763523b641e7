//! Composes a book: one HTML document with a cover, a table of contents, and many of the site's pages. A browser prints
//! the document.
//!
//! [`Renderer::book`] chooses the chapters and adapts their HTML. [`Book::html`] writes the document with or without
//! the page numbers, which are known only after the document has been printed once. This module must not know how a
//! document is printed.

mod chapters;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{
    Messages, Renderer,
    frame::Brand,
    markup::{Markup, html},
    rewrite::{self, Target},
    shell::direction,
};
use crate::config::Direction;
use crate::path::{OutPath, RoutePath, decode_path};
use crate::site::{Date, PageKind};
use chapters::Chapter;
pub(crate) use chapters::Wanted;

/// A composed book.
pub(crate) struct Book<'r> {
    messages: &'r Messages,
    /// The start of the document, up to the table of contents.
    start: String,
    chapters: Vec<Written>,
}

/// A chapter, ready to print.
struct Written {
    chapter: Chapter,
    html: String,
    /// The chapter that starts the sheet on which this chapter starts. The sheets show the title of that chapter.
    sheet: usize,
}

impl Renderer<'_> {
    /// Composes a book. `date` is the day to show on the cover, such as `2025-01-05`.
    pub(crate) fn book(&self, wanted: &Wanted, date: Option<Date>) -> Book<'_> {
        let messages = &self.messages[wanted.locale];
        let chapters = chapters::chapters(self.site, wanted, messages.get("blog"));
        let pages = || chapters.iter().enumerate().filter_map(|(at, one)| Some((at, one.page?)));
        let bodies: BTreeMap<usize, String> = pages()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|(at, page)| (at, self.chapter_body(page)))
            .collect();
        let ids: BTreeMap<usize, BTreeSet<String>> =
            bodies.par_iter().map(|(at, body)| (*at, rewrite::ids(body))).collect();
        let hrefs: BTreeMap<String, usize> = pages()
            .map(|(at, page)| (self.at.href(&self.site.pages[page].route), at))
            .map(|(href, at)| (comparable(&href), at))
            .collect();
        let links = Links { renderer: self, hrefs: &hrefs, ids: &ids };
        let written: Vec<String> = chapters
            .par_iter()
            .enumerate()
            .map(|(at, chapter)| {
                let target = |href: &str| links.target(at, href);
                let body = bodies.get(&at).map_or("", String::as_str);
                let options = rewrite::Options { depth: chapter.depth, is_printed: true };
                rewrite::rewrite(body, &format!("{}-", anchor(at)), options, target)
            })
            .collect();
        let of_site = self.site.locales[wanted.locale].translate(&self.site.config.site.title).to_owned();
        let first = chapters.first().map(|first| first.title.clone());
        let title = first.filter(|_| wanted.section.is_some()).unwrap_or_else(|| of_site.clone());
        let sheets = self.book_styles(pages().map(|(_, page)| page));
        let mut writer = Writer { out: String::new(), messages };
        self.start_book(&mut writer, wanted, (&title, &of_site, date), &sheets, &chapters);
        let sheets = self.first_of_sheets(&chapters);
        let chapters = chapters.into_iter().zip(written).zip(sheets);
        let chapters = chapters.map(|((chapter, html), sheet)| Written { chapter, html, sheet }).collect();
        Book { messages, start: writer.out, chapters }
    }

    /// Returns the chapter that starts the sheet of each chapter.
    fn first_of_sheets(&self, chapters: &[Chapter]) -> Vec<usize> {
        let kind = |chapter: &Chapter| chapter.page.map(|page| self.site.pages[page].kind);
        let mut sheet = 0;
        let mut follows_title = false;
        let sheet_of = |(at, chapter): (usize, &Chapter)| {
            let kind = kind(chapter);
            // Operations and schemas don't start new sheets, because they're short and there are many of them.
            if !follows_title && !matches!(kind, Some(PageKind::ApiOperation | PageKind::ApiSchema)) {
                sheet = at;
            }
            follows_title = matches!(kind, None | Some(PageKind::Category));
            sheet
        };
        chapters.iter().enumerate().map(sheet_of).collect()
    }

    /// Returns the HTML of a page in the book. A category's page only repeats the table of contents, so only its title
    /// and description remain.
    fn chapter_body(&self, index: usize) -> String {
        let page = &self.site.pages[index];
        if page.kind != PageKind::Category {
            return self.body(index, &self.page_data(index), &<_>::default());
        }
        let mut writer = Writer { out: String::new(), messages: &self.messages[page.locale] };
        html!(writer, r#"<header class="page-header"><h1>{}</h1></header>"#, &self.title(page));
        if let Some(description) = &page.description {
            html!(writer, r#"<div class="prose"><p>{}</p></div>"#, description);
        }
        writer.out
    }

    /// Returns the style sheets of all pages in the book.
    fn book_styles(&self, pages: impl Iterator<Item = usize>) -> Vec<String> {
        let file = |name: &String| self.at.file_href(&OutPath::immutable(name));
        let theme = self.theme;
        let mut all = vec![file(&theme.css), file(&theme.late_css)];
        for page in pages {
            for sheet in self.styles(&self.site.pages[page]) {
                if !all.contains(&sheet) {
                    all.push(sheet);
                }
            }
        }
        all.push(file(&theme.book_css));
        all.extend(self.custom_css.as_ref().map(file));
        all
    }

    /// Writes the start of the document and the cover.
    fn start_book(
        &self,
        writer: &mut Writer<'_>,
        wanted: &Wanted,
        (title, of_site, date): (&str, &str, Option<Date>),
        sheets: &[String],
        chapters: &[Chapter],
    ) {
        let (site, locale) = (self.site, &self.site.locales[wanted.locale]);
        let brand = Brand::new(site, &self.at, wanted.locale);
        let dir = direction(locale.direction);
        html!(writer, r#"<!doctype html><html lang="{}" dir="{}""#, &locale.lang, dir);
        html!(writer, r#" data-theme="light""#);
        if let Some(accent) = &site.config.site.accent {
            html!(writer, r#" style="--docgen-accent: {}""#, accent);
        }
        html!(writer, r#"><head><meta charset="utf-8"><title>{}</title>"#, title);
        for sheet in sheets {
            html!(writer, r#"<link rel="stylesheet" href="{}">"#, sheet);
        }
        let script = self.at.file_href(&OutPath::immutable(&self.theme.book_js));
        html!(writer, r#"<script type="module" src="{}"></script>"#, &script);
        writer.raw("<style>");
        writer.raw(&page_rules(title, locale.direction, chapters));
        writer.raw("</style></head>\n<body class=\"book\"><section class=\"book-cover\">");
        if let Some(logo) = &brand.logo {
            html!(writer, r#"<img class="book-logo" src="{}" alt="{}">"#, &logo.src, &logo.alt);
        }
        if title != of_site {
            html!(writer, r#"<p class="book-site">{}</p>"#, of_site);
        }
        html!(writer, r#"<p class="book-title">{}</p>"#, title);
        let tagline = locale.translate(&site.config.site.tagline);
        if title == of_site && !tagline.is_empty() {
            html!(writer, r#"<p class="book-tagline">{}</p>"#, tagline);
        }
        writer.raw("<div class=\"book-facts\">");
        let versions = wanted.versions.iter().map(|version| &site.versions[*version]);
        for version in versions.filter(|version| version.several) {
            let label = locale.translate(&version.label);
            let label = writer.messages.fill("version_badge", &[("label", label)]);
            html!(writer, "<p>{}</p>", &label);
        }
        if let Some(date) = date {
            let day = date.day();
            let text = writer.messages.long_date(&day);
            html!(writer, r#"<p><time datetime="{}">{}</time></p>"#, &day, &text);
        }
        if site.config.site.url.is_some() {
            let url = self.absolute(&self.at.href(&locale.home));
            html!(writer, r#"<p><a href="{}">{}</a></p>"#, &url, &url);
        }
        writer.raw("</div></section>\n");
    }

    /// Returns a theme file. A site leaves out the files that it doesn't use, but a book might need them.
    pub(crate) fn theme_file(&self, path: &str) -> Option<Vec<u8>> {
        let asset = self.theme.assets.iter().find(|asset| asset.path().as_str() == path)?;
        Some(asset.bytes())
    }
}

impl Book<'_> {
    /// Whether the book has no chapters.
    pub(crate) fn is_empty(&self) -> bool {
        self.chapters.is_empty()
    }

    /// Returns the anchor of the first chapter.
    pub(crate) fn first_anchor(&self) -> String {
        anchor(0)
    }

    /// Returns the number of chapters that are pages on the site.
    pub(crate) fn pages(&self) -> usize {
        self.chapters.iter().filter(|one| one.chapter.page.is_some()).count()
    }

    /// Returns the document. `numbers` contains the page numbers of anchors. An entry without a number takes up as much
    /// room as an entry with a number.
    pub(crate) fn html(&self, numbers: &BTreeMap<String, usize>) -> String {
        let length: usize = self.chapters.iter().map(|one| one.html.len() + 512).sum();
        let mut writer =
            Writer { out: String::with_capacity(self.start.len() + length), messages: self.messages };
        writer.raw(&self.start);
        let label = self.messages.get("book_contents");
        html!(writer, r#"<nav class="book-contents" aria-label="{}"><h1>{}</h1><ul>"#, label, label);
        for (at, Written { chapter, .. }) in self.chapters.iter().enumerate() {
            let (depth, anchor) = (chapter.depth.to_string(), anchor(at));
            let number = numbers.get(&anchor).map(usize::to_string).unwrap_or_default();
            html!(
                writer,
                r##"<li data-depth="{}"><a href="#{}"><span>{}</span>"##,
                &depth,
                &anchor,
                &chapter.title
            );
            html!(writer, r#"<span class="book-number">{}</span></a></li>"#, &number);
        }
        writer.raw("</ul></nav>\n");
        for (at, Written { chapter, html, sheet }) in self.chapters.iter().enumerate() {
            html!(
                writer,
                r#"<section class="book-chapter" id="{}" style="page: {}""#,
                &anchor(at),
                &anchor(*sheet)
            );
            writer.raw(if *sheet == at { ">" } else { " data-follows>" });
            match chapter.page {
                Some(_) => writer.raw(html),
                None => {
                    let level = (chapter.depth + 1).min(6).to_string();
                    html!(writer, r#"<h1 class="book-part" aria-level="{}">{}</h1>"#, &level, &chapter.title);
                }
            }
            writer.raw("</section>\n");
        }
        writer.raw("</body></html>\n");
        writer.out
    }
}

/// A resolver for links to pages in the book.
struct Links<'l, 'a> {
    renderer: &'l Renderer<'a>,
    /// The chapter of each URL.
    hrefs: &'l BTreeMap<String, usize>,
    /// The IDs in each chapter.
    ids: &'l BTreeMap<usize, BTreeSet<String>>,
}

impl Links<'_, '_> {
    /// Returns the target of a link in a chapter.
    fn target(&self, from: usize, href: &str) -> Target {
        let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
        let is_of_site = path.starts_with('/') && !path.starts_with("//");
        if !is_of_site && !path.is_empty() {
            return Target::Same;
        }
        let page = path.split('?').next().unwrap_or(path);
        // A chapter can be a part of a page on the site.
        let (part, rest) = fragment.split_once('/').unwrap_or((fragment, ""));
        let of_part = self.hrefs.get(&comparable(&format!("{page}#{part}"))).filter(|_| !path.is_empty());
        let fragment = if of_part.is_some() { rest } else { fragment };
        let of_page =
            || if path.is_empty() { Some(from) } else { self.hrefs.get(&comparable(page)).copied() };
        if let Some(chapter) = of_part.copied().or_else(of_page) {
            let id = decode_path(fragment);
            let is_known = self.ids.get(&chapter).is_some_and(|ids| ids.contains(&*id));
            let id = if is_known { format!("-{id}") } else { String::new() };
            return Target::Url(format!("#{}{id}", anchor(chapter)));
        }
        // Without the site's URL, the link would refer to the computer on which the book was created.
        match &self.renderer.site.config.site.url {
            Some(_) => Target::Url(self.renderer.absolute(href)),
            None => Target::None,
        }
    }
}

/// Returns the anchor of a chapter.
fn anchor(chapter: usize) -> String {
    format!("c{}", chapter + 1)
}

/// Returns a URL path in a form that is the same for all equivalent paths.
fn comparable(path: &str) -> String {
    RoutePath::new(decode_path(path)).as_str().to_owned()
}

/// Returns the rules for the margins of the sheets. Each chapter that starts on a new sheet has its own rule, because
/// the margin shows the chapter's title.
fn page_rules(title: &str, text: Direction, chapters: &[Chapter]) -> String {
    let (start, end) = match text {
        Direction::Ltr => ("left", "right"),
        Direction::Rtl => ("right", "left"),
    };
    let mut rules = format!(
        "@page{{@top-{start}{{content:{}}}@bottom-{start}{{content:none}}@bottom-{end}{{content:counter(page)}}}}",
        css_string(title)
    );
    rules.push_str("@page :first{@top-left{content:none}@top-right{content:none}@bottom-left{content:none}");
    rules.push_str("@bottom-right{content:none}}");
    for (at, chapter) in chapters.iter().enumerate() {
        let content = css_string(&chapter.title);
        rules.push_str(&format!("@page {}{{@top-{end}{{content:{content}}}}}", anchor(at)));
    }
    rules
}

/// Returns a string in CSS. The string can't end the `style` element.
fn css_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' => out.push_str(&format!("\\{:x} ", u32::from(c))),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A writer for the parts of the document around the chapters.
struct Writer<'m> {
    out: String,
    messages: &'m Messages,
}

impl Markup for Writer<'_> {
    fn parts(&mut self) -> (&mut String, &Messages) {
        (&mut self.out, self.messages)
    }
}
