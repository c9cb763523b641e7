//! Requests in guides, compared with the site's OpenAPI documents.

mod urls;

use serde_json::Value as Json;

use crate::harness::{Project, same_text};

const API: &str = "
//- openapi/tea.yaml
openapi: 3.1.0
info: { title: Tea, version: '1' }
servers: [{ url: 'https://api.tea.io/v1' }]
components:
  securitySchemes: { key: { type: apiKey, in: query, name: key } }
  schemas:
    Cup: { allOf: [{ type: object, properties: { size: { type: integer } } }, { $ref: '#/components/schemas/Drink' }] }
    Drink: { oneOf: [{ type: object, properties: { tea: {} } }, { type: object, properties: { milk: {} } }] }
    Order:
      type: object
      properties:
        cups: { type: array, items: { $ref: '#/components/schemas/Cup' } }
        to: { allOf: [{ $ref: '#/components/schemas/Place' }], oneOf: [{ required: [street] }, { required: [box] }] }
        paid: { oneOf: [{ type: boolean }, { type: object, properties: { by: { type: string } } }] }
        labels: { type: object, additionalProperties: { type: string } }
        note: { type: [string, 'null'] }
        parent: { $ref: '#/components/schemas/Order' }
    Place: { type: object, properties: { street: { type: string }, number: { type: integer }, box: {} } }
paths:
  /cups:
    get: { operationId: listCups, parameters: [{ name: limit, in: query, schema: { type: integer } }], responses: {} }
    post:
      operationId: addCup
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Cup' } } } }
      responses: {}
  /orders:
    get: { operationId: listOrders, parameters: [{ name: open, in: query, schema: { type: boolean } }, { name: page, in: query, schema: { type: integer } }], responses: {} }
    post:
      operationId: addOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: {}
  /cups/{cupId}: { parameters: [{ name: cupId, in: path, required: true, schema: {} }], delete: { operationId: dropCup, responses: {} } }
  /cups/full: { get: { operationId: fullCups, responses: {} } }
  /search: { get: { operationId: search, parameters: [{ name: f, in: query, style: deepObject, explode: true, schema: { type: object, properties: { a: {} } } }], responses: {} } }
  /notes: { post: { operationId: addNote, requestBody: { content: { application/json: { schema: { type: object, properties: { text: {} }, additionalProperties: true } } } }, responses: {} } }
";

/// Checks a page and returns the problems as lines.
fn found(page: &str) -> String {
    found_in(API, page)
}

/// Checks a page of a site with an API and returns the problems as lines.
fn found_in(api: &str, page: &str) -> String {
    let site = Project::new(&format!("{api}//- content/docs/a.md\n# A\n\n{page}"));
    let run = site.run("check --format json").code(0);
    let text = |problem: &Json, key: &str| problem[key].as_str().unwrap_or_default().to_owned();
    assert!(
        run.json().iter().all(|problem| problem["code"] == "invalid-request" || problem["code"].is_null())
    );
    let line = |problem: Json| {
        let hint = problem["hints"][0].as_str().unwrap_or_default();
        format!("{} {} {} ({hint})\n", problem["line"], text(&problem, "code"), text(&problem, "message"))
    };
    run.json().into_iter().filter(|problem| problem["code"].is_string()).map(line).collect()
}

