//! Grammars of OpenAPI documents.

use super::grammars::{Grammar, list, many};

const HEAD: &str =
    "openapi: 3.1.0\ninfo: { title: Api, version: '1' }\nservers: [{ url: https://a.example }]\n";

/// Returns a grammar for sites with a document that consists of a head and the given YAML.
fn document(name: &'static str, size: usize, text: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    Grammar {
        name,
        size,
        files: Box::new(move |n| vec![("openapi/api.yaml".to_owned(), format!("{HEAD}{}", text(n)))]),
    }
}

/// Returns a grammar for documents with one operation. The operation's input and output have the given schema, which is
/// JSON on one line.
fn schema(name: &'static str, size: usize, text: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    document(name, size, move |n| schemas(&format!(r#"{{"S": {}}}"#, text(n))))
}

/// Returns YAML with all schemas of a document and one operation. The operation's input and output have the `S` schema.
fn schemas(all: &str) -> String {
    let content = r##"{ "application/json": { "schema": { "$ref": "#/components/schemas/S" } } }"##;
    format!(
        "paths:\n  /s:\n    post:\n      requestBody: {{ content: {content} }}\n      responses: {{ '200': {{ description: ok, \
         content: {content} }} }}\ncomponents:\n  schemas: {all}\n"
    )
}

/// Returns a grammar for documents with one operation that contains the given part.
fn operation(name: &'static str, size: usize, text: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    document(name, size, move |n| {
        format!("paths:\n  /s:\n    get:\n      responses: {{ '200': {{ description: ok }} }}\n{}\n", text(n))
    })
}

