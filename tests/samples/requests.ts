/** The requests for testing samples: all requests in `tests/golden/samples`, and some that no document produces. */

import { readFileSync } from "node:fs";
import { describe } from "../../theme/src/islands/request/describe.ts";
import type { RequestDescriptor, RequestModel, RequestValues } from "../../theme/src/islands/request/model.ts";
import type { Purpose } from "../../theme/src/islands/request/values.ts";

export interface Tried {
  name: string;
  /** Returns the request to the server at this URL. */
  to(address: string): RequestDescriptor;
}

interface Golden {
  name: string;
  purpose?: Purpose;
  model: RequestModel;
  values: RequestValues;
}

const golden = (file: string): Tried[] => {
  const text = readFileSync(new URL(`../golden/samples/${file}.json`, import.meta.url), "utf8");
  return (JSON.parse(text) as Golden[]).map(({ name, purpose, model, values }) => ({
    name: `${file}: ${name}`,
    to: (baseUrl) => describe(model, { ...values, baseUrl }, purpose),
  }));
};

const more: Tried[] = [
  {
    name: "a header that repeats",
    to: (address) => ({
      method: "GET",
      url: `${address}/x`,
      headers: [
        ["X-Tag", "a"],
        ["X-Other", "c"],
        ["x-tag", "b"],
      ],
    }),
  },
  {
    name: "text without a type",
    to: (address) => ({ method: "POST", url: `${address}/x`, headers: [], body: { kind: "text", text: "ö\n" } }),
  },
  {
    name: "a file without a type",
    to: (address) => ({
      method: "PUT",
      url: `${address}/x`,
      headers: [],
      body: { kind: "file", file: { name: "file", type: "" } },
    }),
  },
  {
    name: "empty text",
    to: (address) => ({
      method: "POST",
      url: `${address}/x`,
      headers: [["Content-Type", "text/plain"]],
      body: { kind: "text", text: "" },
    }),
  },
  {
    name: "headers about a body",
    to: (address) => ({
      method: "POST",
      url: `${address}/x`,
      headers: [
        ["Content-Language", "de"],
        ["Content-Type", "text/plain"],
      ],
      body: { kind: "text", text: "x" },
    }),
  },
  ...[
    "'''",
    '"""',
    "`",
    "|body}",
    ')---"',
    '"#',
    "BODY",
    "'@",
    "$\u007bx}",
    "\\#(x)",
    "?????",
    "  indented",
    "*/",
    "%s",
  ].map(
    (mark): Tried => ({
      name: `lines with ${mark}`,
      to: (address) => ({
        method: "POST",
        url: `${address}/x`,
        headers: [["Content-Type", "text/plain"]],
        body: { kind: "text", text: `{\n  ${mark}\n${mark}\n\n${mark}` },
      }),
    }),
  ),
];

export const ALL: readonly Tried[] = [
  ...["styles", "credentials", "bodies", "parts", "hostile"].flatMap(golden),
  ...more,
];

/**
 * The names of the requests in the quick run: a request with hostile values in every place, and a request with unnamed
 * parts.
 */
const FEW = ["hostile: in every place", "parts: parts in order"];
export const QUICK: readonly Tried[] = ALL.filter(({ name }) => FEW.includes(name));
