/** Linked reading: fields and the lines of examples mark each other, and choices apply to the whole page. */

import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { desktop, mobile, type Reader, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const description = `
openapi: 3.1.0
info: { title: Garden, version: '1' }
servers: [{ url: 'https://garden.example/v1' }]
components:
  schemas:
    Bed:
      type: object
      required: [name, plants]
      properties:
        name: { type: string }
        size: { type: object, properties: { width: { type: number }, unit: { type: string, enum: [m, ft] } } }
        plants:
          type: array
          items:
            oneOf:
              - { title: Herb, type: object, required: [kind], properties: { kind: { type: string, enum: [herb] }, scent: { type: string } } }
              - { title: Tree, type: object, required: [kind], properties: { kind: { type: string, enum: [tree] }, height: { type: number } } }
        labels: { type: object, additionalProperties: { type: string } }
        notes: { type: array, items: { type: string } }
    Problem:
      type: object
      properties: { code: { type: string }, details: { type: array, items: { type: object, properties: { field: { type: string } } } } }
    Pay:
      oneOf:
        - { title: Card, type: object, properties: { number: { type: string, example: '4242' } } }
        - { title: Bank, type: object, properties: { iban: { type: string, example: NL91 } } }
paths:
  /gardens/{garden}/beds:
    parameters:
      - { name: garden, in: path, required: true, schema: { type: string }, example: north }
    post:
      operationId: bed
      parameters:
        - { name: dryRun, in: query, required: true, schema: { type: boolean }, example: true }
        - { name: X-Trace, in: header, required: true, schema: { type: string }, example: trace-1 }
        - { name: unused, in: query, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Bed' }
            examples:
              herbs: { summary: Herbs, value: { name: Herbs, size: { width: 2, unit: m }, plants: [{ kind: herb, scent: mild }, { kind: tree, height: 3 }], labels: { sun: full }, notes: [dry, warm] } }
              trees: { summary: Trees, value: { name: Trees, plants: [{ kind: tree, height: 9 }] } }
          application/xml:
            schema: { $ref: '#/components/schemas/Bed' }
            examples:
              xml: { value: "<bed>\\n  <name>Xeric</name>\\n  <size>\\n    <width>2</width>\\n  </size>\\n</bed>" }
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { name: { type: string, example: Formal }, depth: { type: integer, example: 3 } } }
      responses:
        "201":
          description: Planted
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Bed' }
              examples:
                first: { summary: First, value: { name: Answered, plants: [{ kind: tree, height: 3 }], labels: { a: b } } }
                second: { summary: Second, value: { name: Other, plants: [] } }
            application/xml:
              schema: { $ref: '#/components/schemas/Bed' }
              example: "<bed>\\n  <name>Answered in XML</name>\\n</bed>"
        "404":
          description: Missing
          content: { application/json: { schema: { $ref: '#/components/schemas/Problem' }, example: { code: no_garden, details: [{ field: garden }] } } }
        "429": { description: Too many }
  /pay:
    post:
      operationId: pay
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pay' } } } }
      responses: { "200": { description: Fine } }
`;

const host = await site("files", {
  append: '[[openapi]]\nid = "garden"\nfile = "openapi/garden.yaml"\nroute = "/garden"',
  files: {
    "openapi/garden.yaml": description,
    "static/favicon.ico": "",
    "content/docs/plain.md": "# Plain\n\nText.\n",
  },
});

const chunk = /_docgen\/immutable\/linked-[^/]*\.js$/;
const loads = () => host.requests.filter((path) => chunk.test(path)).length;

async function open(path: string, options: Parameters<typeof read>[1] = {}) {
  const reader = await read(host, { viewport: { width: 1440, height: 900 }, ...options });
  await reader.open(path);
  const { page } = reader;
  await page.locator('[data-island="request"] [role="tablist"]').waitFor({ state: "attached" });
  const sample = page.locator(".samples-panel pre");
  const answer = page.locator(".api-answer .tab-panel:not([hidden]) pre, .api-answer > .code pre");
  const row = (id: string) => page.locator(`[id="${id}"]`);
  const name = (id: string) => row(id).locator("> .api-row-head > a");
  return { ...reader, sample, answer, row, name };
}

/** Returns the text of the marked lines or parts in a block. */
const marked = (block: Locator) =>
  block.evaluate((pre) => {
    const text = pre.querySelector("code")?.textContent ?? "";
    const walker = document.createTreeWalker(pre.querySelector("code") ?? pre, NodeFilter.SHOW_TEXT);
    const boxes = [...pre.querySelectorAll(".linked-mark")].map((mark) => mark.getBoundingClientRect());
    const found = boxes.map(() => "");
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (let at = 0; at < node.data.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        for (const [number, box] of boxes.entries()) {
          if (x > box.left && x < box.right && y > box.top && y < box.bottom) found[number] += node.data.charAt(at);
        }
      }
    }
    return text ? found.map((own) => own.trim()) : [];
  });

