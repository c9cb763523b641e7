use std::fmt::Write as _;

use super::super::document::{Content, Sent};
use super::{in_block, in_text, inline, place_of};
use crate::fixture::{Numbers, same_text};

#[track_caller]
fn found(language: &str, code: &str, expected: &str) {
    let mut text = String::new();
    for request in in_block(language, code) {
        let _ = write!(text, "{} {}", request.method, request.url);
        let body = shown(&request.body);
        for (name, shown) in [("query", fields(&request.query)), ("body", body)] {
            if !shown.is_empty() {
                let _ = write!(text, " {name} {shown}");
            }
        }
        for sent in request.query.iter().chain(match &request.body {
            Content::Object(fields) => fields.as_slice(),
            _ => &[],
        }) {
            // Quotes and backslashes can be between the letters.
            let plain = |text: &str| text.replace(['"', '\'', '\\'], "");
            let written = plain(&code[sent.span.range()]);
            assert!(written.is_empty() || written == plain(&sent.name), "{written} {}", sent.name);
        }
        text.push('\n');
    }
    same_text(expected, &text);
}

/// Returns a value in a short form: `#` for a number, `s` for a string, `t` for text, and `?` for an unknown value.
fn shown(content: &Content) -> String {
    match content {
        Content::Unknown => String::new(),
        Content::Text(_) => "t".to_owned(),
        Content::Null => "null".to_owned(),
        Content::Bool => "bool".to_owned(),
        Content::Number(_) => "#".to_owned(),
        Content::String(_) => "s".to_owned(),
        Content::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(",")),
        Content::Object(sent) => fields(sent),
    }
}

fn fields(sent: &[Sent]) -> String {
    let one = |sent: &Sent| {
        let value = shown(&sent.value);
        let value = if matches!(sent.value, Content::Object(_)) { format!("{{{value}}}") } else { value };
        format!("{}:{value}", sent.name)
    };
    sent.iter().map(one).collect::<Vec<_>>().join(",")
}

#[test]
fn shell_commands_send_requests() {
    found(
        "bash",
        r#"
# curl https://comment.example
curl https://a.example/pets?limit=2
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
PATCH https://a.example/pets/1 body name:s,tags:[id:#]
GET a.example/search query q:t,sort:t
POST https://a.example/login body user:t,password:t
PUT https://a.example/x
HEAD https://a.example/y
POST https://a.example/upload body file:
POST https://a.example/j body it's:#
POST https://a.example/pets/<pet_id>/toys body a:t
POST a.example/pets query tag:t body name:s,age:#,owner[id]:s
GET a.example/pets query limit:t
POST http://localhost:8000/pets body name:s
POST https://a.example/w body a:t
",
    );
}

#[test]
fn commands_can_be_in_loops_pipes_and_substitutions() {
    found(
        "bash",
        &r#"
for id in 1 2; do curl -X DELETE a.example/$id; done
while ! curl -f a.example/health; do sleep 1; done
if curl a.example/if; then http a.example/then; else { wget a.example/else; }; fi
wait_for() { curl "a.example/function"; }
case $1 in up) curl a.example/case ;; esac
echo "$(curl a.example/quoted)" '$(curl a.example/literal)'
curl a.example/pets/`curl a.example/old` 2>/dev/null >> log
curl a.example/pets/$(curl a.example/id | jq '.id')/toys
cat ids | xargs -I{} curl a.example/each/{}
curl a.example/pets --json @- <<EOF | jq .
{"toy": {"color": true}}
EOF
cat <<-'END' | http PUT a.example/cat
→{"a": [1]}
→END
echo '{"b": null}' | curl -d @- a.example/echo
curl -d @- a.example/here <<< 'a=1&b=2' && curl a.example/after
curl -d @- a.example/file < body.json
"#
        .replace('→', "\t"),
        "
DELETE a.example/$id
GET a.example/health
GET a.example/if
GET a.example/then
GET a.example/else
GET a.example/function
GET a.example/case
GET a.example/quoted
GET a.example/old
GET a.example/pets/`curl a.example/old`
GET a.example/id
GET a.example/pets/$(curl a.example/id | jq '.id')/toys
GET a.example/each/{}
POST a.example/pets body toy:{color:bool}
PUT a.example/cat body a:[#]
POST a.example/echo body b:null
POST a.example/here body a:t,b:t
GET a.example/after
POST a.example/file
",
    );
}

