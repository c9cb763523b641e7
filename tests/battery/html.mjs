// Reads the HTML of a reference page as rows. A row contains the information about a parameter or property, and the
// rows below this row. Depends on the class names of reference pages: `api-rows`, `api-row-head`, `api-facts`,
// `tab-panel`, and others.

import { DomUtils, parseDocument } from "htmlparser2";
import { Content, Operation, Row } from "./rows.mjs";

/** Returns the content of a page: its title, an operation or webhook, and the schema of a schema page. */
export function readHtml(html) {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const root = parseDocument(main);
  const parts = ["api-opening", "api-main"].map((name) => first(root, name)).filter(Boolean);
  const siblings = (parts.length > 0 ? parts : [root]).flatMap(elements);
  const endpoint = first(first(root, "api-head") ?? root, "api-endpoint");
  const operation = endpoint && operationOf(siblings, endpointOf(endpoint));
  const schema = endpoint ? null : siblings.find((element) => is(element, "api-schema"));
  return {
    h1: textOf(heading(root)),
    text: (parts.length > 0 ? parts : [root]).map(textOf).join(" "),
    whole: textOf(root),
    hrefs: hrefs(root),
    operation,
    schema: schema && described(rowOf(schema), siblings, root),
    published: DomUtils.findAll((e) => e.name === "li" && is(e.parent, "api-facts"), root.children)
      .map((fact) => /^x-[\w-]+(?= )/.exec(textOf(fact))?.[0])
      .filter(Boolean),
  };
}

/** Returns the row of a schema page, with the heading and the description above it. */
function described(row, siblings, root) {
  row.add(` ${textOf(heading(root))} `);
  for (const element of siblings) if (is(element, "prose")) readOwn(element, row);
  return row.finished();
}

function heading(root) {
  return DomUtils.findOne((element) => element.name === "h1", root.children);
}

function endpointOf(element) {
  const path = first(element, "api-path");
  const server = first(element, "api-server");
  return {
    method: textOf(first(element, "badge")),
    path: path ? DomUtils.textContent(path).slice(server ? DomUtils.textContent(server).length : 0) : "",
    server: server ? DomUtils.textContent(server) : "",
  };
}

/** Reads an operation from its elements. Callbacks have the same structure, one level deeper. */
function operationOf(siblings, endpoint) {
  const operation = new Operation(endpoint);
  let section = "";
  for (const element of siblings) {
    const heading = /^h\d$/.test(element.name) ? element : is(element, "api-section-head") && elements(element)[0];
    if (heading) section = heading.attribs.id ?? "";
    if (is(element, "api-rows")) {
      operation.parameters.push(
        ...rowsOf(
          element,
          /(?:^|\.)(path|query|header|cookie|querystring)(?:-parameters|-string)?$/.exec(section)?.[1],
        ),
      );
    } else if (is(element, "api-responses")) {
      for (const [status, panel] of panels(element)) operation.responses.push(responseOf(status, panel));
    } else if (is(element, "api-callback")) {
      operation.callbacks.push(...callbacksOf(element));
    } else if (section.endsWith("request-body")) {
      operation.body ??= new Content();
      readContent(operation.body, element);
    } else {
      operation.text += ` ${textOf(element)}`;
      operation.hrefs.push(...hrefs(element));
    }
  }
  return operation;
}

function callbacksOf(section) {
  const name = textOf(elements(section)[0]);
  const parts = [];
  for (const element of elements(section).slice(1)) {
    if (is(element, "api-endpoint")) parts.push({ endpoint: endpointOf(element), siblings: [] });
    else parts.at(-1)?.siblings.push(element);
  }
  return parts.map((part) => Object.assign(operationOf(part.siblings, part.endpoint), { name }));
}

function responseOf(status, panel) {
  const response = Object.assign(new Content(), { status, headers: [] });
  for (const element of elements(panel)) {
    if (is(element, "api-headers")) response.headers.push(...rowsOf(first(element, "api-rows"), "header"));
    readContent(response, element);
  }
  return response;
}

/** Adds an element to the content of a body or response. */
function readContent(content, element) {
  content.text += ` ${textOf(element)}`;
  content.hrefs.push(...hrefs(element));
  const media = is(element, "api-media") ? element : first(element, "api-media");
  if (media && !is(element, "api-media-types")) content.media.set(textOf(media), { rows: [], text: "" });
  if (is(element, "api-media-types")) {
    for (const [name, panel] of panels(element)) {
      const inside = { rows: [], text: textOf(panel) };
      inside.same = sameAs(first(panel, "api-more"));
      content.media.set(name, inside);
      for (const child of elements(panel)) addRoots(inside, child);
    }
  } else {
    const only = [...content.media.values()].at(-1);
    if (only) addRoots(only, element);
    if (only) only.text += ` ${textOf(element)}`;
  }
}

