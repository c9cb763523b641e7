use super::chunk::{table_of_contents, to_inline_json};
use super::templates::escape;
use super::*;
use crate::fixture::{same_text, sources};
use crate::markdown::{self, highlight};

/// Checks a document's table of contents between two levels, with entries indented by depth.
#[track_caller]
fn contents(text: &str, levels: (u8, u8), expected: &str) {
    let source = &sources(&format!("//- a.md\n{text}"))[0];
    let (document, _) =
        markdown::parse(source, &markdown::Options::default(), &highlight::Cache::default(), None);
    let mut found = String::new();
    write_entries(&table_of_contents(&document.headings, levels), 0, &mut found);
    same_text(expected, &found);
}

fn write_entries(entries: &[chunk::TocEntry<'_>], depth: usize, out: &mut String) {
    for entry in entries {
        out.push_str(&format!("{}#{} {}\n", "  ".repeat(depth), entry.id, entry.html));
        write_entries(&entry.items, depth + 1, out);
    }
}

#[test]
fn headings_nest_below_the_last_one_above_them() {
    let text = "# T\n\n## A\n\n#### A deep\n\n### A less\n\n## B `x` <b>&\n\n###### far\n\n# Another title\n\n## C\n";
    contents(
        text,
        (2, 5),
        "
#a A
  #a-deep A deep
  #a-less A less
#b-x- B <code>x</code> &amp;
#c C
",
    );
    contents(text, (3, 6), "#a-deep A deep\n#a-less A less\n  #far far");
    contents("No heading.", (2, 5), "");
}

#[test]
fn inlined_json_cannot_end_its_script() {
    let json = to_inline_json(&["</script><!--"]);
    assert_eq!(json, r#"["\u003c/script>\u003c!--"]"#);
    assert_eq!(serde_json::from_str::<[String; 1]>(&json).expect("it is JSON"), ["</script><!--"]);
}

#[test]
fn text_is_escaped_as_react_does() {
    assert_eq!(escape("<a href='x'>\"&\"</a>"), "&lt;a href=&#x27;x&#x27;&gt;&quot;&amp;&quot;&lt;/a&gt;");
    assert_eq!(escape("nothing / special"), "nothing / special");
}

#[test]
fn messages_fill_their_placeholders_and_fall_back_to_english() {
    let english: BTreeMap<String, String> =
        [("a", "A {x} of {y}"), ("b", "B")].map(|(key, text)| (key.to_owned(), text.to_owned())).into();
    let own = BTreeMap::from([("a".to_owned(), "{y}: {x}".to_owned())]);
    let plain = Messages::new(&english, None, "en");
    let other = Messages::new(&english, Some(&own), "de");
    assert_eq!(plain.fill("a", &[("x", "1"), ("y", "{x}")]), "A 1 of {x}");
    assert_eq!(other.fill("a", &[("x", "1"), ("y", "2")]), "2: 1");
    assert_eq!(other.get("b"), "B");
}

#[test]
fn a_chunk_has_the_body_and_the_data_of_the_page() {
    let wire = chunk::Chunk {
        build: "b",
        path: "/".into(),
        kind: "doc",
        title: "T".into(),
        head: Vec::new(),
        navbar: Vec::new(),
        navbar_hidden: Vec::new(),
        sidebar: None,
        toc: Vec::new(),
        docs: None,
        versions: None,
        version: None,
        locales: None,
        islands: Vec::new(),
        styles: Vec::new(),
        html: None,
    };
    let html = "<p class=\"a\">\u{1}é\n</p>".repeat(2_000);
    let own = serde_json::to_string(&chunk::Chunk { html: Some(&html), ..wire.clone() });
    assert_eq!(Some(chunk::chunk(&wire, &html)), own.ok());
}

/// Collects the names of all nested values of a map: `page`, `page.hero`, `page.hero.title`.
fn names(value: &minijinja::Value, prefix: &str, found: &mut Vec<String>) {
    use minijinja::value::ValueKind;
    for name in value.try_iter().into_iter().flatten() {
        match (value.kind(), prefix) {
            (ValueKind::Map, "t") => {}
            (ValueKind::Map, _) => {
                let inner = value.get_item(&name).expect("it is one of its keys");
                found.push(name.to_string());
                names(&inner, &name.to_string(), found);
            }
            (ValueKind::Seq, _) => names(&name, prefix, found),
            _ => {}
        }
    }
}

#[test]
fn the_manual_lists_what_templates_are_given() {
    let manual = include_str!("../../manual/content/docs/guides/customizing.md");
    let mut found = Vec::new();
    trial::samples(|sample| names(&sample, "", &mut found));
    let words: Vec<&str> = manual.split('`').skip(1).step_by(2).flat_map(|code| code.split('.')).collect();
    found.sort_unstable();
    found.dedup();
    assert!(found.len() > 60, "{found:?}");
    found.retain(|name| !words.contains(&name.as_str()));
    assert_eq!(found, [""; 0], "these aren't listed");
}
