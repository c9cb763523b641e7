//! Packing: the files of an index as zlib streams (RFC 1950), which notice when they are damaged.
//!
//! Small files that say alike things are packed with a dictionary, which holds what they often say: a text is a third
//! smaller with it. Whatever the bytes are, unpacking ends and allocates no more than they warrant.

use std::sync::Arc;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::shard::Damaged;

/// How large a file may be when it is unpacked, in bytes.
const LIMIT: usize = 64 << 20;

/// How hard files are packed: beyond this the time grows, the gain does not.
const LEVEL: u32 = 6;

/// Packs one file after another; what it needs for that is allocated once.
pub(super) struct Packer {
    stream: Compress,
    dictionary: Arc<[u8]>,
}

impl Packer {
    /// Packs with a dictionary, which may be empty.
    pub(super) fn new(dictionary: Arc<[u8]>) -> Self {
        Packer { stream: Compress::new(Compression::new(LEVEL), true), dictionary }
    }

    /// Packs without a dictionary.
    pub(super) fn plain() -> Self {
        Self::new(Arc::default())
    }

    pub(super) fn pack(&mut self, bytes: &[u8]) -> Vec<u8> {
        let Packer { stream, dictionary } = self;
        stream.reset();
        if !dictionary.is_empty() {
            stream.set_dictionary(dictionary).expect("a dictionary is set before anything else");
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

/// Unpacks a file that was packed with this dictionary, which may be empty.
pub(super) fn unpack(bytes: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, Damaged> {
    const ERROR: Damaged = Damaged("a file cannot be unpacked");
    let mut stream = Decompress::new(true);
    let mut out = Vec::with_capacity(4 * bytes.len() + 64);
    let mut waits_for_dictionary = !dictionary.is_empty();
    loop {
        let rest = &bytes[stream.total_in() as usize..];
        match stream.decompress_vec(rest, &mut out, FlushDecompress::Finish) {
            Ok(Status::StreamEnd) if waits_for_dictionary || stream.total_in() < bytes.len() as u64 => {
                return Err(ERROR);
            }
            Ok(Status::StreamEnd) => return Ok(out),
            Ok(_) if out.len() == out.capacity() && out.len() < LIMIT => out.reserve(out.len()),
            Err(error) if error.needs_dictionary().is_some() && waits_for_dictionary => {
                waits_for_dictionary = false;
                stream.set_dictionary(dictionary).map_err(|_| ERROR)?;
            }
            _ => return Err(ERROR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &[u8] = b"A workstation is started from an image. A workstation is stopped when it is idle.";

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut packer = Packer::plain();
        let texts = [b"".to_vec(), SAID.to_vec(), SAID.repeat(9_000), (0..=255).collect()];
        for text in texts {
            assert_eq!(unpack(&packer.pack(&text), b""), Ok(text));
        }
    }

    #[test]
    fn a_dictionary_makes_files_smaller_and_is_needed_again() {
        let text = b"A workstation is stopped from an image.";
        let mut packer = Packer::new(SAID.into());
        let first = packer.pack(text);
        assert_eq!(first, packer.pack(text));
        assert!(first.len() < Packer::plain().pack(text).len());
        assert_eq!(unpack(&first, SAID), Ok(text.to_vec()));
        assert!(unpack(&first, b"").is_err() && unpack(&first, b"Another one.").is_err());
        assert!(unpack(&Packer::plain().pack(text), SAID).is_err());
    }

    #[test]
    fn damage_is_noticed() {
        let whole = Packer::plain().pack(SAID);
        assert!((0..whole.len()).all(|length| unpack(&whole[..length], b"").is_err()));
        let longer = [&whole[..], b"!"].concat();
        assert!(unpack(&longer, b"").is_err());
        // Two bits of the header are looked at by nobody: how hard a file was packed.
        for at in 2..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert!(unpack(&changed, b"").is_err(), "byte {at}");
        }
    }
}
