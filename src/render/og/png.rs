//! Encodes images with at most 256 colors as PNG (W3C, Portable Network Graphics, third edition).

use std::io::Write as _;

/// Encodes an image: its palette, and a palette index for each pixel.
pub(super) fn encode(width: usize, height: usize, palette: &[[u8; 3]], pixels: &[u8]) -> Vec<u8> {
    let mut rows = Vec::with_capacity((width + 1) * height);
    for row in pixels.chunks(width) {
        // Palette indexes don't change gradually, so filters don't help.
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut header = Vec::with_capacity(13);
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Eight bits, a palette, the only compression and filter methods, and no interlacing.
    header.extend([8, 3, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, *b"IHDR", &header);
    chunk(&mut out, *b"PLTE", palette.as_flattened());
    chunk(&mut out, *b"IDAT", &packed(&rows));
    chunk(&mut out, *b"IEND", &[]);
    out
}

/// Compresses bytes to a zlib stream (RFC 1950).
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut stream = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(6));
    stream.write_all(bytes).and_then(|()| stream.finish()).expect("writing to memory can't fail")
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    out.extend((content.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend_from_slice(content);
    let sum = crc32fast::hash(&out[start..]);
    out.extend(sum.to_be_bytes());
}
