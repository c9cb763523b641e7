//! CSS colors and the validation of colors in the config.

use cssparser::color::{all_named_colors, parse_hash_color, parse_named_color};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems};
use crate::diag::did_you_mean;

/// The functions that return a color (CSS Color 4, section 4), except functions that take a color as input.
const FUNCTIONS: [&str; 10] = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"];

/// A color mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorMode {
    /// Dark text on a light background.
    #[default]
    Light,
    /// Light text on a dark background.
    Dark,
}

impl ColorMode {
    /// Returns the name of the mode, for the `data-theme` attribute.
    pub fn as_str(self) -> &'static str {
        match self {
            ColorMode::Light => "light",
            ColorMode::Dark => "dark",
        }
    }
}

/// Light and dark mode.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ColorModeConfig {
    /// The mode for readers who haven't chosen a mode, if the system preference isn't used.
    pub default_mode: ColorMode,
    /// Follows the system preference until the reader chooses a mode.
    pub respect_prefers_color_scheme: bool,
    /// Hides the button that changes the mode.
    pub disable_switch: bool,
}

impl Default for ColorModeConfig {
    fn default() -> Self {
        ColorModeConfig {
            default_mode: ColorMode::Light,
            respect_prefers_color_scheme: true,
            disable_switch: false,
        }
    }
}

/// A parsed color. Color functions aren't evaluated.
#[derive(Debug, PartialEq)]
pub(crate) enum CssColor {
    /// A hexadecimal or named color, as red, green, and blue values.
    Srgb([u8; 3]),
    /// A color function, in lowercase.
    Function {
        /// The name, such as `oklch`.
        name: String,
        /// The text between the parentheses.
        arguments: String,
    },
}

impl CssColor {
    /// Parses `#25c`, `#2255cc`, `teal`, or `oklch(0.5 0.2 262)`. Returns `None` for an invalid color.
    pub(crate) fn read(css: &str) -> Option<Self> {
        let css = css.trim().to_ascii_lowercase();
        if let Some(digits) = css.strip_prefix('#') {
            let (red, green, blue, _) = parse_hash_color(digits.as_bytes()).ok()?;
            return Some(CssColor::Srgb([red, green, blue]));
        }
        if let Ok((red, green, blue)) = parse_named_color(&css) {
            return Some(CssColor::Srgb([red, green, blue]));
        }
        let (name, arguments) = css.strip_suffix(')')?.split_once('(')?;
        (FUNCTIONS.contains(&name) && are_arguments(arguments))
            .then(|| CssColor::Function { name: name.to_owned(), arguments: arguments.trim().to_owned() })
    }
}

/// Returns the red, green, blue, and alpha values of a color, each from 0 to 1. Returns `None` for an invalid color, and
/// for a color that depends on other styles.
pub(crate) fn rgba(css: &str) -> Option<[f64; 4]> {
    let css = css.trim().to_ascii_lowercase();
    let bytes = |channels: [u8; 3]| channels.map(|channel| f64::from(channel) / 255.0);
    match CssColor::read(&css)? {
        CssColor::Srgb(channels) => {
            let hash = css.strip_prefix('#').and_then(|digits| parse_hash_color(digits.as_bytes()).ok());
            let alpha = hash.map_or(1.0, |(_, _, _, alpha)| f64::from(alpha));
            let [red, green, blue] = bytes(channels);
            Some([red, green, blue, alpha])
        }
        CssColor::Function { .. } => {
            let color = csscolorparser::parse(&css).ok()?;
            Some(color.to_array().map(|channel| f64::from(channel).clamp(0.0, 1.0)))
        }
    }
}

/// Whether a string is safe between the parentheses of a function. A safe string can't close the parentheses or end the
/// declaration.
fn are_arguments(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            ';' | '{' | '}' | '<' | '>' | '"' => return false,
            _ => {}
        }
    }
    open == 0 && !text.trim().is_empty()
}

/// Reports an invalid accent color and removes it.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let Some(accent) = config.site.accent.take_if(|accent| CssColor::read(accent).is_none()) else { return };
    let hint = match did_you_mean(&accent.to_ascii_lowercase(), all_named_colors().map(|(name, _)| name)) {
        _ if parse_hash_color(accent.as_bytes()).is_ok() => format!("use `#{accent}`").into(),
        Some(hint) => hint.replacing(&accent),
        None => "use a CSS color such as `#2255cc`, `teal`, or `oklch(0.5 0.2 262)`".into(),
    };
    problems.report("site.accent", format!("invalid color `{accent}` for `site.accent`"), hint);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_functions_are_evaluated() {
        for (color, hex) in [
            ("rgb(34 85 204)", "#2255cc"),
            ("rgba(34, 85, 204, 50%)", "#2255cc80"),
            ("HSL(222deg 71.43% 46.67%)", "#2255cc"),
            ("hwb(0 0% 0%)", "#f00"),
            ("oklch(0.627955 0.257683 29.2338)", "#f00"),
            ("oklab(0.627955 0.224863 0.125846)", "#f00"),
            ("lab(54.2917 80.8124 69.8851)", "#f00"),
            ("lch(54.2917 106.8390 40.8526)", "#f00"),
            ("color(srgb 1 0 0)", "red"),
        ] {
            let (color, hex) = (rgba(color), rgba(hex));
            let pairs = color.iter().flatten().zip(hex.iter().flatten());
            assert!(
                color.is_some() && pairs.clone().all(|(a, b)| (a - b).abs() < 0.005),
                "{color:?} {hex:?}"
            );
        }
        for other in ["var(--x)", "color-mix(in srgb, red, blue)", "rgb(calc(1 + 2) 0 0)", "bleu", "2255cc"] {
            assert_eq!(rgba(other), None, "{other}");
        }
    }

    #[test]
    fn colours_of_css_are_told_from_other_text() {
        for color in
            ["#25c", "#25CF", "#2255cc", "#2255ccff", " Teal ", "rebeccapurple", "yellowgreen", "aliceblue"]
        {
            assert!(matches!(CssColor::read(color), Some(CssColor::Srgb(_))), "{color}");
        }
        assert_eq!(CssColor::read("RebeccaPurple"), CssColor::read("#639"));
        for color in ["rgb(34 85 204 / 50%)", "HSL(120deg, 1%, 2%)", "oklch(calc(0.1 * (2 + 3)) 0.2 262)"] {
            assert!(matches!(CssColor::read(color), Some(CssColor::Function { .. })), "{color}");
        }
        for other in [
            "",
            "#",
            "#12",
            "#12345",
            "#1234567",
            "#ggg",
            "#éé",
            "2255cc",
            "bleu",
            "var(--x)",
            "rgb",
            "rgb()",
            "rgb(1",
            "rgb(1))",
            "rgb(1)(2)",
            "rgb(1) red)",
            "rgb(1; 2)",
            "rgb(\"1\")",
            "rgb(<1>)",
            "rgb({})",
            "url(x)",
            "red;",
        ] {
            assert_eq!(CssColor::read(other), None, "{other}");
        }
    }
}
