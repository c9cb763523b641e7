//! Tests for files as trees: YAML and JSON, scalars, locations, and pointers.

use super::{api, check, outline};
use crate::fixture::sources;
use crate::openapi::file::{self, Value};
use crate::openapi::{Json, read};
use crate::path::SourcePath;
use crate::source::Source;

/// Checks the content of a file and the reports about it.
#[track_caller]
fn holds(path: &str, text: &str, expected: &str) {
    let (file, diagnostics) = read(&Source::new(SourcePath::new(path), text));
    let mut found = show(&file, file.root);
    for diagnostic in diagnostics {
        let at = match diagnostic.location {
            Some(crate::diag::Location::Span(_, span)) => format!("{}..{}", span.start, span.end),
            _ => String::new(),
        };
        found.push_str(&format!("\n! {at} {}", diagnostic.message));
    }
    assert_eq!(found, expected);
}

fn show(file: &file::File, node: file::NodeId) -> String {
    match file.value(node) {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| show(file, *item)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|entry| format!("{}:{}", entry.key, show(file, entry.value))).collect();
            format!("{{{}}}", members.join(","))
        }
        _ => outline::json(&file.scalar_json(node).unwrap_or(Json::Null)),
    }
}

#[test]
fn scalars_of_yaml_are_those_of_its_core() {
    holds(
        "a.yaml",
        "[no, yes, off, True, NULL, ~, '', 1, -1, +1, 007, 0o17, 0x1F, 1.0, 1., .5, 1e3, 1_000, 12:30, 2024-01-01]",
        r#"["no","yes","off",true,null,null,"",1,-1,1,7,15,31,1.0,1.0,0.5,1e3,"1_000","12:30","2024-01-01"]"#,
    );
    holds(
        "a.yaml",
        "[18446744073709551616, 3.141592653589793238462643383279, .inf, .nan, -0, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF]",
        r#"[18446744073709551616,3.141592653589793238462643383279,".inf",".nan",-0,"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"]"#,
    );
    holds(
        "a.yaml",
        "[!!str 1, !!int '2', !!bool 'true', !!float 3, !!null '', !custom x, !!binary aGk=, !!int x, ! 5]",
        r#"["1",2,true,3,null,"x","aGk=","x","5"]"#,
    );
}

#[test]
fn keys_of_yaml_are_texts() {
    holds(
        "a.yaml",
        "200: a\ntrue: b\nnull: c\n1.0: d\n? e\n: f\n\"g h\": i\n",
        r#"{200:"a",true:"b",null:"c",1.0:"d",e:"f",g h:"i"}"#,
    );
    holds(
        "a.yaml",
        "? [a, b]\n: 1\nc: 2\n? {d: e}\n: 3\n",
        "{c:2}\n! 2..8 invalid key: expected a string, found a list or an object\n! 20..26 invalid key: expected a string, found a list or an object",
    );
}

#[test]
fn of_keys_that_stand_twice_the_last_counts() {
    holds("a.yaml", "a: 1\nb: 2\na: 3\n", "{b:2,a:3}\n! 10..11 duplicate key `a`; the last one is used");
    let many: Vec<String> = (0..40).map(|number| format!("\"k{}\":{number}", number % 39)).collect();
    let (file, diagnostics) =
        read(&Source::new(SourcePath::new("a.json"), &format!("{{{}}}", many.join(","))));
    assert_eq!(diagnostics.len(), 1);
    let members = file.members(file.root);
    assert_eq!(members.len(), 39);
    assert_eq!(members.get("k0").and_then(|node| file.scalar(node)), Some("39"));
    assert_eq!(members.get("k38").and_then(|node| file.scalar(node)), Some("38"));
    assert!(members.get("k39").is_none());
}

#[test]
fn aliases_and_merges_are_shared() {
    holds(
        "a.yaml",
        "base: &b { x: 1, y: 2 }\none: *b\ntwo: { <<: *b, y: 3 }\nthree: { <<: [*b, { z: 4 }], '<<': text }\n&k key: *k\n",
        r#"{base:{x:1,y:2},one:{x:1,y:2},two:{y:3,x:1},three:{<<:"text",x:1,y:2,z:4},key:"key"}"#,
    );
    holds(
        "a.yaml",
        "a: *nowhere\n",
        "{a:null}\n! 3..11 unknown anchor `nowhere`: it isn't defined before this alias",
    );
    holds("a.yaml", "&a [1, *a]\n", "[1,null]\n! 7..9 an alias is inside the value that it refers to");
    holds("a.yaml", "a: { <<: 1 }\n", "{a:{}}\n! 3..12 merge key: expected an object or a list of objects");
    let (file, _) = read(&Source::new(SourcePath::new("a.yaml"), "a: &x { b: 1 }\nc: *x\n"));
    let root = file.root;
    assert_eq!(file.get(root, "a"), file.get(root, "c"));
    assert_eq!(file.pointer(file.get(root, "c").expect("there is a `c`")), "/a");
}

#[test]
fn only_the_first_document_is_read() {
    holds("a.yaml", "a: 1\n---\nb: 2\n", "{a:1}\n! 5..8 only the first document in this file is read");
    holds("a.yaml", "%YAML 1.2\n---\na: 1\n...\n", "{a:1}");
    holds("a.yaml", "# nothing\n", "null");
}

