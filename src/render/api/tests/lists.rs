//! Tests of group, tag, and operation lists, in the text column and in the column beside the text.

use super::{api, intro, tag, written};

#[test]
fn beside_a_tag_stand_its_endpoints() {
    let site = api(
        "
  /a/{id}:
    get: { tags: [t], summary: Read, description: 'Read.', responses: {} }
    delete: { tags: [t], deprecated: true, summary: Delete, description: \"Gone at once.\\n\\nMore.\", responses: {} }",
        "
servers: [{ url: 'https://x.example/v1', description: 'The *first*.' }]
webhooks: { made: { post: { tags: [u], responses: {} } } }
tags: [{ name: t }, { name: u }, { name: none, description: None. }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: K } } }",
    );
    let side = |tag| written(&site, |writer, _| writer.tag_side(tag));
    let address = "<code class=\"api-path\">https://x.example<wbr>/v1</code>";
    let first = side(0);
    for part in [
        address,
        "<span>The first.</span>",
        "<a href=\"/api/get-a-id/\"><span class=\"badge\" data-kind=\"get\">GET</span>\
         <code class=\"api-path\"><wbr>/a<wbr>/<var>:id</var></code></a>",
        "<a href=\"/api/delete-a-id/\" data-deprecated>",
    ] {
        assert!(first.contains(part), "{part}\nin\n{first}");
    }
    // Readers don't send webhooks.
    assert!(side(1).contains(">made</code>") && !side(1).contains(address), "{}", side(1));
    assert_eq!(side(2), "");
    let intro = written(&site, |writer, _| writer.intro_side());
    assert!(intro.contains(address) && intro.contains("href=\"/api/intro/#authentication.key\""), "{intro}");
    let list = tag(&site, 0);
    assert!(list.contains("<span class=\"api-list-text\">Gone at once.</span>"), "{list}");
    assert!(!list.contains("<span class=\"api-list-text\">Read.</span>"), "{list}");
}

#[test]
fn a_long_list_is_one_of_portions() {
    let paths: String = (0..301)
        .map(|at| format!("  /a{at}:\n    get: {{ tags: [t{at}, all], operationId: op{at} }}\n"))
        .collect();
    let site = api(&paths, "");
    let intro = intro(&site);
    let all = site.api.tags.iter().position(|tag| &*tag.name == "all").expect("there is such a tag");
    let tag = tag(&site, all);
    for (html, first, last) in [(intro, "/api/t199/", "t199 … t298"), (tag, "/api/op200/", "Op200 … Op299")]
    {
        let entry = format!(
            "<li><a href=\"{first}\"><span class=\"api-list-title\">201–300</span>\
             <span class=\"api-list-text\">{last}</span></a></li>"
        );
        assert!(html.contains(&entry), "{entry}\nin\n{html}");
        assert!(html.contains(">301–30") && html.matches("<li><a ").count() == 4, "{html}");
    }
    let side = written(&site, |writer, _| writer.tag_side(all));
    assert!(side.contains("data-cut") && side.contains("and 201 more in the list"), "{side}");
    assert_eq!(side.matches("<li>").count(), 100);
}

#[test]
fn many_groups_are_a_line_each() {
    let groups = |count: usize, each: usize| {
        let names = |group: usize| (0..each).map(move |at| format!("g{group}t{at}"));
        let tags: Vec<String> =
            (0..count).flat_map(names).map(|name| format!("{{ name: {name}, description: D. }}")).collect();
        let group = |at| format!("{{ name: G{at}, tags: [{}] }}", names(at).collect::<Vec<_>>().join(", "));
        let groups: Vec<String> = (0..count).map(group).collect();
        let rest = format!(
            "tags: [{}, {{ name: loose, description: D. }}]\nx-tagGroups: [{}]",
            tags.join(", "),
            groups.join(", ")
        );
        intro(&api("  /a: { get: { tags: [g0t0] } }", &rest))
    };
    let few = groups(10, 3);
    assert!(few.contains("<p class=\"api-label\">G3</p>") && few.contains("/api/g3t2/"), "{few}");
    let many = groups(100, 3);
    let entry = "<li><a href=\"/api/g3t0/\"><span class=\"api-list-title\">G3</span>\
         <span class=\"api-list-note\">3 groups</span><span class=\"api-list-text\">g3t0 … g3t2</span></a></li>";
    assert!(many.contains(entry) && !many.contains("/api/g3t2/"), "{many}");
    assert!(many.contains("<span class=\"api-list-title\">Other</span>"), "{many}");
    let most = groups(301, 1);
    assert!(most.contains(">101–200</span><span class=\"api-list-text\">G100 … G199</span>"), "{most}");
}
