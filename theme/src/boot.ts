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
  /** The texts of this script as JSON, put in place by the build. */
  const TEXTS_OF_BOOT: string;

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
  await load().catch(recover);
}

const load = async () => {
  app = await import("./main.tsx");
};

/** The document as the host has it now. */
const latest = async () => {
  const response = await fetch(location.href, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
};

/**
 * The page is finished HTML and stays. A new deployment has replaced its app where the same page begins with another
 * script now, which a load of the document brings, once. Else the reader is offered another try.
 */
async function recover(error: unknown): Promise<void> {
  console.warn("docgen: the app did not load.", error);
  const here = location.pathname + location.search + location.hash;
  try {
    const isReplaced = !(await latest()).includes(new URL(import.meta.url).pathname);
    if (isReplaced && sessionStorage.getItem(kept) !== here) {
      sessionStorage.setItem(kept, here);
      location.reload();
      return;
    }
  } catch {
    // The host is out of reach, or nothing can be remembered.
  }
  offer();
}

/** As in `recover.ts`: where a load of the whole page has been tried. */
const kept = "docgen.reload";

/** Says so at the foot of the window: what the app does can't be had before, so this is written without it. */
function offer(): void {
  const data = document.getElementById("docgen-site")?.textContent;
  const texts = { ...JSON.parse(TEXTS_OF_BOOT), ...(data && JSON.parse(data).messages) } as Record<string, string>;
  const notice = Object.assign(document.createElement("div"), { className: "notice" });
  const part = Object.assign(document.createElement("div"), { className: "part-failed", role: "alert" });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: texts.retry });
  button.addEventListener("click", () => {
    notice.remove();
    // Where a module stays broken, only another document helps.
    load().catch(() => latest().then(() => location.reload(), offer));
  });
  part.append(Object.assign(document.createElement("p"), { textContent: texts.part_failed }), button);
  notice.append(part);
  document.body.append(notice);
}

// Its absence tells the start page that scripts do not load, so it is there before the app is.
window.docgen = Object.freeze({
  prefetch: (path: string) => app?.prefetch(path) ?? false,
  preload: (path: string) => app?.preload(path) ?? false,
});

void start();
