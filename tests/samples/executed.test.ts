/**
 * Runs each sample as readers would, and compares the request that arrives at a server with the described request. By
 * default, only a few requests are tested, such as a request with hostile values in every place. To test all requests,
 * set `SAMPLES=full`, which takes several minutes. `SAMPLES_IN=go,ruby` limits the languages.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../../theme/src/islands/request/samples/code.ts";
import { LANGUAGES, loadGenerator } from "../../theme/src/islands/request/samples/languages.ts";
import { compare } from "./compare.ts";
import { type Echo, startEcho } from "./echo.ts";
import { writeFiles } from "./files.ts";
import { PARSED } from "./grammars/table.ts";
import { ALL, QUICK } from "./requests.ts";
import { RUNNERS, type Sample } from "./runners/table.ts";

const requests = process.env.SAMPLES === "full" ? ALL : QUICK;
const wanted = process.env.SAMPLES_IN?.split(",");
const root = mkdtempSync(join(tmpdir(), "docgen-samples-"));
let echo: Echo;

beforeAll(async () => {
  echo = await startEcho();
});

afterAll(async () => {
  await echo.close();
  rmSync(root, { recursive: true });
});

test("each language is run or parsed", () => {
  const known = LANGUAGES.map(({ id }) => id).toSorted();
  expect([...RUNNERS.map(({ id }) => id), ...PARSED.map(({ id }) => id)].toSorted()).toEqual(known);
});

for (const runner of RUNNERS.filter(({ id }) => !wanted || wanted.includes(id))) {
  describe(runner.id, () => {
    const refused = runner.limits.refuses ?? [];
    const tried = requests.filter((request) => !refused.includes(request.to("http://x").method));
    const samples: Sample[] = [];
    let run: (sample: Sample) => Promise<void>;

    beforeAll(async () => {
      const generate = await loadGenerator(runner.id);
      for (const [index, request] of tried.entries()) {
        const folder = join(root, runner.id, String(index));
        mkdirSync(folder, { recursive: true });
        const described = request.to(`${echo.origin}/${runner.id}/${index}`);
        writeFiles(folder, described);
        samples.push({ index, folder, described, source: plain(generate(described)) });
      }
      run = await runner.prepare(samples, join(root, runner.id), echo.origin);
    });

    afterAll(() => runner.finish?.());

    test.each(tried.map(({ name }, index) => ({ name, index })))("$name", async ({ index }) => {
      const sample = samples[index];
      if (!sample) throw new Error("the samples were not prepared");
      try {
        await run(sample);
        const arrived = echo.arrived(`/${runner.id}/${index}`);
        expect(arrived.length, "requests that arrived").toBe(1);
        for (const request of arrived) compare(request, sample.described, runner.limits);
      } catch (error) {
        if (error instanceof Error) error.message += `\n\n${sample.source}`;
        throw error;
      }
    });
  });
}
