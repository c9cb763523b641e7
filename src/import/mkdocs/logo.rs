//! The logo in the navbar.

use super::MkDocs;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::path::SourcePath;

/// The elements that have a color.
const SHAPES: [&str; 5] = ["<path", "<circle", "<rect", "<polygon", "<ellipse"];

impl MkDocs<'_> {
    /// Sets the logo. The theme's header is dark, but docgen's navbar is light in light mode.
    pub(super) fn logo(&self, settings: &mut Settings, left: &mut Left) {
        let Some((node, path)) =
            self.config.at(&["theme", "logo"]).and_then(|node| Some((node, node.text()?)))
        else {
            return;
        };
        if path.contains("://") {
            settings.set("navbar.logo.src", path);
            return;
        }
        let path = path.trim_start_matches('/');
        settings.set("navbar.logo.src", format!("/{path}"));
        let file = self.origin.text(&SourcePath::new(format!("{}/{path}", self.docs)));
        if file.is_some_and(|file| path.ends_with(".svg") && is_light(&file.text)) {
            let hint = "set `navbar.logo.src_dark` to this file, and `navbar.logo.src` to a darker version";
            left.note(&self.source, node.range.clone(), "a logo that can be seen only in dark mode", hint);
        }
    }
}

/// Whether all colors in an SVG image are almost white.
fn is_light(svg: &str) -> bool {
    let value = |rest: &str| {
        let rest = rest.trim_start().strip_prefix([':', '='])?;
        let rest = rest.trim_start_matches([' ', '"', '\'']);
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '#')).unwrap_or(rest.len());
        let color = rest[..end].to_ascii_lowercase();
        (color != "none").then_some(color)
    };
    let colors: Vec<String> =
        ["fill", "stroke"].iter().flat_map(|name| svg.split(name).skip(1)).filter_map(value).collect();
    let is_white = |color: &String| match color.strip_prefix('#') {
        Some(hex) if hex.len() <= 4 => hex.bytes().take(3).all(|digit| digit >= b'e'),
        Some(hex) => hex.bytes().take(6).step_by(2).all(|digit| digit >= b'e'),
        None => color == "white",
    };
    // Shapes without a color are black, unless an element around them has a color.
    let first = SHAPES.iter().filter_map(|shape| svg.find(shape)).min().unwrap_or(svg.len());
    let shapes: usize = SHAPES.iter().map(|shape| svg.matches(shape).count()).sum();
    let have_colors = svg[..first].contains("fill") || shapes <= colors.len();
    !colors.is_empty() && colors.iter().all(is_white) && have_colors
}

#[cfg(test)]
mod tests {
    use super::is_light;

    #[test]
    fn logos_without_dark_colors_are_light() {
        for (svg, expected) in [
            ("<svg><path fill=\"#fff\"/><path style='fill: #fefefe'/></svg>", true),
            ("<svg fill=white><path/><path/></svg>", true),
            ("<svg fill='none'><path fill='#eef0ff'/></svg>", true),
            ("<svg><path fill='#fff'/><path/></svg>", false),
            ("<svg><path fill='#fff'/><path fill='#00f'/></svg>", false),
            ("<svg><path/></svg>", false),
            ("<svg><path fill='currentColor'/></svg>", false),
        ] {
            assert_eq!(is_light(svg), expected, "{svg}");
        }
    }
}