/** Returns the media type or the status with the same schema, if a note names it. */
function sameAs(note) {
  if (!/^The same schema as /.test(textOf(note))) return undefined;
  return textOf(DomUtils.getElementsByTagName("code", note)[0]);
}

function addRoots(inside, element) {
  if (is(element, "api-schema")) inside.rows.push(rowOf(element));
  else if (is(element, "api-repeated")) for (const child of elements(element)) addRoots(inside, child);
  else if (is(element, "api-more")) inside.same ??= sameAs(element);
  else if (is(element, "api-views")) for (const child of elements(panels(element)[0][1])) addRoots(inside, child);
}

/** Returns the rows of a list. */
function rowsOf(list, place = "") {
  return list ? elements(list).map((item) => Object.assign(rowOf(item), { place })) : [];
}

function rowOf(element) {
  const row = new Row();
  collect(element, row);
  return row.finished();
}

function collect(parent, row) {
  for (const element of parent.children) {
    if (element.type === "text") row.add(element.data);
    else if (
      element.type !== "tag" ||
      is(element, "api-headers") ||
      element.name === "button" ||
      element.name === "summary"
    )
      continue;
    else if (is(element, "api-rows")) row.rows.push(...rowsOf(element));
    else if (is(element, "api-choice")) readChoice(element, row);
    else if (is(element, "api-nest")) collect(element, row);
    else if (is(element, "api-more")) row.more.push({ text: textOf(element), hrefs: hrefs(element) });
    else readOwn(element, row);
  }
}

function readOwn(element, row) {
  row.add(` ${textOf(element)} `);
  row.hrefs.push(...hrefs(element));
  row.codes.push(...DomUtils.getElementsByTagName("code", element).map(DomUtils.textContent));
  if (is(element, "api-row-head") || is(element, "api-schema-head")) {
    for (const part of elements(element)) readHead(part, row);
  } else if (is(element, "api-items")) {
    const items = new Row();
    collect(element, items);
    for (const part of elements(element)) if (part.name === "span") readHead(part, items);
    row.items.push(items.finished());
  } else if (is(element, "api-facts")) {
    row.facts.push(...elements(element).map(factOf));
  } else if (is(element, "api-values")) {
    readValues(element, row);
  }
}

/** Reads a part of the line above a schema: its name, its type, or a word such as "required". */
function readHead(part, row) {
  const kind = part.attribs.class?.replace(/^api-/, "") ?? "";
  if (kind === "name") row.name = DomUtils.textContent(part);
  else if (kind === "role") row.role = textOf(part);
  else if (kind === "type") row.type += ` ${textOf(part)}`;
  else if (/^(required|nullable|access|deprecated)$/.test(kind)) row.words.add(textOf(part));
}

function factOf(item) {
  return { text: textOf(item), codes: DomUtils.getElementsByTagName("code", item).map(DomUtils.textContent) };
}

function readValues(element, row) {
  const terms = DomUtils.findAll((e) => e.name === "dt" || is(e, "api-chips"), element.children);
  const codes = terms.flatMap((term) => DomUtils.getElementsByTagName("code", term)).map(DomUtils.textContent);
  if (/^\s*Examples/.test(DomUtils.textContent(element)))
    row.facts.push({ text: `Example ${codes.join(", ")}`, codes });
  else row.values.push(...codes);
}

function readChoice(element, row) {
  row.add(` ${textOf(first(element, "api-choice-head"))} `);
  for (const [title, panel] of panels(first(element, "api-variants"))) {
    const schema = elements(panel).find((child) => is(child, "api-schema"));
    if (schema) row.variants.push(Object.assign(rowOf(schema), { title }));
  }
}

/** Returns the tab panels with their labels. */
function panels(tabs) {
  return elements(tabs)
    .filter((element) => is(element, "tab-panel"))
    .map((panel) => [panel.attribs["data-label"], panel]);
}

function elements(parent) {
  return parent.children.filter((child) => child.type === "tag");
}

function is(element, name) {
  return ` ${element.attribs?.class ?? ""} `.includes(` ${name} `);
}

function first(root, name) {
  return DomUtils.findOne((element) => is(element, name), root.children ?? []);
}

function hrefs(element) {
  return DomUtils.getElementsByTagName("a", element)
    .map((link) => link.attribs.href)
    .filter(Boolean);
}

/** Returns text with spaces between adjacent elements, because the Markdown version has markup there. */
function textOf(element) {
  const parts = [];
  const walk = (node) => {
    if (node.type === "text") parts.push(node.data);
    if (node.name === "img") parts.push(` ${node.attribs.alt ?? ""} `);
    const apart = node.type === "tag" && !/^(wbr|var|span)$/.test(node.name);
    if (apart) parts.push(" ");
    for (const child of node.children ?? []) walk(child);
    if (apart) parts.push(" ");
  };
  if (element) walk(element);
  return parts.join("").replace(/\s+/g, " ").trim();
}