/** Returns a point on some text in a block. */
async function pointOf(block: Locator, text: string): Promise<[number, number]> {
  const box = await block.evaluate((pre, wanted) => {
    const walker = document.createTreeWalker(pre.querySelector("code") ?? pre, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      node.parentElement?.scrollIntoView({ block: "center" });
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + Math.min(width / 2, 20), y: top + height / 2 };
    }
    throw new Error(`the block doesn't contain ${wanted}`);
  }, text);
  return [box.x, box.y];
}

const linkedRows = ({ page }: Pick<Reader, "page">) =>
  page.locator("li[data-linked]").evaluateAll((rows) => rows.map((row) => row.id));

describe("fields and lines", () => {
  test("the code loads when the reader first points to a field", async () => {
    const before = loads();
    const { page, row, sample } = await open("/garden/bed");
    await page.mouse.move(5, 5);
    expect(loads()).toBe(before);
    await row("path.garden").hover();
    await expect.poll(() => marked(sample)).toEqual(["north"]);
    expect(loads()).toBe(before + 1);
  });

  test("pointing to a field marks its lines in the sample and the example", async () => {
    const { page, row, sample, answer } = await open("/garden/bed");
    await row("query.dryRun").hover();
    await expect.poll(() => marked(sample)).toEqual(["dryRun=true"]);
    await row("header.X-Trace").hover();
    await expect.poll(() => marked(sample)).toEqual(["--header 'X-Trace: trace-1' \\"]);
    await row("query.unused").hover();
    await expect.poll(() => marked(sample)).toEqual([]);
    await row("request-body.name").hover();
    await expect.poll(() => marked(sample)).toEqual(['"name": "Herbs",']);
    expect(await marked(answer)).toEqual([]);
    expect(await linkedRows({ page })).toEqual(["request-body.name"]);
    await row("response-201.name").hover();
    await expect.poll(() => marked(answer)).toEqual(['"name": "Answered",']);
    expect(await marked(sample)).toEqual([]);
    await page.mouse.move(5, 300);
    await expect.poll(() => marked(answer)).toEqual([]);
    expect(await linkedRows({ page })).toEqual([]);
  });

  test("nested fields have lines in each item, in the variant that describes the item", async () => {
    const { page, row, sample } = await open("/garden/bed");
    await page.locator(".api-main .api-expand").first().click();
    const herb = page.locator('[id^="request-body.plants"]:visible', { hasText: "scent" }).last();
    await herb.locator(".api-name", { hasText: "scent" }).hover();
    await expect.poll(() => marked(sample)).toEqual(['"scent": "mild"']);
    await row("request-body.labels.additional-properties").hover();
    await expect.poll(() => marked(sample)).toEqual(['"sun": "full"']);
    await row("request-body.notes").hover();
    await expect.poll(() => marked(sample)).toEqual(['"notes": [']);
  });

  test("pointing to a line marks its field, or the field around it if that's collapsed", async () => {
    const { page, sample } = await open("/garden/bed");
    await page.mouse.move(...(await pointOf(sample, '"name"')));
    await expect.poll(() => linkedRows({ page })).toEqual(["request-body.name"]);
    expect(await marked(sample)).toEqual(['"name": "Herbs",']);
    await page.mouse.move(...(await pointOf(sample, '"width"')));
    await expect.poll(() => linkedRows({ page })).toEqual(["request-body.size"]);
    await page.mouse.move(...(await pointOf(sample, "north")));
    await expect.poll(() => linkedRows({ page })).toEqual(["path.garden"]);
    await page.mouse.move(...(await pointOf(sample, "Accept")));
    await expect.poll(() => linkedRows({ page })).toEqual([]);
  });

  test("a click on a line opens its field", async () => {
    const { page, sample, answer, row, name } = await open("/garden/bed");
    await page.mouse.move(...(await pointOf(sample, '"width"')));
    await expect.poll(() => linkedRows({ page })).toEqual(["request-body.size"]);
    expect(await row("request-body.size.width").isVisible()).toBe(false);
    await page.mouse.click(...(await pointOf(sample, '"width"')));
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#request-body.size.width");
    await expect.poll(() => row("request-body.size.width").isVisible()).toBe(true);
    await expect.poll(() => name("request-body.size.width").evaluate((link) => link.matches(":focus"))).toBe(true);
    // A field in another variant, of a response.
    await page.mouse.click(...(await pointOf(answer, '"height"')));
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#response-201\.plants\..*height$/);
    await expect.poll(() => page.locator(":target").isVisible()).toBe(true);
    expect(await page.evaluate(() => location.search)).toBe("");
  });

  test("selecting text isn't a click", async () => {
    const { page, sample } = await open("/garden/bed");
    const [x, y] = await pointOf(sample, '"name"');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(2);
    expect(await page.evaluate(() => location.hash)).toBe("");
  });

  test("keys: a block is one tab stop, arrows move between its lines, Enter opens the field", async () => {
    const { page, sample, answer, name } = await open("/garden/bed");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await answer.focus();
    await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBeGreaterThan(0);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("name");
    await expect.poll(() => linkedRows({ page })).toEqual(["response-201.name"]);
    expect(await name("response-201.name").getAttribute("aria-current")).toBe("true");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("plants");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("name");
    expect(await answer.locator("a").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("End");
    expect(await focused()).toMatch(/^labels\./);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#response-201.labels.additional-properties");
    expect(await answer.locator("a").count()).toBe(0);
    // The focus is on the field, which marks its lines.
    await expect.poll(() => marked(answer)).toEqual(['"a": "b"']);
    await sample.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect.poll(() => sample.evaluate((pre) => pre === document.activeElement)).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("code-copy");
  });

  test("focusing a field or its control marks its lines", async () => {
    const { page, sample, name } = await open("/garden/bed");
    await name("query.dryRun").focus();
    await expect.poll(() => marked(sample)).toEqual(["dryRun=true"]);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByLabel("X-Trace", { exact: true }).focus();
    await expect.poll(() => marked(sample)).toEqual(["--header 'X-Trace: trace-1' \\"]);
  });

  test("other languages and bodies", async () => {
    const { page, row, sample } = await open("/garden/bed");
    await page.getByRole("tab", { name: "Go", exact: true }).click();
    await expect.poll(() => sample.textContent()).toContain("http.NewRequest");
    await row("request-body.name").hover();
    await expect.poll(() => marked(sample)).toEqual(['"name": "Herbs",']);
    await page.getByRole("tab", { name: "C", exact: true }).click();
    await expect.poll(() => sample.textContent()).toContain("curl_easy");
    await page.mouse.move(5, 300);
    await row("request-body.name").hover();
    await expect.poll(() => marked(sample)).toEqual(['"  \\"name\\": \\"Herbs\\",\\n"']);
    await page.getByRole("tab", { name: "curl", exact: true }).click();
    const media = page.locator(".api-main > .api-media-types > .tab-list");
    await media.getByRole("tab", { name: "application/xml" }).click();
    await expect.poll(() => sample.textContent()).toContain("Xeric");
    await page
      .locator(".api-main .api-name:visible", { hasText: /^name$/ })
      .first()
      .hover();
    await expect.poll(() => marked(sample)).toEqual(["<name>Xeric</name>"]);
    await media.getByRole("tab", { name: "application/x-www-form-urlencoded" }).click();
    await expect.poll(() => sample.textContent()).toContain("depth=3");
    await page.locator(".api-main .api-name:visible", { hasText: "depth" }).hover();
    await expect.poll(() => marked(sample)).toEqual(["depth=3"]);
  });

  test("touch: a tap on a field marks its line, and a tap on a line opens its field", async () => {
    const { page, row, sample } = await open("/garden/bed", { viewport: mobile, hasTouch: true, isMobile: true });
    await row("request-body.name").locator("> .api-row-head > .api-type").tap();
    await expect.poll(() => marked(sample)).toEqual(['"name": "Herbs",']);
    await sample.scrollIntoViewIfNeeded();
    await page.touchscreen.tap(...(await pointOf(sample, '"notes"')));
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#request-body.notes");
    await expect
      .poll(() => row("request-body.notes").evaluate((li) => li.getBoundingClientRect().top))
      .toBeLessThan(400);
  });

  test("marks are visible with forced colors and in both modes", async () => {
    for (const options of [{ forcedColors: "active" }, { colorScheme: "dark" }] as const) {
      const { page, row, sample } = await open("/garden/bed", options);
      await row("request-body.name").hover();
      await expect.poll(() => marked(sample)).toEqual(['"name": "Herbs",']);
      const { outline, background } = await page
        .locator(".linked-mark")
        .first()
        .evaluate((mark) => {
          const { outlineStyle, backgroundColor } = getComputedStyle(mark);
          return { outline: outlineStyle, background: backgroundColor };
        });
      if ("forcedColors" in options) expect(outline).toBe("solid");
      else expect(background).not.toBe("rgba(0, 0, 0, 0)");
      expect(await violations(page)).toEqual([]);
    }
  });
});

describe("choices", () => {
  const status = ({ page }: Reader, name: string) =>
    page.locator(".api-responses > .tab-list").getByRole("tab", { name, exact: true });
  const label = ({ page }: Reader) => page.locator(".api-answer .api-status").textContent();

  test("a status shows its example next to the text", async () => {
    const reader = await open("/garden/bed");
    const { page, answer, row } = reader;
    expect(await label(reader)).toBe("201");
    await status(reader, "404").click();
    await expect.poll(() => label(reader)).toBe("404");
    expect(await answer.textContent()).toContain("no_garden");
    await row("response-404.code").hover();
    await expect.poll(() => marked(answer)).toEqual(['"code": "no_garden",']);
    await status(reader, "429").click();
    await expect.poll(() => page.locator(".api-answer").isVisible()).toBe(false);
    await status(reader, "201").click();
    await expect.poll(() => answer.textContent()).toContain("Answered");
    // The copied tabs work and have unique IDs.
    await page.locator(".api-answer").getByRole("tab", { name: "Second" }).click();
    await expect.poll(() => answer.textContent()).toContain("Other");
    const view = page.locator(".api-responses .api-views > .tab-panel .api-samples");
    expect(await view.first().locator("> .tab-list > [aria-selected=true]").textContent()).toBe("Second");
    expect(await violations(page)).toEqual([]);
  });

  test("a media type changes the body, the sample, the form, and the response", async () => {
    const reader = await open("/garden/bed");
    const { page, sample, answer } = reader;
    await page.getByRole("button", { name: "Try it" }).click();
    const select = page.getByRole("combobox", { name: "Media type" });
    await page
      .locator(".api-main > .api-media-types > .tab-list")
      .getByRole("tab", { name: "application/xml" })
      .click();
    await expect.poll(() => sample.textContent()).toContain("Xeric");
    await expect.poll(() => select.inputValue()).toBe("1");
    await expect.poll(() => answer.textContent()).toContain("Answered in XML");
    await select.selectOption("0");
    await expect.poll(() => sample.textContent()).toContain("Herbs");
    const tab = page.locator(".api-main > .api-media-types > .tab-list > [aria-selected=true]");
    await expect.poll(() => tab.textContent()).toBe("application/json");
  });

  test("an example changes the sample and the form, and the other way round", async () => {
    const { page, sample } = await open("/garden/bed");
    const examples = page.locator(".api-main > .api-media-types .api-samples").first();
    await examples.getByRole("tab", { name: "Trees" }).click();
    await expect.poll(() => sample.textContent()).toContain('"Trees"');
    await page.getByRole("button", { name: "Try it" }).click();
    const select = page.getByRole("combobox", { name: "Example" });
    expect(await select.locator("option:checked").textContent()).toBe("Trees");
    await select.selectOption({ label: "Herbs" });
    await expect.poll(() => examples.locator("[aria-selected=true]").first().textContent()).toBe("Herbs");
    await expect.poll(() => sample.textContent()).toContain('"Herbs"');
  });

  test("the URL contains the choices", async () => {
    const reader = await open("/garden/bed");
    const { page } = reader;
    await status(reader, "404").click();
    await page.locator(".api-main > .api-media-types .api-samples").first().getByRole("tab", { name: "Trees" }).click();
    await expect.poll(() => page.evaluate(() => location.search)).toBe("?status=404&example=Trees");
    const other = await open("/garden/bed?status=404&example=Trees#response-404.code");
    await expect.poll(() => label(other)).toBe("404");
    await expect.poll(() => other.answer.textContent()).toContain("no_garden");
    await expect.poll(() => other.sample.textContent()).toContain('"Trees"');
    const pay = await open("/garden/pay?variant=Bank");
    await expect.poll(() => pay.sample.textContent()).toContain("NL91");
    await pay.page.locator(".api-variants").getByRole("tab", { name: "Card" }).click();
    await expect.poll(() => pay.page.evaluate(() => location.search)).toBe("?variant=Card");
    await expect.poll(() => pay.sample.textContent()).toContain("4242");
    // A fragment whose field the choice hides leaves the URL, so a reload shows the choice.
    const json = await open("/garden/bed");
    await json.page.evaluate(() => {
      location.hash = document.querySelector("[role=tabpanel]:not([hidden]) [id^='request-body.']")?.id ?? "none";
    });
    expect(await json.page.evaluate(() => location.hash)).toMatch(/^#request-body\./);
    const types = json.page.locator(".api-main > .api-media-types > .tab-list");
    await types.getByRole("tab", { name: "application/xml" }).click();
    await expect
      .poll(() => json.page.evaluate(() => location.search + location.hash))
      .toBe("?media-type=application%2Fxml");
    await json.page.reload();
    await expect.poll(() => json.sample.textContent()).toContain("Xeric");
    const xml = await open("/garden/bed?media-type=application%2Fxml");
    await expect.poll(() => xml.sample.textContent()).toContain("Xeric");
    await expect.poll(() => xml.answer.textContent()).toContain("Answered in XML");
  });
});

test("pages without fields never load the code", async () => {
  const before = loads();
  const reader = await read(host, { viewport: desktop });
  await reader.open("/docs/plain");
  await reader.page.locator("main p").first().hover();
  expect(loads()).toBe(before);
});
