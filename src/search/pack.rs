//! Packs index files as zlib streams (RFC 1950), which contain checksums that reveal damage.
//! `theme/src/search/embedded/unpack.ts` unpacks them.
//!
//! Small files with similar content are packed with a dictionary of common phrases, which makes text a third smaller.

use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress, Status};

/// The compression level. Higher levels take longer without producing a better result.
const LEVEL: u32 = 6;

/// A compressor that packs files sequentially and reuses buffers.
pub(super) struct Packer {
    stream: Compress,
    dictionary: Arc<[u8]>,
}

impl Packer {
    /// Creates a packer with a dictionary. The dictionary can be empty.
    pub(super) fn new(dictionary: Arc<[u8]>) -> Self {
        Packer { stream: Compress::new(Compression::new(LEVEL), true), dictionary }
    }

    /// Creates a packer without a dictionary.
    pub(super) fn plain() -> Self {
        Self::new(Arc::default())
    }

    pub(super) fn pack(&mut self, bytes: &[u8]) -> Vec<u8> {
        let Packer { stream, dictionary } = self;
        stream.reset();
        if !dictionary.is_empty() {
            stream.set_dictionary(dictionary).expect("the dictionary is set before any data");
        }
        let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
        loop {
            let rest = &bytes[stream.total_in() as usize..];
            let status = stream.compress_vec(rest, &mut out, FlushCompress::Finish);
            if status.expect("any bytes can be packed") == Status::StreamEnd {
                break;
            }
            out.reserve(out.len());
        }
        out.shrink_to_fit();
        out
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    const SAID: &[u8] = b"A workstation is started from an image. A workstation is stopped when it is idle.";

    /// Returns the original bytes of a file that was packed with a dictionary. The dictionary can be empty.
    fn unpacked(bytes: &[u8], dictionary: &[u8]) -> Vec<u8> {
        let (mut stream, mut out) = (Decompress::new(true), Vec::with_capacity(1 << 20));
        if !dictionary.is_empty() {
            let wants = stream.decompress_vec(bytes, &mut out, FlushDecompress::Finish);
            assert!(wants.is_err_and(|error| error.needs_dictionary().is_some()));
            stream.set_dictionary(dictionary).expect("it is the one that it was packed with");
        }
        let rest = &bytes[stream.total_in() as usize..];
        let status = stream.decompress_vec(rest, &mut out, FlushDecompress::Finish);
        assert_eq!(status.expect("it is whole"), Status::StreamEnd);
        out
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut packer = Packer::plain();
        let texts = [b"".to_vec(), SAID.to_vec(), SAID.repeat(9_000), (0..=255).collect()];
        for text in texts {
            assert_eq!(unpacked(&packer.pack(&text), b""), text);
        }
    }

    #[test]
    fn a_dictionary_makes_files_smaller_and_is_needed_again() {
        let text = b"A workstation is stopped from an image.";
        let mut packer = Packer::new(SAID.into());
        let first = packer.pack(text);
        assert_eq!(first, packer.pack(text));
        assert!(first.len() < Packer::plain().pack(text).len());
        assert_eq!(unpacked(&first, SAID), text);
    }
}
