/** The site runs under a policy that allows its own scripts and the hashes of its inline ones. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { announced, kinds } from "./harness/kinds.ts";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main", announced);

/** The hashes of a shell's inline scripts, data blocks left out. */
function hashes(shell: string): string[] {
  return [...shell.matchAll(/<script(?![^>]*(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`,
  );
}

async function policed(path: string, extra = "") {
  const reader = await read(main, {
    before: [
      () => {
        const violations: string[] = [];
        Object.assign(window, { violations });
        addEventListener("securitypolicyviolation", (event) =>
          violations.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
      },
    ],
  });
  const shell = await (await reader.page.request.get(main.url + path)).text();
  const policy = `script-src 'self' ${hashes(shell).join(" ")} ${extra}; object-src 'none'; base-uri 'self'`;
  main.rule(path, { headers: { "content-security-policy": policy } });
  return {
    ...reader,
    violations: () => reader.page.evaluate(() => (window as unknown as { violations: string[] }).violations),
  };
}

for (const [kind, path] of Object.entries(kinds)) {
  test(`${kind}: no violation of the policy`, async () => {
    const { page, open, violations } = await policed(path);
    await open(path);
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => document.querySelector("[data-island] [data-fallback]") === null);
    expect(await violations()).toEqual([]);
    expect(await page.getAttribute("html", "data-theme")).toBe("light");
  });
}

test("no violation on the way through the site", async () => {
  const { page, open, follow, violations } = await policed("/docs/start/");
  await open("/docs/start/");
  await page.click("nav .color-toggle");
  await follow(page.locator(".sidebar").getByRole("link", { name: "Diagram", exact: true }), "Diagram");
  await page.locator("[data-island=diagram] svg").waitFor();
  await follow(page.locator(".navbar-brand"), "Harness");
  expect(await violations()).toEqual([]);
});

test("this check can fail: a script without its hash is refused", async () => {
  const { page, visit, violations, said } = await policed("/glossary/");
  main.rule("/glossary/", {
    headers: { "content-security-policy": "script-src 'self'" },
  });
  await visit("/glossary/");
  await page.waitForSelector("html[data-has-hydrated]");
  expect(await violations()).toEqual(["script-src-elem inline"]);
  expect(said().length).toBeGreaterThan(0);
});
