//! Names for published copies of files. A hash of the content comes before the extensions so that a copy keeps the
//! file's type.

use super::slugify;

/// The maximum lengths of the stem and of the extensions of a copied file's name, in bytes. With these limits, a name
/// that includes the hash is valid on every system.
const LONGEST_STEM: usize = 100;
const LONGEST_EXTENSIONS: usize = 32;

/// Returns the name of a copy of a file with this content hash: `data.<hash>.tar.gz` for `data.tar.gz`,
/// `report.v1.2.<hash>.pdf` for `Report.v1.2.pdf`, and `license.<hash>` for `LICENSE`. Hosts never hide a file with
/// such a name.
pub(crate) fn asset_name(name: &str, hash: u64) -> String {
    let (own, extensions) = split(name.trim_matches('.'));
    let parts: Vec<String> = own.split('.').map(slugify).filter(|part| !part.is_empty()).collect();
    let mut stem = parts.join(".");
    while stem.len() > LONGEST_STEM || stem.ends_with('.') {
        stem.pop();
    }
    let stem = if stem.is_empty() { "file" } else { &stem };
    format!("{stem}.{hash:016x}{extensions}")
}

/// Splits a name into its stem and its extensions, including their dots. The extensions are the last extension, and
/// short extensions before it that contain only letters, such as `tar`, `min`, and `d`. A part with a digit belongs
/// to a version number.
fn split(name: &str) -> (&str, &str) {
    let mut at = name.len();
    while let Some(dot) = name[..at].rfind('.') {
        let part = &name[dot + 1..at];
        let is_extension = if at == name.len() {
            part.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && part.bytes().any(|byte| byte.is_ascii_alphabetic())
        } else {
            (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        if !is_extension || name.len() - dot > LONGEST_EXTENSIONS {
            break;
        }
        at = dot;
    }
    name.split_at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_comes_before_the_extensions() {
        let names = [
            ("data.tar.gz", "data.#.tar.gz"),
            ("b.min.js", "b.#.min.js"),
            ("types.d.ts", "types.#.d.ts"),
            ("jquery-3.7.1.min.js", "jquery-3.7.1.#.min.js"),
            ("Report.v1.2.pdf", "report.v1.2.#.pdf"),
            ("release-2.0", "release-2.0.#"),
            ("2024.01.05 notes.txt", "2024.01.05-notes.#.txt"),
            ("backup.7z.001", "backup.7z.001.#"),
            ("track.mp3.zip", "track.mp3.#.zip"),
            ("photo.PNG", "photo.#.PNG"),
            ("LICENSE", "license.#"),
            (".gitignore", "gitignore.#"),
            (".config.json", "config.#.json"),
            ("..hidden..tar.gz", "hidden.#.tar.gz"),
            ("a.", "a.#"),
            ("...", "file.#"),
            ("🚀.png", "file.#.png"),
            ("größe.v2.файл", "größe.v2.файл.#"),
            ("no ending.my type", "no-ending.my-type.#"),
        ];
        for (name, expected) in names {
            assert_eq!(asset_name(name, 0xabc), expected.replace('#', "0000000000000abc"), "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut_and_a_long_extension_is_part_of_it() {
        let (stem, extension) = ("s".repeat(LONGEST_STEM), "e".repeat(LONGEST_EXTENSIONS - 1));
        let cut = &stem[1..];
        for (name, expected) in [
            (format!("{stem}.txt"), format!("{stem}.#.txt")),
            (format!("{stem}s.txt"), format!("{stem}.#.txt")),
            (format!("{cut}.more text.txt"), format!("{cut}.#.txt")),
            (format!("name.{extension}"), format!("name.#.{extension}")),
            (format!("name.{extension}e"), format!("name.{extension}e.#")),
            (format!("name.min.{}", &extension[4..]), format!("name.#.min.{}", &extension[4..])),
            (format!("name.min.{}", &extension[3..]), format!("name.min.#.{}", &extension[3..])),
        ] {
            assert_eq!(asset_name(&name, 0xabc), expected.replace('#', "0000000000000abc"), "{name}");
        }
    }

    #[test]
    fn any_name_becomes_one_that_can_be_written_served_and_told_from_others() {
        let long = "x".repeat(150);
        let pieces = [
            ".", ".", "..", "a", "B", "tar", "min", "gz", "js", "v1", "2", "7z", "-", "_", " ", "%", "'",
            "\\", "?", "é", "🚀", "İ", "longer", &long,
        ];
        let mut names = vec![String::new()];
        let mut all = 0;
        for _ in 0..4 {
            names = names.iter().flat_map(|name| pieces.map(|piece| format!("{name}{piece}"))).collect();
            for name in names.iter().filter(|name| name.len() <= 255) {
                let (made, other) = (asset_name(name, 1), asset_name(name, 2));
                let (before, after) = made.split_once(".0000000000000001").expect("the hash is in it");
                assert!(
                    !before.is_empty() && !before.starts_with('.') && !before.ends_with('.'),
                    "{name}: {made}"
                );
                assert!(after.is_empty() || after.len() > 1 && after.starts_with('.'), "{name}: {made}");
                assert!(name.trim_end_matches('.').ends_with(after), "{name}: {made}");
                assert!(made.len() <= 255 && !made.contains("..") && made != other, "{name}: {made}");
                let odd = |c: char| !c.is_alphanumeric() && !"._-\u{307}".contains(c);
                assert!(!made.contains(odd), "{name}: {made}");
                // The last extension determines the type, so it stays.
                let last = name.rsplit_once('.').map_or("", |(_, last)| last);
                let is_plain = |byte: u8| byte.is_ascii_lowercase();
                if !last.is_empty() && last.len() < 30 && last.bytes().all(is_plain) && !name.starts_with('.')
                {
                    assert!(made.ends_with(&format!(".{last}")), "{name}: {made}");
                }
                all += 1;
            }
        }
        assert!(all > 300_000, "{all}");
    }
}
