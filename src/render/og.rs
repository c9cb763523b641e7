//! Social card images: the page's title, its section, and the site's name, drawn without a browser.
//!
//! The name of an image is a hash of everything that the image is drawn from, so an existing image isn't drawn again.
//! This module must not access the disk. The two fonts are in the binary.

mod color;
mod font;
mod png;

use super::Renderer;
use crate::path::OutPath;
use crate::site::{Page, PageKind, Site};
use font::{Fonts, Weight};

/// The version of the drawing. Increment this version when the drawing changes.
const VERSION: u32 = 1;

const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
const MARGIN: f32 = 80.0;

/// The data that an image is drawn from.
#[derive(Debug)]
struct Card<'a> {
    title: String,
    section: Option<String>,
    site: &'a str,
    host: &'a str,
    accent: Option<&'a str>,
}

/// The colors of an image, numbered by their position in the palette.
#[derive(Clone, Copy)]
enum Ink {
    Heading = 0,
    Muted = 1,
    Accent = 2,
    Line = 3,
}

/// The number of steps from the background to an ink. With four inks, all steps fit into a palette of 256 colors.
const STEPS: u8 = 64;

/// The fonts for card images.
pub(super) struct Cards {
    fonts: Fonts,
}

impl Cards {
    /// Loads the fonts. Returns `None` if the site has no card images or no URL. Absolute image URLs require the site's
    /// URL.
    pub(super) fn new(site: &Site) -> Option<Self> {
        (site.config.og.images && site.config.site.url.is_some()).then(|| Cards { fonts: Fonts::new() })
    }
}

impl Renderer<'_> {
    /// Returns the path of a page's image. Returns `None` if the site has no card images, if the page has its own
    /// image, if pages of its kind have no card images, or if the fonts lack characters in the image's text.
    pub(super) fn drawn_card(&self, page: &Page) -> Option<OutPath> {
        let cards = self.cards.as_ref()?;
        let card = self.card_of(page)?;
        let drawable = [Some(card.title.as_str()), card.section.as_deref(), Some(card.site), Some(card.host)]
            .into_iter()
            .flatten()
            .all(|text| cards.fonts.can_write(text));
        let parts = format!("{VERSION}\0{card:?}");
        let hash = xxhash_rust::xxh3::xxh3_64(parts.as_bytes());
        drawable.then(|| OutPath::immutable(format_args!("og/{hash:016x}.png")))
    }

    fn card_of(&self, page: &Page) -> Option<Card<'_>> {
        let shared = page.has_markdown() || page.kind == PageKind::Blog;
        if page.image.is_some() || !shared {
            return None;
        }
        let config = &self.site.config.site;
        let above = page.breadcrumbs.len().checked_sub(2).map(|at| page.breadcrumbs[at].label.to_string());
        let blog = page.post.map(|(blog, _)| self.blog_name(&self.site.blogs[blog]).into_owned());
        let title = self.title(page);
        Some(Card {
            section: blog.or(above).filter(|section| *section != title),
            site: self
                .site
                .config
                .navbar
                .title
                .as_deref()
                .filter(|title| !title.is_empty())
                .unwrap_or(&config.title),
            host: config.url.as_deref().and_then(|url| url.split_once("://")).map_or("", |(_, host)| host),
            accent: config.accent.as_deref(),
            title,
        })
    }

    /// Draws a page's image.
    pub(super) fn draw_card(&self, page: &Page) -> Vec<u8> {
        match (&self.cards, self.card_of(page)) {
            (Some(cards), Some(card)) => draw(&cards.fonts, &card),
            _ => Vec::new(),
        }
    }
}

/// An image in progress: a palette index for each pixel.
struct Canvas {
    pixels: Vec<u8>,
}

impl Canvas {
    /// Covers a pixel with an ink. A `coverage` of 1 covers the pixel completely, and smaller values cover it
    /// partially.
    fn cover(&mut self, x: usize, y: usize, ink: Ink, coverage: f32) {
        let step = (coverage.clamp(0.0, 1.0) * f32::from(STEPS - 1)).round() as u8;
        if step > 0 && x < WIDTH && y < HEIGHT {
            let pixel = &mut self.pixels[y * WIDTH + x];
            // Adjacent letters can overlap in a pixel. If they overlap, the stronger ink is shown.
            if *pixel % STEPS < step || *pixel / STEPS != ink as u8 {
                *pixel = ink as u8 * STEPS + step;
            }
        }
    }

    fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), ink: Ink) {
        for row in y..y + height {
            for column in x..x + width {
                self.cover(column, row, ink, 1.0);
            }
        }
    }
}

