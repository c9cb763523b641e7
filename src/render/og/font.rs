//! Text in the included fonts: its width, line breaks, and pixels.

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale, ScaleFont as _, point};

/// The two weights of the font.
pub(super) struct Fonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// The letter-spacing adjustment, relative to the font size.
const TRACKING: f32 = -0.012;

impl Fonts {
    pub(super) fn new() -> Self {
        let font = |bytes| FontRef::try_from_slice(bytes).expect("the included fonts are valid");
        Fonts {
            regular: font(include_bytes!("fonts/regular.ttf")),
            bold: font(include_bytes!("fonts/bold.ttf")),
        }
    }

    fn font(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Whether the font has a glyph for every character of the text.
    pub(super) fn can_write(&self, text: &str) -> bool {
        text.chars().all(|c| c.is_whitespace() || self.bold.glyph_id(c) != GlyphId(0))
    }

    /// Returns the width of a line, in pixels. `size` is the em size.
    pub(super) fn width(&self, line: &str, weight: Weight, size: f32) -> f32 {
        let font = self.font(weight);
        let scaled = font.as_scaled(scale(font, size));
        line.chars().map(|c| scaled.h_advance(font.glyph_id(c)) + TRACKING * size).sum()
    }

    /// Draws a line of text that starts at a point on the line's baseline.
    pub(super) fn write(
        &self,
        line: &str,
        weight: Weight,
        size: f32,
        (mut x, y): (f32, f32),
        mut cover: impl FnMut(usize, usize, f32),
    ) {
        let font = self.font(weight);
        let scale = scale(font, size);
        let scaled = font.as_scaled(scale);
        for c in line.chars() {
            let id = font.glyph_id(c);
            let glyph = id.with_scale_and_position(scale, point(x, y));
            x += scaled.h_advance(id) + TRACKING * size;
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, coverage| {
                let (column, row) = (bounds.min.x + column as f32, bounds.min.y + row as f32);
                if column >= 0.0 && row >= 0.0 {
                    cover(column as usize, row as usize, coverage);
                }
            });
        }
    }

    /// Returns the first size at which a title fits within that size's maximum number of lines, and the title's lines.
    /// If the title doesn't fit at the last size, the title is truncated.
    pub(super) fn fit(&self, title: &str, sizes: &[(f32, usize)], room: f32) -> (f32, Vec<String>) {
        let mut last = (0.0, Vec::new());
        for &(size, most) in sizes {
            let mut lines = self.lines(title, size, room);
            if lines.len() <= most {
                return (size, lines);
            }
            let rest = lines.split_off(most - 1).join(" ");
            lines.push(self.shorten(&rest, Weight::Bold, size, room));
            last = (size, lines);
        }
        last
    }

    /// Breaks a title into lines. A word that is too long for a line can break anywhere.
    fn lines(&self, title: &str, size: f32, room: f32) -> Vec<String> {
        let fits = |line: &str| self.width(line, Weight::Bold, size) <= room;
        let mut lines: Vec<String> = Vec::new();
        for word in title.split_whitespace() {
            if let Some(line) = lines.last_mut() {
                let longer = format!("{line} {word}");
                if fits(&longer) {
                    *line = longer;
                    continue;
                }
            }
            let mut line = String::new();
            for c in word.chars() {
                line.push(c);
                if !fits(&line) {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Truncates a line to a width and adds an ellipsis.
    pub(super) fn shorten(&self, line: &str, weight: Weight, size: f32, room: f32) -> String {
        if self.width(line, weight, size) <= room {
            return line.to_owned();
        }
        let mut cut = String::new();
        for c in line.chars() {
            cut.push(c);
            if self.width(&format!("{cut}…"), weight, size) > room {
                cut.pop();
                break;
            }
        }
        format!("{}…", cut.trim_end())
    }
}

/// Converts an em size to a scale for ab_glyph, which measures fonts by their height.
fn scale(font: &FontRef<'_>, size: f32) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * font.height_unscaled() / units)
}
