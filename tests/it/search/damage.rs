//! Files that are not what they should be: an error on both sides, never a crash, a hang or an answer made up.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use docgen::internals::search::{Request, SearchError, Searcher};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::{Value as Json, json};

use super::agreement::browser;
use super::site::{Indexed, request};
use crate::harness::{Numbers, repository};

/// A question that needs every kind of file: a word to spell, the beginning of a word, texts.
const QUERY: &str = "accesibility navig";

/// The same bytes in base64 (RFC 4648, section 4).
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

/// A zlib stream (RFC 1950).
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::fast());
    stream.write_all(bytes).and_then(|()| stream.finish()).expect("memory takes all bytes")
}

/// What is in one that is whole.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    ZlibDecoder::new(bytes).read_to_end(&mut plain).expect("the index is whole");
    plain
}

/// The files that answering the question takes.
fn used(indexed: &Indexed, request: &Request) -> Vec<String> {
    let asked = std::cell::RefCell::new(Vec::new());
    let read = |path: &str| {
        asked.borrow_mut().push(path.to_owned());
        indexed.files.get(path).cloned()
    };
    Searcher::new(read).and_then(|searcher| searcher.search(request)).expect("the index is whole");
    let mut asked = asked.into_inner();
    asked.sort();
    asked.dedup();
    asked
}

/// What is found when one file is another.
fn answer(
    indexed: &Indexed,
    request: &Request,
    path: &str,
    bytes: Option<&[u8]>,
) -> Result<usize, SearchError> {
    let read = |asked: &str| match asked == path {
        true => bytes.map(<[u8]>::to_vec),
        false => indexed.files.get(asked).cloned(),
    };
    Searcher::new(read)?.search(request).map(|answer| answer.hit_count)
}

#[test]
fn a_file_that_is_missing_cut_short_or_changed_is_an_error_on_both_sides() {
    // A small site, and one whose texts are packed with a dictionary.
    damage(&Indexed::new(&repository().join("manual")), QUERY);
    damage(&Indexed::new(repository()), "workstaton snap");
}

/// Puts a question while one of the files it needs is not what it should be.
fn damage(indexed: &Indexed, query: &str) {
    let request = request(query, "en");
    let mut random = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut asked: Vec<(Request, Option<Json>)> = Vec::new();
    for path in used(indexed, &request) {
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
            // A header with another letter in it may be one still.
            if path == "index.json" && bytes.as_ref().is_some_and(|bytes| bytes.len() == whole.len()) {
                continue;
            }
            let found = answer(indexed, &request, &path, bytes.as_deref());
            assert!(found.is_err(), "{path}: {found:?}");
            let files = BTreeMap::from([(path.clone(), bytes.map(|bytes| base64(&bytes)))]);
            asked.push((request.clone(), Some(json!(files))));
        }
    }
    for (answer, (_, files)) in browser(indexed, &asked).iter().zip(&asked) {
        assert!(answer["error"].is_string(), "{files:?}: {answer}");
    }
}

#[test]
fn whatever_a_file_says_both_sides_come_to_an_end() {
    let indexed = Indexed::new(&repository().join("manual"));
    let request = request(QUERY, "en");
    let mut random = Numbers(0x2545_f491_4f6c_dd1d);
    let mut asked: Vec<(Request, Option<Json>)> = Vec::new();
    for path in used(&indexed, &request).iter().filter(|path| path.ends_with(".bin")) {
        let plain = unpacked(&indexed.files[path]);
        for _ in 0..12 {
            let mut changed = plain.clone();
            for _ in 0..=random.below(6) {
                // Numbers of lengths stand at the beginning.
                let limit = if random.below(2) == 0 { 64 } else { changed.len() };
                let at = random.below(limit.min(changed.len()));
                match random.below(4) {
                    0 => changed[at] = 0xff,
                    1 => changed[at] = random.below(256) as u8,
                    2 => changed.insert(at, random.below(256) as u8),
                    _ => changed.truncate(at + 1),
                }
            }
            let bytes = packed(&changed);
            let _ = answer(&indexed, &request, path, Some(&bytes));
            let files = BTreeMap::from([(path.clone(), Some(base64(&bytes)))]);
            asked.push((request.clone(), Some(json!(files))));
        }
    }
    for (answer, (_, files)) in browser(&indexed, &asked).iter().zip(&asked) {
        let ended = answer["error"].is_string() || answer["hits"].is_array();
        // What the engine itself throws would say that nobody looked before reading.
        let of_engine =
            answer["error"].as_str().is_some_and(|error| error.contains("Cannot read properties"));
        assert!(ended && !of_engine, "{files:?}: {answer}");
    }
}