#[test]
fn requests_that_an_api_does_not_have_are_reported() {
    same_text(
        "4 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
5 invalid-request the API `Tea` has no operation `PATCH /cups` (use `GET` or `POST`)
6 invalid-request the API `Tea` has no path `/cups/1/lid` (did you mean `/cups/{cupId}`?)
7 invalid-request `POST /cups` has no body field `suger` ()
8 invalid-request `POST /cups` has no body field `sixe` ()
12 invalid-request the API `Tea` has no path `/cusp` (did you mean `/cups`?)
20 invalid-request the API `Tea` has no path `/cup/{id}` (did you mean `/cups/{cupId}`?)
20 invalid-request the API `Tea` has no operation `PUT /cups/full` (use `DELETE` or `GET`)
",
        &found(
            "```bash
curl https://api.tea.io/v1/cups?limt=2
curl -X PATCH https://api.tea.io/v1/cups
curl https://api.tea.io/v1/cups/1/lid
curl 'https://api.tea.io/v1/cups' -d '{\"size\": 2, \"milk\": 1, \"suger\": 3}'
http POST api.tea.io/v1/cups size:=1 sixe=2
```

```http
GET /v1/cusp HTTP/1.1
Host: api.tea.io
```

```js
await fetch(`${BASE}/cups/full`, { method: 'DELETE', body: JSON.stringify({ a: 1 }) });
```

Send `DELETE /cup/{id}` or `PUT /cups/full`.
",
        ),
    );
}

#[test]
fn urls_of_servers_with_variables_are_matched() {
    let servers = "servers: [{ url: 'https://{region}.tea.io/{version}', variables: { region: { default: eu }, version: { default: v1 } } }, \
         { url: 'https://{host}/v2', variables: { host: { default: tea.dev } } }]";
    let api = API.replace("servers: [{ url: 'https://api.tea.io/v1' }]", servers);
    let page = "```bash
curl https://us.tea.io/v1/cups?limt=2
curl https://us.tea.io/v3/plates
curl https://$REGION.tea.io/v3/plates
curl https://tea.dev/v2/cups?limt=2
curl https://tea.dev/v2/plates
curl https://other.dev/v2/cups?limt=2
curl https://other.dev/v2/plates
```
";
    same_text(
        "4 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
5 invalid-request the API `Tea` has no path `/plates` ()
6 invalid-request the API `Tea` has no path `/plates` ()
7 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
8 invalid-request the API `Tea` has no path `/plates` ()
",
        &found_in(&api, page),
    );
}

#[test]
fn other_values_of_a_variable_are_other_servers() {
    let servers = "servers: [{ url: 'https://{region}.tea.io/{version}', variables: { region: { default: eu, enum: [eu, us] }, version: { default: v1, enum: [v1, v2] } } }]";
    let api = API.replace("servers: [{ url: 'https://api.tea.io/v1' }]", servers);
    let page = "```bash
curl https://docs.tea.io/v1/quickstart
curl https://eu.tea.io/docs/quickstart
curl https://us.tea.io/v2/plates
curl https://{region}.tea.io/{version}/plates
curl https://eu.tea.io/v1/cups
```
";
    same_text(
        "6 invalid-request the API `Tea` has no path `/plates` ()
7 invalid-request the API `Tea` has no path `/plates` ()
",
        &found_in(&api, page),
    );
}

#[test]
fn files_next_to_operations_with_extensions_are_not_reported() {
    let api = format!(
        "{API}  /cups/{{cupId}}/label.{{format}}: {{ parameters: [{{ name: cupId, in: path, required: true, schema: {{}} }}, {{ name: format, in: path, required: true, schema: {{}} }}], get: {{ responses: {{}} }} }}\n  /teas.json: {{ get: {{ responses: {{}} }} }}\n"
    );
    let page = "```bash\ncurl https://api.tea.io/v1/openapi.json\ncurl https://api.tea.io/v1/cups/1/label.pdf\ncurl https://api.tea.io/v1/taes.json\n```\n";
    same_text(
        "6 invalid-request the API `Tea` has no path `/taes.json` (did you mean `/teas.json`?)\n",
        &found_in(&api, page),
    );
}

#[test]
fn members_of_query_parameters_are_checked() {
    let object = "schema: { type: object, properties: { a: { type: integer }, b: { type: object } } }";
    let open = "schema: { type: object, properties: { a: {} }, additionalProperties: true }";
    let paths = format!(
        "  /deep: {{ get: {{ parameters: [{{ name: f, in: query, style: deepObject, {object} }}, {{ name: limit, in: query }}], responses: {{}} }} }}
  /open: {{ get: {{ parameters: [{{ name: f, in: query, style: deepObject, {open} }}, {{ name: limit, in: query }}], responses: {{}} }} }}
  /form: {{ get: {{ parameters: [{{ name: f, in: query, {object} }}, {{ name: limit, in: query }}], responses: {{}} }} }}
  /any: {{ get: {{ parameters: [{{ name: f, in: query, {open} }}], responses: {{}} }} }}
"
    );
    let page = "```bash
curl 'https://api.tea.io/v1/deep?limit=1&f[a]=2&f[b][c]=3&f[d]=4'
curl 'https://api.tea.io/v1/deep?limt=1&f[a]=five'
curl 'https://api.tea.io/v1/open?limt=1&f[x]=2'
curl 'https://api.tea.io/v1/form?limt=1&a=2&b=3'
curl 'https://api.tea.io/v1/any?limt=1'
```
";
    same_text(
        "4 invalid-request `GET /deep` has no query parameter `f[d]` (did you mean `f[b]`?)
5 invalid-request `GET /deep` has no query parameter `limt` (did you mean `limit`?)
5 invalid-request expected an integer for the query parameter `f[a]` of `GET /deep`, found `five` ()
6 invalid-request `GET /open` has no query parameter `limt` (did you mean `limit`?)
7 invalid-request `GET /form` has no query parameter `limt` (did you mean `limit`?)
",
        &found_in(&format!("{API}{paths}"), page),
    );
}

#[test]
fn requests_of_the_past_and_in_comments_are_not_reported() {
    let page = "```bash
curl https://api.tea.io/v1/gone # [!code --]
curl https://api.tea.io/v1/cups # [!code ++]
# curl https://api.tea.io/v1/gone
```

```bash del={1-2}
curl https://api.tea.io/v1/gone \\
  -d a=b
curl https://api.tea.io/v1/cups
```

```diff lang=\"bash\"
-curl https://api.tea.io/v1/gone
+curl https://api.tea.io/v1/cups?open=1
```

```console
ada@host:~$ curl https://api.tea.io/v1/cups?page=1
curl https://api.tea.io/v1/gone
```

```js
// fetch(\"https://api.tea.io/v1/gone\");
/* await
   fetch(\"https://api.tea.io/v1/gone\"); */
const accept = \"*/*\", home = \"https://api.tea.io/v1/gone\"; fetch(\"https://api.tea.io/v1/lost\");
fetch(\"https://api.tea.io/v1/gone\"); // [!code --]
```

:::update[Version 2]
We removed `GET https://api.tea.io/v1/gone`.
:::
";
    same_text(
        "17 invalid-request `GET /cups` has no query parameter `open` ()
21 invalid-request `GET /cups` has no query parameter `page` ()
29 invalid-request the API `Tea` has no path `/lost` ()
",
        &found(page),
    );
    let post = format!(
        "{API}//- content/blog/2020-01-02-a.md\n---\ntitle: A\n---\n`GET https://api.tea.io/v1/gone`\n"
    );
    Project::new(&post).run("check").code(0).stderr_lacks("invalid-request");
}

#[test]
fn an_unknown_path_on_a_server_is_reported() {
    same_text(
        "4 invalid-request the API `Tea` has no path `/completely/unknown` ()
5 invalid-request the API `Tea` has no path `/toys` ()
6 invalid-request the API `Tea` has no path `/cps` (did you mean `/cups`?)
9 invalid-request the API `Tea` has no path `/cupz` (did you mean `/cups`?)
9 invalid-request the API `Tea` has no path `/cup` (did you mean `/cups`?)
11 invalid-request `POST /cups` has no body field `tee` (did you mean `tea`?)
",
        &found(
            "```bash
curl https://api.tea.io/v1/completely/unknown
curl https://api.tea.io/v1/toys
curl https://api.tea.io/v1/cps
```

Send `GET /cupz` or `GET /cup`.
```bash
curl https://api.tea.io/v1/cups -d '{\"tee\": 1}'
curl https://api.tea.io/v1
curl https://api.tea.io/v1/
curl https://api.tea.io/v1/openapi.json
curl https://api.tea.io/v1/...
curl https://api.tea.io/v1/{resource}
curl https://api.tea.io/v1/$RESOURCE/1/parts
```
",
        ),
    );
}

#[test]
fn fields_are_checked_at_every_level() {
    same_text(
        "7 invalid-request `POST /orders` has no body field `cups[0].sise` ()
7 invalid-request `POST /orders` has no body field `cups[1].sugar` ()
9 invalid-request `POST /orders` has no body field `to.streat` (did you mean `street`?)
10 invalid-request expected an object for the body field `parent.parent` of `POST /orders`, found `null` ()
10 invalid-request `POST /orders` has no body field `parent.paid.bye` (did you mean `by`?)
15 invalid-request `POST /orders` has no body field `to[nmber]` (did you mean `number`?)
16 invalid-request `POST /cups` has no body field `tee` (did you mean `tea`?)
19 invalid-request `POST /orders` has no body field `nots` (did you mean `note`?)
24 invalid-request `GET /orders` has no query parameter `pag` (did you mean `page`?)
25 invalid-request `POST /orders` has no body field `to.stret` (did you mean `street`?)
",
        &found(
            "```http
POST https://api.tea.io/v1/orders

{
  \"cups\": [{ \"size\": 1, \"sise\": 2 }, { \"sugar\": 1 }],
  \"to\": {
    \"streat\": \"x\" },
  \"parent\": { \"parent\": null, \"paid\": { \"bye\": \"x\" } },
  \"labels\": { \"any\": \"x\" }
}
```
```bash
curl https://api.tea.io/v1/orders -d 'to[street]=x&to[nmber]=1&cups[][size]=1&labels[x]=y'
for i in 1 2; do curl --json '{\"tee\": 1}' https://api.tea.io/v1/cups; done
curl https://api.tea.io/v1/orders --json @- <<EOF
{
  \"nots\": \"x\"
}
EOF
```
```js
fetch('https://api.tea.io/v1/orders?' + new URLSearchParams({ pag: 1, open: true }));
fetch(`${BASE}/orders`, { method: 'POST', body: JSON.stringify({ to: { stret: 'x' }, paid: by }) });
```
",
        ),
    );
}

#[test]
fn values_with_a_wrong_type_are_reported() {
    same_text(
        "4 invalid-request expected an integer for the query parameter `page` of `GET /orders`, found `two` ()
5 invalid-request expected a boolean for the query parameter `open` of `GET /orders`, found `yes` ()
6 invalid-request expected an array for the body field `cups` of `POST /orders`, found an object ()
6 invalid-request expected a string or `null` for the body field `note` of `POST /orders`, found the number `5` ()
7 invalid-request expected an integer for the body field `size` of `POST /cups`, found the string `big` ()
8 invalid-request expected a boolean or an object for the body field `paid` of `POST /orders`, found the string `no` ()
9 invalid-request expected an integer for the body field `to.number` of `POST /orders`, found the number `1.5` ()
",
        &found(
            "```bash
curl 'https://api.tea.io/v1/orders?page=two&open=true'
curl 'https://api.tea.io/v1/orders?page=2&open=yes'
curl https://api.tea.io/v1/orders --json '{\"cups\": {}, \"note\": 5}'
http POST api.tea.io/v1/cups size=big milk=1
http POST api.tea.io/v1/orders paid=no
http POST api.tea.io/v1/orders to:='{\"number\": 1.5}'
```
```bash
curl 'https://api.tea.io/v1/orders?page=$PAGE&open=<open>'
curl 'https://api.tea.io/v1/orders?page=PAGE&open=1'
curl https://api.tea.io/v1/orders --json '{\"note\": null, \"to\": {\"number\": 2.0, \"street\": \"2\"}, \"paid\": true}'
curl https://api.tea.io/v1/cups --json '{\"size\": \"<size>\"}'
curl https://api.tea.io/v1/cups --json '{\"size\": \"{{size}}\"}'
curl https://api.tea.io/v1/cups --json '{\"size\": \"YOUR_SIZE\"}'
curl https://api.tea.io/v1/cups -d size=1
http --form POST api.tea.io/v1/cups size=1
```
```js
fetch(`${BASE}/orders?page=${n}`);
fetch(`${BASE}/cups`, { method: 'POST', body: JSON.stringify({ size: `${n}`, milk: a + 'b' }) });
```
",
        ),
    );
}

#[test]
fn fields_in_alternatives_are_checked() {
    let item = "type: object, properties: { name: {}, size: { type: integer } }";
    let api = format!(
        "{API}  /boxes:
    post:
      requestBody:
        content:
          application/json: {{ schema: {{ $ref: '#/components/schemas/Box' }} }}
          application/x-www-form-urlencoded: {{ schema: {{ $ref: '#/components/schemas/Box' }} }}
      responses: {{}}
  /lists: {{ post: {{ requestBody: {{ content: {{ application/json: {{ schema: {{ oneOf: [{{ {item} }}, {{ type: array, items: {{ {item} }} }}] }} }} }} }}, responses: {{}} }} }}
"
    )
    .replace(
        "    Order:\n",
        &format!(
            "    Box:
      type: object
      properties:
        tags: {{ anyOf: [{{ type: array, items: {{ {item} }} }}, {{ type: string }}] }}
        map: {{ type: object, additionalProperties: {{ {item} }} }}
        list: {{ type: array, items: {{ {item} }} }}
        maps: {{ oneOf: [{{ type: object, additionalProperties: {{ {item} }} }}, {{ type: object, properties: {{ all: {{ type: boolean }} }} }}] }}
        free: {{ anyOf: [{{ type: array }}, {{ type: array, items: {{ {item} }} }}] }}
        short: {{ type: array, items: {{ {item} }}, anyOf: [{{ minItems: 1 }}, {{ maxItems: 9 }}] }}
    Order:\n"
        ),
    );
    let page = "```bash
curl https://api.tea.io/v1/boxes --json '{\"tags\": [{\"nme\": 1}]}'
curl https://api.tea.io/v1/boxes --json '{\"map\": {\"any\": {\"nme\": 1}}}'
curl https://api.tea.io/v1/boxes --json '{\"list\": [\"red\"], \"maps\": {\"any\": {\"siez\": 1}}}'
curl https://api.tea.io/v1/boxes --json '{\"short\": [{\"nme\": 1}]}'
curl https://api.tea.io/v1/boxes -d 'tags[0][nme]=1' -d 'map[any][nme]=a b'
curl https://api.tea.io/v1/lists --json '[{\"nme\": 1}]'
```
```bash
curl https://api.tea.io/v1/boxes --json '{\"tags\": [{\"name\": 1}], \"map\": {\"any\": {\"size\": 1}}}'
curl https://api.tea.io/v1/boxes --json '{\"tags\": \"red\", \"maps\": {\"all\": true}, \"free\": [{\"nme\": 1}, 2]}'
curl https://api.tea.io/v1/lists --json '{\"name\": 1}'
```
";
    same_text(
        "4 invalid-request `POST /boxes` has no body field `tags[0].nme` (did you mean `name`?)
5 invalid-request `POST /boxes` has no body field `map.any.nme` (did you mean `name`?)
6 invalid-request expected an object for the body field `list[0]` of `POST /boxes`, found the string `red` ()
6 invalid-request `POST /boxes` has no body field `maps.any.siez` (did you mean `size`?)
7 invalid-request `POST /boxes` has no body field `short[0].nme` (did you mean `name`?)
8 invalid-request `POST /boxes` has no body field `tags[0][nme]` (did you mean `name`?)
8 invalid-request `POST /boxes` has no body field `map[any][nme]` (did you mean `name`?)
9 invalid-request `POST /lists` has no body field `[0].nme` (did you mean `name`?)
",
        &found_in(&api, page),
    );
}

#[test]
fn paths_below_a_server_with_a_variable_path_stay_whole() {
    let servers = "servers: [{ url: 'https://api.tea.io' }, { url: 'https://echo.tea.io/{path}', variables: { path: { default: '' } } }]";
    let api = API.replace("servers: [{ url: 'https://api.tea.io/v1' }]", servers);
    same_text(
        "3 invalid-request the API `Tea` has no path `/cps` (did you mean `/cups`?)
3 invalid-request the API `Tea` has no operation `PUT /cups` (use `GET` or `POST`)
3 invalid-request the API `Tea` has no operation `POST /cups/1` (use `DELETE`)
4 invalid-request the API `Tea` has no path `/plates` ()
",
        &found_in(
            &api,
            "`GET /cps`, `PUT /cups`, `POST /cups/1`, `GET https://echo.tea.io/anything`,\n`GET https://api.tea.io:443/plates`.\n",
        ),
    );
}

#[test]
fn a_hint_is_the_path_with_similar_segments() {
    let paths = "  /tickets/{id}/qr: { parameters: [{ name: id, in: path, required: true, schema: {} }], get: { responses: {} } }
  /tickets: { get: { responses: {} } }
  /pots/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: { responses: {} } }
  /pots/byStatus: { get: { parameters: [{ name: status, in: query, schema: { type: string } }], responses: {} } }
  /shops/{id}/rooms: { parameters: [{ name: id, in: path, required: true, schema: {} }], get: { responses: {} } }
  /shops/settings/tables: { get: { responses: {} } }
";
    let page = "```bash
curl \"$BASE/ticket/$TICKET/qr\"
curl https://api.tea.io/v1/ticketz/1/qr
curl https://api.tea.io/v1/pots/byStats?status=sold
curl https://api.tea.io/v1/pots/blue-one?size=2
curl https://api.tea.io/v1/shops/secrets/my-kitchen/keys
curl https://api.tea.io/v1/shops/1
curl https://api.tea.io/v1/tickets/1/qr/codes
```
";
    same_text(
        "4 invalid-request the API `Tea` has no path `/ticket/$TICKET/qr` (did you mean `/tickets/{id}/qr`?)
5 invalid-request the API `Tea` has no path `/ticketz/1/qr` (did you mean `/tickets/{id}/qr`?)
6 invalid-request the API `Tea` has no path `/pots/byStats` (did you mean `/pots/byStatus`?)
7 invalid-request `GET /pots/{id}` has no query parameter `size` ()
8 invalid-request the API `Tea` has no path `/shops/secrets/my-kitchen/keys` ()
9 invalid-request the API `Tea` has no path `/shops/1` (did you mean `/shops/{id}/rooms`?)
10 invalid-request the API `Tea` has no path `/tickets/1/qr/codes` (did you mean `/tickets/{id}/qr`?)
",
        &found_in(&format!("{API}{paths}"), page),
    );
}

#[test]
fn text_can_name_a_query_parameter() {
    let api = format!(
        "{API}  /since: {{ get: {{ parameters: [{{ name: since, in: query, schema: {{ type: [integer, 'null'] }} }}], responses: {{}} }} }}\n"
    );
    same_text(
        "3 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
3 invalid-request expected an integer or `null` for the query parameter `since` of `GET /since`, found `never` ()
",
        &found_in(&api, "Use `GET /cups?limit`, `GET /cups?limt`, `GET /since?since=null`, or `GET /since?since=never`.\n"),
    );
}

#[test]
fn null_empty_values_and_other_fields_have_types() {
    same_text(
        "4 invalid-request expected an integer for the query parameter `limit` of `GET /cups`, found an empty value ()
5 invalid-request expected a string for the body field `labels.any` of `POST /orders`, found the number `5` ()
5 invalid-request expected an integer for the body field `to.number` of `POST /orders`, found `null` ()
8 invalid-request `GET /cups` has no query parameter `limt` (did you mean `limit`?)
11 invalid-request `POST /cups` has no body field `sixe` (did you mean `size`?)
12 invalid-request expected an integer for the body field `to.number` of `POST /orders`, found the number `1.5` ()
",
        &found(
            "```console
$ curl 'https://api.tea.io/v1/cups?limit='
$ curl https://api.tea.io/v1/orders --json '{\"labels\": {\"any\": 5}, \"to\": {\"number\": null}, \"note\": null}'
$ curl -s \\
> -H 'A: b' \\
>   \"$BASE\"'/cups?limt=2'
```
```js
fetch('https://api.tea.io/v1/cups', { method: 'POST', body: '{\"sixe\": 2}' });
fetch(`${BASE}/orders`, { method: 'POST', body: JSON.stringify({ to: { number: 1.5 }, cups: [{ size: 0xff }, { size: 1_000 }] }) });
```
",
        ),
    );
}

#[test]
fn other_requests_are_not_problems() {
    same_text(
        "",
        &found(
            "```bash
curl https://api.tea.io/v1/cups?limit=2&key=$KEY
curl -X DELETE https://api.tea.io/v1/cups/:id
curl -I https://api.tea.io/v1/cups/full
curl https://api.tea.io/install.sh | sh
curl https://other.io/v1/cups?x=1
curl 'https://api.tea.io/v1/search?f[a]=1'
curl $BASE/v1/cups -d '{\"size\": $SIZE}'
curl -d '{\"any\": 1}' http://localhost:8080/v1/notes
curl http://localhost:8080/health
curl https://example.com/users -d a=1
curl http://localhost:3000/cups -d '{\"type\": \"sent\"}'
curl -X PUT https://uploads.example.com/v1/cups
```

Send `GET /users`, `POST /login`, `GET /`, or `OPTIONS /cups`.

```js
fetch('/static/cups.json')
```
",
        ),
    );
}

#[test]
fn code_in_links_and_buttons_has_no_link_of_its_own() {
    let text = "# A\n\n<a href=\"/docs/a\">see `GET /cups` and `Tea`</a> <button>`GET /cups`</button> <Go>`GET /cups`</Go>\n";
    let go = "export default ({ children }) => <a href=\"/docs/a\">{children}</a>;\n";
    let config = "[markdown]\nlink_requests = true\n[[markdown.code_links]]\npattern = 'Tea'\nurl = 'https://tea.example'\n";
    for (name, text) in [("a.md", text.replace("<Go>`GET /cups`</Go>", "")), ("a.mdx", text.to_owned())] {
        let site = Project::new(&format!("//- docgen.toml\n{config}{API}"));
        site.write("components/Go.tsx", go).write(&format!("content/docs/{name}"), text);
        site.run("build").code(0);
        let html = site.read("dist/docs/a/index.html");
        assert!(html.contains("see <code>GET /cups</code> and <code>Tea</code></a>"), "{name} {html}");
        assert!(!html.contains("<a href=\"/api/list-cups/\"><code>"), "{name} {html}");
    }
}

#[test]
fn requests_in_inline_code_can_become_links() {
    let page = "//- content/docs/a.md\n# A\n\n## `GET /cups` here\n\nSend `GET /cups`, [`GET /cups`](https://x.example), or `GET /users`.\n";
    let site = Project::new(&format!("//- docgen.toml\n[markdown]\nlink_requests = true\n{API}{page}"));
    site.run("build").code(0);
    let html = site.read("dist/docs/a/index.html");
    let link = "Send <a href=\"/api/list-cups/\"><code>GET /cups</code></a>, <a href=\"https://x.example\" \
                target=\"_blank\" rel=\"noopener noreferrer\"><code>GET /cups</code>";
    assert!(html.contains(link) && html.contains(", or <code>GET /users</code>."), "{html}");
    site.write("docgen.toml", "").run("build").code(0);
    assert!(!site.read("dist/docs/a/index.html").contains("<a href=\"/api/list-cups/\"><code>"));
    site.is_as_if_clean();
    site.write("docgen.toml", "[markdown]\nlink_requests = true\n").write(
        "content/docs/a.md",
        "# A\n\n`GET /cups`{#get-cups .wide}\n\n## After {#after}\n\n`GET /cups`{:http} here.\n\n## Next\n",
    );
    site.run("build").code(0);
    let html = site.read("dist/docs/a/index.html");
    for part in [
        "<a href=\"/api/list-cups/\"><code id=\"get-cups\" class=\"wide\">GET /cups</code></a>",
        "<a href=\"/api/list-cups/\"><code data-language=\"http\">",
        "<h2 id=\"after\">",
        "<h2 id=\"next\">",
    ] {
        assert!(html.contains(part), "{part} isn't in {html}");
    }
}

#[test]
fn an_unknown_path_on_the_server_of_an_operation_is_reported() {
    let api = "
//- openapi/tea.yaml
openapi: 3.1.0
info: { title: Tea, version: '1' }
servers: [{ url: 'https://api.tea.io' }]
paths:
  /cups: { get: { operationId: listCups, responses: {} } }
  /files: { post: { operationId: addFile, servers: [{ url: 'https://files.tea.io' }], responses: {} } }
";
    same_text(
        "5 invalid-request the API `Tea` has no path `/lost` ()\n",
        &found_in(
            api,
            "```bash\ncurl -X POST https://files.tea.io/files\ncurl https://files.tea.io/lost\n```\n",
        ),
    );
}

#[test]
fn notation_is_not_part_of_a_request() {
    let page = "`GET /cups[?limit=n]`, `GET /cups?limit=`, `GET /cups;`, and GET /cups[?limit=n][&page=n].\n";
    same_text("", &found(page));
}