#[rustfmt::skip]
pub(crate) fn add(all: &mut Vec<Grammar>) {
    // Schemas.
    all.push(schema("properties", 60, |n| format!(r#"{{"type": "object", "properties": {{{}}}}}"#, list(n, ", ", r#""p#": {"type": "string"}"#))));
    all.push(schema("required names", 60, |n| {
        format!(r#"{{"type": "object", "properties": {{{}}}, "required": [{}]}}"#, list(n, ", ", r#""p#": {"type": "string"}"#), list(n, ", ", "\"p#\""))
    }));
    all.push(schema("required names without properties", 400, |n| format!(r#"{{"type": "object", "required": [{}]}}"#, list(n, ", ", "\"p#\""))));
    all.push(schema("choices", 200, |n| format!(r#"{{"type": "string", "enum": [{}]}}"#, list(n, ", ", "\"value-#\""))));
    all.push(schema("choices that are equal", 100, |n| format!(r#"{{"type": "string", "enum": [{}]}}"#, list(n, ", ", "\"value\""))));
    all.push(schema("choices with descriptions", 60, |n| {
        format!(r#"{{"type": "string", "enum": [{}], "x-enumDescriptions": {{{}}}}}"#, list(n, ", ", "\"v#\""), list(n, ", ", r#""v#": "What # is""#))
    }));
    all.push(schema("variants", 40, |n| format!(r#"{{"oneOf": [{}]}}"#, list(n, ", ", r#"{"type": "object", "title": "V#", "properties": {"p#": {"type": "string"}}}"#))));
    all.push(schema("variants of numbers", 60, |n| format!(r#"{{"anyOf": [{}]}}"#, list(n, ", ", r#"{"type": "integer", "minimum": #}"#))));
    all.push(schema("parts", 60, |n| format!(r#"{{"allOf": [{}]}}"#, list(n, ", ", r#"{"type": "object", "properties": {"p#": {"type": "string"}}}"#))));
    all.push(schema("nested objects", 15, |n| format!(r#"{}{{"type": "string"}}{}"#, r#"{"type": "object", "properties": {"a": "#.repeat(n), "}}".repeat(n))));
    all.push(schema("nested lists of items", 20, |n| format!(r#"{}{{"type": "string"}}{}"#, r#"{"type": "array", "items": "#.repeat(n), "}".repeat(n))));
    for (name, keyword) in [("nested parts", "allOf"), ("nested variants", "oneOf"), ("nested options", "anyOf")] {
        all.push(schema(name, 10, move |n| {
            format!("{}{{\"type\": \"string\"}}{}", format!(r#"{{"{keyword}": [{{"title": "A", "type": "integer"}}, "#).repeat(n), "]}".repeat(n))
        }));
    }
    all.push(schema("nested additional properties", 15, |n| format!("{}{{}}{}", r#"{"additionalProperties": "#.repeat(n), "}".repeat(n))));
    all.push(schema("nested negations", 15, |n| format!("{}{{}}{}", r#"{"not": "#.repeat(n), "}".repeat(n))));
    all.push(schema("properties by pattern", 40, |n| format!(r#"{{"type": "object", "patternProperties": {{{}}}}}"#, list(n, ", ", r#""^x#-": {"type": "string"}"#))));
    all.push(schema("prefix items", 60, |n| format!(r#"{{"type": "array", "prefixItems": [{}]}}"#, list(n, ", ", r#"{"type": "string"}"#))));
    all.push(schema("examples", 60, |n| format!(r#"{{"type": "string", "examples": [{}]}}"#, list(n, ", ", "\"value-#\""))));
    all.push(schema("a wide example", 100, |n| format!(r#"{{"type": "object", "example": {{{}}}}}"#, list(n, ", ", "\"k#\": #"))));
    all.push(schema("a deep example", 240, |n| format!(r#"{{"example": {}1{}}}"#, "[".repeat(n), "]".repeat(n))));
    all.push(schema("a long example", 5000, |n| format!(r#"{{"type": "string", "example": "{}"}}"#, "word ".repeat(n))));
    all.push(schema("examples that do not fit", 40, |n| format!(r#"{{"type": "array", "items": {{"type": "integer"}}, "example": [{}]}}"#, list(n, ", ", "\"x#\""))));
    all.push(schema("a long default", 2000, |n| format!(r#"{{"type": "string", "default": "{}"}}"#, "word ".repeat(n))));
    all.push(schema("a long pattern", 100, |n| format!(r#"{{"type": "string", "pattern": "^{}$"}}"#, "[a-z]{1,3}-?".repeat(n))));
    all.push(schema("a pattern that doubles", 3, |n| {
        format!(r#"{{"type": "string", "pattern": "(a){}"}}"#, (1..n).map(|at| format!(r"(\\{at}\\{at})")).collect::<String>())
    }));
    all.push(schema("a pattern of counted groups", 2, |n| format!(r#"{{"type": "string", "pattern": "^{}a{}$"}}"#, "(".repeat(n), "){9}".repeat(n))));
    all.push(schema("a pattern of empty groups", 2, |n| format!(r#"{{"type": "string", "pattern": "^{}^{}$"}}"#, "(?:".repeat(n), "^){100}".repeat(n))));
    all.push(schema("a pattern that doubts", 5, |n| format!(r#"{{"type": "string", "pattern": "^{}$", "example": "{}!"}}"#, "(a|a)?".repeat(n), "a".repeat(n))));
    all.push(schema("patterns", 40, |n| {
        format!(r#"{{"type": "object", "properties": {{{}}}}}"#, list(n, ", ", r#""p#": {"type": "string", "pattern": "^[a-z]{2,9}(-[0-9]+)*#$", "minLength": 4}"#))
    }));
    all.push(schema("a long description", 1000, |n| format!(r#"{{"type": "string", "description": "{}"}}"#, "Some *words* of [it](https://a.example).\\n\\n".repeat(n))));
    all.push(document("schemas", 60, |n| schemas(&format!("{{S: {{type: string}}, {}}}", list(n, ", ", "S#: {type: string, minLength: #}")))));
    all.push(document("a chain of references", 40, |n| {
        let chain: String = (0..n).map(|at| format!(", S{at}: {{$ref: '#/components/schemas/S{}'}}", at + 1)).collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}, S{n}: {{type: string}}}}"))
    }));
    all.push(document("a chain of properties", 40, |n| {
        let chain: String = (0..n)
            .map(|at| format!(", S{at}: {{type: object, properties: {{a: {{$ref: '#/components/schemas/S{}'}}}}}}", at + 1))
            .collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}, S{n}: {{type: string}}}}"))
    }));
    all.push(document("a chain of parts", 25, |n| {
        let chain: String = (0..n)
            .map(|at| format!(", S{at}: {{allOf: [{{$ref: '#/components/schemas/S{}'}}, {{properties: {{p{at}: {{}}}}}}]}}", at + 1))
            .collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}, S{n}: {{type: object}}}}"))
    }));
    all.push(document("parts that double", 6, |n| {
        let chain: String = (0..n)
            .map(|at| format!(", S{at}: {{allOf: [{{$ref: '#/components/schemas/S{0}'}}, {{$ref: '#/components/schemas/S{0}'}}]}}", at + 1))
            .collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}, S{n}: {{type: object}}}}"))
    }));
    all.push(document("variants that double", 6, |n| {
        let chain: String = (0..n)
            .map(|at| format!(", S{at}: {{oneOf: [{{$ref: '#/components/schemas/S{0}'}}, {{type: array, items: {{$ref: '#/components/schemas/S{0}'}}}}]}}", at + 1))
            .collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}, S{n}: {{type: object}}}}"))
    }));
    all.push(document("a circle of references", 25, |n| {
        let chain: String = (0..n)
            .map(|at| format!(", S{at}: {{type: object, properties: {{a: {{$ref: '#/components/schemas/S{}'}}}}}}", (at + 1) % n))
            .collect();
        schemas(&format!("{{S: {{$ref: '#/components/schemas/S0'}}{chain}}}"))
    }));
    all.push(document("references to nothing in a document", 40, |n| {
        schemas(&format!("{{S: {{type: object, properties: {{{}}}}}}}", (0..n).map(|at| format!("p{at}: {{$ref: '#/components/schemas/N{at}'}}, ")).collect::<String>()))
    }));
    all.push(document("a mapping", 150, |n| {
        let variants = (0..n).map(|at| format!("{{$ref: '#/components/schemas/S{at}'}}")).collect::<Vec<_>>().join(", ");
        let mapping = (0..n).map(|at| format!("v{at}: '#/components/schemas/S{at}'")).collect::<Vec<_>>().join(", ");
        schemas(&format!(
            "{{S: {{oneOf: [{variants}], discriminator: {{propertyName: kind, mapping: {{{mapping}}}}}}}, {}}}",
            list(n, ", ", "S#: {type: object, properties: {kind: {type: string}}}")
        ))
    }));
    // Operations.
    all.push(document("paths", 60, |n| format!("paths:\n{}", many(n, "  /p#:\n    get:\n      responses: { '200': { description: ok } }\n"))));
    all.push(document("operations with one id", 60, |n| {
        format!("paths:\n{}", many(n, "  /p#:\n    get:\n      operationId: same\n      responses: { '200': { description: ok } }\n"))
    }));
    all.push(document("operations with one summary", 60, |n| {
        format!("paths:\n{}", many(n, "  /p#:\n    get:\n      summary: Same\n      responses: { '200': { description: ok } }\n"))
    }));
    all.push(operation("parameters", 40, |n| format!("      parameters:\n{}", many(n, "        - { name: p#, in: query, schema: { type: string } }\n"))));
    all.push(operation("parameters with one name", 40, |n| format!("      parameters:\n{}", many(n, "        - { name: p, in: query, schema: { type: string } }\n"))));
    all.push(operation("headers to send", 40, |n| format!("      parameters:\n{}", many(n, "        - { name: X-P#, in: header, schema: { type: string } }\n"))));
    all.push(document("responses", 25, |n| {
        format!("paths:\n  /s:\n    get:\n      responses:\n{}", many(n, "        'x-#': { description: ok }\n        '2#': { description: ok }\n"))
    }));
    all.push(document("headers to get", 40, |n| {
        format!("paths:\n  /s:\n    get:\n      responses:\n        '200':\n          description: ok\n          headers:\n{}", many(n, "            X-H#: { schema: { type: string } }\n"))
    }));
    all.push(document("media types", 25, |n| {
        format!("paths:\n  /s:\n    get:\n      responses:\n        '200':\n          description: ok\n          content:\n{}", many(n, "            application/x-#: { schema: { type: string } }\n"))
    }));
    all.push(document("examples of a response", 30, |n| {
        format!("paths:\n  /s:\n    get:\n      responses:\n        '200':\n          description: ok\n          content:\n            application/json:\n              examples:\n{}", many(n, "                e#: { summary: Example #, value: { a: # } }\n"))
    }));
    all.push(operation("callbacks", 15, |n| {
        format!("      callbacks:\n{}", many(n, "        c#: { 'https://b.example': { post: { responses: { '200': { description: ok } } } } }\n"))
    }));
    all.push(document("tags of a document", 25, |n| format!("tags:\n{}paths: {{}}\n", many(n, "  - { name: Tag #, description: About # }\n"))));
    all.push(Grammar { name: "servers", size: 60, files: Box::new(|n| {
        let rest = "paths: { /s: { get: { responses: { '200': { description: ok } } } } }";
        let servers = many(n, "  - url: https://s#.example\n");
        vec![("openapi/api.yaml".to_owned(), format!("openapi: 3.1.0\ninfo: {{ title: Api, version: '1' }}\nservers:\n{servers}{rest}\n"))]
    }) });
    all.push(operation("servers of an operation", 40, |n| format!("      servers:\n{}", many(n, "        - url: https://s#.example\n"))));
    all.push(document("security schemes", 40, |n| {
        format!("paths: {{}}\nsecurity: [{}]\ncomponents:\n  securitySchemes:\n{}", list(n, ", ", "{ k#: [] }"), many(n, "    k#: { type: apiKey, in: header, name: X-# }\n"))
    }));
    all.push(document("scopes", 60, |n| {
        format!("paths: {{}}\ncomponents:\n  securitySchemes:\n    o: {{ type: oauth2, flows: {{ clientCredentials: {{ tokenUrl: https://a.example, scopes: {{ {} }} }} }} }}\n", list(n, ", ", "s#: a"))
    }));
    // Errors, and unusual syntax.
    all.push(document("unknown keys of a document", 60, |n| format!("paths: {{}}\n{}", many(n, "key#: a\n"))));
    all.push(document("unknown keys on one line", 60, |n| format!("paths: {{}}\ncomponents: {{ {} }}\n", list(n, ", ", "key#: a"))));
    all.push(document("private keys", 60, |n| format!("paths: {{}}\n{}", many(n, "x-key#: a\n"))));
    all.push(document("equal keys of a document", 60, |n| format!("paths: {{}}\n{}", many(n, "x-key: a\n"))));
    all.push(document("deep YAML", 200, |n| format!("paths: {{}}\nx-a: {}1{}\n", "[".repeat(n), "]".repeat(n))));
    all.push(document("aliases of a document", 6, |n| {
        let levels: String = (1..n).map(|at| format!("x-a{at}: &a{at} [*a{0},*a{0},*a{0}]\n", at - 1)).collect();
        format!("paths: {{}}\nx-a0: &a0 [x]\n{levels}")
    }));
    all.push(document("variants that contain each other", 5, |n| {
        let fields = list(n, ", ", "f#: {$ref: '#/components/schemas/S'}");
        let variants = list(n, ", ", "{$ref: '#/components/schemas/V#'}");
        let all = (0..n).map(|at| format!("V{at}: {{type: object, properties: {{kind: {{const: v{at}}}, {fields}}}}}"));
        schemas(&format!("{{S: {{oneOf: [{variants}]}}, {}}}", all.collect::<Vec<_>>().join(", ")))
    }));
    all.push(document("generic schemas", 20, |n| {
        let all = list(n, ", ", "U#: {$id: 'https://a.example/u#', $ref: list, $defs: {one: {$dynamicAnchor: one, type: object, properties: {a#: {}}}}}");
        schemas(&format!("{{S: {{$id: 'https://a.example/list', type: array, items: {{$dynamicRef: '#one'}}, $defs: {{one: {{$dynamicAnchor: one}}}}}}, {all}}}"))
    }));
    all.push(document("schemas by aliases", 5, |n| {
        let levels: String = (1..n).map(|at| format!("    S{at}: &a{at} {{properties: {{a: *a{0}, b: *a{0}}}}}\n", at - 1)).collect();
        format!("paths:\n  /s:\n    get:\n      responses: {{ '200': {{ description: ok, content: {{ a/b: {{ schema: {{ $ref: '#/components/schemas/S{}' }} }} }} }} }}\ncomponents:\n  schemas:\n    S0: &a0 {{type: string}}\n{levels}", n - 1)
    }));
    all.push(Grammar { name: "problems of a document on one line", size: 40, files: Box::new(|n| {
        let paths = list(n, ",", r#""/p#": {"get": {"nope": 1, "responses": {"200": {}}}}"#);
        vec![("openapi/api.json".to_owned(), format!(r#"{{"openapi": "3.0.3", "info": {{"title": "A", "version": "1"}}, "paths": {{{paths}}}}}"#))]
    }) });
    all.push(Grammar { name: "deep JSON", size: 200, files: Box::new(|n| {
        let deep = format!("{}1{}", "[".repeat(n), "]".repeat(n));
        vec![("openapi/api.json".to_owned(), format!(r#"{{"openapi": "3.0.3", "info": {{"title": "A", "version": "1"}}, "paths": {{}}, "x-a": {deep}}}"#))]
    }) });
}