#[test]
fn raw_requests_and_calls_of_fetch() {
    found(
        "http",
        "### First\nPOST /pets HTTP/1.1\nHost: a.example\nContent-Type: application/json\n\n{\n  \"name\": \"Rex\"\n}\n\nHTTP/1.1 201 Created\n\n{ \"id\": 1 }\n\nGET {{base}}/pets\n  ?limit=2\n  &sort=a\n\nnot a request\n",
        "POST https://a.example/pets body name:s\nGET {{base}}/pets?limit=2&sort=a\n",
    );
    found("", "GET /pets\nGET /cats HTTP/2\n", "GET /cats\n");
    found(
        "ts",
        r#"const a = await fetch("https://a.example/pets");
fetch(`${base}/pets/${id}`, { method: 'post', headers: { a: "}" }, body: JSON.stringify({ name, "age": f(1, {x: 2}), /* no */ tag: [1, 2] }) });
window.fetch('/x', options); cache.fetch("/no"); prefetch("/no"); fetch(url); fetch(
  "/y",
  { method: "DELETE" },
);
fetch("/pets?" + new URLSearchParams({ limt: 3, "sort": by })); // don't
fetch(`${base}/pets?${new URLSearchParams({ q: "a, b" })}`, { method: "POST", body: new URLSearchParams({ a: 1 }) });
fetch("/pets/" + id + '/toys', { method: "PUT", /* the body's */ body: JSON.stringify({ toy: { color: 'r' + x, big: true, n: -1.5, no: null }, ...rest, list: ["a", { b: `c${d}` }] }) });"#,
        "
GET https://a.example/pets
POST ${base}/pets/${id} body name:,age:,tag:[#,#]
GET /x
DELETE /y
GET /pets? query limt:t,sort:
POST ${base}/pets? query q:t body a:t
PUT /pets/${id}/toys body toy:{color:,big:bool,n:#,no:null},list:[s,b:]
",
    );
    found("rust", "curl https://a.example", "");
}

#[test]
fn inline_code_can_be_a_request() {
    for code in ["GET /pets", "DELETE https://a.example/pets/{id}"] {
        assert!(inline(code).is_some(), "{code}");
    }
    for code in ["GET /pets;", "GET /pets[?limit=n]", "GET /pets[?limit=n][&page=n]", "GET /pets[/{id}]"] {
        assert_eq!(inline(code).unwrap().url, "/pets", "{code}");
    }
    assert_eq!(inline("GET /pets?ids[]=1").unwrap().url, "/pets?ids[]=1");
    for code in ["GET", "get /pets", "GET pets", "GET /pets now", "/pets", "POST a / b"] {
        assert!(inline(code).is_none(), "{code}");
    }
}

#[test]
fn parts_of_code_have_places_in_the_block() {
    for (block, code) in [
        ("```http\n> a\nname: x\n```", "a\nname: x\n"),
        ("    a\n    name: x", "a\nname: x"),
        ("`name: x`", "name: x"),
        ("~~~\r\na\r\n  name: x\r\n~~~", "a\nname: x\n"),
    ] {
        let at = code.find("name").unwrap_or_default();
        assert_eq!(place_of(block, code, at..at + 4), block.find("name").map(|at| at..at + 4), "{block}");
    }
    assert_eq!(place_of("```\n{{ body }}\n```", "name: x", 0..4), None);
    assert_eq!(place_of("```\nname\n```", "name", 0..0), None);
}

#[test]
fn text_can_contain_requests() {
    let text = "Send GET /pets/1, (DELETE /pets/2) or POST /pets. NOT /a, XGET /b, get /c, GET / d, \"PUT /e\" PATCH /f`";
    let found: Vec<(&str, String)> =
        in_text(text).into_iter().map(|(at, request)| (&text[at], request.url)).collect();
    let expected = [
        ("GET /pets/1", "/pets/1"),
        ("DELETE /pets/2", "/pets/2"),
        ("POST /pets", "/pets"),
        ("PUT /e", "/e"),
        ("PATCH /f", "/f"),
    ];
    assert_eq!(found, expected.map(|(text, url)| (text, url.to_owned())));
}

#[test]
fn no_text_is_a_problem() {
    let pieces = [
        "curl ", "http ", "fetch(", "'", "\"", "`", "\\", "\n", "{", "}", ":", ",", "-d", "-X", "é",
        "POST /a", " /", "=", "<<", "$(", "<", "EOF",
    ];
    let mut random = Numbers(11);
    for _ in 0..3_000 {
        let code: String = (0..random.below(14)).map(|_| pieces[random.below(pieces.len())]).collect();
        for language in ["bash", "http", "js", ""] {
            in_block(language, &code);
        }
        in_text(&code);
    }
}

#[test]
fn only_the_commands_of_sessions_send_requests() {
    for language in ["console", "bash"] {
        found(
            language,
            "$ curl \\\n>   -d '{\n>   \"a\": 1\n> }' a.example/x\ncurl a.example/output\n\
             $ curl -d @- a.example/y <<EOF\n> {\"b\": true}\n> EOF\n$ curl a.example/z\n",
            "POST a.example/x body a:#\nPOST a.example/y body b:bool\nGET a.example/z\n",
        );
    }
}

#[test]
fn commands_can_have_paths_variables_and_escapes() {
    found(
        "sh",
        r#"
/usr/bin/curl a.example/path
curl $OPTIONS "a.example/variable"
curl "${options[@]}" a.example/array -d a=1
curl $URL
curl -d $'{"it\'s": 1}' a.example/escapes
"#,
        "
GET a.example/path
GET a.example/variable
POST a.example/array body a:t
GET $URL
POST a.example/escapes body it's:#
",
    );
    found(
        "powershell",
        "PS> curl.exe -X PUT `\n>>   a.example/x\nPS> curl -Uri a.example/y -Method POST\n",
        "PUT a.example/x\n",
    );
    found("bat", "curl -d \"{\\\"a\\\": 1}\" ^\n  a.example/x\n", "POST a.example/x body a:#\n");
}

#[test]
fn bodies_can_contain_spaces_and_quotes() {
    let code = r#"
curl a.example/a -d "name=Jenny Rosen" -d 'to[line]'="1 Main" --data "b=1&c=x y"
curl a.example/b -d 'two words=1' -d "SELECT a WHERE b = 1" --json '{"it'"'"'s": {"a b": 1}}'
curl a.example/c -d 'plain text'
curl a.example/d -d "$(cat a)" --url-query "a b"=c
http a.example/e "to[line]"="1 Main" 'a':='{"b": 1}'
"#;
    found(
        "bash",
        code,
        "
POST a.example/a body name:t,to[line]:t,b:t,c:t
POST a.example/b body it's:{a b:#}
POST a.example/c
POST a.example/d query a b:t
POST a.example/e body to[line]:s,a:{b:#}
",
    );
    let places: Vec<&str> = in_block("bash", code)
        .iter()
        .filter_map(|request| match &request.body {
            Content::Object(fields) => Some(fields),
            _ => None,
        })
        .flatten()
        .map(|sent| &code[sent.span.range()])
        .collect();
    assert_eq!(places, ["name", "to[line]", "b", "c", "it'\"'\"'s", "to[line]", "a"]);
    found("powershell", "curl.exe -d '{\\\"a\\\": \\\"b c\\\"}' a.example/x", "POST a.example/x body a:s\n");
}

#[test]
fn fetch_can_have_a_url_object_or_a_request_object() {
    found(
        "js",
        r#"
fetch(new URL("https://a.example/url"));
fetch(new URL("/path", "https://a.example/v1/"));
fetch(new URL(`/host/${id}`, base), { method: "PUT" });
fetch(new URL("relative", base));
fetch(new Request("https://a.example/request", { method: "DELETE" }));
fetch(new Request(new URL("/both?x=1", `${BASE}/v1`)), { method: "PATCH" });
fetch("/pets/" + pet.id + "/toys/" + f(id) + '/parts');
fetch(newURL("/other")); fetch(new Url("/other"));
"#,
        "
GET https://a.example/url
GET https://a.example/path
PUT ${base}/host/${id}
DELETE https://a.example/request
PATCH ${BASE}/both?x=1
GET /pets/${pet.id}/toys/${…}/parts
",
    );
}

#[test]
fn a_url_in_parts_has_the_place_of_its_word() {
    let code = "echo\ncurl \"$BASE\"'/cups' -s";
    let requests = in_block("sh", code);
    assert_eq!((&*requests[0].url, &code[requests[0].span.range()]), ("$BASE/cups", "\"$BASE\"'/cups'"));
}
