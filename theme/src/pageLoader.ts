/**
 * The store of pages: fetched at most once per page view, by whoever asks first.
 *
 * It knows what a missing page is and what a broken one; what to do about either is the router's to decide. Navigation
 * trees, which pages share, are kept here too.
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
import { preloadIslands } from "./islands/table.ts";
import { type Addresses, canonicalPath, chunkUrl } from "./site.ts";
import { loadStyles } from "./styles.ts";

/** A page that has moved; docgen writes these in the place of a chunk. */
export interface Moved {
  redirect: string;
  /** Whether that is no page of the site. */
  document?: boolean;
}

export type Loaded = Page | Moved | null;

/** Bytes that pages may still take which nobody has asked for yet. */
export interface Allowance {
  left: number;
}

interface Entry {
  promise: Promise<Loaded>;
  at: number;
  /** What the page is loaded at the expense of; a reader who asks for it need not wait for another try. */
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
      // What React's `use` reads: with these it need not wait another turn for what is there.
      promise.status = "fulfilled";
      promise.value = tree;
      resolve(tree);
    },
  };
}

/** How long a page is taken as it is; after that the host is asked again (and mostly says that nothing changed). */
const fresh = 5 * 60_000;

const isMissing = (response: Response) =>
  [403, 404, 410].includes(response.status) ||
  (response.ok && (response.headers.get("content-type") ?? "").includes("text/html"));

/** The keys of the categories that lead to a node of a tree, its own the last; none where it isn't in the tree. */
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

/** A page is there, and something that it needs is not. */
export class Incomplete extends LoadError {
  constructor(
    readonly page: Page,
    cause: unknown,
  ) {
    super(`${page.path} is there, and a part of it is not`, { cause });
  }
}

async function request(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new LoadError(`${url} could not be reached`, { cause });
  }
  if (!response.ok && !isMissing(response)) throw new LoadError(`${url} was answered with ${response.status}`);
  return response;
}

/** The text of an answer. Rejects once an allowance is used up, which may be lifted while the text arrives. */
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
    throw new LoadError(`${response.url} does not hold what it should`, { cause });
  }
}

const unloaded = (error: unknown) => console.warn("docgen: the navigation did not load.", error);

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

  /** Takes the page that the document itself holds. */
  put(page: Page): void {
    this.entries.set(page.path, { promise: Promise.resolve(page), at: Date.now(), allowance: undefined });
  }

  has(path: string): boolean {
    const entry = this.entries.get(path);
    return entry !== undefined && Date.now() - entry.at < fresh;
  }

  /** The page at a canonical path; `null` where there is none. Rejects with a `LoadError`. */
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

  /** Forgets a page, so that it is fetched anew. */
  forget(path: string): void {
    this.entries.delete(path);
  }

  /** Forgets every page and, where the navigation is another, its trees; what shows stays until the new is there. */
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
      if (chunk.html === undefined) throw new TypeError("chunk.html is not a string");
      return chunk as Page;
    };
    return json<Loaded>(response, parse, allowance);
  }

  /** All a page needs to show at once: itself, its navigation tree, the code of its islands. */
  async loadWhole(path: string): Promise<Loaded> {
    const page = await this.load(path, { priority: "high" });
    if (page && "kind" in page) {
      await this.complete(page).catch((error: unknown) => {
        throw new Incomplete(page, error);
      });
    }
    return page;
  }

  private async complete(page: Chunk): Promise<void> {
    await Promise.all([
      page.sidebar && this.tree(page.sidebar),
      preloadIslands(page.islands ?? []),
      loadStyles(page.styles ?? []),
    ]);
  }

  /**
   * Whether there is a page where there is no chunk: a deployment may be half done, a host may refuse the file, or lead
   * elsewhere by a rule of its own.
   */
  async hasDocument(path: string): Promise<boolean> {
    const response = await fetch(path, { redirect: "manual", cache: "no-cache" }).catch(() => null);
    if (response?.type === "opaqueredirect") return true;
    if (!response?.ok) return false;
    try {
      return readPage(new DOMParser().parseFromString(await response.text(), "text/html")).path === path;
    } catch {
      // What else a host answers with is not the site's.
      return false;
    }
  }

  /** The page for addresses without one, which has no chunk: it is read from its shell. */
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
   * A sidebar's tree with all that is beside a way through it. Its file may have been replaced since the index was read,
   * so a missing one is looked up again.
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

  /** Fetches what lies in a category of a large tree, and puts it into the node. What failed can be asked for again. */
  fill(node: NavNode): Promise<void> | undefined {
    if (node.part) node.filled ??= this.fetchPart(node).finally(() => delete node.filled);
    return node.filled;
  }

  /** The same. Where a deployment has replaced the file, the node gets what lies there in the tree of today. */
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

  /** What lies at the end of a way through a tree, with all that is beside the way. */
  private async walk(nodes: NavNode[] | undefined, trail: readonly string[]): Promise<NavNode[]> {
    for (const key of trail) {
      const node: NavNode | undefined = nodes?.find((one) => one.key === key);
      await (node && this.fill(node));
      nodes = node?.items;
    }
    return nodes ?? [];
  }

  /** The same for the sidebar itself. */
  open(node: NavNode): Promise<void> | undefined {
    return this.fill(node)?.catch(unloaded);
  }

  /**
   * A sidebar's tree for the sidebar itself, which shows what was prerendered as long as there is nothing better: a
   * tree that cannot be had leaves this waiting for one that can, at the latest with the next page.
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
    if (!response || isMissing(response)) throw new LoadError(`there is no navigation tree ${id}`);
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

/** The page that a document holds: its inlined chunk, and the body as it stands in the article. */
export function readPage(from: Document): Page {
  const data = from.getElementById("docgen-page")?.textContent;
  const article = from.querySelector("#docgen-root .article");
  if (!data || !article) throw new LoadError("the document holds no page");
  return { ...parseChunk(JSON.parse(data)), html: article.innerHTML };
}
