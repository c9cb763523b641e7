//! Converts colors from OKLCH, which the theme uses, to sRGB for images (CSS Color 4).

use crate::config::{CssColor, rgba};

/// Converts an OKLCH color to sRGB, with each channel clamped.
pub(super) fn oklch(lightness: f64, chroma: f64, hue: f64) -> [u8; 3] {
    let (a, b) = (chroma * hue.to_radians().cos(), chroma * hue.to_radians().sin());
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    let channels = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ];
    channels.map(|channel| {
        let channel = channel.clamp(0.0, 1.0);
        let encoded =
            if channel <= 0.003_130_8 { 12.92 * channel } else { 1.055 * channel.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    })
}

/// Returns the chroma and hue of a CSS color. Returns `None` for an invalid color.
pub(super) fn chroma_and_hue(css: &str) -> Option<(f64, f64)> {
    let (name, arguments) = match CssColor::read(css)? {
        CssColor::Srgb(channels) => return Some(of_srgb(channels.map(|channel| f64::from(channel) / 255.0))),
        CssColor::Function { name, arguments } => (name, arguments),
    };
    let mut parts = arguments.split('/').next()?.split([' ', ',']).filter(|part| !part.is_empty());
    let mut number = |whole: f64| {
        let part = parts.next()?;
        match part.strip_suffix('%') {
            Some(percent) => Some(percent.parse::<f64>().ok()? / 100.0 * whole),
            None => part.trim_end_matches("deg").parse::<f64>().ok(),
        }
    };
    match name.as_str() {
        "rgb" | "rgba" => {
            let channels = [number(255.0)?, number(255.0)?, number(255.0)?];
            Some(of_srgb(channels.map(|channel| channel / 255.0)))
        }
        "oklch" => {
            number(1.0)?;
            Some((number(0.4)?, number(360.0)?))
        }
        _ => {
            let [red, green, blue, _] = rgba(css)?;
            Some(of_srgb([red, green, blue]))
        }
    }
}

fn of_srgb(channels: [f64; 3]) -> (f64, f64) {
    let [r, g, b] = channels.map(|channel| {
        if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    let x = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
    let y = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
    (x.hypot(y), y.atan2(x).to_degrees().rem_euclid(360.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_there_and_back() {
        assert_eq!(oklch(1.0, 0.0, 0.0), [255, 255, 255]);
        assert_eq!(oklch(0.627_955, 0.257_683, 29.233_8), [255, 0, 0]);
        let (chroma, hue) = chroma_and_hue("#f00").expect("a color");
        assert!((chroma - 0.2577).abs() < 0.001 && (hue - 29.23).abs() < 0.1, "{chroma} {hue}");
        assert_eq!(chroma_and_hue("rgb(255, 0, 0)"), chroma_and_hue("#ff0000ff"));
        assert_eq!(chroma_and_hue("oklch(52% 0.18 262deg / 1)"), Some((0.18, 262.0)));
        assert_eq!(chroma_and_hue("RebeccaPurple"), chroma_and_hue("#639"));
        let (chroma, hue) = chroma_and_hue("hsl(0 100% 50%)").expect("a color");
        assert!((chroma - 0.2577).abs() < 0.001 && (hue - 29.23).abs() < 0.1, "{chroma} {hue}");
        for other in ["#12", "#zzz", "rgb(1)", "var(--x)", "", "#éé"] {
            assert_eq!(chroma_and_hue(other), None, "{other}");
        }
    }
}
