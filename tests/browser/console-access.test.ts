/** The request form: keyboard use, accessibility rules, content security policy, and live updates of the page. */

import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { forms } from "./harness/forms.ts";
import { policed } from "./harness/policy.ts";
import { desktop, mobile, read } from "./harness/reader.ts";
import { requestFiles } from "./harness/requests.ts";
import { write } from "./harness/writer.ts";

const { server, host, form, send, answer, fill, order } = await forms();

test("a journey with the keyboard: open the form, fill it in, send, read", async () => {
  const reader = await read(host, { reducedMotion: "reduce" });
  const { page, open } = reader;
  await open("/docs/signed");
  server.received.length = 0;
  const { keyboard } = page;
  const name = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim();
    });
  const reach = async (wanted: string) => {
    for (let step = 0; step < 80 && (await name()) !== wanted; step += 1) await keyboard.press("Tab");
    expect(await name()).toBe(wanted);
  };
  await reach("Try it");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Send API request" }).waitFor();
  await reach("Base URL");
  await reach("oauth");
  await keyboard.type("typed");
  await keyboard.press("Enter");
  await page.getByRole("region", { name: "Response" }).getByRole("link", { name: "Download" }).waitFor();
  expect(server.received[0]?.headers.authorization).toBe("Bearer typed");
  await reach("Body");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  expect(await page.locator("dl.response-headers").isVisible()).toBe(true);
});

describe("under the site's policy", () => {
  test("the form works without violations", async () => {
    const reader = await policed(host, "/docs/order");
    const { page, open } = reader;
    await open("/docs/order");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("“city” is missing").waitFor();
    await page.getByRole("tab", { name: "Python", exact: true }).click();
    await fill(reader);
    await answer(reader);
    expect(await reader.violations()).toEqual([]);
  });

  test("a page or drawing in a response is inert", async () => {
    for (const name of ["html", "drawing"]) {
      const reader = await policed(host, `/docs/${name}`);
      await reader.open(`/docs/${name}`);
      await reader.page.getByRole("button", { name: "Try it" }).click();
      await answer(reader);
      expect(await reader.violations()).toEqual([]);
      expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
      reader.said();
    }
  });

  test("signing in works", async () => {
    host.rule("/_docgen/oauth.html", {
      headers: { "content-security-policy": "default-src 'none'; script-src 'self'" },
    });
    const reader = await form("signed");
    const { page } = reader;
    await page.getByLabel("Client ID").fill("mine");
    await page.getByRole("button", { name: "Sign in at" }).click();
    await expect.poll(() => page.getByLabel("oauth", { exact: true }).inputValue()).toBe("good-token");
  });
});

test("typed text survives an edit of the page under docgen serve", async () => {
  const file = "content/docs/order.md";
  const writer = await write("files", { files: requestFiles({ order }) });
  const reader = await read(writer);
  const { page } = reader;
  await reader.open("/docs/order");
  await page.getByRole("button", { name: "Try it" }).click();
  await fill(reader);
  await page.getByRole("textbox", { name: "Body" }).fill("{}");
  await page.getByLabel("token", { exact: true }).fill("secret");
  await page.getByLabel("limit", { exact: true }).focus();
  const state = () =>
    page.evaluate(() => [
      document.activeElement?.id,
      ...[...document.querySelectorAll<HTMLInputElement>(".request-form input, textarea")].map(({ value }) => value),
    ]);
  const before = await state();
  expect(before).toContain("9007199254740993");
  writer.edit(file, "<p><code data-request-server>", "<p>Edited. <code data-request-server>");
  await page.getByText("Edited.").waitFor();
  expect(await state()).toEqual(before);
  await expect.poll(() => page.locator("[data-request-server]").textContent()).toBe(server.url);
  // When one operation replaces another, the fields that both operations have keep their values.
  writer.edit(file, '"name":"X-Trace"', '"name":"X-Other"');
  await page.getByLabel("X-Other", { exact: true }).waitFor();
  expect(await page.getByLabel("limit", { exact: true }).inputValue()).toBe("9007199254740993");
  reader.said();
});

describe.each([
  ["light", mobile],
  ["light", desktop],
  ["dark", mobile],
  ["dark", desktop],
] as const)("in %s mode at %o", (colorScheme, viewport) => {
  test(`no state of the form violates a rule: ${colorScheme}, ${viewport.width} px`, async () => {
    const reader = await form("order", { colorScheme, viewport, reducedMotion: "reduce" });
    const { page } = reader;
    await send(reader);
    await page.getByText("6 optional").click();
    expect(await violations(page), "what is missing").toEqual([]);
    await fill(reader);
    await answer(reader);
    expect(await violations(page), "an answer").toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    for (const name of ["signed", "html", "slow"]) {
      await reader.open(`/docs/${name}`);
      await page.getByRole("button", { name: "Try it" }).click();
      await send(reader);
      await page.locator(".response-card, [aria-disabled=true]").first().waitFor();
      expect(await violations(page), name).toEqual([]);
    }
    reader.said();
  });
});
