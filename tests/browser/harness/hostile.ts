/** Malicious documents, and a check that the pages for these documents are harmless. */

import type { Page } from "playwright-core";

/** Text that tries to break out of every context: an element, an attribute, a script, a template, and Markdown. */
export const evil = [
  `</script><script>top.hacked = "script"</script>`,
  `"'><img src=x onerror="top.hacked = 'image'">`,
  `<svg onload="top.hacked = 'svg'"></svg></textarea></title></style></select>`,
  `<iframe srcdoc="<script>top.hacked = 'frame'</script>"></iframe>`,
  "[link](javascript:top.hacked='link') ![image](javascript:top.hacked='picture') <javascript:top.hacked='auto'>",
  "{{ hacked }} {% raw %} $" + "{top.hacked = 'template'}",
  "\u2028top.hacked = 'line'\u2029 \u0000\ud83d \\' \\u003cb\\u003e <!-- -->",
].join(" ");

/** Attacks in a description, which can contain HTML and Markdown: elements, definitions, and code of all kinds. */
const prose = `${evil}

<a href="javascript:top.hacked='raw'">raw</a> <a href=" java&#10;script:top.hacked='split'">split</a>
<a href="data:text/html,<script>opener.hacked=1</script>">data</a>
<form action="javascript:top.hacked='form'"><button formaction="javascript:top.hacked='button'">go</button></form>
<math><mi xlink:href="javascript:top.hacked='math'">m</mi></math><base href="https://evil.example/">
<div data-island="request"><script type="application/json">{"document":1}</script></div>
<details ontoggle="top.hacked='details'" open><summary>s</summary>t</details><style>* { display: none }</style>
<object data="javascript:top.hacked='object'"></object><meta http-equiv="refresh" content="0;url=javascript:top.hacked=1">

[definition]: javascript:top.hacked='definition'

[definition] [relative](//evil.example) [up](../../../../../etc/passwd) [data](data:text/html;base64,PHNjcmlwdD4=)

\`\`\`${evil.split(" ")[0]} title="${evil.replaceAll('"', "'")}"
${evil}
\`\`\`

\`\`\`mermaid
flowchart LR
  A["<img src=x onerror=top.hacked='diagram'>"] --> B
  click A "javascript:top.hacked='click'"
\`\`\`

:::note[${evil}]
${evil}
:::
`;

