/** The question below a page: was the page helpful? */

import { expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const issues = "https://issues.example/new?title={title}&body={url}";
const main = await site("main", { append: `[feedback]\nurl = "/feedback"\nissue_url = "${issues}"\n` });
const issue = "https://issues.example/new?title=Short&body=https%3A%2F%2Fharness%2Eexample%2Fdocs%2Fshort%2F";

test("an answer and a comment are sent, and the answer is remembered", async () => {
  const { page, open, said } = await read(main);
  const sent: Record<string, unknown>[] = [];
  let status = 204;
  await page.route("**/feedback", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status });
  });
  await page.addInitScript(() => {
    const events: unknown[] = [];
    Object.assign(window, { events });
    addEventListener("docgen:track", (event) => events.push((event as CustomEvent).detail));
  });
  await open("/docs/short/");
  const group = page.getByRole("group", { name: "Was this page helpful?" });
  await group.scrollIntoViewIfNeeded();
  const no = group.getByRole("button", { name: "No" });
  await no.focus();
  await page.keyboard.press("Enter");
  await group.getByText("Thanks for your feedback.").waitFor();
  expect(await no.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => no.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect
    .poll(() => sent)
    .toMatchObject([{ answer: "no", url: `${main.url}/docs/short/`, title: "Short | Harness", lang: "en" }]);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { events: unknown[] }).events))
    .toEqual([{ name: "feedback", answer: "no" }]);
  expect(await group.getByRole("link").getAttribute("href")).toBe(issue);
  await group.getByLabel("What could be better? (optional)").fill("More words");
  await group.getByRole("button", { name: "Send" }).click();
  await group.getByRole("textbox").waitFor({ state: "detached" });
  await expect.poll(() => sent[1]).toMatchObject({ answer: "no", text: "More words", id: sent[0]?.id });
  await page.reload();
  await group.scrollIntoViewIfNeeded();
  await expect.poll(() => no.getAttribute("aria-pressed")).toBe("true");
  expect(await group.getByRole("textbox").count()).toBe(0);
  status = 500;
  await group.getByRole("button", { name: "Yes" }).click();
  await group.getByText("Your feedback wasn't sent. Try again later.").waitFor();
  await page.locator(".sidebar a[href='/docs/start/']").click();
  await page.locator("h1", { hasText: "Start" }).waitFor();
  await page.locator(".feedback").scrollIntoViewIfNeeded();
  await expect.poll(() => no.getAttribute("aria-pressed")).toBe("false");
  expect(said().some((message) => message.includes("the feedback wasn't sent"))).toBe(true);
});

test("without its part, the page stays, and Retry loads the part", async () => {
  const { page, visit, said } = await read(main);
  const heal = main.rule(/Feedback-.*\.js$/, { status: 404 });
  await visit("/docs/short/");
  const retry = page.getByRole("button", { name: "Retry" });
  await page.locator("[data-island=feedback]").scrollIntoViewIfNeeded();
  await retry.waitFor();
  expect(await page.locator("h1").textContent()).toBe("Short");
  heal();
  await retry.click();
  await page.getByRole("group", { name: "Was this page helpful?" }).waitFor();
  expect(await retry.count()).toBe(0);
  said();
});

test("without scripts, there's a link to a new issue", async () => {
  const { page, visit } = await read(main, { javaScriptEnabled: false });
  await visit("/docs/short/");
  expect(await page.getByRole("link", { name: "Report a problem with this page" }).getAttribute("href")).toBe(issue);
  expect(await page.getByText("Was this page helpful?").count()).toBe(0);
});

test("the question is accessible and fits on a phone", async () => {
  const { page, open } = await read(main, { viewport: mobile });
  await page.route("**/feedback", (route) => route.fulfill({ status: 204 }));
  await open("/docs/short/");
  await page.locator(".feedback").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("textbox").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(mobile.width);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".feedback").isVisible()).toBe(false);
});
