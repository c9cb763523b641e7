/**
 * The page store. Each page is fetched at most once per page view, regardless of which code requests the page.
 *
 * The store distinguishes missing pages from broken pages, and the router handles both. The store also contains
 * navigation trees, which pages share.
 */

import {
  type Chunk,
  type NavNode,
  type NavTree,
  type Page,
  parseChunk,
  parseNavTree,
  parseSiteIndex,
  type SiteIndex,
} from "./chunk.ts";
import { loadClient } from "./client/load.ts";
import { preloadIslands } from "./islands/table.ts";
import { type Addresses, canonicalPath, chunkUrl } from "./site.ts";
import { loadStyles } from "./styles.ts";

/** A page that has moved. docgen writes this data instead of the page's chunk. */
export interface Moved {
  redirect: string;
  /** Whether the target isn't a page on the site. */
  document?: boolean;
}

export type Loaded = Page | Moved | null;

/** The number of bytes that can still be read for prefetched pages. */
export interface Allowance {
  left: number;
}

interface Entry {
  promise: Promise<Loaded>;
  at: number;
  /**
   * The allowance for the request. Absent if the reader has opened the page. In this case, the request isn't limited.
   */
  allowance: Allowance | undefined;
}

/** A page's place in a sidebar. */
type Place = NonNullable<Chunk["sidebar"]>;

interface Shown {
  promise: Promise<NavTree>;
  arrive(tree: NavTree): void;
}

function createShown(): Shown {
  let resolve: (tree: NavTree) => void = () => {};
  const promise: Promise<NavTree> & { status?: string; value?: NavTree } = new Promise((kept) => {
    resolve = kept;
  });
  return {
    promise,
    arrive(tree) {
      // React's `use` reads these fields and therefore doesn't wait for a value that is already available.
      promise.status = "fulfilled";
      promise.value = tree;
      resolve(tree);
    },
  };
}

/** How long a page is fresh, in milliseconds. After this time, the page is revalidated with the host. */
const fresh = 5 * 60_000;

const isMissing = (response: Response) =>
  [403, 404, 410].includes(response.status) ||
  (response.ok && (response.headers.get("content-type") ?? "").includes("text/html"));

/**
 * Returns the keys of the categories that lead to a node, including the node's own key. If the tree doesn't contain the
 * node, returns `undefined`.
 */
function trailTo(nodes: readonly NavNode[], node: NavNode): string[] | undefined {
  for (const one of nodes) {
    const below = one === node ? [] : one.items && trailTo(one.items, node);
    if (below) return [one.key, ...below];
  }
  return undefined;
}

export class LoadError extends Error {
  override name = "LoadError";
}

/** A failure to load something that a loaded page needs. */
export class Incomplete extends LoadError {
  constructor(
    readonly page: Page,
    cause: unknown,
  ) {
    super(`${page.path} is loaded, but a part of it can't be loaded`, { cause });
  }
}

async function request(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new LoadError(`${url} can't be reached`, { cause });
  }
  if (!response.ok && !isMissing(response)) throw new LoadError(`${url} responded with status ${response.status}`);
  return response;
}

/**
 * Reads the text of a response. Rejects when the allowance is used up, unless the allowance has been removed in the
 * meantime.
 */