/** Returns a document with attacks in all text, names, and URLs. Requests go to `server`. */
export function hostileDocument(server: string): unknown {
  let count = 0;
  /** Alternates between two kinds of malicious URLs. */
  const address = () => {
    count += 1;
    return count % 2
      ? ` javascript:top.hacked='address ${count}'`
      : "data:text/html,<script>top.hacked='data'</script>";
  };
  const externalDocs = { url: address(), description: evil };
  const ref = { $ref: "#/components/schemas/Evil" };
  const xml = { name: evil, namespace: address(), prefix: evil };
  const leaf = {
    title: evil,
    description: evil,
    type: "string",
    format: evil,
    pattern: evil,
    default: evil,
    examples: [evil, { [evil]: evil }],
    enum: [evil, "plain", null],
    "x-enumDescriptions": { [evil]: evil },
    "x-enum-varnames": [evil, evil],
    contentMediaType: evil,
    contentEncoding: evil,
    externalDocs,
    xml,
    [`x-${evil}`]: evil,
  };
  const schema = {
    title: evil,
    description: prose,
    externalDocs,
    type: "object",
    required: [evil, "plain"],
    properties: { [evil]: leaf, plain: leaf, __proto__x: leaf, constructor: { const: evil }, again: ref },
    patternProperties: { [evil]: leaf },
    additionalProperties: leaf,
    dependentRequired: { [evil]: [evil] },
    propertyNames: { pattern: evil },
    oneOf: [{ title: evil, ...ref }, { title: evil, type: "object", properties: { [evil]: leaf } }, { const: evil }],
    discriminator: { propertyName: evil, mapping: { [evil]: evil, [address()]: address() } },
    example: { [evil]: evil },
  };
  const example = { summary: evil, description: evil, value: { [evil]: evil } };
  const media = {
    schema: ref,
    examples: { [evil]: example, outside: { summary: evil, externalValue: address() } },
    encoding: { [evil]: { contentType: evil, headers: { [evil]: { description: evil } } } },
  };
  const parts = {
    schema: { type: "object", properties: { [evil]: leaf, file: { type: "string", format: "binary" } } },
    encoding: media.encoding,
  };
  const content = {
    "application/json": media,
    "multipart/form-data": parts,
    "application/x-www-form-urlencoded": parts,
    "text/html": { example: evil },
    "text/event-stream": { example: evil },
    [evil]: media,
  };
  const header = { description: evil, schema: leaf, example: evil };
  const parameter = (name: string, where: string, more: object = {}) => ({
    name,
    in: where,
    required: where === "path",
    description: where === "query" ? prose : evil,
    schema: leaf,
    examples: { [evil]: example },
    ...more,
  });
  const responses = Object.fromEntries(
    ["200", "4XX", evil].map((status) => [
      status,
      {
        summary: evil,
        description: prose,
        headers: { [evil]: header, "X-Plain": header },
        content: status === "200" ? content : { "application/json": media },
        links: {
          [evil]: { operationId: evil, description: prose, parameters: { [evil]: evil }, requestBody: evil },
          outside: { operationRef: address(), description: prose, server: { url: address(), description: prose } },
        },
      },
    ]),
  );
  const sample = { lang: evil, label: evil, source: evil };
  const operation = (id: string, more: object = {}) => ({
    operationId: id,
    summary: evil,
    description: prose,
    externalDocs,
    tags: [evil, "plain"],
    parameters: [
      parameter(evil, "query"),
      parameter("plain", "query", { schema: { type: "array", items: leaf } }),
      parameter("deep", "query", { style: "deepObject", schema: { type: "object", properties: { [evil]: leaf } } }),
      parameter(evil, "header"),
      parameter(evil, "cookie"),
    ],
    responses,
    security: [{ [evil]: [evil] }, { oauth: [evil] }, { basic: [] }, {}],
    "x-codeSamples": [sample, { lang: "curl", label: evil, source: evil }, { lang: "python", source: evil }],
    "x-more": { [evil]: evil },
    ...more,
  });
  const requestBody = { required: true, description: prose, content };
  const flow = { authorizationUrl: address(), tokenUrl: address(), refreshUrl: address(), scopes: { [evil]: prose } };
  return {
    openapi: "3.1.0",
    info: {
      title: evil,
      version: evil,
      summary: evil,
      description: prose,
      termsOfService: address(),
      contact: { name: evil, url: address(), email: `${evil}@example.com` },
      license: { name: evil, url: address() },
      "x-logo": { url: address(), altText: evil, href: address() },
    },
    externalDocs,
    servers: [
      { url: server, description: prose },
      { url: address(), description: prose },
      { url: `https://x.example/${evil}/{${evil}}`, variables: { [evil]: { default: evil, enum: [evil, "b"] } } },
      { url: "{scheme}:top.hacked='server'", variables: { scheme: { default: "javascript", description: prose } } },
    ],
    tags: [
      { name: evil, "x-displayName": evil, description: prose, externalDocs },
      { name: "plain", description: prose, externalDocs },
    ],
    "x-tagGroups": [{ name: evil, tags: [evil, "plain"] }],
    paths: {
      [`/${evil}/{${evil}}`]: {
        get: operation("read", { parameters: [parameter(evil, "path")] }),
        post: operation("write", { parameters: [parameter(evil, "path")], requestBody }),
      },
      "/plain/{id}": {
        summary: evil,
        description: prose,
        servers: [{ url: server }, { url: address() }],
        parameters: [parameter("id", "path")],
        put: operation("put", {
          requestBody,
          callbacks: { [evil]: { [evil]: { post: { ...operation("called"), summary: evil, requestBody } } } },
        }),
        delete: operation(evil, { deprecated: true }),
      },
    },
    webhooks: { [evil]: { post: operation("hook", { requestBody }) } },
    components: {
      schemas: { Evil: schema, [evil]: leaf },
      securitySchemes: {
        [evil]: { type: "apiKey", in: "query", name: evil, description: prose },
        basic: { type: "http", scheme: evil, bearerFormat: evil, description: prose },
        open: { type: "openIdConnect", openIdConnectUrl: address(), description: prose },
        oauth: {
          type: "oauth2",
          description: prose,
          flows: { authorizationCode: flow, implicit: flow, password: flow },
        },
      },
    },
  };
}

/**
 * Returns everything on a page that could be harmful: handlers, URLs that aren't web URLs, and scripts and frames that
 * aren't from the site.
 */
