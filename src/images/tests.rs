use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, RgbaImage, codecs::jpeg::JpegEncoder,
};

use moxcms::ColorProfile;

use super::{Encoded, Options, encode::encode, turned_size};

const OPTIONS: fn() -> Options = || Options { widths: vec![100, 200], quality: 80, avif: false };

/// Returns an image with a gradient and noise, which no format compresses well.
fn picture(width: u32, height: u32, alpha: u8) -> RgbaImage {
    let mut state = 1_u32;
    RgbaImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 28) as u8;
        image::Rgba([(x * 200 / width) as u8 + noise, (y * 200 / height) as u8 + noise, 90 + noise, alpha])
    })
}

fn saved(picture: RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    let picture = DynamicImage::from(picture);
    let picture = if format == ImageFormat::Jpeg { picture.into_rgb8().into() } else { picture };
    picture.write_to(&mut file, format).expect("the picture can be saved");
    file.into_inner()
}

#[track_caller]
fn encoded(bytes: &[u8]) -> Encoded {
    encode(bytes, &OPTIONS()).expect("the picture isn't damaged")
}

/// Returns the sizes of the encoded files.
fn sizes(encoded: &Encoded) -> Vec<(u32, u32)> {
    let decoded = encoded.webp.iter().map(|(width, bytes)| {
        let decoded = image::load_from_memory(bytes).expect("the file is an image");
        assert_eq!(decoded.width(), *width);
        (decoded.width(), decoded.height())
    });
    decoded.collect()
}

#[test]
fn an_image_is_scaled_down_and_never_up() {
    let wide = encoded(&saved(picture(400, 100, 255), ImageFormat::Png));
    assert_eq!(sizes(&wide), [(100, 25), (200, 50)]);
    let small = encoded(&saved(picture(150, 60, 255), ImageFormat::Png));
    assert_eq!(sizes(&small), [(100, 40), (150, 60)]);
    assert!(
        small.placeholder.is_some_and(|url| url.starts_with("data:image/webp;base64,") && url.len() <= 300)
    );
}

#[test]
fn a_file_is_smaller_than_the_image_and_than_each_wider_file() {
    for (width, height) in [(1, 1), (2, 3), (16, 16), (150, 1), (1, 150), (200, 200), (320, 50)] {
        let flat = RgbaImage::from_pixel(width, height, image::Rgba([7, 7, 7, 255]));
        for (picture, format) in [
            (flat.clone(), ImageFormat::Png),
            (flat.clone(), ImageFormat::WebP),
            (flat, ImageFormat::Jpeg),
            (picture(width, height, 255), ImageFormat::Png),
        ] {
            let bytes = saved(picture, format);
            let files = encoded(&bytes).webp;
            let lengths: Vec<usize> = files.iter().map(|(_, file)| file.len()).chain([bytes.len()]).collect();
            assert!(lengths.is_sorted_by(|a, b| a < b), "{width}x{height} {format:?} {lengths:?}");
        }
    }
}

/// Returns an image with smooth waves, like a photo.
fn waves(width: u32, height: u32, alpha: u8) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let wave = (x / 9.0).sin() * (y / 7.0).cos() + ((x + 2.0 * y) / 31.0).sin();
        image::Rgba([(128.0 + 60.0 * wave) as u8, (110.0 + 50.0 * wave) as u8, 90 + (y / 4.0) as u8, alpha])
    })
}

#[test]
fn avif_files_are_smaller_than_other_files_and_have_all_widths() {
    let options = Options { avif: true, ..OPTIONS() };
    let encoded = |bytes: &[u8]| encode(bytes, &options).expect("the picture isn't damaged");
    for (width, height) in [(1, 1), (2, 3), (16, 16), (150, 1), (1, 150), (150, 90), (320, 50)] {
        for picture in [picture(width, height, 255), waves(width, height, 120)] {
            let bytes = saved(picture, ImageFormat::Png);
            let Encoded { webp, avif, .. } = encoded(&bytes);
            for (own, file) in &avif {
                let size = imagesize::blob_size(file).expect("the file is an image");
                assert_eq!(size.width, *own as usize);
                let other = webp.iter().find(|(other, _)| other >= own);
                assert!(file.len() < other.map_or(bytes.len(), |(_, other)| other.len()));
            }
        }
    }
    let widths = |width, height, format| {
        let files = encoded(&saved(waves(width, height, 255), format)).avif;
        files.iter().map(|(own, _)| *own).collect::<Vec<u32>>()
    };
    assert_eq!(widths(150, 90, ImageFormat::Png), [100, 150]);
    assert_eq!(widths(320, 160, ImageFormat::Jpeg), [100, 200]);
    let flat = saved(RgbaImage::from_pixel(150, 90, image::Rgba([7, 7, 7, 255])), ImageFormat::Png);
    assert!(encoded(&flat).avif.is_empty(), "the file of a drawing is smaller");
}

#[test]
fn transparency_is_kept_without_a_placeholder() {
    let clear = encoded(&saved(picture(300, 300, 120), ImageFormat::Png));
    assert_eq!((sizes(&clear).len(), clear.placeholder.is_none()), (2, true));
    for (_, file) in &clear.webp {
        let pixels = image::load_from_memory(file).expect("the file is an image").into_rgba8();
        assert!(pixels.pixels().all(|pixel| pixel.0[3].abs_diff(120) < 3));
    }
}

