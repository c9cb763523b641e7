// Converts the Markdown version of a reference page to the same rows as the page's HTML. The Markdown version has
// tables for parameters and nested lists for schemas.

import { Content, Operation, Row } from "./rows.mjs";

const PLACES = {
  "Path parameters": "path",
  "Query parameters": "query",
  "Query string": "querystring",
  "Header parameters": "header",
  "Cookie parameters": "cookie",
};
const CODE = /(`+)( ?)(.+?)\2\1(?!`)/g;
const CHOICE = /^(One of|Any of|Depending on the value)( \(.*\))?:$/;
const MORE = /^(The same fields as |\d+ more fields?( are|: see| is) )/;

/** Returns the content of a page, in the same structure that the HTML reader returns. */
export function readMarkdown(text) {
  const blocks = blocksOf(text);
  const head = blocks.find((block) => block.kind === "heading");
  const endpoint = endpointOf(blocks);
  const said = {
    h1: plain(head?.text ?? ""),
    text,
    whole: `${text} ${plain(text)}`,
    hrefs: [],
    published: [],
    operation: null,
    schema: null,
  };
  if (endpoint) said.operation = operationOf(blocks, endpoint, 2);
  else said.schema = rootOf(blocks);
  return said;
}

/** Returns the headings, list items, table rows, code blocks, and paragraphs in Markdown text, in order. */
function blocksOf(text) {
  const blocks = [];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    if (fence) {
      if (line.trim() === fence) fence = "";
      else blocks.at(-1).text += `${line}\n`;
      continue;
    }
    const opened = /^(`{3,})(\S*)\s*$/.exec(line);
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^((?: {2})*)- (.*)$/.exec(line);
    if (opened) {
      fence = opened[1];
      blocks.push({ kind: "code", language: opened[2], text: "" });
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1].length, text: heading[2] });
    } else if (item) {
      blocks.push({ kind: "item", depth: item[1].length / 2, text: item[2] });
    } else if (/^\| .* \|$/.test(line)) {
      blocks.push({ kind: "row", text: line });
    } else if (line.trim()) {
      blocks.push({ kind: "text", text: line });
    }
  }
  return blocks;
}

function endpointOf(blocks) {
  const [, first] = blocks;
  if (first?.kind === "code" && first.language === "http") {
    const [, method, url] = /^(\S+) (.*)\n$/s.exec(first.text) ?? [];
    return { method, path: url, server: "" };
  }
  const event = first?.kind === "text" && /^Event: (.*)$/.exec(first.text);
  return event ? { method: "EVENT", path: codes(event[1])[0] ?? "", server: "" } : null;
}

/** Reads an operation. The headings of the operation's sections have this level. */
function operationOf(blocks, endpoint, level) {
  const operation = new Operation(endpoint);
  for (const section of sections(blocks, level)) {
    const [heading, ...inside] = section;
    const title = heading.kind === "heading" && heading.level === level ? heading.text : "";
    if (title === "Request" || title === "Event") readRequest(operation, inside, level + 1);
    else if (title === "Responses" || title === "Expected responses") {
      operation.responses.push(...sections(inside, level + 1).map((part) => responseOf(part, level + 2)));
    } else if (title.startsWith("Callbacks: ")) operation.callbacks.push(...callbacksOf(title, inside, level + 1));
    else operation.text += section.map((block) => ` ${block.text}`).join("\n");
  }
  return operation;
}

function readRequest(operation, blocks, level) {
  for (const [heading, ...inside] of sections(blocks, level)) {
    const place = PLACES[heading.text];
    if (place) operation.parameters.push(...tableOf(inside, place));
    else if (/^Body( \(required\))?$/.test(heading.text)) operation.body = contentOf(inside, new Content());
  }
}

function responseOf([heading, ...blocks], level) {
  const response = Object.assign(new Content(), {
    status: heading.text.split(" ")[0],
    headers: [],
    text: heading.text,
  });
  for (const section of sections(blocks, level)) {
    if (section[0].kind === "heading" && section[0].text === "Headers") {
      response.headers.push(...tableOf(section, "header"));
      contentOf(
        section.slice(1).filter((block) => block.kind !== "row"),
        response,
      );
    } else contentOf(section, response);
  }
  return response;
}

function callbacksOf(title, blocks, level) {
  const starts = blocks.flatMap((block, at) => (block.language === "http" ? [at] : []));
  return starts.map((start, at) => {
    const [head, ...inside] = blocks.slice(start, starts[at + 1]);
    const [, method, path] = /^(\S+) (.*)\n$/.exec(head.text) ?? [];
    return Object.assign(operationOf(inside, { method, path, server: "" }, level), { name: codes(title)[0] });
  });
}

/** Adds the media types in the blocks, the schemas of these media types, and the text of all blocks. */
function contentOf(blocks, content) {
  let media = null;
  let list = [];
  const close = () => {
    for (const row of rowsOf(list)) attach(media, row);
    list = [];
  };
  for (const block of blocks) {
    content.text += ` ${block.text}`;
    if (media) media.text += ` ${block.text}`;
    const named = block.kind === "text" && /^(`+[^`]+`+)(: (.*))?$/.exec(block.text);
    if (named && codes(named[1])[0].includes("/")) {
      close();
      const same = /^same as `(.*)`$/.exec(named[3] ?? "")?.[1];
      media = { rows: [], text: block.text, same };
      content.media.set(codes(named[1])[0], media);
      if (!same && named[3]) media.rows.push(newRow("", named[3]));
    } else if (block.kind === "item") list.push(block);
    else if (block.kind === "text" && /^Each (item|event):$/.test(block.text) && media) {
      close();
      media.rows.push(newRow("", ""));
    } else if (block.kind === "text" && media?.rows.length > 0 && list.length === 0)
      addText(media.rows.at(-1), block.text);
  }
  close();
  return content;
}

