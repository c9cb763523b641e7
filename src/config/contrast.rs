//! Checks the contrast of a site's own colors: the announcement bar, and the theme's custom properties in
//! `overrides/custom.css`.

use std::collections::BTreeMap;

use super::{ColorMode, Config, ConfigSource, color::rgba};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::source::css::{Declaration, rules};

/// The minimum contrast ratio of text (WCAG 2.2, success criterion 1.4.3).
const CONTRAST: f64 = 4.5;

/// The theme's colors in light mode and in dark mode. The colors that depend on the accent are for the default accent.
const THEME: [(&str, &str, &str); 10] = [
    ("--color-bg", "oklch(0.993 0.002 85)", "oklch(0.18 0.004 75)"),
    ("--color-surface", "oklch(0.974 0.004 85)", "oklch(0.228 0.005 75)"),
    ("--color-raised", "oklch(0.993 0.002 85)", "oklch(0.27 0.007 75)"),
    ("--color-text", "oklch(0.29 0.007 75)", "oklch(0.88 0.005 85)"),
    ("--color-heading", "oklch(0.18 0.004 75)", "oklch(0.95 0.005 85)"),
    ("--color-muted", "oklch(0.5 0.011 75)", "oklch(0.7 0.009 80)"),
    ("--color-on-accent", "oklch(0.993 0.002 85)", "oklch(0.18 0.004 75)"),
    ("--color-accent", "oklch(0.48 0.18 262)", "oklch(0.77 0.115 262)"),
    ("--color-accent-hover", "oklch(0.42 0.16 262)", "oklch(0.86 0.08 262)"),
    ("--color-accent-tint", "oklch(0.955 0.022 262)", "oklch(0.265 0.036 262)"),
];

/// The colors of text, each with the backgrounds behind it.
const PAIRS: [(&str, &[&str]); 6] = [
    ("--color-text", &["--color-bg", "--color-surface", "--color-raised"]),
    ("--color-heading", &["--color-bg", "--color-surface", "--color-raised"]),
    ("--color-muted", &["--color-bg", "--color-surface", "--color-raised"]),
    ("--color-accent", &["--color-bg", "--color-surface", "--color-raised", "--color-accent-tint"]),
    ("--color-accent-hover", &["--color-bg", "--color-surface", "--color-raised"]),
    ("--color-on-accent", &["--color-accent"]),
];

/// The maximum number of variables that refer to each other.
const MAX_CHAIN: usize = 16;

impl Config {
    /// Reports colors that make text hard to read, and colors whose contrast is unknown. `css` is the site's own style
    /// sheet.
    pub(crate) fn low_contrast(
        &self,
        source: Option<&ConfigSource<'_>>,
        css: Option<(&SourcePath, &str)>,
    ) -> Vec<Diagnostic> {
        let text = css.map_or("", |(_, text)| text);
        let own = rules(text);
        let shown = |mode| {
            let color_mode = &self.color_mode;
            !color_mode.disable_switch
                || color_mode.respect_prefers_color_scheme
                || color_mode.default_mode == mode
        };
        let modes = [ColorMode::Light, ColorMode::Dark].into_iter().filter(|mode| shown(*mode));
        let palettes: Vec<Palette<'_>> = modes.map(|mode| Palette::new(mode, &own)).collect();
        let mut found = Vec::new();
        if let Some((path, _)) = css {
            for palette in &palettes {
                for (declaration, message) in palette.problems() {
                    let (line, column) = declaration.position();
                    let diagnostic = Diagnostic::new(Code::LowContrast, message);
                    let diagnostic = diagnostic.at_position(path, line, column).hint(HINT);
                    if !found.contains(&diagnostic) {
                        found.push(diagnostic);
                    }
                }
            }
        }
        found.extend(source.and_then(|source| self.bar(source, &palettes)));
        found
    }