async function read(response: Response, allowance: () => Allowance | undefined): Promise<string> {
  const reader = allowance() && response.body?.getReader();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const own = allowance();
    if (own) own.left -= part.value.length;
    if (own && own.left < 0) {
      await reader.cancel();
      throw new LoadError(`${response.url} is too large to load ahead`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

async function json<Value>(
  response: Response,
  parse: (value: unknown) => Value,
  allowance: () => Allowance | undefined = () => undefined,
): Promise<Value> {
  const text = await read(response, allowance);
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw new LoadError(`${response.url} has invalid content`, { cause });
  }
}

const unloaded = (error: unknown) => console.warn("docgen: the navigation can't be loaded.", error);

export class PageLoader {
  private readonly entries = new Map<string, Entry>();
  private readonly trees = new Map<string, Promise<NavTree>>();
  private readonly shown = new Map<string, Shown>();
  private index: Promise<SiteIndex> | undefined;
  private notFound: Promise<Page> | undefined;
  private readonly addresses: Addresses;

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** Stores the page that the document itself contains. */
  put(page: Page): void {
    this.entries.set(page.path, { promise: Promise.resolve(page), at: Date.now(), allowance: undefined });
  }

  has(path: string): boolean {
    const entry = this.entries.get(path);
    return entry !== undefined && Date.now() - entry.at < fresh;
  }

  /**
   * Returns the page at a canonical path. If there's no such page, returns `null`. Rejects with a `LoadError` if
   * loading fails.
   */
  load(path: string, init: RequestInit = {}, allowance?: Allowance): Promise<Loaded> {
    const known = this.entries.get(path);
    if (known && this.has(path)) {
      if (!allowance) known.allowance = undefined;
      return known.promise;
    }
    const promise = this.fetch(path, init, () => entry.allowance);
    const entry: Entry = { promise, at: Date.now(), allowance };
    this.entries.set(path, entry);
    promise.catch(() => this.forget(path));
    return promise;
  }

  /** Drops a page so that the page is fetched again. */
  forget(path: string): void {
    this.entries.delete(path);
  }

  /** Drops every page and, if the navigation changed, all trees. The current page stays until the new one is loaded. */
  renew(navigation: boolean): void {
    this.entries.clear();
    this.notFound = undefined;
    if (!navigation) return;
    this.index = undefined;
    this.trees.clear();
    this.shown.clear();
  }

  private async fetch(path: string, init: RequestInit, allowance: () => Allowance | undefined): Promise<Loaded> {
    const response = await request(chunkUrl(path, this.addresses), init);
    if (isMissing(response)) return null;
    const parse = (value: unknown) => {
      if (typeof (value as Partial<Moved>).redirect === "string") return value as Moved;
      const chunk = parseChunk(value);
      if (chunk.html === undefined) throw new TypeError("chunk.html: expected a string");
      return chunk as Page;
    };
    return json<Loaded>(response, parse, allowance);
  }

  /** Loads everything that a page needs: its data, its navigation tree, and the code of its islands. */
  async loadWhole(path: string): Promise<Loaded> {
    const page = await this.load(path, { priority: "high" });
    if (page && "kind" in page) {
      await this.complete(page).catch((error: unknown) => {
        throw new Incomplete(page, error);
      });
    }
    return page;
  }

  private async complete(page: Page): Promise<void> {
    await Promise.all([
      page.sidebar && this.tree(page.sidebar),
      preloadIslands(page.islands ?? []),
      page.html.includes("<slot data-client") && loadClient(),
      loadStyles(page.styles ?? []),
    ]);
  }

  /**
   * Whether a page exists even though its chunk is missing. For example, a deployment might be incomplete, or the host
   * might reject or redirect the request.
   */
  async hasDocument(path: string): Promise<boolean> {
    const response = await fetch(path, { redirect: "manual", cache: "no-cache" }).catch(() => null);
    if (response?.type === "opaqueredirect") return true;
    if (!response?.ok) return false;
    try {
      return readPage(new DOMParser().parseFromString(await response.text(), "text/html")).path === path;
    } catch {
      // A response that can't be parsed isn't from the site.
      return false;
    }
  }

  /** Loads the not-found page from its shell, because the page has no chunk. */
  missing(): Promise<Page> {
    this.notFound ??= request(`${this.addresses.baseUrl}404.html`)
      .then((response) => response.text())
      .then((text) => readPage(new DOMParser().parseFromString(text, "text/html")));
    this.notFound.catch(() => {
      this.notFound = undefined;
    });
    return this.notFound;
  }

  /**
   * Loads a sidebar's tree, including the items of every category on a path through the tree. The tree's file might
   * have been replaced after the index was read, so if the file is missing, the index is read again.
   */
  async tree({ id, trail }: Place): Promise<NavTree> {
    let known = this.trees.get(id);
    if (!known) {
      known = this.fetchTree(id);
      known.catch(() => this.trees.delete(id));
      this.trees.set(id, known);
    }
    const tree = await known;
    await this.walk(tree.items, trail);
    this.show(id).arrive(tree);
    return tree;
  }

  /**
   * Loads the items of a category in a large tree into the category's node. After a failure, this function can be
   * called again.
   */
  fill(node: NavNode): Promise<void> | undefined {
    if (node.part) node.filled ??= this.fetchPart(node).finally(() => delete node.filled);
    return node.filled;
  }

  /**
   * Loads the items of a category into the category's node. If a deployment has replaced the file, the items come from
   * the new tree.
   */
  private async fetchPart(node: NavNode): Promise<void> {
    const response = await this.file(`immutable/${node.part}`);
    let items: NavNode[] | undefined;
    for (const [id, known] of isMissing(response) ? this.trees : []) {
      const trail = trailTo((await known).items, node);
      if (trail) items = await this.walk((await this.fetchTree(id, true)).items, trail);
    }
    node.items = items ?? (await json(response, parseNavTree)).items;
    delete node.part;
  }

  /** Loads the items of every category on a path through a tree and returns the items at the end of the path. */
  private async walk(nodes: NavNode[] | undefined, trail: readonly string[]): Promise<NavNode[]> {
    for (const key of trail) {
      const node: NavNode | undefined = nodes?.find((one) => one.key === key);
      await (node && this.fill(node));
      nodes = node?.items;
    }
    return nodes ?? [];
  }

  /** Like `fill`, but for the sidebar itself: a failure is only logged. */
  open(node: NavNode): Promise<void> | undefined {
    return this.fill(node)?.catch(unloaded);
  }

  /**
   * Loads the tree for a sidebar. The sidebar shows the prerendered items until the tree is available. If the tree
   * can't be loaded, the promise stays pending until a later attempt succeeds. Each time the reader opens a page,
   * another attempt starts.
   */
  shownTree(place: Place): Promise<NavTree> {
    const { promise } = this.show(place.id);
    this.tree(place).catch(unloaded);
    return promise;
  }

  private show(id: string): Shown {
    let shown = this.shown.get(id);
    if (!shown) {
      shown = createShown();
      this.shown.set(id, shown);
    }
    return shown;
  }

  private async fetchTree(id: string, anew = false): Promise<NavTree> {
    let response = anew ? null : await this.requestTree(id);
    if (!response || isMissing(response)) {
      this.index = undefined;
      response = await this.requestTree(id, { cache: "reload" });
    }
    if (!response || isMissing(response)) throw new LoadError(`the navigation tree ${id} doesn't exist`);
    return json(response, parseNavTree);
  }

  private file(name: string, init?: RequestInit): Promise<Response> {
    return request(`${this.addresses.baseUrl}_docgen/${name}`, init);
  }

  private async requestTree(id: string, init?: RequestInit): Promise<Response | null> {
    this.index ??= this.file("site.json", init).then((response) => json(response, parseSiteIndex));
    this.index.catch(() => {
      this.index = undefined;
    });
    const file = (await this.index).nav[id];
    return file === undefined ? null : this.file(`immutable/${file}`);
  }

  canonical(path: string): string {
    return canonicalPath(path, this.addresses);
  }
}

/** Returns the page in a document: the inlined chunk and the body in the article. */
export function readPage(from: Document): Page {
  const data = from.getElementById("docgen-page")?.textContent;
  const article = from.querySelector("#docgen-root .article");
  if (!data || !article) throw new LoadError("the document contains no page");
  return { ...parseChunk(JSON.parse(data)), html: article.innerHTML };
}
