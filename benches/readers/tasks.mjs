/**
 * The tasks. A task with a unit returns a number, or `null` if it's impossible. Any other task returns whether it's
 * possible. `undefined` means that a document has nothing to do the task with.
 */

import { createRequire } from "node:module";
import { appears, follow, reveal, search } from "./page.mjs";

const require = createRequire(new URL("../../theme/package.json", import.meta.url));
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const settled = (page) => page.waitForLoadState("networkidle", { timeout: 8000 }).catch(() => null);

/** Opens an operation by its link, and waits for its title. */
async function at({ tool, open }, operation, options) {
  const page = await open(tool.operation(operation), options);
  await appears(page, operation.title);
  await settled(page);
  return page;
}

/** Returns the kilobytes that a page and everything that it loads have in transit. */
async function weight({ open, origin }, path) {
  const page = await open(null);
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send("Network.enable");
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return bytes / 1024;
}

/** Opens a page on a processor that's four times slower. Returns what `measure` returns. */
async function slowly({ open, origin, tool, about }, measure) {
  const page = await open(null);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    globalThis.blocked = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.blocked += Math.max(0, duration - 50);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(origin + tool.operation(about.main), { waitUntil: "commit" });
  return measure(page);
}

/** Whether a search for words has an operation among its first three results. */
async function finds(context, words, operation, field) {
  const page = await context.open(context.tool.start);
  await settled(page);
  await page.waitForTimeout(2500);
  const { texts, time } = await search(page, context.tool, words);
  const normal = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const wanted = [operation.title, operation.path, field].filter(Boolean).map(normal);
  const isFound = texts.slice(0, 3).some((text) => wanted.some((one) => normal(text).includes(one)));
  return { isFound, time };
}

const last = (names) => names.at(-1);

