//! Tests for the facts about schemas, and for links to schemas.

use super::operation;

#[test]
fn facts_that_say_nothing_new_are_left_out() {
    let html = operation(
        "  /a: { post: { requestBody: { content: { multipart/form-data: { schema: { type: object, properties: {
             a: { type: string }, b: { type: string, title: Its title, xml: { nodeType: attribute } },
             c: { type: string, title: A title, description: Its description } } },
             encoding: { a: { style: deepObject } } } } } } }",
        "",
    );
    assert!(!html.contains("Encoding of parts"), "{html}");
    assert_eq!(html.matches("attribute").count(), 1, "{html}");
    assert!(html.contains("Title: A title") && html.contains("Its title"), "{html}");
    assert!(!html.contains("Title: Its title"), "{html}");
}

#[test]
fn a_link_to_a_schema_counts_all_of_its_fields_if_none_are_shown() {
    let fields = (0..300).map(|at| format!("f{at}: {{ type: string }}")).collect::<Vec<_>>().join(", ");
    let html = operation(
        "  /a: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: {
             large: { $ref: '#/components/schemas/Large' }, amount: { $ref: '#/components/schemas/Amount' } } } } } } } }",
        &format!(
            "components: {{ schemas: {{ Amount: {{ type: object, properties: {{ value: {{ type: integer }} }} }},
             Large: {{ type: object, properties: {{ {fields} }} }} }} }}"
        ),
    );
    assert!(html.contains("300 fields: see"), "{html}");
    assert!(html.contains("body.amount.value"), "{html}");
}
