//! Encodes an image at smaller sizes. Takes the bytes of a file and returns the bytes of smaller files.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fast_image_resize::{PixelType, Resizer, images::Image as Pixels};
use image::metadata::Orientation;
use image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, Limits,
    codecs::{avif::AvifEncoder, jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder},
};
use moxcms::ColorProfile;
use webp::{Encoder, WebPConfig};

use super::{Encoded, Options, container};

/// The maximum number of pixels in an image that docgen decodes. An image with more pixels is published unchanged.
const MAX_PIXELS: u64 = 40_000_000;
/// The maximum width and height of a WebP image, in pixels (WebP Container Specification, "Canvas").
const MAX_SIDE: u32 = 16_383;
/// The maximum memory that a decoder can use in addition to the pixels, in bytes.
const MAX_MEMORY: u64 = 64 << 20;
/// The width of a placeholder, in pixels.
const PLACEHOLDER_WIDTH: u32 = 16;
/// The maximum length of a placeholder's URL, in bytes.
const MAX_PLACEHOLDER: usize = 300;

/// Encodes an image. Returns an empty result for an image that must stay unchanged: an animation, or an image with a
/// color depth or color space that WebP doesn't support.
///
/// # Errors
///
/// If the file is damaged, returns the reason.
pub(super) fn encode(bytes: &[u8], options: &Options) -> Result<Encoded, String> {
    let Some(decoded) = decode(bytes).map_err(|error| reason(&error))? else { return Ok(Encoded::default()) };
    let Decoded { pixels, width, height, is_opaque, is_photo, profile } = decoded;
    let mut encoded = Encoded::default();
    let mut smallest = bytes.len();
    let largest = options.widths.iter().copied().max().unwrap_or(0);
    let mut widths: Vec<u32> = options.widths.iter().copied().filter(|own| *own < width).collect();
    widths.extend((width <= largest).then_some(width));
    widths.sort_unstable();
    widths.dedup();
    // The encoder can't store color profiles.
    let mut avif = (options.avif && profile.is_none()).then(Vec::new);
    // Start with the largest file, because a narrower file is useful only if it's smaller.
    for own in widths.into_iter().rev() {
        let scaled = scale(&pixels, (width, height), own);
        let (scaled, height) =
            scaled.as_ref().map_or((&pixels, height), |(scaled, height)| (scaled, *height));
        let is_drawn = !is_photo && own == width;
        let file = smallest_file(scaled, (own, height), is_drawn, options.quality)
            .and_then(|file| container::with_profile(file, (own, height), !is_opaque, profile.as_deref()));
        if let Some(file) = file.filter(|file| file.len() < smallest) {
            smallest = file.len();
            encoded.webp.push((own, file));
        }
        // A browser uses only the first list whose format it supports, so one large file makes the list useless.
        avif = avif.and_then(|mut files: Vec<(u32, Vec<u8>)>| {
            let limit = files.last().map_or(smallest, |(_, wider)| smallest.min(wider.len()));
            let file = avif_file(scaled, (own, height), options.quality).filter(|file| file.len() < limit)?;
            files.push((own, file));
            Some(files)
        });
    }
    encoded.avif = avif.unwrap_or_default();
    encoded.webp.reverse();
    encoded.avif.reverse();
    if is_opaque && !(encoded.webp.is_empty() && encoded.avif.is_empty()) {
        encoded.placeholder = placeholder(&pixels, (width, height));
    }
    Ok(encoded)
}

/// A decoded image, in the orientation that readers see.
struct Decoded {
    /// The red, green, blue, and alpha values of each pixel, one byte each.
    pixels: Vec<u8>,
    width: u32,
    height: u32,
    is_opaque: bool,
    /// Whether the file is lossy. If so, its content is usually a photo.
    is_photo: bool,
    /// The color profile (ICC), if it isn't sRGB.
    profile: Option<Vec<u8>>,
}