#[test]
fn json_keeps_its_digits_and_order() {
    holds(
        "a.json",
        "{\"z\": 1.0, \"a\": 123456789012345678901234567890, \"e\": -1.5E+10, \"t\": [true, false, null, \"\"]}",
        r#"{z:1.0,a:123456789012345678901234567890,e:-1.5E+10,t:[true,false,null,""]}"#,
    );
    holds(
        "a.json",
        r#"{"\u0061\n": "\"\\\/\b\f\r\t\u00e9\ud83d\ude00\ud800x", "": "}]"}"#,
        "{a\n:\"\\\"\\\\/\\u{8}\\u{c}\\r\\té😀\u{fffd}x\",:\"}]\"}",
    );
}

#[test]
fn what_cannot_be_read_says_where() {
    holds("a.json", "{\"a\": 1,\n \"b\": }", "null\n! 15..15 invalid JSON: expected value");
    holds(
        "a.json",
        "{ // one\n}",
        "null\n! 2..2 invalid JSON: remove the comment; JSON doesn't allow comments",
    );
    holds("a.json", "{\"a\": [1, ]}", "null\n! 10..10 invalid JSON: remove the last comma");
    holds("a.json", "{\"a\": 1,\n}", "null\n! 9..9 invalid JSON: remove the last comma");
    holds("a.json", "{'a': 1}", "null\n! 1..1 invalid JSON: use double quotes");
    holds("a.json", "", "null\n! 0..0 invalid JSON: EOF while parsing a value");
    holds(
        "a.yaml",
        "a:\n  b: \"x\n  c: 1\nd: {}\n",
        "null\n! 8..10 invalid YAML: the closing quote is missing",
    );
    let (file, diagnostics) = read(&Source::new(SourcePath::new("a.yaml"), "a: 1\n\tb: 2\n"));
    assert!(file.broken);
    assert!(diagnostics[0].message.starts_with("invalid YAML: "), "{diagnostics:?}");
}

#[test]
fn yaml_that_most_parsers_accept_is_read_and_reported() {
    let quoted = "a:\n  b: 'one\n  two\n  three'\n  c: \"x\"# note\nd: 1\n";
    holds(
        "a.yaml",
        quoted,
        "{a:{b:\"one two three\",c:\"x\"},d:1}\n\
         ! 15..15 invalid YAML: invalid indentation in multiline quoted scalar\n\
         ! 21..21 invalid YAML: invalid indentation in multiline quoted scalar\n\
         ! 36..36 invalid YAML: comments must be separated from other tokens by whitespace",
    );
    let (file, _) = read(&Source::new(SourcePath::new("a.yaml"), quoted));
    let last = file.members(file.root).get("d").expect("the file has the key");
    assert_eq!(file.span(last).range(), quoted.len() - 2..quoted.len() - 1);
    let many = format!("a: '{}'\n", "x\n".repeat(400));
    let (file, diagnostics) = read(&Source::new(SourcePath::new("a.yaml"), &many));
    assert!(!file.broken, "{diagnostics:?}");
}

#[test]
fn any_other_file_is_one_text() {
    holds("a.md", "# Hello: {\n", r##""# Hello: {\n""##);
    holds("a.py", "print()", r#""print()""#);
    holds("openapi", "openapi: 3.0.0\n", r#"{openapi:"3.0.0"}"#);
    holds("spec", "{\"a\": 1}", "{a:1}");
}

#[test]
fn every_value_knows_its_place() {
    let text = "a:\n  - b/c: 1\n    d~e: \"x\"\n";
    let (file, _) = read(&Source::new(SourcePath::new("a.yaml"), text));
    let list = file.get(file.root, "a").expect("there is an `a`");
    let item = file.child(list, "0").expect("there is an item");
    let first = file.get(item, "b/c").expect("there is a `b/c`");
    let second = file.get(item, "d~e").expect("there is a `d~e`");
    assert_eq!(file.pointer(first), "/a/0/b~1c");
    assert_eq!(file.pointer(second), "/a/0/d~0e");
    assert_eq!(&text[file.place(second).range()], "d~e");
    assert_eq!(&text[file.span(second).range()], "\"x\"");
    assert_eq!(file.pointer(file.root), "");
    let source = &sources("//- a.json\n{\"k\": [10, {\"n\": 2}]}\n")[0];
    let (file, _) = read(source);
    let list = file.get(file.root, "k").expect("there is a `k`");
    let number = file.child(list, "0").expect("there is a number");
    assert_eq!(&source.text[file.place(number).range()], "10");
    assert_eq!(&source.text[file.place(list).range()], "\"k\"");
    assert_eq!(
        file.child(list, "1").and_then(|node| file.get(node, "n")).map(|node| file.pointer(node)).as_deref(),
        Some("/k/1/n")
    );
}

#[test]
fn both_forms_of_a_document_are_the_same() {
    let yaml = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get:\n      operationId: x\n      responses:\n        200: {description: Yes}\n";
    let json = r#"{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"operationId":"x","responses":{"200":{"description":"Yes"}}}}}}"#;
    let (from_yaml, _) = api(&format!("//- api.yaml\n{yaml}"));
    let (from_json, _) = api(&format!("//- api.json\n{json}"));
    assert_eq!(outline::outline(&from_yaml), outline::outline(&from_json));
}

#[test]
fn a_problem_names_its_pointer_and_place() {
    check(
        "//- api.yaml\nopenapi: 3.0.0\ninfo:\n  title: A\n  version: '1'\n  contact: [x]\npaths: {}\n",
        r##"
# A 1 (3.0.0)
! invalid-openapi api.yaml:5 `contact`: `/info/contact`: expected a contact object, found a list
"##,
    );
}
