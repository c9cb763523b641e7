/**
 * The first script on every page. The script is only a few kilobytes in size. The page is finished HTML, so all other
 * scripts wait until the browser has painted the page. Therefore, those scripts don't compete with the page's styles
 * and font. A hidden page is never painted, so its app starts immediately. The app also starts immediately if the
 * reader has already used a control that needs it.
 */

import type { ToolName } from "./agent/tools.ts";
import type {} from "./early/early.ts";
import { siteOf, startEarly } from "./early/take.ts";

/** The API for a page's own scripts and for agents. */
export interface Docgen {
  /** Returns `false` if there's nothing to do. */
  readonly prefetch: (path: string) => unknown;
  readonly preload: (path: string) => unknown;
  /** The tools for agents. For their inputs and answers, see `agent/tools.ts`. */
  readonly search: AgentTool;
  readonly read: AgentTool;
  readonly outline: AgentTool;
  readonly operations: AgentTool;
  readonly fill: AgentTool;
}

type AgentTool = (input?: object) => Promise<unknown>;

declare global {
  /** The strings for this script as JSON, which the build inserts. */
  const TEXTS_OF_BOOT: string;

  interface Window {
    docgen?: Docgen;
  }
}

let app: typeof import("./main.tsx") | undefined;

const after = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const painted = () => new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));

// A site's own template might not contain the script in the head.
window.docgenEarly ??= { events: [], take() {}, show() {} };
const early = window.docgenEarly;
let hear = () => {};
/** Resolves when the reader uses a control that needs the app. */
const used = new Promise<void>((done) => {
  hear = done;
});

async function start(): Promise<void> {
  if (document.visibilityState !== "hidden") {
    // Limit the waiting time, because a covered window might never be painted, and a font might never load.
    await Promise.race([painted(), after(3000), used]);
    await Promise.race([document.fonts.ready, after(1000), used]);
  }
  const href = document.querySelector<HTMLScriptElement>("script[data-late-styles]")?.dataset.lateStyles;
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const analytics = document.querySelector<HTMLScriptElement>("script[data-analytics]")?.dataset.analytics;
  if (analytics) import("./analytics/start.ts").then(({ start }) => start(JSON.parse(analytics)), console.warn);
  await load().catch(recover);
}

const load = async () => {
  app = await import("./main.tsx");
};

/** Fetches the current document from the host. */
const latest = async () => {
  const response = await fetch(location.href, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
};

/**
 * Handles a failure to load the app. The page is finished HTML and stays visible. If the page's script has changed on
 * the host, a new deployment has replaced the app, so the document is reloaded once. Otherwise, readers can retry.
 */
async function recover(error: unknown): Promise<void> {
  console.warn("docgen: the app can't be loaded.", error);
  early.ended = true;
  for (const control of early.held?.splice(0) ?? []) control.removeAttribute("data-held");
  const here = location.pathname + location.search + location.hash;
  try {
    const isReplaced = !(await latest()).includes(new URL(import.meta.url).pathname);
    if (isReplaced && sessionStorage.getItem(kept) !== here) {
      sessionStorage.setItem(kept, here);
      location.reload();
      return;
    }
  } catch {
    // The host is unreachable, or storage is unavailable.
  }
  offer();
}

/** The storage key for the URL that was reloaded. The key is the same as in `recover.ts`. */
const kept = "docgen.reload";

/**
 * Shows a notice with a retry button at the bottom of the window. The notice can't use the app's code, because the app
 * isn't available.
 */
function offer(): void {
  const { texts } = siteOf();
  const notice = Object.assign(document.createElement("div"), { className: "notice" });
  const part = Object.assign(document.createElement("div"), { className: "part-failed", role: "alert" });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: texts.retry });
  button.addEventListener("click", () => {
    notice.remove();
    // If the module still can't be loaded, only a reload helps.
    load().catch(() => latest().then(() => location.reload(), offer));
  });
  part.append(Object.assign(document.createElement("p"), { textContent: texts.part_failed }), button);
  notice.append(part);
  document.body.append(notice);
}

const tool =
  (name: ToolName): AgentTool =>
  async (input) =>
    (await import("./main.tsx")).agent(name, input);

/** The tools are inherited, so the object's own properties are the functions for pages. */
const tools = {
  search: tool("search"),
  read: tool("read"),
  outline: tool("outline"),
  operations: tool("operations"),
  fill: tool("fill"),
};

// Set `window.docgen` before the app loads. Without this object, the home page's banner reports that scripts can't be
// loaded.
window.docgen = Object.freeze(
  Object.assign(Object.create(tools) as typeof tools, {
    prefetch: (path: string) => app?.prefetch(path) ?? false,
    preload: (path: string) => app?.preload(path) ?? false,
  }),
);

startEarly(early, hear);
void start();
