/** Components' style sheets: which style sheets apply, in which order they apply, and which files they refer to. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const font = readFileSync(new URL("../../theme/fonts/docgen-sans.woff2", import.meta.url)).toString("base64");
const pixel =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="#0a0"/></svg>';
const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

const files = {
  "components/Box.tsx": `
    import icon from "./img/icon.svg";
    import styles, { box } from "./box.module.css";
    export default ({ children }) => <div id="box" className={box}>
      <b className="word">{children}</b><img id="icon" className={styles.icon} src={icon} alt="" width="4" height="4" />
    </div>;`,
  "components/box.module.css": `
    @import "./more/imported.css";
    .box { color: rgb(1, 2, 3); background: url("./img/icon.svg"); border-image: url(/static.svg) 1; }
    .box :global(.word) { font-family: Own; }
    .icon { opacity: 0.5; }`,
  "components/more/imported.css": `
    @font-face { font-family: Own; src: url(data:font/woff2;base64,${font}) format("woff2"), url(../img/own.woff2); }
    #box { outline: 1px solid rgb(4, 5, 6); }`,
  "components/img/icon.svg": pixel,
  "components/img/own.woff2": "not a font",
  "components/first.css": ".word { color: rgb(10, 0, 0); } .leak { color: rgb(9, 9, 9); }",
  "components/second.css": ".word { color: rgb(20, 0, 0); }",
  "components/First.tsx": `import "./first.css"; import "./second.css"; export default () => null;`,
  "components/Second.tsx": `import "./second.css"; import "./first.css"; export default () => null;`,
  "components/Elements.tsx": `
    import styles from "./elements.module.css";
    const Table = (props) => <table {...props}><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>;
    export default () => <section id="own">
      <Table /><Table id="styled" className={styles.table} /><pre>Code</pre><blockquote><p>Quote</p></blockquote>
      <ul className="list"><li>Item</li></ul><details><summary>More</summary><p>Text</p></details>
      <p><button>Send</button> <a className="button" href="./plain.md">Link</a> <input defaultValue="Text" /></p>
    </section>;`,
  "components/elements.module.css": "td { padding: 3px; } .table { inline-size: 50%; }",
  "static/static.svg": pixel,
  "static/favicon.ico": "",
  "content/docs/box.md": page("Box", "<Box>Words</Box>\n\n[to the plain page](./plain.md)"),
  "content/docs/plain.md": page(
    "Plain",
    '<p class="word leak">Word</p>\n\n[to the first](./first.mdx) [to the second](./second.mdx) [to the box](./box.md)',
  ),
  "content/docs/first.mdx": page("One", '<First /><p className="word">Word</p>\n\n[to the plain page](./plain.md)'),
  "content/docs/second.mdx": page("Two", '<Second /><p className="word">Word</p>\n\n[to the plain page](./plain.md)'),
};

const elements = `
| A | B |
| --- | --- |
| 1 | 2 |

\`\`\`
Code
\`\`\`

> Quote

- Item

:::details[More]
Text
:::

<Elements />`;
Object.assign(files, { "content/docs/elements.md": page("Elements", elements) });

const color = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).color);
const first = "rgb(10, 0, 0)";
const second = "rgb(20, 0, 0)";

const built = await site("subpath", { files });

test("a page looks the same regardless of how the reader reached it", async () => {
  const reader = await read(built);
  const { page, open, follow } = reader;
  await open("/below/docs/plain/");
  const plain = await color(page, ".prose .word");
  const go = async (name: string, title: string) => {
    await follow(page.getByRole("link", { name }), title);
    return color(page, ".prose .word");
  };
  // The last import wins.
  expect(await go("to the first", "One")).toBe(second);
  expect(await go("to the plain page", "Plain")).toBe(plain);
  expect(await go("to the second", "Two")).toBe(first);
  expect(await go("to the plain page", "Plain")).toBe(plain);
  expect(await go("to the first", "One")).toBe(second);
  for (const [path, expected] of [
    ["first", second],
    ["second", first],
  ]) {
    await open(`/below/docs/${path}/`);
    expect(await color(page, ".prose .word")).toBe(expected);
  }
  // Pointing at a link loads the linked page but doesn't change the current page.
  expect(await go("to the plain page", "Plain")).toBe(plain);
  await page.getByRole("link", { name: "to the box" }).hover();
  await page.waitForLoadState("networkidle");
  expect(await color(page, ".prose .word")).toBe(plain);
});

test("files that a style sheet refers to load below a base URL", async () => {
  const { page, open } = await read(built);
  const lost: string[] = [];
  page.on("response", (response) => {
    if (!response.ok()) lost.push(response.url());
  });
  await open("/below/docs/box/");
  const box = page.locator("#box");
  const style = (property: string) =>
    box.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await style("color")).toBe("rgb(1, 2, 3)");
  expect(await style("outline-color")).toBe("rgb(4, 5, 6)");
  expect(await style("background-image")).toMatch(/\/below\/_docgen\/immutable\/assets\/icon\.\w+\.svg"/);
  expect(await style("border-image-source")).toContain("/below/static.svg");
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => document.fonts.check("16px Own"))).toBe(true);
  expect(await page.locator("#icon").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  expect(lost).toEqual([]);
});

test("the elements of a component look like those of Markdown, and its own rules win", async () => {
  const { page, open } = await read(built);
  await open("/below/docs/elements/");
  const style = (selector: string, properties: string[]) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, names) => {
        const all = getComputedStyle(element);
        return names.map((name) => all.getPropertyValue(name));
      }, properties);
  const text = ["font-size", "line-height", "font-weight", "color", "text-align"];
  const box = ["border-top-width", "border-bottom-width", "border-bottom-color", "border-top-left-radius"];
  for (const [markdown, own, properties] of [
    [".table-scroll th", "#own th", [...text, ...box, "padding", "white-space"]],
    [".table-scroll td", "#own td", [...text, ...box]],
    [".table-scroll", "#own table", ["margin-bottom"]],
    [".code", "#own pre", [...box, "background-color", "margin-top"]],
    [".code pre", "#own pre", ["font-size", "line-height", "font-family", "overflow-x"]],
    ["blockquote", "#own blockquote", ["padding", "border-left", "color", "margin-top"]],
    [".prose > ul", "#own ul", ["padding", "list-style-type", "margin-top"]],
    ["details.details", "#own details", [...box, "margin-top"]],
    ["details.details > summary", "#own summary", [...text, "padding", "list-style-type"]],
    ["#own a.button", "#own button", [...text.slice(0, -1), ...box, "padding", "min-height"]],
  ] as const) {
    expect(await style(own, [...properties]), own).toEqual(await style(markdown, [...properties]));
  }
  expect(await style("#own td", ["padding"])).toEqual(["3px"]);
  expect(await style("#own input", box)).toEqual((await style("#own button", box)).with(3, "6px"));
  const [whole, half] = await Promise.all(
    ["#own", "#styled"].map((selector) => page.locator(selector).evaluate((element) => element.clientWidth)),
  );
  expect(Math.abs((half ?? 0) * 2 - (whole ?? 0))).toBeLessThanOrEqual(2);
});

test("an edit to a style sheet appears without a document load", async () => {
  const writer = await write("files", { files });
  const { page, open, until } = await read(writer);
  await open("/docs/box");
  await page.evaluate(() => {
    window.same = true;
  });
  await until(() => getComputedStyle(document.querySelector("#box") as Element).color === "rgb(1, 2, 3)");
  writer.edit("components/box.module.css", "rgb(1, 2, 3)", "rgb(7, 8, 9)");
  await until(() => getComputedStyle(document.querySelector("#box") as Element).color === "rgb(7, 8, 9)");
  writer.edit("components/more/imported.css", "rgb(4, 5, 6)", "rgb(6, 5, 4)");
  await until(() => getComputedStyle(document.querySelector("#box") as Element).outlineColor === "rgb(6, 5, 4)");
  writer.edit("components/box.module.css", "color: rgb(7, 8, 9);", "");
  await until(() => getComputedStyle(document.querySelector("#box") as Element).color !== "rgb(7, 8, 9)");
  const icon = () => page.locator("#box").evaluate((element) => getComputedStyle(element).backgroundImage);
  const before = await icon();
  writer.edit("components/img/icon.svg", "#0a0", "#a00");
  await expect.poll(icon).not.toBe(before);
  expect(await page.evaluate(() => window.same)).toBe(true);
});
