/**
 * Prefetches pages. The targets of visible links load after the document has loaded. When the reader points at a link,
 * the link's target loads immediately. Nothing is prefetched on metered or slow connections.
 */

import type { Page } from "./chunk.ts";
import type { Allowance, PageLoader } from "./pageLoader.ts";

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** The maximum number of parallel prefetches. */
const lanes = 2;
/** The maximum number of bytes to prefetch per page view. */
const budget = 300 * 1024;

function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.includes("2g") === true;
}

function loaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }));
}

export interface Prefetcher {
  /**
   * If there's nothing to do, returns `false`. Otherwise, returns a promise that resolves when the page has loaded or
   * failed to load.
   */
  prefetch(path: string): Promise<void> | false;
  preload(path: string): Promise<void> | false;
  /** Returns a page, or `null` if there's no such page. On a slow connection, returns only loaded pages. */
  read(path: string): Promise<Page | null>;
  /** Starts a page view with a new budget. */
  renew(): void;
}

export function createPrefetcher(loader: PageLoader): Prefetcher {
  const prefetched = new Set<string>();
  const preloaded = new Set<string>();
  const waiting: { path: string; done: () => void }[] = [];
  let running = 0;
  let allowance: Allowance = { left: budget };

  // If the store has dropped a page, the page can be loaded again.
  const isKnown = (done: Set<string>, path: string) =>
    done.has(path) && (loader.has(path) || waiting.some((job) => job.path === path));

  const next = () => {
    while (running < lanes && allowance.left > 0) {
      const job = waiting.shift();
      if (!job) return;
      running += 1;
      load(job.path)
        .catch(() => {})
        .finally(() => {
          running -= 1;
          job.done();
          next();
        });
    }
  };

  const load = async (path: string) => {
    if (!loader.has(path)) await loader.load(path, { priority: "low" }, allowance);
  };

  return {
    prefetch(given) {
      const path = loader.canonical(given);
      if (isSlow() || isKnown(prefetched, path) || isKnown(preloaded, path)) return false;
      prefetched.add(path);
      return new Promise((done) => {
        waiting.push({ path, done });
        loaded().then(next);
      });
    },
    preload(given) {
      const path = loader.canonical(given);
      if (isSlow() || isKnown(preloaded, path)) return false;
      preloaded.add(path);
      return loader.loadWhole(path).then(
        () => {},
        // Allow another attempt when the reader points at the link again.
        () => void preloaded.delete(path),
      );
    },
    async read(given) {
      const path = loader.canonical(given);
      if (isSlow() && !loader.has(path)) return null;
      const loaded = await loader.load(path);
      return loaded && "html" in loaded ? loaded : null;
    },
    renew() {
      allowance = { left: budget };
      for (const job of waiting.splice(0)) {
        prefetched.delete(job.path);
        job.done();
      }
    },
  };
}
