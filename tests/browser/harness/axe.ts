/** The rules of accessibility that a machine can check. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Axe {
  run(): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    passes: unknown[];
  }>;
}

const axe = readFileSync(
  fileURLToPath(new URL("../../../theme/node_modules/axe-core/axe.min.js", import.meta.url)),
  "utf8",
);

/** What a page gets wrong, a line for each element. Nothing is left out. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const result = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
  expect(result.passes.length).toBeGreaterThan(5);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