fn draw(fonts: &Fonts, card: &Card<'_>) -> Vec<u8> {
    let mut canvas = Canvas { pixels: vec![0; WIDTH * HEIGHT] };
    let room = WIDTH as f32 - 2.0 * MARGIN;
    canvas.fill((0, 0), (WIDTH, 12), Ink::Accent);
    if let Some(section) = &card.section {
        let section = fonts.shorten(section, Weight::Bold, 32.0, room);
        fonts.write(&section, Weight::Bold, 32.0, (MARGIN, 130.0), |x, y, c| {
            canvas.cover(x, y, Ink::Accent, c)
        });
    }
    let (size, lines) = fonts.fit(&card.title, &[(80.0, 2), (68.0, 3), (56.0, 4)], room);
    let mut baseline = if card.section.is_some() { 170.0 } else { 110.0 } + size;
    for line in &lines {
        fonts.write(line, Weight::Bold, size, (MARGIN, baseline), |x, y, c| {
            canvas.cover(x, y, Ink::Heading, c)
        });
        baseline += size * 1.16;
    }
    canvas.fill((MARGIN as usize, 520), (room as usize, 2), Ink::Line);
    let site = fonts.shorten(card.site, Weight::Bold, 32.0, room / 2.0);
    fonts.write(&site, Weight::Bold, 32.0, (MARGIN, 575.0), |x, y, c| canvas.cover(x, y, Ink::Heading, c));
    let host = fonts.shorten(card.host, Weight::Regular, 28.0, room / 2.0);
    let start = WIDTH as f32 - MARGIN - fonts.width(&host, Weight::Regular, 28.0);
    fonts.write(&host, Weight::Regular, 28.0, (start, 575.0), |x, y, c| canvas.cover(x, y, Ink::Muted, c));
    png::encode(WIDTH, HEIGHT, &palette(card.accent), &canvas.pixels)
}

/// Returns the colors from the background to each ink, as in the theme's light mode.
fn palette(accent: Option<&str>) -> Vec<[u8; 3]> {
    let ground = color::oklch(0.993, 0.002, 85.0);
    let (chroma, hue) = accent.and_then(color::chroma_and_hue).unwrap_or((0.18, 262.0));
    let inks = [
        color::oklch(0.18, 0.004, 75.0),
        color::oklch(0.5, 0.011, 75.0),
        color::oklch(0.48, chroma.min(0.18), hue),
        color::oklch(0.915, 0.006, 85.0),
    ];
    let mix = |from: u8, to: u8, step: u8| {
        let part = f32::from(step) / f32::from(STEPS - 1);
        (f32::from(from) + (f32::from(to) - f32::from(from)) * part).round() as u8
    };
    let steps = |ink: [u8; 3]| {
        (0..STEPS).map(move |step| std::array::from_fn(|channel| mix(ground[channel], ink[channel], step)))
    };
    inks.into_iter().flat_map(steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card<'a>(title: &str) -> Card<'a> {
        Card {
            title: title.into(),
            section: Some("Section".into()),
            site: "Site",
            host: "docs.example.com",
            accent: None,
        }
    }

    /// Returns the width, height, and pixels of an image. Each row follows its filter number.
    fn decode(png: &[u8]) -> (u32, u32, Vec<u8>) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let mut at = 8;
        let mut pixels = Vec::new();
        while at < png.len() {
            let length = number(at) as usize;
            assert_eq!(number(at + 8 + length), crc32fast::hash(&png[at + 4..at + 8 + length]));
            if &png[at + 4..at + 8] == b"IDAT" {
                let packed = &png[at + 8..at + 8 + length];
                let read =
                    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(packed), &mut pixels);
                read.expect("it was packed here");
            }
            at += 12 + length;
        }
        (number(16), number(20), pixels)
    }

    #[test]
    fn a_picture_shows_its_words_and_is_the_same_every_time() {
        let fonts = Fonts::new();
        let first = draw(&fonts, &card("Beautiful API keys"));
        assert_eq!(first, draw(&fonts, &card("Beautiful API keys")));
        assert_ne!(first, draw(&fonts, &card("Beautiful API key")));
        let (width, height, pixels) = decode(&first);
        assert_eq!((width, height, pixels.len()), (1200, 630, 630 * 1201));
        let heading = pixels.iter().filter(|pixel| **pixel == STEPS - 1).count();
        assert!((5_000..100_000).contains(&heading), "{heading} pixels of the heading's color");
        assert!(first.len() < 40_000, "{} bytes", first.len());
    }

    #[test]
    fn long_titles_are_set_smaller_and_cut_last() {
        let fonts = Fonts::new();
        let sizes = [(80.0, 2), (68.0, 3), (56.0, 4)];
        let fit = |title: &str| fonts.fit(title, &sizes, 1040.0);
        assert_eq!(fit("Short"), (80.0, vec!["Short".to_owned()]));
        let (size, lines) = fit(&"many words ".repeat(40));
        assert_eq!((size, lines.len()), (56.0, 4));
        assert!(lines[3].ends_with('…'), "{lines:?}");
        let (_, lines) = fit(&"x".repeat(400));
        assert!(lines.iter().all(|line| fonts.width(line, Weight::Bold, 56.0) <= 1040.0), "{lines:?}");
        assert!(!fonts.can_write("日本語"));
        assert!(fonts.can_write("Größe – “quoted” · 1…"));
    }
}
