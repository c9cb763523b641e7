/** Analytics: each provider's page views and events, with a fake provider script. */

import { describe, expect, test } from "vitest";
import { copying, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

type Seen = [string, ...unknown[]][];

interface Fake {
  config: string;
  script: string;
  /** The code of the fake script. Calls to `seen` are recorded. */
  body: string;
  view(url: string, title: string): unknown;
  /** The records of the first page view, if they differ from the records of other page views. */
  first?: unknown[];
  copy: unknown;
}

const tags = "https://www.googletagmanager.com";
/** Records everything in a queue, including items that are added later. */
const queue = (name: string) =>
  `const record = (entry) => seen("push", JSON.parse(JSON.stringify([...(entry.length === undefined ? [entry] : entry)])));
   window.${name}.forEach(record); window.${name}.push = (entry) => { record(entry); };`;

const fakes: Record<string, Fake> = {
  plausible: {
    config: 'provider = "plausible"\nid = "docs.example.com"',
    script: "https://plausible.io/js/script.manual.js",
    body: `if (document.querySelector("script[data-domain='docs.example.com']"))
      window.plausible = (name, options) => seen(name, options);`,
    view: (u) => ["pageview", { u }],
    copy: ["copy", { props: { what: "code" } }],
  },
  fathom: {
    config: 'provider = "fathom"\nid = "ABCDEFGH"',
    script: "https://cdn.usefathom.com/script.js",
    body: `if (document.querySelector("script[data-site=ABCDEFGH][data-auto=false]"))
      window.fathom = { trackPageview: ({ url }) => seen("view", url), trackEvent: (name) => seen("event", name) };`,
    view: (url) => ["view", url],
    copy: ["event", "copy"],
  },
  umami: {
    config: 'provider = "umami"\nid = "u-1"\nhost = "https://stats.example.com/"',
    script: "https://stats.example.com/script.js",
    body: `if (document.querySelector("script[data-website-id=u-1][data-auto-track=false]"))
      window.umami = { track: (of, data) => {
        const { website, url, title } = typeof of === "function" ? of({ website: "u-1" }) : {};
        seen(...(website ? ["view", website, url, title] : ["event", of, data]));
      } };`,
    view: (url, title) => ["view", "u-1", url, title],
    copy: ["event", "copy", { what: "code" }],
  },
  posthog: {
    config: 'provider = "posthog"\nid = "phc_1"',
    script: "https://us-assets.i.posthog.com/static/array.js",
    body: `window.posthog = { init: (id, { api_host, capture_pageview }) => seen("init", id, api_host, capture_pageview),
      capture: (name, { $current_url: url, title, what }) => seen(...(url ? [name, url, title] : [name, what])) };`,
    view: (url, title) => ["$pageview", url, title],
    copy: ["copy", "code"],
  },
  ga4: {
    config: 'provider = "ga4"\nid = "G-1"',
    script: `${tags}/gtag/js?id=G-1`,
    body: queue("dataLayer").replace("entry.length === undefined ? [entry] : entry", "entry"),
    view: (page_location, page_title) => ["push", ["event", "page_view", { page_title, page_location }]],
    copy: ["push", ["event", "copy", { what: "code" }]],
  },
  gtm: {
    config: 'provider = "gtm"\nid = "GTM-1"',
    script: `${tags}/gtm.js?id=GTM-1`,
    body: queue("dataLayer"),
    first: [],
    view: (page_location, page_title) => ["push", [{ event: "page_view", page_title, page_location }]],
    copy: ["push", [{ event: "copy", what: "code" }]],
  },
  matomo: {
    config: 'provider = "matomo"\nid = "3"\nhost = "https://example.org/matomo"',
    script: "https://example.org/matomo/matomo.js",
    body: queue("_paq"),
    view: (url, title) => [
      ["push", ["setCustomUrl", url]],
      ["push", ["setDocumentTitle", title]],
      ["push", ["trackPageView"]],
    ],
    copy: ["push", ["trackEvent", "docgen", "copy", "code"]],
  },
};

/** Returns the calls that report page views, without referrers. */
function views(seen: Seen): unknown[] {
  const text = seen.filter(([name, ...rest]) => {
    const all = JSON.stringify([name, ...rest]);
    return /page_?view|setCustomUrl|setDocumentTitle|"view"/i.test(all) && !all.includes("send_page_view");
  });
  return text.map((call) =>
    JSON.parse(JSON.stringify(call), (key, value: unknown) => (key === "page_referrer" ? undefined : value)),
  );
}

describe.each(Object.entries(fakes))("%s", async (_, fake) => {
  const host = await site("main", { append: `[analytics]\n${fake.config}\n` });

  test("each page is counted once, and events are forwarded", async () => {
    const { page, open, follow } = await read(host, {
      ...copying,
      before: [
        ...copying.before,
        () => {
          const calls: unknown[] = [];
          Object.assign(window, { calls, seen: (...call: unknown[]) => calls.push(call) });
        },
      ],
    });
    const asked: string[] = [];
    await page.route(fake.script, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: fake.body });
    });
    const seen = () => page.evaluate(() => (window as unknown as { calls: Seen }).calls);
    const expected = (path: string, title: string) => {
      const view = fake.view(host.url + path, title) as unknown[];
      return Array.isArray(view[0]) ? view : [view];
    };
    const first = fake.first ?? expected("/docs/start/", "Start | Harness");
    await open("/docs/start/");
    await expect.poll(async () => views(await seen())).toEqual(first);
    await page.getByText("heading on this page").click();
    await follow(page.locator(".sidebar a[href='/docs/code/']"), "Code");
    const both = [...first, ...expected("/docs/code/", "Code | Harness")];
    await expect.poll(async () => views(await seen())).toEqual(both);
    await page.locator(".code-copy").first().click();
    await expect.poll(seen).toContainEqual(fake.copy);
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    await page.goBack();
    await page.locator("h1", { hasText: "Code" }).waitFor();
    const back = expected("/docs/code/", "Code | Harness");
    await expect
      .poll(async () => views(await seen()))
      .toEqual([...both, ...expected("/docs/short/", "Short | Harness"), ...back]);
    expect(asked).toEqual([fake.script]);
    expect(await page.context().cookies()).toEqual([]);
  });
});
