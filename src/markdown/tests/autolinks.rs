//! Tests for bare URLs: the examples in section 6.9 of the GFM specification, and common cases.

use super::{check, outline};

/// Checks the links in a line: each link's text and, if it differs from the text, the link's destination.
#[track_caller]
fn links(input: &str, expected: &[&str]) {
    let outline = outline(input);
    let lines: Vec<&str> = outline.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        if let Some(target) = pair[0].strip_prefix("link ") {
            let shown = pair[1].trim_matches('"');
            found.push(if target == shown { shown.to_owned() } else { format!("{shown} -> {target}") });
        }
    }
    assert_eq!(found, expected, "{input}");
}

#[test]
fn examples_of_the_spec() {
    links("www.commonmark.org", &["www.commonmark.org -> http://www.commonmark.org"]);
    links(
        "Visit www.commonmark.org/help for more.",
        &["www.commonmark.org/help -> http://www.commonmark.org/help"],
    );
    links("Visit www.commonmark.org.", &["www.commonmark.org -> http://www.commonmark.org"]);
    links("Visit www.commonmark.org/a.b.", &["www.commonmark.org/a.b -> http://www.commonmark.org/a.b"]);
    let business = "www.google.com/search?q=Markup+(business)";
    for text in
        [format!("{business})"), format!("({business})"), format!("({business}"), format!("{business}))")]
    {
        links(&text, &[&format!("{business} -> http://{business}")]);
    }
    links(
        "www.google.com/search?q=(business))+ok",
        &["www.google.com/search?q=(business))+ok -> http://www.google.com/search?q=(business))+ok"],
    );
    links(
        "www.google.com/search?q=commonmark&hl=en",
        &["www.google.com/search?q=commonmark&hl=en -> http://www.google.com/search?q=commonmark&hl=en"],
    );
    links(
        "www.google.com/search?q=commonmark&hl;",
        &["www.google.com/search?q=commonmark -> http://www.google.com/search?q=commonmark"],
    );
    links("www.commonmark.org/he<lp", &["www.commonmark.org/he -> http://www.commonmark.org/he"]);
    links("http://commonmark.org", &["http://commonmark.org"]);
    links(
        "(Visit https://encrypted.google.com/search?q=Markup+(business))",
        &["https://encrypted.google.com/search?q=Markup+(business)"],
    );
    links("foo@bar.baz", &["foo@bar.baz -> mailto:foo@bar.baz"]);
    links(
        "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
        &["hello+xyz@mail.example -> mailto:hello+xyz@mail.example"],
    );
    links("a.b-c_d@a.b", &["a.b-c_d@a.b -> mailto:a.b-c_d@a.b"]);
    links("a.b-c_d@a.b.", &["a.b-c_d@a.b -> mailto:a.b-c_d@a.b"]);
    links("name@1.2.3 and name@a.b2", &[]);
    links("a.b-c_d@a.b-", &[]);
    links("a.b-c_d@a.b_", &[]);
    links("mailto:foo@bar.baz", &["mailto:foo@bar.baz"]);
    links("mailto:a.b-c_d@a.b. mailto:a.b-c_d@a.b- ", &["mailto:a.b-c_d@a.b"]);
    links("xmpp:foo@bar.baz/txt", &["xmpp:foo@bar.baz/txt"]);
    links("xmpp:foo@bar.baz/txt@bin.com", &["xmpp:foo@bar.baz/txt@bin.com"]);
    links("xmpp:foo@bar.baz/txt/bin", &["xmpp:foo@bar.baz/txt"]);
}

#[test]
fn brackets_around_an_address_do_not_belong_to_it() {
    links("[https://a.example/x]", &["https://a.example/x"]);
    links("see [https://a.example/x].", &["https://a.example/x"]);
    links("https://a.example/x[1]", &["https://a.example/x[1]"]);
}

#[test]
fn signs_that_could_mean_emphasis_belong_to_the_address() {
    links(
        "https://a.example/x_y_z and *https://b.example/*",
        &["https://a.example/x_y_z", "https://b.example/"],
    );
    links("**http://a.example**: x", &["http://a.example"]);
    links("https://a.example/__init__.py and more", &["https://a.example/__init__.py"]);
    links("https://a.example/*x*?y=~~z~~", &["https://a.example/*x*?y=~~z"]);
}

#[test]
fn nothing_is_linked_where_no_link_may_stand() {
    links("`http://a.example`", &[]);
    links("xhttp://a.example, http:// and www. and a@b", &[]);
    check("[see http://a.example](b.md)", "paragraph\n  link b.md at \"b.md\"\n    \"see http://a.example\"");
    links("<a href=\"x\">http://a.example</a> http://b.example", &["http://b.example"]);
    links("![http://a.example](b.png)", &[]);
}

#[test]
fn addresses_end_where_other_scripts_go_on() {
    links("访问https://example.com/a。然后", &["https://example.com/a"]);
    links("見る（https://example.com）", &["https://example.com"]);
    links(
        "http://localhost:3000/x and https://münchen.example/ü",
        &["http://localhost:3000/x", "https://münchen.example/ü"],
    );
}

#[test]
fn headings_and_cells_hold_links_too() {
    links("## www.a.example\n", &["www.a.example -> http://www.a.example"]);
    links("| a |\n|---|\n| http://a.example |\n", &["http://a.example"]);
}

#[test]
fn wide_spaces_end_an_address() {
    links("a\u{a0}&amp; http://b.example/c\u{3000}&amp; d", &["http://b.example/c"]);
}
