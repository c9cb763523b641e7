/**
 * Tests the requests in `tests/golden/samples` and their curl samples, which docgen's Rust code also generates.
 * `UPDATE_GOLDEN=1` rewrites the expected results. Review the diff as you would review code.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, describe as group, test } from "vitest";
import { describe } from "../src/islands/request/describe.ts";
import type { RequestDescriptor, RequestModel, RequestValues } from "../src/islands/request/model.ts";
import { type Code, plain } from "../src/islands/request/samples/code.ts";
import { generate } from "../src/islands/request/samples/curl.ts";
import type { Purpose } from "../src/islands/request/values.ts";

interface Case {
  name: string;
  purpose?: Purpose;
  model: RequestModel;
  values: RequestValues;
  /** The expected request, and the expected sample as text and as HTML, with the classes of its runs. */
  descriptor: RequestDescriptor;
  curl: string;
  html: string;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const html = (code: Code) =>
  code
    .map((run) => (run.class ? `<span class="${run.class}">${escaped(run.text)}</span>` : escaped(run.text)))
    .join("");

function made({ name, purpose, model, values }: Case): Case {
  const descriptor = describe(model, values, purpose);
  const code = generate(descriptor);
  return { name, ...(purpose && { purpose }), model, values, descriptor, curl: plain(code), html: html(code) };
}

const folder = new URL("../../tests/golden/samples/", import.meta.url);

for (const file of readdirSync(folder)) {
  group(file, () => {
    const url = new URL(file, folder);
    const cases = JSON.parse(readFileSync(url, "utf8")) as Case[];
    if (process.env.UPDATE_GOLDEN) writeFileSync(url, `${JSON.stringify(cases.map(made), null, 2)}\n`);
    else for (const expected of cases) test(expected.name, () => expect(made(expected)).toEqual(expected));
    test("has cases", () => expect(cases.length).toBeGreaterThan(0));
  });
}
