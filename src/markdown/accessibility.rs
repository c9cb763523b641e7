//! Checks the accessibility of a page's content: alternative text, heading order, and link text. Takes a source and its
//! document. Only `docgen check --accessibility` runs these checks.

use std::ops::Range;

use super::raw_html::{Part, decode, first_part};
use super::{Address, Document, Element, Event};
use crate::diag::{Code, Diagnostic, Edit, Span};
use crate::path::SourcePath;
use crate::source::{Source, line_at};

/// Link text that doesn't name the target, in lowercase, in the most common documentation languages.
const VAGUE: &str = "\
    here|click|click here|more|more info|more information|link|this|this link|this page|read more|\
    learn more|see more|see here|details|continue reading|\
    hier|hier klicken|klicken|klicken sie hier|klick hier|mehr|mehr lesen|mehr erfahren|mehr infos|\
    mehr informationen|weiterlesen|weitere informationen|details|\
    klik hier|klik|meer|meer lezen|meer informatie|lees meer|lees verder|\
    ici|cliquez ici|cliquer ici|cliquez|plus|en savoir plus|lire plus|voir plus|lire la suite|lien|ce lien|\
    aquí|haz clic aquí|haga clic aquí|clic aquí|pulsa aquí|pulse aquí|más|más información|leer más|ver más|\
    saber más|enlace|este enlace|\
    aqui|clique aqui|clique|mais|saiba mais|leia mais|veja mais|ver mais|mais informações|este link|\
    qui|clicca qui|clicca|altro|di più|leggi di più|scopri di più|leggi tutto|continua a leggere|\
    här|klicka här|mer|läs mer|länk|her|klik her|klikk her|læs mere|mere|les mer|\
    täällä|tästä|klikkaa tästä|lisää|lue lisää|\
    tutaj|tu|kliknij|kliknij tutaj|więcej|czytaj więcej|dowiedz się więcej|\
    zde|klikněte|klikněte zde|více|více informací|číst dále|itt|kattintson ide|tovább|bővebben|\
    aici|click aici|mai mult|mai multe|citește mai mult|εδώ|κάντε κλικ εδώ|περισσότερα|διαβάστε περισσότερα|\
    здесь|тут|подробнее|ещё|еще|читать далее|читать дальше|узнать больше|нажмите здесь|ссылка|\
    докладніше|детальніше|читати далі|натисніть тут|\
    tıklayın|buraya tıklayın|burada|daha fazla|daha fazla bilgi|devamını oku|\
    tại đây|ở đây|xem thêm|đọc thêm|di sini|klik di sini|selengkapnya|baca selengkapnya|\
    यहाँ|यहां|यहाँ क्लिक करें|यहां क्लिक करें|और पढ़ें|\
    こちら|ここ|クリック|ここをクリック|こちらをクリック|詳細|詳しくはこちら|詳細はこちら|もっと見る|続きを読む|リンク|\
    详细|详情|这里|这里查看|点击|点击这里|此处|更多|更多信息|了解更多|查看更多|阅读更多|链接|\
    這裡|此處|點擊|點擊這裡|更多資訊|瞭解更多|了解更多|查看更多|閱讀更多|連結|\
    여기|여기를 클릭|클릭|더 보기|더보기|자세히|자세히 보기|더 알아보기|링크|\
    هنا|انقر هنا|اضغط هنا|المزيد|اقرأ المزيد|اینجا|اینجا کلیک کنید|بیشتر|ادامه مطلب|\
    כאן|לחץ כאן|לחצו כאן|עוד|קרא עוד|קישור";

/// Elements that can have a name of their own, such as an image.
const NAMED: [&str; 9] = ["audio", "button", "canvas", "iframe", "input", "math", "object", "svg", "video"];

/// Returns a page's accessibility problems.
pub(crate) fn accessibility(source: &Source, document: &Document) -> Vec<Diagnostic> {
    let at = document.body_start as usize;
    let has_title = !document.front_matter.hide_title;
    let mut check = Check {
        source,
        document,
        found: Vec::new(),
        above: 1,
        has_title,
        at,
        link: None,
        card: None,
        heading: None,
    };
    check.images();
    check.content();
    check.found
}

/// A link whose end hasn't been reached.
struct OpenLink {
    /// The index in the document's links.
    index: usize,
    /// The text. An object replacement character stands for an element with its own name.
    text: String,
    /// The name of the link if it has no text.
    title: String,
    /// Whether the link is an HTML element.
    is_html: bool,
}

/// A check of a page, in reading order.
struct Check<'d> {
    source: &'d Source,
    document: &'d Document,
    found: Vec<Diagnostic>,
    /// The level of the previous heading.
    above: u8,
    /// Whether the page has had a level-one heading, such as its title.
    has_title: bool,
    /// The end of the previous heading in the source.
    at: usize,
    link: Option<OpenLink>,
    /// The open card that's a link.
    card: Option<OpenLink>,
    /// The level and the text of the open heading in HTML.
    heading: Option<(u8, String)>,
}

