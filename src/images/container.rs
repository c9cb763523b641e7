//! Adds a color profile to a WebP file (RFC 9649, section 2.7).

/// The bit in the `VP8X` flags that indicates a color profile.
const PROFILE: u8 = 1 << 5;
/// The bit in the `VP8X` flags that indicates transparency.
const ALPHA: u8 = 1 << 4;

/// Adds a color profile to a file that libwebp encoded. Returns `None` if the file has an unexpected format.
pub(super) fn with_profile(
    file: Vec<u8>,
    (width, height): (u32, u32),
    has_alpha: bool,
    profile: Option<&[u8]>,
) -> Option<Vec<u8>> {
    let Some(profile) = profile else { return Some(file) };
    let chunks = file.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    // The header of a file with transparency is replaced.
    let rest = if chunks.starts_with(b"VP8X") { chunks.get(18..)? } else { chunks };
    let mut body = b"WEBP".to_vec();
    let mut header = vec![PROFILE | if has_alpha { ALPHA } else { 0 }, 0, 0, 0];
    for side in [width, height] {
        header.extend(&side.checked_sub(1)?.to_le_bytes()[..3]);
    }
    chunk(b"VP8X", &header, &mut body);
    chunk(b"ICCP", profile, &mut body);
    body.extend(rest);
    let mut out = b"RIFF".to_vec();
    out.extend(u32::try_from(body.len()).ok()?.to_le_bytes());
    out.extend(body);
    Some(out)
}

/// Adds a chunk, padded to an even length.
fn chunk(name: &[u8; 4], content: &[u8], out: &mut Vec<u8>) {
    out.extend(name);
    out.extend((content.len() as u32).to_le_bytes());
    out.extend(content);
    out.extend((content.len() % 2 == 1).then_some(0));
}