/// Returns a JPEG file with an EXIF orientation.
fn turned(orientation: u8) -> Vec<u8> {
    let mut exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    let (mut file, rgb) = (Vec::new(), DynamicImage::from(picture(300, 100, 255)).into_rgb8());
    let mut encoder = JpegEncoder::new_with_quality(&mut file, 95);
    encoder.set_exif_metadata(exif).expect("the format has EXIF");
    encoder.write_image(&rgb, 300, 100, ExtendedColorType::Rgb8).expect("the picture can be saved");
    file
}

#[test]
fn a_photo_has_the_orientation_in_its_metadata() {
    assert_eq!(sizes(&encoded(&turned(1))), [(100, 33), (200, 67)]);
    assert_eq!(sizes(&encoded(&turned(6))), [(100, 300)]);
    assert_eq!(
        (turned_size(&turned(1), (300, 100)), turned_size(&turned(6), (300, 100))),
        ((300, 100), (100, 300))
    );
    assert_eq!(turned_size(b"\xff\xd8Exif", (3, 1)), (3, 1));
}

#[test]
fn a_color_profile_is_kept() {
    let mut profile = vec![0; 128];
    profile[16..20].copy_from_slice(b"RGB ");
    for alpha in [255, 100] {
        let rgba = picture(300, 100, alpha);
        let mut file = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut file);
        encoder.set_icc_profile(profile.clone()).expect("the format has profiles");
        encoder.write_image(&rgba, 300, 100, ExtendedColorType::Rgba8).expect("the picture can be saved");
        let encoded = encode(&file, &Options { avif: true, ..OPTIONS() }).expect("the picture isn't damaged");
        assert_eq!((sizes(&encoded), encoded.avif.len()), (vec![(100, 33), (200, 67)], 0));
        for (_, file) in &encoded.webp {
            let mut decoder =
                image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(file)).expect("the file is WebP");
            let found = image::ImageDecoder::icc_profile(&mut decoder).expect("the profile can be read");
            assert_eq!(found.as_deref(), Some(&*profile));
        }
    }
}

#[test]
fn a_profile_with_the_colors_of_srgb_is_left_out() {
    let mut renamed = ColorProfile::new_srgb();
    renamed.description = None;
    let profiles = [
        (ColorProfile::new_srgb(), false),
        (renamed, false),
        (ColorProfile::new_display_p3(), true),
        (ColorProfile::new_adobe_rgb(), true),
    ];
    for (profile, is_kept) in profiles {
        let mut file = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut file);
        let profile = profile.encode().expect("the profile can be saved");
        encoder.set_icc_profile(profile).expect("the format has profiles");
        let rgba = waves(300, 100, 255);
        encoder.write_image(&rgba, 300, 100, ExtendedColorType::Rgba8).expect("the picture can be saved");
        let encoded = encode(&file, &Options { avif: true, ..OPTIONS() }).expect("the picture isn't damaged");
        assert_eq!(encoded.avif.is_empty(), is_kept);
        let webp = std::io::Cursor::new(&encoded.webp[0].1);
        let mut decoder = image::codecs::webp::WebPDecoder::new(webp).expect("the file is WebP");
        let found = image::ImageDecoder::icc_profile(&mut decoder).expect("the profile can be read");
        assert_eq!(found.is_some(), is_kept);
    }
}

#[test]
fn animations_deep_colors_and_other_files_stay_as_they_are() {
    let mut deep = std::io::Cursor::new(Vec::new());
    DynamicImage::new_rgb16(300, 300)
        .write_to(&mut deep, ImageFormat::Png)
        .expect("the picture can be saved");
    let mut animated = saved(picture(300, 100, 255), ImageFormat::Png);
    // An `acTL` chunk after the header makes the image an animation.
    let mut chunk = b"acTL\0\0\0\x02\0\0\0\0".to_vec();
    let sum = crc32fast::hash(&chunk);
    chunk.splice(0..0, [0, 0, 0, 8]);
    chunk.extend(sum.to_be_bytes());
    animated.splice(33..33, chunk);
    for bytes in [&deep.into_inner()[..], &animated, b"GIF89a", b"<svg/>", b""] {
        let encoded = encoded(bytes);
        assert!(encoded.webp.is_empty() && encoded.placeholder.is_none());
    }
}

#[test]
fn a_damaged_file_is_an_error_and_a_bomb_is_left_alone() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let whole = saved(picture(90, 60, 255), format);
        for end in (12..whole.len() - 30).step_by(whole.len() / 12) {
            assert!(encode(&whole[..end], &OPTIONS()).is_err(), "{format:?} {end}");
        }
        for at in (12..whole.len()).step_by(whole.len() / 30) {
            let mut broken = whole.clone();
            broken[at] ^= 0x55;
            let _ = encode(&broken, &OPTIONS());
        }
    }
    // The header claims 16,000 by 16,000 pixels.
    let mut bomb = saved(picture(10, 10, 255), ImageFormat::Png);
    bomb[16..24].copy_from_slice(&[0, 0, 0x3e, 0x80, 0, 0, 0x3e, 0x80]);
    let sum = crc32fast::hash(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    assert!(encode(&bomb, &OPTIONS()).is_ok_and(|encoded| encoded.webp.is_empty()));
}
