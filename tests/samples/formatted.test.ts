/**
 * Checks that the formatter of each language doesn't change its samples. Only `tests/samples/run --format` runs this
 * check, because the everyday tests don't install formatters. Samples with lines that are too long aren't compared: a
 * formatter breaks their calls differently for each length of a value, and the values change while a reader types.
 */

import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { plain } from "../../theme/src/islands/request/samples/code.ts";
import { loadGenerator } from "../../theme/src/islands/request/samples/languages.ts";
import { ALL } from "./requests.ts";
import { tool } from "./tools.ts";

interface Formatter {
  id: string;
  program: string;
  options: readonly string[];
  /** The maximum length of a line. */
  width: number;
}

const prettier = {
  program: process.env.SAMPLES_PRETTIER ?? "prettier",
  options: ["--parser", "babel"],
  width: 80,
};

const FORMATTERS: readonly Formatter[] = [
  { id: "go", program: "gofmt", options: [], width: Number.POSITIVE_INFINITY },
  { id: "rust", program: "rustfmt", options: ["--edition", "2021", "--emit", "stdout"], width: 100 },
  { id: "python", program: process.env.SAMPLES_BLACK ?? "black", options: ["-q", "-"], width: 88 },
  { id: "nodejs", ...prettier },
  { id: "javascript", ...prettier },
];

const wanted = process.env.SAMPLES_IN ? process.env.SAMPLES_IN.split(",") : undefined;

describe("formatted", () => {
  for (const { id, program, options, width } of FORMATTERS.filter((one) => !wanted || wanted.includes(one.id))) {
    test.concurrent(id, { timeout: 600_000 }, async () => {
      const generate = await loadGenerator(id);
      const changed: string[] = [];
      let compared = 0;
      for (const request of ALL) {
        const source = `${plain(generate(request.to("https://api.example")))}\n`;
        if (source.split("\n").some((line) => line.length > width)) continue;
        compared += 1;
        // In another folder, the formatters don't find this repository's settings.
        const formatted = await tool(program, options, { folder: tmpdir(), input: source });
        if (formatted !== source) changed.push(`${request.name}\n${source}\nbecomes\n${formatted}`);
      }
      expect(changed.join("\n\n")).toBe("");
      expect(compared).toBeGreaterThan(ALL.length / 3);
    });
  }
});
