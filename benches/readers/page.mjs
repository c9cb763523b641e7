/** What a reader does on a page: waits for text, opens parts, and searches. All functions work with every tool. */

/** Runs in the browser: the functions that the other functions use there. */
export const inBrowser = () => {
  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  const plain = (text) =>
    text
      .replace(/[\u200b\u00ad]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const within = () => document.querySelector("main, [role=main], .references-rendered, .api-content") ?? document.body;
  /** Returns the visible elements whose own text is a name. */
  const own = (one) =>
    plain([...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "")).join(""));
  const named = (name) =>
    [...within().querySelectorAll("*")].filter(
      (one) => (own(one) === name || (one.children.length < 12 && plain(one.textContent) === name)) && isVisible(one),
    );
  const near = (element) => Math.abs(element.getBoundingClientRect().top);
  globalThis.reader = {
    isVisible,
    named,
    plain,
    /** Whether text is visible, in the part of the page that the reader is at. */
    shows: (text) => {
      const wanted = plain(text);
      const walker = document.createTreeWalker(within(), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (plain(node.data).includes(wanted) && isVisible(parent)) return true;
        const block = parent.closest("p, li, h1, h2, h3, dd, td, pre, code") ?? parent;
        if (block !== parent && plain(block.textContent).includes(wanted) && isVisible(block)) return true;
      }
      return false;
    },
    /** Clicks the first closed part after the nearest element with a name. Returns whether there is one. */
    open: (name) => {
      const start = named(name).sort((a, b) => near(a) - near(b))[0];
      if (!start) {
        // Some tools show only the first fields of a list.
        const more = [...within().querySelectorAll("button, [role=button]")].find(
          (one) => isVisible(one) && /^\+? ?(show|see|view)\b.*\b(more|additional|all)\b/i.test(plain(one.textContent)),
        );
        more?.click();
        return more !== undefined;
      }
      const closed = [...within().querySelectorAll("summary, button, [role=button], [aria-expanded=false]")].filter(
        (one) =>
          isVisible(one) &&
          (one.matches("[aria-expanded=false]:not([aria-haspopup])") ||
            one.matches("details:not([open]) > summary") ||
            /^(\+|show|expand)/i.test(plain(one.textContent))) &&
          (start.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING || one.contains(start)),
      );
      closed[0]?.click();
      return closed.length > 0;
    },
  };
};

/** Waits until text is visible. Returns the milliseconds, or `null` after a time limit. */
export async function appears(page, text, limit = 15_000) {
  const start = Date.now();
  const shown = await page
    .waitForFunction((text) => globalThis.reader?.shows(text), text, { timeout: limit, polling: 50 })
    .catch(() => null);
  return shown && Date.now() - start;
}

/** Opens fields until a text is visible. Returns the number of clicks, or `null`. */
export async function reveal(page, names, text) {
  let clicks = 0;
  for (const [at, name] of names.entries()) {
    const next = names[at + 1] ?? text;
    for (let tries = 0; tries < 4; tries += 1) {
      const isThere = await page.evaluate(
        ([next, isName]) => (isName ? globalThis.reader.named(next).length > 0 : globalThis.reader.shows(next)),
        [next, at + 1 < names.length],
      );
      if (isThere) break;
      if (!(await page.evaluate((name) => globalThis.reader.open(name), name))) return null;
      clicks += 1;
      await page.waitForTimeout(250);
      if (tries === 3) return null;
    }
  }
  return clicks;
}

/** Follows steps, each one click. Returns the number of clicks, or `null` if a step is impossible. */
export async function follow(page, steps) {
  if (!steps) return null;
  for (const { css, role, name, text } of steps) {
    const found = css ? page.locator(css) : role ? page.getByRole(role, { name }) : page.getByText(text);
    const first = found.filter({ visible: true }).first();
    try {
      await first.click({ timeout: 3000 });
    } catch {
      return null;
    }
    await page.waitForTimeout(300);
  }
  return steps.length;
}

/** Searches for words. Returns the texts of the results, and the milliseconds from the last key to the first result. */
export async function search(page, tool, words) {
  for (const key of tool.search.keys) await page.keyboard.press(key);
  await page.waitForTimeout(600);
  await page.keyboard.type(words, { delay: 15 });
  const start = Date.now();
  const results = page.locator(tool.search.first).filter({ visible: true });
  await results
    .first()
    .waitFor({ timeout: 4000 })
    .catch(() => null);
  const time = Date.now() - start;
  await page.waitForTimeout(700);
  return { texts: (await results.allTextContents()).slice(0, 5), time };
}
