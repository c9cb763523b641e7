//! Finds the spelling of a name in the file system. File systems that ignore case or Unicode form, such as those on
//! macOS and Windows, also find a file by other spellings of its name.

use std::path::Path;

use crate::path::{composed, folded};

/// Returns the name of an existing file or folder below `folder`, in the file system's spelling: `name` itself, or a
/// name with the same `form`.
pub(super) fn real_name(folder: &Path, name: &str, form: impl Fn(&str) -> String) -> Option<String> {
    let mut real = Vec::new();
    for part in name.split('/') {
        let entries = std::fs::read_dir(folder.join(real.join("/"))).ok()?.flatten();
        let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        let exact = names.iter().find(|name| *name == part);
        real.push(exact.or_else(|| names.iter().find(|name| form(name) == form(part)))?.clone());
    }
    Some(real.join("/"))
}

/// Whether a file was found only because the file system ignores case. A case-sensitive host wouldn't find the file.
pub(super) fn is_other_case(asked: &str, real: &str) -> bool {
    folded(asked) == folded(real) && composed(asked) != composed(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_another_case_or_form_where_there_is_no_such_file() {
        let folder = tempfile::TempDir::new().expect("the system has a folder for temporary files");
        for name in ["Docs/Caf\u{e9}.html", "Docs/a.html", "Docs/A.html"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
            std::fs::write(path, "").expect("files can be written");
        }
        let real = |name: &str| real_name(folder.path(), name, folded);
        assert_eq!(real("docs/cafe\u{301}.HTML").as_deref(), Some("Docs/Caf\u{e9}.html"));
        assert_eq!(real("Docs/a.html").as_deref(), Some("Docs/a.html"));
        assert_eq!(real("docs/b.html"), None);
        let real = |name: &str| real_name(folder.path(), name, |name| composed(name).into_owned());
        assert_eq!(real("Docs/Cafe\u{301}.html").as_deref(), Some("Docs/Caf\u{e9}.html"));
        assert_eq!(real("docs/cafe\u{301}.html"), None);
    }

    #[test]
    fn a_name_in_another_case_is_another_name() {
        for (asked, real, expected) in [
            ("img/a.png", "img/a.png", false),
            ("img/A.png", "img/a.png", true),
            ("Img/a.png", "img/a.png", true),
            ("É.png", "e\u{301}.png", true),
            ("é.png", "e\u{301}.png", false),
            // The second path is the target of a link.
            ("img/a.png", "photos/A.png", false),
        ] {
            assert_eq!(is_other_case(asked, real), expected, "{asked} {real}");
        }
    }
}