/** Moves a row from the top level of a list to the schema that the row belongs to. */
function attach(media, row) {
  const root = media?.rows.at(-1);
  if (root) into(root, row);
}

function into(parent, row) {
  if (row.kind === "items") {
    addText(parent, row.text);
    parent.codes.push(...row.codes);
  } else if (row.kind === "choice") {
    // The rows below a choice are the variants of the choice's parent.
    parent.variants.push(...row.rows);
    row.rows = parent.variants;
    addText(parent, row.text);
  } else if (row.kind === "more") parent.more.push({ text: row.text, hrefs: row.hrefs });
  else parent.rows.push(row);
}

function rootOf(blocks) {
  const start = blocks.findIndex((block) => block.kind === "heading");
  const end = blocks.findIndex((block) => block.kind === "heading" && block.level === 2);
  const body = blocks.slice(start + 1, end === -1 ? undefined : end);
  const root = newRow("", body[0]?.text ?? "");
  for (const block of body.filter((one) => one.kind !== "item").slice(1)) addText(root, block.text);
  for (const row of rowsOf(body.filter((one) => one.kind === "item"))) into(root, row);
  return root;
}

/** Returns the rows at the top level of a nested list. Each row includes the rows below it. */
function rowsOf(items) {
  const roots = [];
  const way = [];
  for (const { depth, text } of items) {
    const row = itemOf(text);
    way.length = Math.min(depth, way.length);
    const parent = way.at(-1);
    if (parent) into(parent, row);
    else roots.push(row);
    way.push(row);
  }
  return roots;
}

function itemOf(text) {
  const code = /^(`+)( ?)(.+?)\2\1(?!`)/.exec(text);
  const variant = /^\*\*(.*?)\*\* /.exec(text);
  if (CHOICE.test(text)) return Object.assign(newRow("", text), { kind: "choice" });
  if (MORE.test(text)) return Object.assign(newRow("", text), { kind: "more" });
  if (/^Each item: /.test(text)) return Object.assign(newRow("", text), { kind: "items" });
  if (code) return newRow(code[3], text.slice(code[0].length));
  if (variant) return Object.assign(newRow("", text.slice(variant[0].length)), { title: variant[1] });
  return Object.assign(newRow("", text), { role: text });
}

/** Creates a row from a name and the text after the name: the type, the word "required" if any, and the description. */
function newRow(name, rest) {
  const row = new Row();
  const end = rest.replace(/\]\([^)]*\)|`[^`]*`/g, (link) => "x".repeat(link.length)).indexOf(": ");
  const head = end === -1 ? rest : rest.slice(0, end);
  Object.assign(row, { name, type: head.replaceAll("\\<", "<") });
  if (/, required$/.test(head)) row.words.add("required");
  return addText(row, rest);
}

function addText(row, text) {
  row.add(` ${plain(text)}`);
  row.codes.push(...codes(text));
  row.hrefs.push(...[...text.matchAll(/\]\(<?([^)>]*)>?\)|<(https?:[^>]*)>/g)].map((link) => link[1] ?? link[2]));
  for (const word of ["nullable", "read-only", "write-only", "deprecated"])
    if (text.includes(word)) row.words.add(word);
  return row.finished();
}

/** Returns the rows of a table, with the nested rows from the list after the table. */
function tableOf(blocks, place) {
  const rows = blocks
    .filter((block) => block.kind === "row")
    .slice(1)
    .map((block) => {
      const cells = block.text
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll("\\|", "|"));
      const row = newRow(codes(cells[0])[0] ?? "", cells.slice(3).join(" | "));
      Object.assign(row, { place, type: codes(cells[1])[0] ?? "" });
      if (cells[2] === "required") row.words.add("required");
      return row;
    });
  for (const inside of rowsOf(blocks.filter((block) => block.kind === "item"))) {
    const row = rows.find((one) => one.name === inside.name);
    if (!row) continue;
    addText(row, inside.text);
    for (const key of ["rows", "variants", "more"]) row[key].push(...inside[key]);
  }
  return rows;
}

/** Splits blocks before each heading of the given level or a higher level. */
function sections(blocks, level) {
  const all = [[]];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level <= level) all.push([block]);
    else all.at(-1).push(block);
  }
  return all.filter((section) => section.length > 0);
}

function codes(text) {
  return [...text.matchAll(CODE)].map((match) => match[3]);
}

/** Returns text without backslash escapes, which HTML doesn't show. */
function plain(text) {
  return text.replace(/\\([<>[\]*_`#|])/g, "$1");
}
