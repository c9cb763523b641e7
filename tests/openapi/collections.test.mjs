/**
 * Reads docgen's collections with the API clients' own libraries, and checks that all collections contain the same
 * requests. Hoppscotch has no library, so its collection is read directly.
 */

import { deepEqual, equal, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as converters from "@usebruno/converters";
import * as schemas from "@usebruno/schema";
import yaml from "js-yaml";
import postman from "postman-collection";

const { insomniaToBruno, openCollectionToBruno, postmanToBruno } = converters.default ?? converters;
const { collectionSchema } = schemas.default ?? schemas;

const binary = process.env.DOCGEN_BIN ?? new URL("../../target/debug/docgen", import.meta.url).pathname;

/** Every kind of parameter, body, and authorization, and our own API. */
const document = `
openapi: 3.1.0
info: { title: 'Kinds: "all"', version: '1', description: Everything. }
servers: [{ url: 'https://a.example/v1' }]
components:
  securitySchemes:
    api-key: { type: apiKey, in: header, name: X-Key }
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    code: { type: oauth2, flows: { authorizationCode: { authorizationUrl: 'https://a.example/auth', tokenUrl: 'https://a.example/token', scopes: { read: Reads } } } }
    client: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } } }
    password: { type: oauth2, flows: { password: { tokenUrl: 'https://a.example/token', scopes: {} } } }
    implicit: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://a.example/auth', scopes: {} } } }
tags: [{ name: First, description: The first. }, { name: Second }]
paths:
  /things/{id}/part-{number}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, example: a b }
      - { name: number, in: path, required: true, schema: { type: integer }, example: 3 }
    put:
      tags: [First]
      operationId: putThing
      security: [{ api-key: [] }]
      parameters:
        - { name: limit, in: query, schema: { type: integer }, example: 5, description: How many. }
        - { name: q, in: query, required: true, schema: { type: string }, example: x }
        - { name: X-Trace, in: header, schema: { type: string }, example: t }
        - { name: sid, in: cookie, schema: { type: string }, example: c }
      requestBody: { content: { application/json: { example: { a: 1 }, schema: {} } } }
      responses: { '200': { description: Fine, content: { application/json: {} } } }
  /form:
    post:
      tags: [Second]
      operationId: form
      security: [{ login: [] }]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, required: [name], properties: { name: { type: string, example: 'a: "b" #c' }, note: { type: string, example: n } } } } } }
      responses: {}
  /upload:
    post:
      tags: [Second]
      operationId: upload
      security: [{ token: [] }]
      requestBody: { content: { multipart/form-data: { schema: { type: object, required: [photo], properties: { photo: { type: string, format: binary }, title: { type: string, example: T } } } } } }
      responses: {}
  /xml: { post: { tags: [Second], operationId: xml, security: [{ code: [read] }], requestBody: { content: { application/xml: { example: '<a/>' } } }, responses: {} } }
  /file: { post: { tags: [Second], operationId: file, security: [{ client: [] }], requestBody: { content: { application/octet-stream: {} } }, responses: {} } }
  /text: { post: { tags: [Second], operationId: text, security: [{ password: [] }], requestBody: { content: { text/plain: { example: hello } } }, responses: {} } }
  /none: { delete: { tags: [Second], operationId: none, security: [{ implicit: [] }], responses: {} } }
`;

const folder = mkdtempSync(join(tmpdir(), "docgen-collections-"));
after(() => rmSync(folder, { recursive: true }));

/** Builds a site with a document, and returns the texts of its collections. */
function collections(name, write) {
  const site = join(folder, name);
  cpSync(new URL("../sites/basics/content", import.meta.url), join(site, "content"), { recursive: true });
  cpSync(new URL("../../openapi/benchtop.yaml", import.meta.url), join(site, "openapi/api.yaml"));
  writeFileSync(
    join(site, "docgen.toml"),
    '[[openapi]]\nfile = "openapi/api.yaml"\nroute = "/reference"\n[diagnostics]\nerrors = "warn"\n',
  );
  if (write) writeFileSync(join(site, "openapi/api.yaml"), write);
  execFileSync(binary, ["build"], { cwd: site, stdio: "pipe" });
  const read = (file) => readFileSync(join(site, "dist/reference", file), "utf8");
  return Object.fromEntries(
    ["postman.json", "bruno.yaml", "insomnia.yaml", "hoppscotch.json"].map((file) => [file, read(file)]),
  );
}

/** Returns the name, the method, and the path of each request in Bruno's own form of a collection. */
const inBruno = (items) =>
  items.flatMap(({ name, items: inner, request }) =>
    request ? [[name.replace(/_\d+$/, ""), request.method, pathIn(request.url)]] : inBruno(inner),
  );

/** Returns a request's path, without the host and with \`{name}\` for each variable. */
const pathIn = (url) =>
  url
    .replace(/\?.*$/, "")
    .replace(/^(?:\{\{baseUrl\}\}|<<baseUrl>>|https?:\/\/[^/]+(?:\/v\d+)?)/, "")
    .replace(/:([\w-]+)|\{\{([^{}]+)\}\}|<<([^<>]+)>>/g, (_, a, b, c) => `{${a ?? b ?? c}}`);

const inPostman = (group) =>
  group.items
    .all()
    .flatMap((item) =>
      item.items
        ? inPostman(item)
        : [
            [
              item.name,
              item.request.method,
              `/${item.request.url.path.join("/").replace(/:([\w-]+)|\{\{([^{}]+)\}\}/g, (_, a, b) => `{${a ?? b}}`)}`,
            ],
          ],
    );

const inHoppscotch = ({ folders, requests }) => [
  ...folders.flatMap(inHoppscotch),
  ...requests.map(({ name, method, endpoint }) => [name, method, pathIn(endpoint)]),
];

async function check(texts) {
  const opened = new postman.Collection(JSON.parse(texts["postman.json"]));
  const expected = inPostman(opened);
  ok(expected.length > 0);
  await postmanToBruno(JSON.parse(texts["postman.json"]));
  const bruno = openCollectionToBruno(yaml.load(texts["bruno.yaml"]));
  collectionSchema.validateSync(bruno);
  deepEqual(inBruno(bruno.items), expected);
  const insomnia = insomniaToBruno(texts["insomnia.yaml"]);
  deepEqual(inBruno(insomnia.items), expected);
  deepEqual(inHoppscotch(JSON.parse(texts["hoppscotch.json"])), expected);
  return { bruno, insomnia };
}

test("all clients read the requests of our own API", async () => {
  await check(collections("own"));
});

test("all clients read every kind of request", async () => {
  const texts = collections("kinds", document);
  const { bruno, insomnia } = await check(texts);
  const find = (name, items) =>
    items.flatMap((folder) => folder.items).find(({ request }) => request.url.endsWith(name)).request;
  for (const { items } of [bruno, insomnia]) {
    const put = find("/part-{{number}}", items);
    const params = put.params.map(({ name, value, type, enabled }) => [name, value, type, enabled]);
    deepEqual(params.sort(), [
      ["id", "a b", "path", true],
      ["limit", "5", "query", false],
      ["q", "x", "query", true],
    ]);
    deepEqual(JSON.parse(put.body.json), { a: 1 });
    ok(put.headers.some(({ name, enabled }) => name === "X-Trace" && !enabled));
    const form = find("/form", items).body.formUrlEncoded.map(({ name, value, enabled }) => [name, value, enabled]);
    deepEqual(form, [
      ["name", 'a: "b" #c', true],
      ["note", "n", false],
    ]);
    equal(find("/xml", items).body.xml, "<a/>");
    equal(find("/text", items).body.text, "hello");
    equal(find("/form", items).auth.mode, "basic");
    equal(find("/upload", items).auth.bearer.token, "{{token}}");
  }
  equal(find("/part-{{number}}", bruno.items).auth.apikey.key, "X-Key");
  equal(find("/xml", bruno.items).auth.oauth2.grantType, "authorization_code");
  deepEqual(
    bruno.environments[0].variables.filter(({ name }) => name === "baseUrl").map(({ value }) => value),
    ["https://a.example/v1"],
  );
});