export const tasks = [
  { title: "Open the reference", unit: "KB", run: (context) => weight(context, context.tool.start) },
  {
    title: "Open an operation by its link",
    unit: "KB",
    run: (context) => weight(context, context.tool.operation(context.about.main)),
  },
  {
    title: "Read its title, on a slow processor",
    unit: "ms",
    run: (context) => slowly(context, (page) => appears(page, context.about.main.title, 40_000)),
  },
  {
    title: "Wait for the page to respond, on a slow processor",
    unit: "ms",
    run: (context) =>
      slowly(context, async (page) => {
        await page.waitForLoadState("networkidle");
        await page.waitForTimeout(2500);
        return page.evaluate(() => globalThis.blocked);
      }),
  },
  {
    title: "Elements on the page",
    unit: "count",
    run: async (context) => {
      const page = await at(context, context.about.main);
      return page.evaluate(() => document.querySelectorAll("*").length);
    },
  },
  {
    title: "Find an operation by the words of its title",
    run: async (context) => (await finds(context, context.about.other.title, context.about.other)).isFound,
  },
  {
    title: "Find it by the first half of each word",
    run: async (context) => {
      const { other } = context.about;
      const words = other.title.split(" ").map((word) => word.slice(0, Math.max(3, Math.ceil(word.length / 2))));
      return (await finds(context, words.join(" "), other)).isFound;
    },
  },
  {
    title: "Find it by its path",
    run: async (context) => (await finds(context, context.about.other.path, context.about.other)).isFound,
  },
  {
    title: "Find a field by its name",
    run: async (context) => {
      const { listed, values } = context.about;
      return listed && (await finds(context, values.names[0], listed, values.names[0])).isFound;
    },
  },
  {
    title: "Wait for the results of a search",
    unit: "ms",
    run: async (context) => (await finds(context, context.about.other.title, context.about.other)).time,
  },
  {
    title: "See which values an enum allows",
    unit: "clicks",
    run: async (context) => {
      const { listed, values } = context.about;
      if (!listed) return undefined;
      const page = await at(context, listed);
      return reveal(page, values.names, String(last(values.values)));
    },
  },
  {
    title: "See a field three or four levels deep",
    unit: "clicks",
    run: async (context) => {
      const { nested, path } = context.about;
      if (!nested) return undefined;
      const page = await at(context, nested);
      return reveal(page, path.slice(0, -1), last(path));
    },
  },
  {
    title: "Read an error response",
    unit: "clicks",
    run: async (context) => {
      const { failing } = context.about;
      if (!failing) return undefined;
      const page = await at(context, failing);
      const { text, status } = failing.failure;
      const words = text.split("\n")[0].slice(0, 40);
      if (await page.evaluate((words) => globalThis.reader.shows(words), words)) return 0;
      const clicks = await follow(page, context.tool.failure(status));
      return clicks !== null && (await appears(page, words, 2000)) !== null ? clicks : null;
    },
  },
  {
    title: "See the scopes that an operation needs",
    unit: "clicks",
    run: async (context) => {
      const { scoped } = context.about;
      if (!scoped) return undefined;
      const page = await at(context, scoped);
      const isShown = () => page.evaluate((scope) => globalThis.reader.shows(scope), scoped.scopes[0]);
      if (await isShown()) return 0;
      for (const name of [/security/i, /auth/i, /oauth/i]) {
        const button = page.getByRole("button", { name }).filter({ visible: true }).first();
        await button.click({ timeout: 1000 }).catch(() => null);
        await page.waitForTimeout(300);
        if (await isShown()) return 1;
      }
      return null;
    },
  },
  {
    title: "See a request in Go",
    unit: "clicks",
    run: async (context) => {
      const page = await at(context, context.about.main);
      const clicks = await follow(page, context.tool.go);
      return clicks !== null && (await appears(page, "http.NewRequest", 4000)) !== null ? clicks : null;
    },
  },
  {
    title: "Copy a request or its body",
    unit: "clicks",
    run: async (context) => {
      const page = await at(context, context.about.main);
      const buttons = page.locator(context.tool.copy).filter({ visible: true });
      for (let at = 0; at < Math.min(await buttons.count(), 8); at += 1) {
        await buttons
          .nth(at)
          .click({ timeout: 1500 })
          .catch(() => null);
        await page.waitForTimeout(300);
        const text = await page.evaluate(() => navigator.clipboard.readText()).catch(() => "");
        if (/[{]|curl/.test(text)) return 1;
      }
      return null;
    },
  },
  {
    title: "Link to an operation",
    run: async (context) => {
      const page = await at(context, context.about.main);
      await page.waitForTimeout(1000);
      return page.evaluate((title) => {
        const near = (one) => one.getBoundingClientRect().top;
        return globalThis.reader.named(title).some((one) => near(one) >= -10 && near(one) < 500);
      }, context.about.main.title);
    },
  },
  {
    title: "Link to a field",
    run: async (context) => {
      const { listed, values } = context.about;
      if (!listed) return undefined;
      const path = context.tool.field(listed, values.names[0]);
      if (!path) return false;
      const page = await context.open(path);
      await settled(page);
      await page.waitForTimeout(1500);
      return page.evaluate((name) => {
        const near = (one) => one.getBoundingClientRect().top;
        return globalThis.reader.named(name).some((one) => near(one) >= -10 && near(one) < 800);
      }, values.names[0]);
    },
  },
  {
    title: "Link to an error response",
    run: async (context) => {
      const { failing } = context.about;
      const path = failing && context.tool.status(failing, failing.failure.status);
      if (!failing || !path) return failing ? false : undefined;
      const page = await context.open(path);
      return (await appears(page, failing.failure.text.split("\n")[0].slice(0, 40), 4000)) !== null;
    },
  },
  {
    title: "Go back to the previous operation",
    run: async (context) => {
      const { main, other } = context.about;
      const page = await at(context, main);
      await page.goto(context.origin + context.tool.operation(other));
      await appears(page, other.title, 5000);
      await page.goBack();
      await page.waitForTimeout(1500);
      return page.evaluate((title) => {
        const near = (one) => one.getBoundingClientRect().top;
        return globalThis.reader.named(title).some((one) => near(one) >= -10 && near(one) < 900);
      }, main.title);
    },
  },
  {
    title: "Open a request form",
    unit: "clicks",
    run: async (context) => follow(await at(context, context.about.main), context.tool.form),
  },
  {
    title: "Learn before sending that a value is invalid",
    run: async (context) => {
      const { main } = context.about;
      const page = await at(context, main);
      if ((await follow(page, context.tool.form)) === null) return false;
      const editor = page.locator("textarea, [contenteditable=true], .cm-content").filter({ visible: true }).last();
      await editor.click({ timeout: 3000 });
      const before = await page.evaluate(() => document.body.innerText);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("[1]");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(800);
      const said = await page.evaluate(() => document.body.innerText);
      return /\b(1 problem|must be|invalid|expected|should be)\b/i.test(
        said
          .split("\n")
          .filter((line) => !before.includes(line))
          .join("\n"),
      );
    },
  },
  {
    title: "See what changed since a version",
    run: async (context) => {
      const page = await at(context, context.about.all[0]);
      return page.evaluate(() =>
        /^(new|added|since|changed)\b/im.test(document.querySelector("main")?.innerText ?? ""),
      );
    },
  },
  {
    title: "Reach the search with the keyboard",
    unit: "keys",
    run: async (context) => {
      const page = await context.open(context.tool.start);
      await settled(page);
      await page.waitForTimeout(2500);
      for (const key of context.tool.search.keys) await page.keyboard.press(key);
      await page.waitForTimeout(1500);
      const isField = await page.evaluate(() => document.activeElement?.matches("input, [contenteditable]"));
      return isField ? context.tool.search.keys.length : null;
    },
  },
  {
    title: "Read without JavaScript",
    run: async (context) => {
      const { main } = context.about;
      const page = await context.open(context.tool.operation(main), { javaScriptEnabled: false });
      const text = (await page.textContent("body")) ?? "";
      return text.includes(main.title) && main.body.slice(0, 3).every(({ names }) => text.includes(last(names)));
    },
  },
  {
    title: "Print an operation alone, with its closed parts",
    run: async (context) => {
      const { main, other } = context.about;
      const page = await at(context, main);
      await page.emulateMedia({ media: "print" });
      await page.waitForTimeout(500);
      const text = await page.evaluate(() => document.body.innerText);
      return main.body.every(({ names }) => text.includes(last(names))) && !text.includes(other.title);
    },
  },
  {
    title: "Read on a phone without scrolling sideways",
    run: async (context) => {
      const page = await at(context, context.about.main, phone);
      return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    },
  },
  {
    title: "Problems that axe finds",
    unit: "count",
    run: async (context) => {
      const page = await at(context, context.about.main);
      await page.addScriptTag({ path: require.resolve("axe-core") });
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      return violations.reduce((sum, { nodes }) => sum + nodes.length, 0);
    },
  },
  {
    title: "Follow the system's dark mode",
    run: async (context) => {
      const page = await at(context, context.about.main, { colorScheme: "dark" });
      return page.evaluate(() => {
        const colors = [
          document.body,
          document.documentElement,
          ...document.body.querySelectorAll(":scope > div, main"),
        ];
        const color = colors.map((one) => getComputedStyle(one).backgroundColor).find((one) => !/, 0\)$/.test(one));
        const canvas = document.createElement("canvas").getContext("2d");
        canvas.fillStyle = color ?? "white";
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
        return red + green + blue < 300;
      });
    },
  },
  {
    title: "Read an operation as Markdown, for agents",
    run: async ({ tool, open, about, origin }) => {
      const path = tool.operation(about.main);
      if (path.includes("#")) return false;
      const page = await open(null);
      const answer = await page.request.get(`${origin}${path.replace(/\/$/, "")}.md`);
      return answer.ok() && (await answer.text()).includes(about.main.title);
    },
  },
];
