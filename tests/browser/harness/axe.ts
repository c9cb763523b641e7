/** The rules of accessibility that a machine can check. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Axe {
  run(options: { runOnly?: string[]; resultTypes: string[]; selectors: boolean }): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    passes: unknown[];
  }>;
}

const axe = readFileSync(
  fileURLToPath(new URL("../../../theme/node_modules/axe-core/axe.min.js", import.meta.url)),
  "utf8",
);

/** What a page gets wrong, a line for each element. Nothing is left out, unless `colors` are all that changed. */
export async function violations(page: Page, of: "everything" | "colors" = "everything"): Promise<string[]> {
  await page.evaluate(`window.axe || (() => {${axe}})()`);
  const result = await page.evaluate(
    (colors) =>
      (window as unknown as { axe: Axe }).axe.run({
        ...(colors ? { runOnly: ["color-contrast", "link-in-text-block"] } : {}),
        // Of what is right nothing is said but that it is, and what is wrong is told by its HTML: a path of selectors to
        // each element takes as long as the rules.
        resultTypes: ["violations"],
        selectors: false,
      }),
    of === "colors",
  );
  expect(result.passes.length).toBeGreaterThan(of === "colors" ? 0 : 5);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
