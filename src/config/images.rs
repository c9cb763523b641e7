//! The settings for images.

use schemars::JsonSchema;
use serde::Deserialize;

/// How images on pages are published.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ImagesConfig {
    /// Whether a build adds smaller WebP files for PNG, JPEG, and WebP images on pages.
    pub optimize: bool,
    /// Whether a build also adds AVIF files for all images in Markdown, not only for images with the `avif` attribute.
    /// AVIF files are smaller, but docgen needs much more time to encode them.
    pub avif: bool,
    /// The widths of these files, in pixels. docgen doesn't enlarge images.
    #[schemars(inner(range(min = 16, max = 16_383)))]
    pub widths: Vec<u32>,
    /// The quality of lossy files, from 1 to 100.
    #[schemars(range(min = 1, max = 100))]
    pub quality: u8,
    /// Whether readers can enlarge images that are wider than the text.
    pub zoom: bool,
    /// The maximum size of an image file, in kilobytes. docgen reports larger files. 0 turns off the check.
    pub max_kilobytes: u32,
}

impl Default for ImagesConfig {
    fn default() -> Self {
        // The widest column of text is 720 CSS pixels wide, and many screens have two physical pixels per CSS pixel.
        ImagesConfig {
            optimize: true,
            avif: false,
            widths: vec![720, 1440],
            quality: 80,
            zoom: true,
            max_kilobytes: 2000,
        }
    }
}