export const harm = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const addresses = ["href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcset", "ping", "cite"];
    const isOfWeb = (address: string) =>
      address.startsWith("data:image/") ||
      // The page menu opens an editor.
      /^(https?|mailto|tel|blob|vscode):$/.test(new URL(address, document.baseURI).protocol);
    const ofAttribute = ({ name, value }: Attr) => {
      if (name.startsWith("on") || name === "srcdoc") return [name];
      return addresses.includes(name) && !isOfWeb(value) ? ["address"] : [];
    };
    // The script in the head sets the colors before the first paint.
    const isOwn = ({ src, type, parentElement }: HTMLScriptElement) =>
      src.startsWith(`${location.origin}/`) || type.startsWith("application/") || parentElement === document.head;
    const ofElement = (element: Element) => {
      if (element instanceof HTMLScriptElement && !isOwn(element)) return ["script"];
      if (element.matches("iframe:not([sandbox=''])")) return ["frame"];
      return element.matches("base, object, embed, meta[http-equiv=refresh]") ? ["element"] : [];
    };
    const found = [...document.querySelectorAll("*")].flatMap((element) =>
      [...[...element.attributes].flatMap(ofAttribute), ...ofElement(element)].map(
        (what) => `${what}: ${element.outerHTML.slice(0, 200)}`,
      ),
    );
    return "hacked" in window ? [...found, `hacked: ${String(window.hacked)}`] : found;
  });

/**
 * Opens everything on a page that can be opened: rows, tabs of every kind, and select boxes. Returns the number of
 * tabs.
 */
export async function openAll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const turn = () => new Promise((done) => setTimeout(done));
    for (const row of document.querySelectorAll("main details")) row.setAttribute("open", "");
    const tabs = [...document.querySelectorAll<HTMLElement>("main [role=tab]")];
    for (const tab of tabs) {
      tab.click();
      await turn();
    }
    return tabs.length;
  });
}

const answer = (schema: unknown) => ({ 200: { description: "Fine.", content: { "application/json": { schema } } } });

/** Returns an OpenAPI 3.1 document with a single operation. The operation's input and output have the given schema. */
const one = (id: string, schema: unknown, components: unknown = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: id, version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: {
      [`/${id}`]: {
        post: {
          operationId: id,
          requestBody: { content: { "application/json": { schema } } },
          responses: answer(schema),
        },
      },
    },
    components,
  });

function deep(): string {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < 200; level++) {
    schema = { type: "object", required: ["a"], properties: { a: schema, b: { type: "integer" } } };
  }
  return one("deep", schema);
}

function wide(): string {
  const ref = { $ref: "#/components/schemas/Wide" };
  const names = Array.from({ length: 100_000 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name, at) => [name, at % 2 ? ref : { type: "string" }]));
  return one("wide", ref, { schemas: { Wide: { type: "object", properties } } });
}

function laughs(): string {
  const lines = Array.from({ length: 20 }, (_, at) => {
    const items = Array.from({ length: 10 }, () => (at ? `*a${at - 1}` : "ha")).join(", ");
    return `x-${at}: &a${at} [${items}]`;
  });
  return `openapi: 3.0.0\n${lines.join("\n")}\ninfo: { title: L, version: '1' }\nservers: [{ url: 'http://127.0.0.1:9' }]\npaths: { /a: { get: { operationId: fine, responses: { 200: { description: Fine } }, x-all: *a19 } } }\n`;
}

function astray(): string {
  const targets = ["../../../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "./none.yaml", "#/nowhere"];
  const paths = [...targets, "https://evil.example/a.yaml", "//evil.example/a", "#/paths/~17", "", "%00", "a\u0000b"];
  const items = paths.map((target, at) => [
    `/${at}`,
    { get: { operationId: `op${at}`, responses: { 200: { $ref: target } } } },
  ]);
  const whole = paths.map((target, at) => [`/whole${at}`, { $ref: target }]);
  const own = { $ref: "#/components/schemas/Own" };
  const fine = { get: { operationId: "fine", responses: answer(own) } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "astray", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: { "/fine": fine, ...Object.fromEntries(items), ...Object.fromEntries(whole) },
    components: { schemas: { Own: own, Two: { allOf: [{ $ref: "#/components/schemas/Two" }] } } },
  });
}

/** Documents that are hard for programs to read, by filename. */
export const monstrous: Record<string, () => string> = {
  "laughs.yaml": laughs,
  "astray.json": astray,
  "deep.json": deep,
  "wide.json": wide,
};
