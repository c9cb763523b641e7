/** The accessibility rules that a machine can check. */

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

/**
 * Returns the violations on a page, with one line per element. If only `colors` have changed, checks only the rules
 * about colors. Otherwise, checks all rules.
 */
export async function violations(page: Page, of: "everything" | "colors" = "everything"): Promise<string[]> {
  await page.evaluate(`window.axe || (() => {${axe}})()`);
  const result = await page.evaluate(
    (colors) =>
      (window as unknown as { axe: Axe }).axe.run({
        ...(colors ? { runOnly: ["color-contrast", "link-in-text-block"] } : {}),
        // Report passed rules without details, and violations with their HTML, because computing a selector path for
        // each element takes as long as checking the rules.
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
