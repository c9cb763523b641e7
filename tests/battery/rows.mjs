// What pages are read into, whether they are HTML or Markdown.

import { plainWordsOf, wordsOf } from "./text.mjs";

/** What is said about one parameter, header, property or schema. */
export class Row {
  name = "";
  role = "";
  title = "";
  type = "";
  /** `required`, `nullable`, `read-only` and the like. */
  words = new Set();
  /** Whether the parameter it is of has examples of its own. */
  given = false;
  text = "";
  codes = [];
  facts = [];
  values = [];
  items = [];
  hrefs = [];
  rows = [];
  variants = [];
  /** Notes on what is not shown here, with links to it. */
  more = [];

  add(text) {
    this.text += text;
  }

  finished() {
    this.text = this.text.replace(/\s+/g, " ").trim();
    return this;
  }

  /** The words of its text, in no order. */
  get set() {
    this.wordSet ??= new Set([...wordsOf(this.text), ...plainWordsOf(this.text)]);
    return this.wordSet;
  }

  /** The numbers of its facts. */
  get numbers() {
    this.numberSet ??= new Set((this.text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? []).map(Number));
    return this.numberSet;
  }

  /** Itself and every variant below it that is not in a row of its own. */
  *alternatives() {
    yield this;
    for (const variant of this.variants) yield* variant.alternatives();
  }

  /** Itself and every row and variant below it. */
  *below() {
    yield this;
    for (const row of [...this.rows, ...this.variants]) yield* row.below();
  }
}

/** What is said about a body or response: its text and, by media type, its schemas. */
export class Content {
  text = "";
  hrefs = [];
  media = new Map();
}

/** An operation, webhook or callback as a page shows it. */
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