fn decode(bytes: &[u8]) -> Result<Option<Decoded>, ImageError> {
    let Ok(format) = image::guess_format(bytes) else { return Ok(None) };
    let file = Cursor::new(bytes);
    match format {
        ImageFormat::Png => {
            let mut decoder = PngDecoder::with_limits(file, limits())?;
            if decoder.is_apng()? || is_turned(&mut decoder) { Ok(None) } else { read(decoder, false) }
        }
        ImageFormat::Jpeg if is_cut_off(bytes) => {
            Err(ImageError::IoError(std::io::ErrorKind::UnexpectedEof.into()))
        }
        ImageFormat::Jpeg => read(JpegDecoder::new(file)?, true),
        ImageFormat::WebP => {
            let mut decoder = WebPDecoder::new(file)?;
            // `VP8L` starts the data of a lossless image.
            let is_lossless = bytes.windows(4).take(64).any(|name| name == b"VP8L");
            if decoder.has_animation() || is_turned(&mut decoder) {
                Ok(None)
            } else {
                read(decoder, !is_lossless)
            }
        }
        _ => Ok(None),
    }
}

/// Whether a JPEG has no end marker after its last scan starts (ITU-T T.81, B.1.1.3). The decoder fills the missing part
/// with gray. A scan's data can't contain the marker, and a preview in the metadata comes before the first scan.
fn is_cut_off(bytes: &[u8]) -> bool {
    let mut markers = bytes.array_windows().rev();
    markers.find_map(|marker| match marker {
        [0xff, 0xd9] => Some(false),
        [0xff, 0xda] => Some(true),
        _ => None,
    }) == Some(true)
}

/// Whether an image's metadata contains an orientation. Browsers disagree on whether formats other than JPEG have one.
fn is_turned(decoder: &mut impl ImageDecoder) -> bool {
    decoder.orientation().is_ok_and(|orientation| orientation != Orientation::NoTransforms)
}

/// Returns the size that readers see, given the size of the stored pixels. JPEG metadata can contain an orientation.
pub(crate) fn turned_size(bytes: &[u8], (width, height): (u32, u32)) -> (u32, u32) {
    /// The maximum distance of the metadata from the start of the file, in bytes.
    const REACH: usize = 1 << 16;
    let start = &bytes[..bytes.len().min(REACH)];
    if !bytes.starts_with(b"\xff\xd8") || !start.windows(4).any(|name| name == b"Exif") {
        return (width, height);
    }
    let orientation = JpegDecoder::new(Cursor::new(bytes)).and_then(|mut decoder| decoder.orientation());
    match orientation {
        Ok(
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH,
        ) => (height, width),
        _ => (width, height),
    }
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_PIXELS * 4 + MAX_MEMORY);
    limits
}

fn read(mut decoder: impl ImageDecoder, is_photo: bool) -> Result<Option<Decoded>, ImageError> {
    let (width, height) = decoder.dimensions();
    let is_large = width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS;
    let is_simple =
        matches!(decoder.color_type(), ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8);
    let profile = decoder.icc_profile()?.filter(|profile| !is_srgb(profile));
    let is_rgb = profile.as_ref().is_none_or(|profile| profile.get(16..20) == Some(b"RGB "));
    if is_large || !is_simple || !is_rgb {
        return Ok(None);
    }
    decoder.set_limits(limits())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    let image = image.into_rgba8();
    let (width, height) = image.dimensions();
    let pixels = image.into_raw();
    let is_opaque = pixels.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
    Ok(Some(Decoded { pixels, width, height, is_opaque, is_photo, profile }))
}

/// Whether a color profile (ICC.1) has the primaries and the transfer function of sRGB (IEC 61966-2-1), which browsers
/// use for images without a profile. Programs name this profile differently.
fn is_srgb(profile: &[u8]) -> bool {
    /// The maximum difference between two numbers in [`colors`].
    const TOLERANCE: f64 = 0.003;
    let own = ColorProfile::new_from_slice(profile).ok().and_then(|own| colors(&own));
    let is_close = |(own, srgb): (f64, f64)| (own - srgb).abs() < TOLERANCE;
    own.zip(colors(&ColorProfile::new_srgb()))
        .is_some_and(|(own, srgb)| own.into_iter().zip(srgb).all(is_close))
}

