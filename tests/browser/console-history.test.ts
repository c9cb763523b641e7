/** What the request form keeps: environments, the history, and the views of responses and requests. */

import { describe, expect, test } from "vitest";
import { forms } from "./harness/forms.ts";
import { copied, copying } from "./harness/reader.ts";

const { other, form, answer, fill } = await forms();

describe("environments", () => {
  test("have their own server, credentials, and variables", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    const token = page.getByLabel("token", { exact: true });
    await token.fill("first-secret");
    await page.getByText("Environment: Default").click();
    const environment = page.getByRole("combobox", { name: "Environment" });
    await environment.selectOption("New environment…");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Staging");
    expect(await token.inputValue()).toBe("");
    await page.getByRole("button", { name: "Add variable" }).click();
    await page.getByLabel("Name of variable 1").fill("order");
    await page.getByLabel("Value of variable 1").fill("42");
    await page.getByLabel("id", { exact: true }).fill("{{order}}");
    await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 1 });
    await expect.poll(() => page.locator(".samples-panel").textContent()).toContain("/v1/orders/42");
    await answer(reader);
    expect(other.received[0]?.url).toMatch(/^\/v1\/orders\/42/);
    expect(other.received[0]?.headers.authorization).toBeUndefined();
    await environment.selectOption("Default");
    expect(await token.inputValue()).toBe("first-secret");
    expect(await page.getByRole("combobox", { name: "Base URL" }).inputValue()).toBe("0");
    await environment.selectOption("Staging");
    await page.getByRole("button", { name: "Remove Staging" }).click();
    expect(await environment.locator("option").allTextContents()).toEqual(["Default", "New environment…"]);
  });
});

describe("the history", () => {
  test("contains the requests, without credentials, and fills in the form again", async () => {
    const reader = await form("order", copying);
    const { page } = reader;
    await page.getByLabel("token", { exact: true }).fill("secret");
    await fill(reader);
    await answer(reader);
    await page.getByLabel("id", { exact: true }).fill("second");
    await answer(reader);
    await page.getByText("History (2)").click();
    const entries = page.locator(".request-history-list > li");
    await expect.poll(() => entries.first().textContent()).toContain("200 OK");
    expect(await entries.last().textContent()).toContain("/orders/a%2Fb");
    await entries.last().getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => page.evaluate(copied)).toContain("Bearer <token>");
    expect(await page.evaluate(copied)).toContain("/orders/a%2Fb");
    await entries.last().getByRole("button", { name: "Use again" }).click();
    expect(await page.getByLabel("id", { exact: true }).inputValue()).toBe("a/b");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("History (0)").waitFor();
  });

  test("is kept until the tab closes, if the reader agrees, and fills in the forms of other operations", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    await answer(reader);
    const stored = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("docgen.kept")));
    expect(await stored()).toEqual([]);
    await page.getByText("History (1)").click();
    await page.getByLabel("Keep values, variables, and history").check();
    expect(await stored()).not.toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await page.getByLabel("id", { exact: true }).inputValue()).toBe("a/b");
    await page.getByText("History (1)").click();
    await page.getByLabel("Keep values, variables, and history").uncheck();
    expect(await stored()).toEqual([]);
  });
});

describe("responses", () => {
  test("separated values are a table, XML is formatted, and other bytes are shown as numbers", async () => {
    const table = await answer(await form("csv"));
    expect(await table.getByRole("cell").allTextContents()).toEqual(["Ada, C.", "<b>"]);
    await table.getByRole("tab", { name: "Source" }).click();
    expect(await table.locator("pre").textContent()).toContain('"Ada, C."');
    const xml = await answer(await form("xml"));
    expect(await xml.locator("pre").textContent()).toContain('\n  <pet id="1">\n    <name>Rex</name>');
    const bytes = await answer(await form("binary"));
    await expect.poll(() => bytes.locator("pre").textContent()).toContain("0000  00 01 02 fa fb fc");
    const pdf = await answer(await form("pdf"));
    const isShown = await pdf.page().evaluate(() => navigator.pdfViewerEnabled);
    await (isShown ? pdf.locator("iframe") : pdf.getByText("To view the document, download it")).waitFor();
  });

  test("come with the request that was sent, without credentials", async () => {
    const reader = await form("order");
    await reader.page.getByLabel("token", { exact: true }).fill("secret");
    await fill(reader);
    const panel = await answer(reader);
    await panel.getByRole("tab", { name: "Request" }).click();
    const text = await panel.getByRole("tabpanel").textContent();
    expect(text).toContain("Bearer <token>");
    expect(text).toContain("/orders/a%2Fb");
    expect(text).toContain("Waiting for the first byte");
    expect(text).not.toContain("secret");
    await reader.page.getByLabel("token", { exact: true }).fill("");
    await answer(reader);
    await expect.poll(() => panel.getByRole("tabpanel").textContent()).not.toContain("Authorization");
  });
});
