/** What the request form shows after a response, and what it shows if there's no response. */

import { describe, expect, test } from "vitest";
import { forms } from "./harness/forms.ts";
import { read } from "./harness/reader.ts";

const { server, host, form, send, answer, fill } = await forms();

describe("responses", () => {
  test("status, time, size, headers, and JSON with all digits", async () => {
    const reader = await form("json");
    const panel = await answer(reader);
    expect(await panel.locator(".response-head").textContent()).toMatch(/^200 OK\d+ ms\d+ BDownload$/);
    const text = (await panel.locator("pre").textContent()) ?? "";
    expect(text).toContain('"id": 9007199254740993,\n  "price": 1.10,');
    expect(text).toContain('"<b>&amp;"');
    expect(await panel.locator("pre .n").first().textContent()).toBe("9007199254740993");
    await panel.getByRole("tab", { name: "Headers" }).click();
    expect(await panel.locator("dl").textContent()).toContain("x-request-idr-1");
    expect(await panel.locator("dl").textContent()).not.toContain("hidden");
  });

  test("invalid JSON is shown unchanged", async () => {
    const reader = await form("wrong");
    const panel = await answer(reader);
    expect(await panel.locator(".response-status").textContent()).toBe("500 Internal Server Error");
    expect(
      await panel.getByText("The server declared this response as JSON, but it isn't valid JSON.").isVisible(),
    ).toBe(true);
    expect(await panel.locator("pre").textContent()).toBe("<h1>Not JSON</h1>");
    expect(reader.said().filter((message) => !message.includes("status of 500"))).toEqual([]);
  });

  test("a part of a large response, with a link to the whole", async () => {
    const reader = await form("large");
    const panel = await answer(reader);
    expect(await panel.getByText(/^The first 100 KB of 1\.\d MB\./).isVisible()).toBe(true);
    expect((await panel.locator("pre").textContent())?.length).toBeLessThan(500_000);
    const download = reader.page.waitForEvent("download");
    await panel.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("large.json");
  });

  test("no body", async () => {
    const reader = await form("empty");
    await send(reader);
    await reader.page.getByText("The response has no body.").waitFor();
    expect(await reader.page.locator(".response-status").textContent()).toBe("204 No Content");
  });

  test("images, drawings without their scripts, and files that can only be saved", async () => {
    for (const name of ["image", "drawing"]) {
      const reader = await form(name);
      const panel = await answer(reader);
      const image = panel.getByRole("img", { name: "The image in the response" });
      await image.waitFor();
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
      // If someone opens a drawing in a separate tab, the drawing becomes a page. Therefore, it must have an opaque
      // origin instead of the site's origin.
      expect(await image.getAttribute("src")).toMatch(name === "drawing" ? /^data:/ : /^blob:/);
      expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
    }
    const reader = await form("binary");
    const panel = await answer(reader);
    expect(await panel.getByText("The response isn't text (application/octet-stream).").isVisible()).toBe(true);
    const address = (await panel.getByRole("link", { name: "Download" }).getAttribute("href")) ?? "";
    expect(await reader.page.evaluate(async (url) => (await fetch(url)).headers.get("content-type"), address)).toBe(
      "application/octet-stream",
    );
  });

  test("an inert page", async () => {
    const reader = await form("html");
    const panel = await answer(reader);
    const frame = panel.locator("iframe");
    expect(await frame.getAttribute("sandbox")).toBe("");
    await frame.contentFrame().getByRole("heading", { name: "A page" }).waitFor();
    const before = host.requests.length;
    expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await reader.page.title()).not.toBe("hacked");
    // Font files might still be loading.
    expect(host.requests.slice(before).filter((path) => !path.startsWith("/_docgen/"))).toEqual([]);
    await panel.getByRole("tab", { name: "Source" }).click();
    expect(await panel.locator("pre").textContent()).toContain("<script>top.hacked = true;");
    // The browser logs each request that it has blocked.
    expect(reader.said().every((message) => /srcdoc|Content Security Policy/.test(message))).toBe(true);
  });

  test("events as they arrive, until the reader has enough", async () => {
    const reader = await form("events");
    const { page } = reader;
    await send(reader);
    await expect.poll(() => server.streams()).toBe(1);
    server.send('event: tick\nid: 1\ndata: {"n": 9007199254740993}\n\ndata: hal');
    await page.getByText('"n": 9007199254740993').waitFor();
    expect(await page.locator(".response-events li").count()).toBe(1);
    expect(await page.locator(".response-event").textContent()).toBe("1tickid 1");
    server.send("f\n\n");
    await page.getByText("half").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Canceled. This is the part that arrived.").waitFor();
    await expect.poll(() => server.streams()).toBe(0);
    expect(await page.locator(".response-events li").count()).toBe(2);
  });

  test("JSON lines as they arrive", async () => {
    const reader = await form("lines");
    await send(reader);
    await expect.poll(() => server.streams()).toBe(1);
    server.send('{"a":1}\n{"b"');
    await reader.page.getByText('"a": 1').waitFor();
    server.send(":2}");
    server.end();
    await reader.page.getByText('"b": 2').waitFor();
  });
});

describe("failures", () => {
  test("a slow server: sending, Cancel, and the timeout", async () => {
    const reader = await form("slow");
    const { page } = reader;
    await page.clock.install();
    await send(reader);
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    expect(await page.getByText("Times out if no data arrives for 30 seconds.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".response-note", { hasText: "Canceled after" }).waitFor();
    await send(reader);
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    await page.clock.runFor(31_000);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("Timed out: no data arrived for 30 seconds.");
  });

  for (const name of ["closed", "down"]) {
    test(`a server that is ${name}: one message for failures that a browser can't distinguish, and the curl sample`, async () => {
      const reader = await form(name);
      const { page } = reader;
      await page.getByRole("tab", { name: "Go", exact: true }).click();
      await send(reader);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toContain(
        "The browser couldn't reach the server, or the server's cross-origin policy blocked the request. The browser doesn't report which of these happened.",
      );
      expect(await alert.textContent()).toContain(`allow the origin ${host.url}`);
      await alert.getByRole("button", { name: "Show the curl sample" }).click();
      const tab = page.getByRole("tab", { name: "curl" });
      expect(await tab.getAttribute("aria-selected")).toBe("true");
      await expect.poll(() => tab.evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(() => reader.said().length).toBeGreaterThan(0);
    });
  }

  test("an unexpected error", async () => {
    const reader = await form("json");
    await reader.page.evaluate(() => {
      window.fetch = () => Promise.reject(new RangeError("odd"));
    });
    await send(reader);
    const alert = reader.page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("Unexpected error: odd");
  });

  test("an island that can't be shown reports it in its place", async () => {
    const reader = await read(host);
    await reader.open("/docs/broken");
    await reader.page.getByText("Part of this page isn't working.").waitFor();
    expect(await reader.page.locator(".crash").count()).toBe(0);
    expect(reader.said().every((message) => message.startsWith("error"))).toBe(true);
  });

  test("schemas that can't be loaded leave everything else unchanged", async () => {
    host.rule("/schemas.json", { status: 500 });
    const reader = await form("order");
    await fill(reader);
    await answer(reader);
    expect(server.received).toHaveLength(1);
    await expect.poll(() => reader.said().join()).toContain("input isn't checked");
  });
});
