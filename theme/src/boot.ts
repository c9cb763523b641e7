/**
 * The first script of every page, a few hundred bytes: the page is finished HTML, so the app waits until the browser
 * has painted it instead of taking the connection from styles and fonts.
 *
 * A page that nobody sees is never painted; its app starts at once.
 */

/** What pages' own scripts may call; both give `false` when there is nothing to do. */
export interface Docgen {
  readonly prefetch: (path: string) => unknown;
  readonly preload: (path: string) => unknown;
}

declare global {
  interface Window {
    docgen?: Docgen;
  }
}

let app: typeof import("./main.tsx") | undefined;

async function start(): Promise<void> {
  app = await import("./main.tsx");
}

// Its absence tells the start page that scripts do not load, so it is there before the app is.
window.docgen = Object.freeze({
  prefetch: (path: string) => app?.prefetch(path) ?? false,
  preload: (path: string) => app?.preload(path) ?? false,
});

if (document.visibilityState === "hidden") void start();
else requestAnimationFrame(() => setTimeout(start));
