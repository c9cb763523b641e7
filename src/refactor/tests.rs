//! Tests of moves and of aliases in front matter.

use super::{Edits, Moves};
use crate::path::SourcePath;

#[test]
fn paths_follow_files_and_folders_forth_and_back() {
    let path = SourcePath::new;
    let moves = Moves::new(vec![
        (path("content/docs/a"), Some(path("content/docs/b/c"))),
        (path("content/docs/x.md"), Some(path("content/docs/x/index.md"))),
        (path("content/docs/gone"), None),
    ]);
    for (old, new) in [
        ("content/docs/a/one.md", Some("content/docs/b/c/one.md")),
        ("content/docs/a", Some("content/docs/b/c")),
        ("content/docs/ab.md", Some("content/docs/ab.md")),
        ("content/docs/x.md", Some("content/docs/x/index.md")),
        ("content/docs/gone/one.md", None),
    ] {
        assert_eq!(moves.new_path(&path(old)), new.map(path));
        if let Some(new) = new {
            assert_eq!(moves.old_path(&path(new)), Some(path(old)));
        }
    }
    assert_eq!(moves.old_path(&path("content/docs/a/one.md")), None);
    assert_eq!(moves.old_path(&path("content/docs/gone/one.md")), None);
}

#[test]
fn changes_apply_in_the_order_of_the_text() {
    let mut edits = Edits::default();
    let file = SourcePath::new("a.md");
    edits.set(&file, 4..5, "E".to_owned());
    edits.set(&file, 0..1, "A".to_owned());
    edits.set(&file, 2..2, "+".to_owned());
    assert_eq!(edits.apply(&file, "abcde").as_deref(), Some("Ab+cdE"));
    edits.unset(&file, &(0..1));
    assert_eq!(edits.apply(&file, "abcde").as_deref(), Some("ab+cdE"));
}

#[test]
fn aliases_are_added_to_any_front_matter() {
    for (text, changed, expected) in [
        ("# A\n", vec![], "---\naliases:\n  - /old\n---\n\n# A\n"),
        ("---\ntitle: A\n---\n# A\n", vec![], "---\ntitle: A\naliases:\n  - /old\n---\n# A\n"),
        ("---\r\ntitle: A\r\n---\r\n", vec![], "---\r\ntitle: A\r\naliases:\r\n  - /old\r\n---\r\n"),
        ("---\naliases: [/a]\n---\n", vec![], "---\naliases: [/a, /old]\n---\n"),
        ("---\naliases: []\n---\n", vec![], "---\naliases: [\"/old\"]\n---\n"),
        (
            "---\naliases:\n- '/a' # note\ntitle: A\n---\n",
            vec![],
            "---\naliases:\n- '/a' # note\n- '/old'\ntitle: A\n---\n",
        ),
        ("+++\n[search]\nboost = 2\n+++\n", vec![], "+++\naliases = [\"/old\"]\n[search]\nboost = 2\n+++\n"),
        ("+++\naliases = [\"/a\"]\n+++\n", vec![], "+++\naliases = [\"/a\", \"/old\"]\n+++\n"),
        (
            "---\naliases:\n  - /a\n  - /b\n---\n",
            vec![("/a", None)],
            "---\naliases:\n  - /old\n  - /b\n---\n",
        ),
        (
            "---\naliases: [a, /b]\n---\n",
            vec![("a", Some("/x/a".to_owned()))],
            "---\naliases: [/x/a, /b, /old]\n---\n",
        ),
    ] {
        let mut edits = Edits::default();
        let file = SourcePath::new("a.md");
        for (range, new) in super::aliases::in_front_matter(text, &changed, Some("/old")) {
            edits.set(&file, range, new);
        }
        assert_eq!(edits.apply(&file, text).as_deref(), Some(expected));
    }
}

#[test]
fn changes_without_an_effect_are_dropped() {
    let mut edits = Edits::default();
    let [first, second] = ["a.md", "b.md"].map(SourcePath::new);
    edits.set(&first, 0..1, "a".to_owned());
    edits.set(&second, 0..1, "a".to_owned());
    edits.set(&second, 1..2, "c".to_owned());
    edits.drop_unchanged(|_| Some("ab".into()));
    assert_eq!(edits.files().collect::<Vec<_>>(), [&second]);
    assert_eq!(edits.all().count(), 1);
}
