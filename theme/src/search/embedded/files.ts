/**
 * The index files. Each file is fetched at most once. A failed request is retried the next time the file is needed. If
 * a file is missing, the site has probably been redeployed, so the header is fetched again, and the query is repeated.
 */

import { type Card, isCards } from "./hits.ts";
import { Damaged, readShard, readWords, type Shard, type WordList } from "./shard.ts";
import { unpack } from "./unpack.ts";

const format = 2;

/** The timeout for a file, in milliseconds. */
const patience = 20_000;

/** The time that files are fresh, in milliseconds. After this time, the files are revalidated with the host. */
const fresh = 5 * 60_000;

/** An entry for an index in the header. */
export interface Entry {
  language: string;
  tag: string;
  folder: string;
  manifest: string;
}

/** The files that contain sorted words: each file's lower bound, and the hash in the file's name. */
export interface Ranges {
  from: string[];
  hash: string[];
}

/** The parts of an index's header that a search needs. */
export interface Manifest {
  records: number;
  docs: number;
  cards: string;
  shift: number;
  /** The compression dictionary for the card files. */
  dictionary: Uint8Array;
  shards: Ranges;
  spelling: Ranges;
  /** The same words as in `spelling`, with their characters reversed. */
  endings: Ranges;
  common: Set<string>;
  boosts: Map<number, number>;
  synonyms: Map<string, string[]>;
}

/** Thrown if a file doesn't exist even though the header lists it. */
export class Gone extends Error {}

const isTexts = (data: unknown): data is string[] =>
  Array.isArray(data) && data.every((one) => typeof one === "string");

function isRanges(data: unknown): data is Ranges {
  const { from, hash } = (data ?? {}) as Partial<Ranges>;
  return isTexts(from) && isTexts(hash) && from.length === hash.length;
}

function readHeader(data: unknown): Entry[] {
  const { version, indexes } = (data ?? {}) as { version?: unknown; indexes?: unknown };
  if (version !== format) throw new Error(`the search index has format ${String(version)}, expected ${format}`);
  const isEntry = (one: Partial<Entry> | null) => isTexts([one?.language, one?.tag, one?.folder, one?.manifest]);
  if (!Array.isArray(indexes) || !indexes.every(isEntry)) throw new Damaged("its header is invalid");
  return indexes as Entry[];
}

function readManifest(data: unknown): Manifest {
  const { version, records, docs, cards, shift, dictionary, shards, spelling, endings, common, boosts, synonyms } =
    (data ?? {}) as Record<string, unknown>;
  const isNumber = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 2 ** 28;
  const isPair = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(isNumber);
  if (
    version !== format ||
    !(isNumber(records) && isNumber(docs) && isNumber(shift) && shift <= 16) ||
    typeof cards !== "string" ||
    typeof dictionary !== "string" ||
    !(isRanges(shards) && isRanges(spelling) && isRanges(endings) && isTexts(common)) ||
    !(Array.isArray(boosts) && boosts.every(isPair)) ||
    !(typeof synonyms === "object" && synonyms !== null && Object.values(synonyms).every(isTexts))
  ) {
    throw new Damaged("its list of files is invalid");
  }
  return {
    ...{ records, docs, cards, shift, shards, spelling, endings },
    dictionary: new TextEncoder().encode(dictionary),
    common: new Set(common),
    boosts: new Map(boosts as [number, number][]),
    synonyms: new Map(Object.entries(synonyms as Record<string, string[]>)),
  };
}

const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));

/** Reads the index files at a URL. */
export class Files {
  private readonly known = new Map<string, Promise<unknown>>();
  /** The time when the first file was fetched. */
  private since = 0;

  constructor(private readonly base: string) {}

  /** Returns the indexes. Every query starts with this call. */
  header(): Promise<Entry[]> {
    if (Date.now() - this.since > fresh) this.forget();
    return this.keep("index.json", async () => readHeader(await (await this.fetch("index.json", "no-cache")).json()));
  }

  manifest({ folder, manifest }: Entry): Promise<Manifest> {
    return this.keep(`${folder}/${manifest}`, async (path) => readManifest(await this.read(path, json)));
  }

  shard({ folder }: Entry, { shards }: Manifest, index: number): Promise<Shard> {
    const path = `${folder}/${index}.${shards.hash[index] ?? ""}.bin`;
    return this.keep(path, (path) => this.read(path, readShard));
  }

  /**
   * Returns a list of spelling words. In `s` lists, words have their normal spelling. In `e` lists, the characters of
   * each word are reversed.
   */
  words({ folder }: Entry, kind: "s" | "e", { hash }: Ranges, index: number): Promise<WordList> {
    const path = `${folder}/${kind}${index}.${hash[index] ?? ""}.bin`;
    return this.keep(path, (path) => this.read(path, readWords));
  }

  async card({ folder }: Entry, { cards, shift, dictionary }: Manifest, record: number): Promise<Card> {
    const file = record >> shift;
    const all = await this.keep(`${folder}/${cards}/${file}.bin`, async (path) => {
      // When a text changes, the file's name stays the same. Therefore, revalidate the file regardless of the host's
      // headers.
      const data = await this.read(path, json, dictionary, "no-cache");
      if (!isCards(data)) throw new Damaged("a text file is invalid");
      return data;
    });
    const card = all[record - (file << shift)];
    if (!card) throw new Damaged("a text is missing");
    return card;
  }

  /** Drops all files so that the next query fetches them again. */
  forget(): void {
    this.known.clear();
    this.since = Date.now();
  }

  private keep<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
    const known = this.known.get(path) as Promise<T> | undefined;
    if (known) return known;
    const made = read(path);
    this.known.set(path, made);
    made.catch(() => {
      if (this.known.get(path) === made) this.known.delete(path);
    });
    return made;
  }

  private async read<T>(
    path: string,
    read: (plain: Uint8Array) => T,
    dictionary?: Uint8Array,
    cache: RequestCache = "default",
  ): Promise<T> {
    const response = await this.fetch(path, cache);
    return unpack(new Uint8Array(await response.arrayBuffer()), dictionary, read);
  }

  private async fetch(path: string, cache: RequestCache): Promise<Response> {
    const response = await fetch(this.base + path, { cache, signal: AbortSignal.timeout(patience) });
    if (response.status === 404 || response.status === 410) throw new Gone(`${path} is gone`);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response;
  }
}
