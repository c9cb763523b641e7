//! Damaged files must cause an error, and never a crash, a hang, or wrong results.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use serde_json::{Value as Json, json};

use super::client::{answers_with, files};
use super::site::{Indexed, request};
use crate::harness::{Numbers, docgen, repository};

/// A query that needs every kind of file, because it has a misspelled word and an incomplete word, and because the
/// results include text.
const QUERY: &str = "accesibility navig";

/// Encodes bytes as Base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for sign in 0..4 {
            let own = char::from(SIGNS[(bits >> (18 - 6 * sign)) as usize & 63]);
            out.push(if sign <= chunk.len() { own } else { '=' });
        }
    }
    out
}

/// Creates a zlib stream (RFC 1950).
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::fast());
    stream.write_all(bytes).and_then(|()| stream.finish()).expect("writing to memory can't fail")
}

/// Decompresses a stream, which might use a dictionary. Returns `None` if the stream is damaged.
fn unpacked(bytes: &[u8], dictionary: &[u8]) -> Option<Vec<u8>> {
    let (mut stream, mut plain) = (Decompress::new(true), Vec::with_capacity(1 << 22));
    let mut status = stream.decompress_vec(bytes, &mut plain, FlushDecompress::Finish);
    if status.as_ref().is_err_and(|error| error.needs_dictionary().is_some()) {
        stream.set_dictionary(dictionary).ok()?;
        let rest = &bytes[stream.total_in() as usize..];
        status = stream.decompress_vec(rest, &mut plain, FlushDecompress::Finish);
    }
    (status.ok()? == Status::StreamEnd).then_some(plain)
}

/// Whether a changed file still decompresses to the same content as the original.
fn says_the_same(changed: &[u8], whole: &[u8], dictionary: &[u8]) -> bool {
    if changed.len() != whole.len() {
        return false;
    }
    // The client has only one dictionary, so it ignores the dictionary's ID (RFC 1950, section 2.2).
    let mut changed = changed.to_vec();
    if changed.len() > 6 && changed[..2] == whole[..2] && whole[1] & 0x20 != 0 {
        changed[2..6].copy_from_slice(&whole[2..6]);
    }
    let plain = unpacked(&changed, dictionary);
    plain.is_some() && plain == unpacked(whole, dictionary)
}

#[test]
fn a_file_that_is_missing_cut_short_or_changed_is_an_error() {
    // Test a small site, and a site whose text is compressed with a dictionary.
    damage(&Indexed::new(&repository().join("manual")), QUERY);
    damage(&Indexed::new(repository()), "workstaton snap");
}

/// Returns the dictionary for the text files. One of the files that a request needs contains this dictionary.
fn dictionary(indexed: &Indexed, request: &Json) -> String {
    let dictionary = files(indexed, request).iter().find_map(|path| {
        let bytes = &indexed.files[path];
        let plain = unpacked(bytes, b"").unwrap_or_else(|| bytes.clone());
        let json: Json = serde_json::from_slice(&plain).ok()?;
        Some(json.get("dictionary")?.as_str()?.to_owned())
    });
    dictionary.expect("an index has one, which may be empty")
}

/// Runs a query while one of the files that the query needs is damaged.
fn damage(indexed: &Indexed, query: &str) {
    let request = request(query, "en");
    let mut random = Numbers(0x9e37_79b9_7f4a_7c15);
    let dictionary = dictionary(indexed, &request);
    let mut replaced: Vec<Json> = Vec::new();
    for path in files(indexed, &request) {
        let whole = &indexed.files[&path];
        let mut damaged: Vec<Option<Vec<u8>>> =
            vec![None, Some(Vec::new()), Some(b"<!doctype html>".to_vec())];
        for _ in 0..4 {
            damaged.push(Some(whole[..random.below(whole.len())].to_vec()));
            let mut changed = whole.clone();
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
            damaged.push(Some(changed));
        }
        for bytes in damaged {
            // A header with one changed character can still be valid.
            if path == "index.json" && bytes.as_ref().is_some_and(|bytes| bytes.len() == whole.len()) {
                continue;
            }
            // Skip changes that have no effect. The bits between a stream's end and checksum are unused, and the same
            // text can occur in two places.
            if bytes.as_ref().is_some_and(|bytes| says_the_same(bytes, whole, dictionary.as_bytes())) {
                continue;
            }
            replaced.push(json!({ path.clone(): bytes.map(|bytes| base64(&bytes)) }));
        }
    }
    for (answer, files) in answers_with(indexed, &request, replaced.clone()).iter().zip(&replaced) {
        assert!(answer["error"].is_string(), "{files}: {answer}");
    }
}

#[test]
fn whatever_a_file_says_the_search_comes_to_an_end() {
    let indexed = Indexed::new(&repository().join("manual"));
    let request = request(QUERY, "en");
    let dictionary = dictionary(&indexed, &request);
    let mut random = Numbers(0x2545_f491_4f6c_dd1d);
    let mut replaced: Vec<Json> = Vec::new();
    for path in files(&indexed, &request).iter().filter(|path| path.ends_with(".bin")) {
        let plain = unpacked(&indexed.files[path], dictionary.as_bytes()).expect("the index is whole");
        for _ in 0..12 {
            let mut changed = plain.clone();
            for _ in 0..=random.below(6) {
                // Lengths are at the start of the file.
                let limit = if random.below(2) == 0 { 64 } else { changed.len() };
                let at = random.below(limit.min(changed.len()));
                match random.below(4) {
                    0 => changed[at] = 0xff,
                    1 => changed[at] = random.below(256) as u8,
                    2 => changed.insert(at, random.below(256) as u8),
                    _ => changed.truncate(at + 1),
                }
            }
            replaced.push(json!({ path.clone(): base64(&packed(&changed)) }));
        }
    }
    for (answer, files) in answers_with(&indexed, &request, replaced.clone()).iter().zip(&replaced) {
        let ended = answer["error"].is_string() || answer["hits"].is_array();
        // An exception from the engine itself would mean that the code read unchecked data.
        let of_engine =
            answer["error"].as_str().is_some_and(|error| error.contains("Cannot read properties"));
        assert!(ended && !of_engine, "{files}: {answer}");
    }
}

#[test]
fn the_command_line_says_what_is_wrong_with_an_index() {
    let manual = Indexed::new(&repository().join("manual"));
    let check = |path: &str, bytes: Option<&[u8]>, message: &str| {
        let file = manual.folder().join(path);
        match bytes {
            Some(bytes) => std::fs::write(&file, bytes),
            None => std::fs::remove_file(&file),
        }
        .expect("it is a file");
        let query = ["search", "query", QUERY, "--out", manual.out().to_str().expect("it is ASCII")];
        docgen(manual.out(), query, &[])
            .code(2)
            .stdout("")
            .stderr(&format!("error: {message}\n |\n = hint: run `docgen build` to write a new index\n"));
        std::fs::write(&file, &manual.files[path]).expect("it is a file");
    };
    for path in files(&manual, &request(QUERY, "en")).iter().filter(|path| path.ends_with(".bin")) {
        check(path, None, &format!("the search index doesn't contain the file {path}"));
        let whole = &manual.files[path];
        check(
            path,
            Some(&whole[..whole.len() - 1]),
            "the search index is damaged: a file can't be decompressed",
        );
    }
    let header = "index.json";
    check(header, Some(b"{"), "the search index is damaged: a file isn't valid JSON");
    let older = String::from_utf8(manual.files[header].clone()).expect("it is JSON").replacen('5', "1", 1);
    check(
        header,
        Some(older.as_bytes()),
        "the search index has format 1, but this version of docgen reads format 5",
    );
}
