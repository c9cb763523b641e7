//! Tests for representations: the text of the examples for a document's media types.

use super::samples;
use crate::fixture::same_text;
use crate::openapi::Direction;
use crate::openapi::merge::Views;
use crate::openapi::tests::fixture;

/// Checks the examples of the document's only request body. `expected` contains each example under its name.
#[track_caller]
fn check(media: &str, expected: &str) {
    let api = fixture::document(&format!(
        "openapi: 3.2.0\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n{media}"
    ));
    let views = Views::new(&api);
    let media = &api.operations[0].body.as_ref().expect("there is a body").content[0];
    let mut out = String::new();
    for sample in samples(&views, media, Direction::Request) {
        let made = if sample.generated { " (made)" } else { "" };
        let summary = sample.summary.map(|text| format!(" {text}")).unwrap_or_default();
        let external = sample.external.map(|text| format!(" at {text}")).unwrap_or_default();
        out.push_str(&format!("# {}{made}{summary}{external}\n{}\n", sample.name, sample.text));
    }
    same_text(expected, &out);
}

#[test]
fn examples_of_yaml_are_yaml() {
    for name in [
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml",
        "application/openapi+yaml; charset=utf-8",
    ] {
        let media = format!(
            "          {name}: {{schema: {{type: object, properties: {{a: {{type: array, items: {{type: string, const: '1'}}}}}}}}}}\n"
        );
        check(&media, "#  (made)\na:\n  - \"1\"\n");
    }
    check("          text/yaml: {example: {b: [true, {c: d}]}}\n", "# \nb:\n  - true\n  - c: d\n");
}

#[test]
fn given_examples_come_before_made_ones() {
    check(
        "
          application/json:
            schema: {type: object, properties: {a: {type: integer}}, example: {a: 3}}
            examples:
              first: {summary: The first, value: {a: 9007199254740993}}
              far: {externalValue: 'https://example.com/far.json'}
",
        "
# first The first
{
  \"a\": 9007199254740993
}
# far at https://example.com/far.json
",
    );
    check(
        "
          application/json:
            schema: {type: object, properties: {a: {type: integer}}, example: {a: 3}}
",
        "# \n{\n  \"a\": 3\n}",
    );
    check(
        "
          application/json:
            schema: {type: object, properties: {a: {type: integer}, b: {type: string, readOnly: true}}}
",
        "#  (made)\n{\n  \"a\": 1\n}",
    );
    check(
        "
          application/json:
            schema: {type: object}
            example: '{\"written\": 1.0}'
",
        "# \n{\"written\": 1.0}",
    );
}

#[test]
fn lists_are_rows_of_a_table() {
    check(
        "
          text/csv:
            schema: {type: array, items: {type: object}}
            example: [{id: 1, name: 'a, \"b\"'}, {name: \"x\\ny\", id: 2, tags: [p]}, {id: null}]
",
        "# \nid,name,tags\n1,\"a, \"\"b\"\"\",\n2,\"x\ny\",\"[\"\"p\"\"]\"\n,,",
    );
    check(
        "
          text/tab-separated-values; charset=utf-8:
            schema: {type: array, items: {type: array, items: {type: string}}}
            example: [[a, 'b,c'], [\"d\\te\", 1.10]]
",
        "# \na\tb,c\nd e\t1.10",
    );
    check(
        "
          text/csv:
            itemSchema: {type: object, properties: {id: {type: integer}, on: {type: boolean}}}
",
        "#  (made)\nid,on\n1,true",
    );
    check(
        "
          text/csv:
            schema: {type: array, items: {}}
            example: [{a: 1}, 2]
",
        "# \n[\n  {\n    \"a\": 1\n  },\n  2\n]",
    );
}

#[test]
fn xml_follows_the_schema() {
    check(
        "
          application/xml:
            schema:
              type: object
              xml: {name: order, prefix: o, namespace: 'https://example.com/o?a&b'}
              properties:
                id: {type: integer, xml: {attribute: true}}
                note: {type: string, example: 'a < b & \"c\"'}
                tags: {type: array, xml: {wrapped: true}, items: {type: string, xml: {name: tag}}}
                lines: {type: array, xml: {name: ignored}, items: {type: object, properties: {sku: {type: string}}}}
                empty: {type: array, xml: {wrapped: true}, maxItems: 0, items: {}}
                text: {type: object, properties: {body: {type: string, xml: {nodeType: text}}, lang: {type: string, xml: {nodeType: attribute}}}}
                raw: {type: object, properties: {html: {type: string, example: '<b>]]></b>', xml: {nodeType: cdata}}}}
                '1 odd': {type: 'null'}
",
        "
#  (made)
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<o:order xmlns:o=\"https://example.com/o?a&amp;b\" id=\"1\">
  <note>a &lt; b &amp; &quot;c&quot;</note>
  <tags>
    <tag>string</tag>
  </tags>
  <lines>
    <sku>string</sku>
  </lines>
  <empty/>
  <text lang=\"string\">string</text>
  <raw><![CDATA[<b>]]]]><![CDATA[></b>]]></raw>
  <_1_odd/>
</o:order>
",
    );
    check(
        "
          application/xml:
            schema: {type: array, items: {type: object, xml: {name: pet}, properties: {id: {type: integer}}}}
",
        "
#  (made)
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<root>
  <pet>
    <id>1</id>
  </pet>
</root>
",
    );
    check(
        "
          text/xml:
            schema: {type: object}
            example: <a>as it is</a>
",
        "# \n<a>as it is</a>",
    );
}

#[test]
fn streams_and_lines() {
    check(
        "
          text/event-stream:
            itemSchema:
              type: object
              properties: {event: {const: tick}, data: {type: object, properties: {n: {type: integer}}}}
",
        "#  (made)\nevent: tick\ndata: {\"n\":1}",
    );
    check(
        "
          application/jsonl:
            schema: {type: array, items: {type: object}}
            example: [{a: 1}, {a: 2}]
",
        "# \n{\"a\":1}\n{\"a\":2}",
    );
    check(
        "
          text/event-stream:
            schema: {type: string}
            example: \"one\\ntwo\"
",
        "# \none\ntwo",
    );
}

#[test]
fn texts_forms_and_bytes() {
    check("\n          text/csv:\n            schema: {type: string, example: 'a,b'}\n", "# \na,b");
    check(
        "\n          multipart/form-data:\n            schema: {type: object, properties: {file: {type: string, format: binary}, n: {type: integer}}}\n",
        "#  (made)\n{\n  \"file\": \"binary\",\n  \"n\": 1\n}",
    );
    check("\n          application/octet-stream:\n            schema: {type: string, format: binary}\n", "");
    check("\n          application/json:\n            schema: {}\n", "#  (made)\n{}");
}
