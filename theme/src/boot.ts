/**
 * The first script of every page, a few hundred bytes: the page is finished HTML, so all that it can do without waits
 * until the browser has painted it, instead of taking the connection from its styles and its font.
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

const after = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const painted = () => new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));

async function start(): Promise<void> {
  if (document.visibilityState !== "hidden") {
    // A window that another covers may never be painted either, and a font may never come.
    await Promise.race([painted(), after(3000)]);
    await Promise.race([document.fonts.ready, after(1000)]);
  }
  const href = document.querySelector<HTMLScriptElement>("script[data-late-styles]")?.dataset.lateStyles;
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const src = document.querySelector<HTMLScriptElement>("script[data-container]")?.dataset.container;
  if (src) document.head.append(Object.assign(document.createElement("script"), { src, async: true }));
  app = await import("./main.tsx");
}

// Its absence tells the start page that scripts do not load, so it is there before the app is.
window.docgen = Object.freeze({
  prefetch: (path: string) => app?.prefetch(path) ?? false,
  preload: (path: string) => app?.preload(path) ?? false,
});

void start();