    fn bar(&self, source: &ConfigSource<'_>, palettes: &[Palette<'_>]) -> Option<Diagnostic> {
        let bar = self.announcement_bar.as_ref()?;
        let (key, only) = match (bar.text_color.is_some(), bar.background_color.is_some()) {
            (true, true) => ("text_color", false),
            (true, false) => ("text_color", true),
            (false, true) => ("background_color", true),
            (false, false) => return None,
        };
        let colors = |palette: &Palette<'_>| {
            let own = |color: &Option<String>, name| color.clone().or_else(|| palette.value(name));
            Some((own(&bar.text_color, "--color-text")?, own(&bar.background_color, "--color-accent-tint")?))
        };
        let pairs = palettes.iter().filter_map(|palette| Some((palette, colors(palette)?)));
        pairs.filter_map(|(palette, (text, background))| {
            let (ratio, mode) = match ratio(&text, &background) {
                Ok(ratio) => (ratio, if only { palette.described() } else { String::new() }),
                Err(reason) => {
                    let is_text = rgba(&text).is_none();
                    let key = if is_text { "text_color" } else { "background_color" };
                    let message =
                        format!("can't check the contrast of the announcement bar's colors: {reason}");
                    let hint = "use a color such as `#2255cc` or `oklch(0.5 0.2 262)`, or check the contrast in a browser";
                    let diagnostic = Diagnostic::new(Code::LowContrast, message);
                    return Some(diagnostic.at_value(source, &format!("announcement_bar.{key}")).hint(hint));
                }
            };
            let message = format!("the contrast between the announcement bar's colors is only {ratio:.1}:1{mode}");
            (ratio < CONTRAST).then(|| {
                let diagnostic = Diagnostic::new(Code::LowContrast, message);
                diagnostic.at_value(source, &format!("announcement_bar.{key}")).hint(HINT)
            })
        })
        .next()
    }
}

const HINT: &str = "choose colors with a contrast of at least 4.5:1";

/// The values of the custom properties in a color mode.
struct Palette<'c> {
    mode: ColorMode,
    /// The site's own declarations.
    own: BTreeMap<&'c str, Declaration<'c>>,
}

impl<'c> Palette<'c> {
    /// Returns the values for a color mode. A site's own rules override the theme's rules in both modes, because the
    /// theme's rules are in a layer.
    fn new(mode: ColorMode, rules: &[(&'c str, Vec<Declaration<'c>>)]) -> Self {
        let mut own = BTreeMap::new();
        // A selector with an attribute is more specific.
        for of_mode in [None, Some(mode)] {
            for (selectors, declarations) in rules {
                let applies = selectors.split(',').any(|selector| applies_to(selector) == Some(of_mode));
                let properties = declarations.iter().filter(|one| one.name.starts_with("--"));
                own.extend(properties.filter(|_| applies).map(|one| (one.name, *one)));
            }
        }
        Palette { mode, own }
    }

    fn described(&self) -> String {
        format!(" in {} mode", self.mode.as_str())
    }

    /// Returns the value of a custom property, with variables replaced.
    fn value(&self, name: &str) -> Option<String> {
        let theme = THEME.iter().find(|(one, ..)| *one == name).map(|(_, light, dark)| match self.mode {
            ColorMode::Light => *light,
            ColorMode::Dark => *dark,
        });
        let mut value = self.own.get(name).map(|one| one.value).or(theme)?;
        for _ in 0..MAX_CHAIN {
            let Some(inside) = value.strip_prefix("var(").and_then(|rest| rest.strip_suffix(')')) else {
                break;
            };
            let (name, fallback) = inside.split_once(',').unwrap_or((inside, ""));
            let Some(next) = self.own.get(name.trim()).map(|one| one.value) else {
                return self
                    .value(name.trim())
                    .or_else(|| (!fallback.is_empty()).then(|| fallback.trim().to_owned()))
                    .or(Some(value.to_owned()));
            };
            value = next;
        }
        Some(value.to_owned())
    }

