/** Tests Google Analytics with a fake of the parts of Google's script that count page views. */

import { beforeEach, expect, test, vi } from "vitest";

interface Entry {
  event?: string;
  "gtm.newUrl"?: string;
}

let events: EventTarget;
let page: { location: URL; history: History; dataLayer?: unknown[] };
let counted: string[];

/** Imports a fresh module, and starts the provider as on the first page of a visit. */
async function start() {
  vi.resetModules();
  const { providerOf } = await import("../src/analytics/providers.ts");
  const provider = providerOf({ provider: "ga4", id: "G-1", host: "", script: "" });
  if (!provider) throw new Error("the provider is unknown");
  provider.start?.();
  return provider;
}

/** Imitates Google's script, which handles the queue and adds URL changes to the queue. */
function google({ countsHistory }: { countsHistory: boolean }): void {
  const { history } = page;
  const handle = (entry: unknown) => {
    const [command, name, data] = Array.from(entry as ArrayLike<unknown>);
    if (command === "event" && name === "page_view") counted.push((data as { page_location: string }).page_location);
    const { event, "gtm.newUrl": url } = entry as Entry;
    if (event === "gtm.historyChange-v2" && url && countsHistory) counted.push(url);
  };
  page.dataLayer ??= [];
  const queue = page.dataLayer;
  const last = queue.push;
  queue.push = (...entries: unknown[]) => {
    const length = last.apply(queue, entries);
    for (const entry of entries) handle(entry);
    return length;
  };
  for (const entry of [...queue]) handle(entry);
  const changed = (source: string) => {
    page.dataLayer?.push({
      event: "gtm.historyChange-v2",
      "gtm.historyChangeSource": source,
      "gtm.newUrl": page.location.href,
    });
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const own = history[name];
    history[name] = (...values: Parameters<typeof own>) => {
      own.apply(history, values);
      changed(name);
    };
  }
  events.addEventListener("popstate", () => changed("popstate"));
}

beforeEach(() => {
  events = new EventTarget();
  counted = [];
  const go = (_: unknown, __: string, to?: string | URL | null) => {
    page.location = new URL(to ?? "", page.location);
  };
  page = {
    location: new URL("https://docs.example/a/"),
    history: { pushState: go, replaceState: go } as unknown as History,
  };
  vi.stubGlobal("window", page);
});

test.for([true, false])("each page is counted once if Google counts changes of the URL: %s", async (countsHistory) => {
  const provider = await start();
  const view = (first: boolean) => provider.view({ url: page.location.href, title: "A", referrer: "", first });
  view(true);
  google({ countsHistory });
  page.history.pushState(null, "", "/b/");
  view(false);
  // A search changes the query, which isn't a page view.
  page.history.replaceState(null, "", "/b/?q=a");
  page.location = new URL("https://docs.example/a/");
  events.dispatchEvent(new Event("popstate"));
  view(false);
  expect(counted).toEqual(["https://docs.example/a/", "https://docs.example/b/", "https://docs.example/a/"]);
});

test("other entries of the queue are kept, in their order", async () => {
  await start();
  google({ countsHistory: true });
  const before = page.dataLayer?.length ?? 0;
  page.dataLayer?.push({ event: "consent" }, { event: "gtm.historyChange-v2" }, { event: "login" });
  expect(page.dataLayer?.slice(before)).toEqual([{ event: "consent" }, { event: "login" }]);
});