/// Returns the primaries of a color profile, and some values of its transfer functions.
fn colors(profile: &ColorProfile) -> Option<Vec<f64>> {
    let primaries = [profile.red_colorant, profile.green_colorant, profile.blue_colorant];
    let mut values: Vec<f64> = primaries.iter().flat_map(|color| [color.x, color.y, color.z]).collect();
    for curve in [&profile.red_trc, &profile.green_trc, &profile.blue_trc] {
        let curve = curve.as_ref()?.make_linear_evaluator().ok()?;
        values.extend([0.02, 0.2, 0.4, 0.6, 0.8].map(|value| f64::from(curve.evaluate_value(value))));
    }
    Some(values)
}

/// Scales an image to a width. Returns the pixels and the height, or `None` if the image already has this width.
fn scale(pixels: &[u8], (width, height): (u32, u32), to: u32) -> Option<(Vec<u8>, u32)> {
    if to == width {
        return None;
    }
    let new_height =
        ((u64::from(height) * u64::from(to) + u64::from(width) / 2) / u64::from(width)).max(1) as u32;
    let source = fast_image_resize::images::ImageRef::new(width, height, pixels, PixelType::U8x4).ok()?;
    let mut scaled = Pixels::new(to, new_height, PixelType::U8x4);
    Resizer::new().resize(&source, &mut scaled, None).ok()?;
    Some((scaled.into_vec(), new_height))
}

/// Returns the smallest WebP file for an image. For a drawing that isn't scaled, a lossless file can be smaller.
fn smallest_file(pixels: &[u8], size: (u32, u32), is_drawn: bool, quality: u8) -> Option<Vec<u8>> {
    let lossy = webp(pixels, size, |config| {
        config.quality = f32::from(quality);
        config.method = LOSSY_EFFORT;
    })?;
    if !is_drawn {
        return Some(lossy);
    }
    let lossless = webp(pixels, size, |config| {
        config.lossless = 1;
        config.quality = LOSSLESS_EFFORT;
    })?;
    Some(if lossless.len() <= lossy.len() { lossless } else { lossy })
}

/// How much effort libwebp spends on making a lossy file smaller, from 0 to 6. Compared with 4, the default, encoding a
/// screenshot takes 40% less time, and the file is 13% larger.
const LOSSY_EFFORT: i32 = 2;
/// How much effort libwebp spends on making a lossless file smaller, from 0 to 100.
const LOSSLESS_EFFORT: f32 = 20.0;

fn webp(pixels: &[u8], (width, height): (u32, u32), set: impl FnOnce(&mut WebPConfig)) -> Option<Vec<u8>> {
    let mut config = WebPConfig::new().ok()?;
    set(&mut config);
    let encoded = Encoder::from_rgba(pixels, width, height).encode_advanced(&config).ok()?;
    Some(encoded.to_vec())
}

/// The speed of the AVIF encoder, from 1 to 10. At 9, the encoder takes half the time, but screenshots are 30% larger.
const AVIF_SPEED: u8 = 8;
/// The number to subtract from a WebP file's quality to get an AVIF file that's equally similar to the image (by SSIM).
const AVIF_LESS: u8 = 4;

fn avif_file(pixels: &[u8], (width, height): (u32, u32), quality: u8) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let quality = quality.saturating_sub(AVIF_LESS).max(1);
    // docgen encodes several images in parallel, so each encoder uses one thread.
    let encoder =
        AvifEncoder::new_with_speed_quality(&mut file, AVIF_SPEED, quality).with_num_threads(Some(1));
    encoder.write_image(pixels, width, height, ExtendedColorType::Rgba8).ok()?;
    Some(file)
}

/// Returns a tiny version of an image as a data URL. Browsers smooth the image when they enlarge it.
fn placeholder(pixels: &[u8], (width, height): (u32, u32)) -> Option<String> {
    let own = PLACEHOLDER_WIDTH.min(width);
    let scaled = scale(pixels, (width, height), own);
    let (scaled, height) = scaled.as_ref().map_or((pixels, height), |(scaled, height)| (scaled, *height));
    let file = webp(scaled, (own, height), |config| {
        config.quality = 20.0;
        config.method = 6;
    })?;
    let url = format!("data:image/webp;base64,{}", STANDARD.encode(file));
    (url.len() <= MAX_PLACEHOLDER).then_some(url)
}

/// Returns a short message for a decoder's error.
fn reason(error: &ImageError) -> String {
    match error {
        ImageError::Limits(_) => "it needs too much memory".to_owned(),
        _ => "the file is damaged".to_owned(),
    }
}