impl Check<'_> {
    /// Reports each Markdown image without alternative text.
    fn images(&mut self) {
        for (index, image) in self.document.images.iter().enumerate() {
            let is_in_source = self.document.file_of_image(index).is_some()
                || self.source.text.get(image.span.range()).is_some();
            if image.tag.is_markdown() && image.alt.trim().is_empty() && is_in_source {
                self.missing_alt(index);
            }
        }
    }

    /// Reports an `<img>` tag without alternative text. The only content of a link needs a description, so its tag
    /// can't be fixed.
    fn tag_without_alt(&mut self, index: usize) {
        let image = &self.document.images[index];
        let Range { start, end } = image.span.range();
        let is_own = image.replaceable && self.document.file_of_image(index).is_none();
        let before = self.source.text.get(..start).filter(|_| is_own);
        let tag = before.and_then(|before| before.rfind('<')).filter(|at| {
            let name = self.source.text[*at..].get(..5).unwrap_or_default();
            name.starts_with("<img") && name.ends_with(char::is_whitespace)
        });
        self.missing_alt(index);
        if let Some(found) = self.found.last_mut().filter(|_| tag.is_some() && self.link.is_none()) {
            let (replace, with) = ("<img".into(), "<img alt=\"\"".into());
            let place = tag.map(|at| Span::from(at..end));
            found.edit = Some(Box::new(Edit { replace, with, is_certain: true, place }));
        }
    }

    fn missing_alt(&mut self, index: usize) {
        let image = &self.document.images[index];
        let message = format!("the image `{}` has no alternative text", image.target);
        let diagnostic = Diagnostic::new(Code::MissingAlt, message);
        let diagnostic = diagnostic.hint(if image.tag.is_markdown() {
            "describe the image between the brackets, as in `![A red bicycle](bicycle.png)`; if the image is only decorative, write `<img src=\"…\" alt=\"\">`"
        } else {
            "describe the image in the `alt` attribute, as in `alt=\"A red bicycle\"`; if the image is only decorative, add `alt=\"\"`"
        });
        self.report(diagnostic, self.document.file_of_image(index), image.span);
    }

    /// Adds a problem in the page's own file, or in a file that's part of the page.
    fn report(&mut self, diagnostic: Diagnostic, file: Option<&SourcePath>, place: impl Into<Span>) {
        let page = &self.source.path;
        self.found.push(match file {
            Some(file) => diagnostic.at(file, place).on_page(page),
            None => diagnostic.at(page, place),
        });
    }

    fn content(&mut self) {
        let document = self.document;
        let mut events = document.events.iter().peekable();
        while let Some(event) = events.next() {
            match event {
                Event::Open(Element::Heading(index)) => {
                    let heading = &document.headings[*index as usize];
                    let place = document.heading_places.get(*index as usize);
                    self.heading(heading.level, &heading.text, place);
                }
                Event::Open(Element::Link(index)) => self.link = Some(self.markdown_link(*index)),
                Event::Close(Element::Link(_)) => self.close_link(),
                Event::Open(Element::Card(Some(index))) => self.card = Some(self.markdown_link(*index)),
                Event::Close(Element::Card(Some(_))) => {
                    let card = self.card.take();
                    card.into_iter().for_each(|card| self.report_link(&card));
                }
                Event::Text(span) | Event::InlineCode(span) => self.text(document.str(*span)),
                Event::SoftBreak | Event::HardBreak => self.text(" "),
                // An image has its own alternative text. An icon has none.
                Event::Image(_) | Event::Emoji(_) | Event::Math(_) => self.text("\u{fffc}"),
                Event::Html(_) | Event::Address(_) => {
                    let mut html = String::new();
                    let mut next = Some(event);
                    while let Some(event) = next {
                        match event {
                            Event::Html(span) => html.push_str(document.str(*span)),
                            Event::Address(address) => html.push_str(&number(*address)),
                            _ => {}
                        }
                        next = events.next_if(|event| matches!(event, Event::Html(_) | Event::Address(_)));
                    }
                    self.html(&html);
                }
                _ => {}
            }
        }
    }

    fn html(&mut self, html: &str) {
        let mut at = 0;
        while at < html.len() {
            let (part, length) = first_part(&html[at..]);
            at += length;
            match part {
                Part::Text(text) => self.text(&decode(text)),
                Part::Start { name, attributes, .. } => {
                    let attribute = |name: &str| {
                        let found = attributes.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
                        found.map(|(_, value)| *value)
                    };
                    self.start(&name, attribute);
                }
                Part::End(name) if name == "a" => self.close_link(),
                Part::End(name) if level(&name).is_some() => {
                    let heading = self.heading.take();
                    heading.into_iter().for_each(|(level, text)| self.heading(level, text.trim(), None));
                }
                Part::End(_) | Part::Comment(_) | Part::Silent => {}
            }
        }
    }

    /// Handles a start tag. `attribute` returns the value of an attribute.
    fn start<'t>(&mut self, name: &str, attribute: impl Fn(&str) -> Option<&'t str>) {
        let is_named = attribute("aria-label").or(attribute("aria-labelledby")).is_some();
        match name {
            "a" => {
                let index = attribute("href").and_then(|href| href.strip_prefix(LINK)?.parse().ok());
                let is_hidden = attribute("aria-hidden") == Some("true");
                if let Some(index) = index.filter(|_| !is_hidden) {
                    let own = attribute("aria-labelledby").map(|_| "\u{fffc}");
                    let own = own.or(attribute("aria-label")).unwrap_or_default();
                    let title = decode(attribute("title").unwrap_or_default()).into_owned();
                    self.link =
                        Some(OpenLink { index, text: decode(own).into_owned(), title, is_html: true });
                }
            }
            "img" => {
                let is_described = is_named || attribute("aria-hidden").or(attribute("role")).is_some();
                let source = attribute("src").and_then(|source| source.strip_prefix(IMAGE)?.parse().ok());
                match (attribute("alt"), source) {
                    (None, Some(index)) if !is_described => self.tag_without_alt(index),
                    _ => {}
                }
                if attribute("alt") != Some("") || is_named {
                    self.text("\u{fffc}");
                }
            }
            _ if is_named || NAMED.contains(&name) => self.text("\u{fffc}"),
            "br" => self.text(" "),
            _ => self.heading = level(name).map(|level| (level, String::new())).or(self.heading.take()),
        }
    }

    fn text(&mut self, text: &str) {
        for link in self.link.iter_mut().chain(&mut self.card) {
            link.text.push_str(text);
        }
        if let Some((_, heading)) = &mut self.heading {
            heading.push_str(text);
        }
    }

    /// Reports a heading that is a second title, or more than one level below the previous heading. A heading in HTML has
    /// no place.
    fn heading(&mut self, level: u8, text: &str, place: Option<&(Option<SourcePath>, Span)>) {
        let (above, next) = (self.above, self.above + 1);
        self.above = level;
        // HTML headings in imported files and in the output of components can't be located in the source.
        let own = || located(&self.source.text, self.at, level).map(|place| (None, Span::from(place)));
        let Some((file, span)) = place.cloned().or_else(own) else { return };
        if file.is_none() {
            self.at = span.range().end;
        }
        let element = |level: u8| match place {
            None => format!("<h{level}>"),
            Some(_) => "#".repeat(usize::from(level)),
        };
        if level == 1 && std::mem::replace(&mut self.has_title, true) {
            let message = format!("the heading `{text}` is a second title");
            let hint = format!("use `{}` instead, and lower the headings below it, too", element(2));
            self.report(Diagnostic::new(Code::SecondTitle, message).hint(hint), file.as_ref(), span);
        }
        if level <= next {
            return;
        }
        let better = element(next);
        let hint = format!("use `{better}` instead, or add the missing heading before this one");
        let message = format!("the heading `{text}` skips from level {above} to level {level}");
        self.report(Diagnostic::new(Code::SkippedHeading, message).hint(hint), file.as_ref(), span);
    }

    fn markdown_link(&self, index: u32) -> OpenLink {
        let title = self.document.links[index as usize].title.as_deref().unwrap_or_default().to_owned();
        OpenLink { index: index as usize, text: String::new(), title, is_html: false }
    }

    fn close_link(&mut self) {
        let link = self.link.take();
        link.into_iter().for_each(|link| self.report_link(&link));
    }

    /// Reports a link whose text doesn't name the target.
    fn report_link(&mut self, &OpenLink { index, ref text, ref title, is_html }: &OpenLink) {
        let text = if text.trim().is_empty() { title } else { text };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let (message, hint) = if text.is_empty() {
            let place = if is_html { "in the element" } else { "between the brackets" };
            let hint = format!("write the title of the target page {place}, or remove the link");
            ("the link has no text".to_owned(), hint)
        } else if VAGUE.split('|').any(|vague| vague == bare) {
            let message = format!("the link text `{text}` doesn't name the target");
            (message, "use the title of the target page, or describe the target: screen readers list links without the text around them".to_owned())
        } else {
            return;
        };
        let diagnostic = Diagnostic::new(Code::VagueLink, message).hint(hint);
        self.report(diagnostic, self.document.file_of_link(index), self.document.links[index].span);
    }
}

/// The start of the attribute values that stand for links and images.
const LINK: &str = "link:";
const IMAGE: &str = "image:";

fn number(address: Address) -> String {
    match address {
        Address::Link(index) => format!("{LINK}{index}"),
        Address::Image(index) => format!("{IMAGE}{index}"),
        Address::Module(_) => String::new(),
    }
}

/// Returns the level of a heading element.
fn level(name: &str) -> Option<u8> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// Returns the location of the first line after an offset that contains the start of an HTML heading.
fn located(text: &str, at: usize, level: u8) -> Option<Range<usize>> {
    let mark = format!("<h{level}");
    let line = text.get(at..)?.lines().find(|line| {
        let rest = line.find(&mark).map(|at| &line[at + mark.len()..]);
        // The text can be on the next line.
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '>']))
    })?;
    Some(line_at(text, line.as_ptr() as usize - text.as_ptr() as usize))
}
