// The common structure of pages in HTML and in Markdown.

import { plainWordsOf, wordsOf } from "./text.mjs";

/** The information about one parameter, header, property, or schema. */
export class Row {
  name = "";
  role = "";
  title = "";
  type = "";
  /** Labels such as `required`, `nullable`, and `read-only`. */
  words = new Set();
  /** Whether the row is for a parameter that has its own examples. */
  given = false;
  text = "";
  codes = [];
  facts = [];
  values = [];
  items = [];
  hrefs = [];
  rows = [];
  variants = [];
  /** Notes about content that isn't shown here, with links to that content. */
  more = [];

  add(text) {
    this.text += text;
  }

  finished() {
    this.text = this.text.replace(/\s+/g, " ").trim();
    return this;
  }

  /** The words of the row's text, as a set. */
  get set() {
    this.wordSet ??= new Set([...wordsOf(this.text), ...plainWordsOf(this.text)]);
    return this.wordSet;
  }

  /** The numbers in the row's text. */
  get numbers() {
    this.numberSet ??= new Set((this.text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? []).map(Number));
    return this.numberSet;
  }

  /** Yields this row and every variant below it that isn't in a separate row. */
  *alternatives() {
    yield this;
    for (const variant of this.variants) yield* variant.alternatives();
  }

  /** Yields this row, and every row and variant below it. */
  *below() {
    yield this;
    for (const row of [...this.rows, ...this.variants]) yield* row.below();
  }
}

/** The information about a body or response: its text and, by media type, its schemas. */
export class Content {
  text = "";
  hrefs = [];
  media = new Map();
}

/** An operation, webhook, or callback as it's shown on a page. */
export class Operation {
  name = "";
  text = "";
  hrefs = [];
  parameters = [];
  body = null;
  responses = [];
  callbacks = [];

  constructor({ method, path, server }) {
    Object.assign(this, { method, path, server });
  }
}