    /// Returns the problems with the site's own colors: for each color of text, the declaration and the message for
    /// the worst background.
    fn problems(&self) -> Vec<(Declaration<'c>, String)> {
        let mut found = Vec::new();
        for (text, backgrounds) in PAIRS {
            let pairs = backgrounds.iter().filter_map(|background| {
                let own = self.own.get(text).or_else(|| self.own.get(background))?;
                Some((*background, *own, ratio(&self.value(text)?, &self.value(background)?)))
            });
            let worst = pairs.min_by(|(.., one), (.., two)| {
                let order = |ratio: &Result<f64, String>| ratio.as_ref().copied().unwrap_or(0.0);
                order(one).total_cmp(&order(two))
            });
            match worst {
                Some((background, own, Ok(ratio))) if ratio < CONTRAST => {
                    let mode = self.described();
                    let message = format!(
                        "the contrast between `{text}` and `{background}` is only {ratio:.1}:1{mode}"
                    );
                    found.push((own, message));
                }
                Some((background, own, Err(reason))) => {
                    let message =
                        format!("can't check the contrast between `{text}` and `{background}`: {reason}");
                    found.push((own, message));
                }
                _ => {}
            }
        }
        found
    }
}

/// If a selector matches the whole page, returns the color mode in which it does, or `None` inside for both modes.
fn applies_to(selector: &str) -> Option<Option<ColorMode>> {
    let selector = selector.trim();
    let start = selector.find('[').unwrap_or(selector.len());
    let (element, attribute) = selector.split_at(start);
    let is_root =
        matches!(element, ":root" | "html" | "body" | "*") || element.is_empty() && !attribute.is_empty();
    let attribute: String = attribute.chars().filter(|c| !matches!(c, '"' | '\'' | ' ')).collect();
    let mode = match attribute.as_str() {
        "" => None,
        "[data-theme=light]" => Some(ColorMode::Light),
        "[data-theme=dark]" => Some(ColorMode::Dark),
        _ => return None,
    };
    is_root.then_some(mode)
}

/// Returns the contrast ratio of a text color in front of a background color, or the reason that it's unknown.
fn ratio(text: &str, background: &str) -> Result<f64, String> {
    let unknown = |color: &str| format!("docgen can't evaluate `{color}`");
    let text = rgba(text).ok_or_else(|| unknown(text))?;
    let [red, green, blue, alpha] = rgba(background).ok_or_else(|| unknown(background))?;
    if alpha < 1.0 {
        // The page's own background depends on the color mode.
        return Err(format!("`{background}` is translucent"));
    }
    let back = [red, green, blue];
    Ok(contrast(over(text, back), back))
}

/// Returns the color that a color has in front of an opaque background.
fn over([red, green, blue, alpha]: [f64; 4], back: [f64; 3]) -> [f64; 3] {
    let mix = |front: f64, back: f64| front * alpha + back * (1.0 - alpha);
    [mix(red, back[0]), mix(green, back[1]), mix(blue, back[2])]
}

/// Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2, definition of "contrast ratio").
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let luminance = |color: [f64; 3]| {
        let linear = color.map(|channel| {
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colors_are_those_of_the_theme() {
        let css = include_str!("../../theme/src/styles/tokens.css");
        let css = css.split("@supports not ").next().unwrap_or_default();
        // Except for rounding, the default accent reaches the limits on the chroma of relative colors.
        let relative = r"oklch\(from var\(--docgen-accent\) ([\d.]+) min\([^,]+, ([\d.]+)\) h\)";
        let relative = regex_lite::Regex::new(relative).expect("the expression is valid");
        let css = relative.replace_all(css, "oklch($1 $2 262)");
        let rules = rules(&css);
        for mode in [ColorMode::Light, ColorMode::Dark] {
            let theme = Palette::new(mode, &rules);
            let copy = Palette { mode, own: BTreeMap::new() };
            for (name, ..) in THEME {
                assert_eq!(copy.value(name), theme.value(name), "{name} {}", mode.as_str());
            }
        }
    }

    #[test]
    fn selectors_of_the_whole_page_have_a_mode() {
        for (selector, mode) in [
            (":root", Some(None)),
            (" html ", Some(None)),
            (":root[data-theme=\"dark\"]", Some(Some(ColorMode::Dark))),
            ("[data-theme='light']", Some(Some(ColorMode::Light))),
            ("html[data-theme = dark]", Some(Some(ColorMode::Dark))),
            (".prose", None),
            (":root .prose", None),
            ("", None),
            (":root[dir=rtl]", None),
        ] {
            assert_eq!(applies_to(selector), mode, "{selector}");
        }
    }
}
