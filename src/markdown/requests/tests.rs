use std::fmt::Write as _;

use super::{in_block, in_text, inline};
use crate::fixture::{Numbers, same_text};

#[track_caller]
fn found(language: &str, code: &str, expected: &str) {
    let mut text = String::new();
    for request in in_block(language, code) {
        let _ = write!(text, "{} {}", request.method, request.url);
        for (name, names) in [("query", &request.query), ("fields", &request.fields)] {
            if !names.is_empty() {
                let _ = write!(text, " {name} {}", names.join(","));
            }
        }
        text.push('\n');
    }
    same_text(expected, &text);
}

#[test]
fn shell_commands_send_requests() {
    found(
        "bash",
        r#"
# curl https://comment.example
$ curl https://a.example/pets?limit=2
curl -sSLX DELETE "https://a.example/pets/$ID" -H "Authorization: Bearer $TOKEN"
curl --request PATCH \
  --url https://a.example/pets/1 \
  --header 'Content-Type: application/json' \
  --data '{"name": "Rex", "tags": [{"id": 1}]}' | jq .name
curl -G a.example/search -d q=cat --data-urlencode "sort=a b"
TOKEN=$(curl -d 'user=me&password=x' https://a.example/login) && echo curl
curl -XPUT https://a.example/x -d @body.json -o out; curl -I https://a.example/y
curl -F "file=@a.png" https://a.example/upload
curl --json '{"it'"'"'s": 1}' https://a.example/j
curl https://a.example/pets/<pet_id>/toys -d a=1 > out.json
http POST a.example/pets name=Rex age:=3 X-Key:abc tag==small owner[id]=1
https -a me:secret a.example/pets limit==5
xh :8000/pets name=a
wget --post-data='a=1' https://a.example/w -O -
echo curl https://no.example
npm install http
"#,
        "
GET https://a.example/pets?limit=2
DELETE https://a.example/pets/$ID
PATCH https://a.example/pets/1 fields name,tags
GET a.example/search query q,sort
POST https://a.example/login fields user,password
PUT https://a.example/x
HEAD https://a.example/y
POST https://a.example/upload fields file
POST https://a.example/j fields it's
POST https://a.example/pets/<pet_id>/toys fields a
POST a.example/pets query tag fields name,age,owner
GET a.example/pets query limit
POST http://localhost:8000/pets fields name
POST https://a.example/w fields a
",
    );
}

#[test]
fn raw_requests_and_calls_of_fetch() {
    found(
        "http",
        "### First\nPOST /pets HTTP/1.1\nHost: a.example\nContent-Type: application/json\n\n{\n  \"name\": \"Rex\"\n}\n\nHTTP/1.1 201 Created\n\n{ \"id\": 1 }\n\nGET {{base}}/pets\n  ?limit=2\n  &sort=a\n\nnot a request\n",
        "POST https://a.example/pets fields name\nGET {{base}}/pets?limit=2&sort=a\n",
    );
    found("", "GET /pets\nGET /cats HTTP/2\n", "GET /cats\n");
    found(
        "ts",
        r#"const a = await fetch("https://a.example/pets");
fetch(`${base}/pets/${id}`, { method: 'post', headers: { a: "}" }, body: JSON.stringify({ name, "age": f(1, {x: 2}), /* no */ tag: [1, 2] }) });
window.fetch('/x', options); cache.fetch("/no"); prefetch("/no"); fetch(url); fetch(
  "/y",
  { method: "DELETE" },
);"#,
        "
GET https://a.example/pets
POST ${base}/pets/${id} fields name,age
GET /x
DELETE /y
",
    );
    found("rust", "curl https://a.example", "");
}

#[test]
fn inline_code_can_be_a_request() {
    for code in ["GET /pets", "DELETE https://a.example/pets/{id}"] {
        assert!(inline(code).is_some(), "{code}");
    }
    for code in ["GET", "get /pets", "GET pets", "GET /pets now", "/pets", "POST a / b"] {
        assert!(inline(code).is_none(), "{code}");
    }
}

#[test]
fn text_can_contain_requests() {
    let text =
        "Send GET /pets/1, (DELETE /pets/2) or POST /pets. NOT /a, XGET /b, get /c, GET / d, \"PUT /e\"";
    let found: Vec<(&str, String)> =
        in_text(text).into_iter().map(|(at, request)| (&text[at], request.url)).collect();
    let expected = [
        ("GET /pets/1", "/pets/1"),
        ("DELETE /pets/2", "/pets/2"),
        ("POST /pets", "/pets"),
        ("PUT /e", "/e"),
    ];
    assert_eq!(found, expected.map(|(text, url)| (text, url.to_owned())));
}

#[test]
fn no_text_is_a_problem() {
    let pieces = [
        "curl ", "http ", "fetch(", "'", "\"", "`", "\\", "\n", "{", "}", ":", ",", "-d", "-X", "é",
        "POST /a", "=",
    ];
    let mut random = Numbers(11);
    for _ in 0..3_000 {
        let code: String = (0..random.below(14)).map(|_| pieces[random.below(pieces.len())]).collect();
        for language in ["bash", "http", "js", ""] {
            in_block(language, &code);
        }
    }
}
