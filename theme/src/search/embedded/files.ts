/**
 * The index files. Each file is fetched at most once. A failed request is retried the next time the file is needed. If
 * a file is missing, the site has probably been redeployed, so the header is fetched again, and the query is repeated.
 */

import {
  isNamed,
  isNames,
  isPassages,
  isTexts as isRecordTexts,
  isWhole,
  type Named,
  type Passage,
  type Whole,
} from "./hits.ts";
import { Damaged, readShard, readWords, type Shard, type WordList } from "./shard.ts";
import { unpack } from "./unpack.ts";

const format = 5;

/** The binary logarithm of the number of records in a block. */
const block = 6;

/** The timeout for a file, in milliseconds. */
const patience = 20_000;

/** How long files are fresh, in milliseconds. After this time, the files are revalidated with the host. */
const fresh = 5 * 60_000;

/** An entry for an index in the header. */
export interface Entry {
  language: string;
  tag: string;
  folder: string;
  manifest: string;
}

/** The files that contain sorted words: each file's lower bound and the hash in the file's name. */
export interface Ranges {
  from: string[];
  hash: string[];
}

/** Consecutive records in one of the site's sections: the first record, the section, and the kind of page. */
export type Group = [first: number, lvl0: string, kind: string];

/** The parts of an index's header that a search needs. */
export interface Manifest {
  records: number;
  docs: number;
  /** The site's sections, sorted by their first record. */
  groups: Group[];
  /**
   * All names, the hash in the name of the file with all names, or the sizes of the cards. If `sections` is false, the
   * sections' names are in the text files.
   */
  names: { all?: Named[][]; file?: string; cards?: string; sections: boolean };
  texts: string;
  shift: number;
  /** The compression dictionary for the text files. */
  dictionary: Uint8Array;
  shards: Ranges;
  spelling: Ranges;
  /** The same words as in `spelling`, with their characters reversed. */
  endings: Ranges;
  common: Set<string>;
  boosts: Map<number, number>;
  /** The records of untranslated pages. */
  copies: Set<number>;
  synonyms: Map<string, string[]>;
  /** General synonyms, which count less than the site's own synonyms. */
  similar: Map<string, string[]>;
}

/** Fetches a URL. */
export type Load = (url: string, init: RequestInit) => Promise<Response>;

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
  const { version, records, docs, groups, names, texts, shift, dictionary, ...words } = (data ?? {}) as Record<
    string,
    unknown
  >;
  const { shards, spelling, endings, common, boosts, synonyms, similar } = words;
  // Earlier versions of docgen don't write this list.
  const { copies = [] } = words;
  const isNumber = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 2 ** 28;
  const isPair = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(isNumber);
  const isGroups = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(isTexts);
  const isGroup = (one: unknown) => Array.isArray(one) && isNumber(one[0]) && isTexts(one.slice(1)) && one.length === 3;
  const isNameFiles = (one: unknown): one is Manifest["names"] => {
    const { all, file, cards, sections } = (one ?? {}) as Partial<Manifest["names"]>;
    const isOne = all ? isNames(all) : [file, cards].some((one) => typeof one === "string");
    return isOne && typeof sections === "boolean";
  };
  if (
    version !== format ||
    !(isNumber(records) && isNumber(docs) && isNumber(shift) && shift <= 16) ||
    !(Array.isArray(groups) && groups.every(isGroup) && isNameFiles(names)) ||
    typeof texts !== "string" ||
    typeof dictionary !== "string" ||
    !(isRanges(shards) && isRanges(spelling) && isRanges(endings) && isTexts(common)) ||
    !(Array.isArray(boosts) && boosts.every(isPair) && Array.isArray(copies) && copies.every(isPair)) ||
    !(Array.isArray(similar) && similar.every(isGroups)) ||
    !(typeof synonyms === "object" && synonyms !== null && Object.values(synonyms).every(isTexts))
  ) {
    throw new Damaged("its list of files is invalid");
  }
  return {
    ...{ records, docs, groups: groups as Group[], names, texts, shift, shards, spelling, endings },
    dictionary: new TextEncoder().encode(dictionary),
    common: new Set(common),
    boosts: new Map(boosts as [number, number][]),
    copies: new Set((copies as [number, number][]).flatMap(([from, to]) => range(from, to))),
    synonyms: new Map(Object.entries(synonyms as Record<string, string[]>)),
    similar: similarOf(similar as [string[], string[]][]),
  };
}

/** Returns the numbers in a range. */
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Maps each word to the other words in its groups, except words that aren't in the index. */
function similarOf(groups: [known: string[], others: string[]][]): Map<string, string[]> {
  const similar = new Map<string, string[]>();
  for (const [known, words] of groups) {
    for (const word of known.concat(words)) {
      const others = known.filter((other) => other !== word);
      similar.set(word, [...(similar.get(word) ?? []), ...others]);
    }
  }
  return similar;
}

/** The first character that stands for the size of a card. */
const firstSize = 0x23;

/** Returns the size of a card in bytes, as in `src/search/build/read.rs`. */
const sizeOf = (code: number) => (code > 0 ? (8 + (code & 7)) * 2 ** (code >> 3) : 0);

/** Reads a card, which is padded. If a text file was replaced, the sizes in the manifest don't match it. */
function readCard(bytes: Uint8Array, dictionary: Uint8Array): Whole {
  try {
    const padding = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
    const data = unpack(bytes.subarray(4 + padding), dictionary, json);
    if (isWhole(data)) return data;
  } catch {
    // Report this error below.
  }
  throw new Gone("the search index is damaged: a card is invalid");
}

/** Returns the names and the texts of a record, based on its passages. */
function contentOf(href: string, title: string, passages: readonly Passage[]): { named: Named; texts: string[] } {
  const sections = passages.map(([level, anchor, heading, text]): Named[2][number] => {
    return [level, anchor, heading, Number(text !== "")];
  });
  return { named: [href, title, sections], texts: passages.map(([, , , text]) => text) };
}

const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));

/** The index files at a URL. */
export class Files {
  private readonly known = new Map<string, Promise<unknown>>();
  /** The names that were in term files or on cards, by index and record. */
  private readonly named = new Map<string, Named>();
  /** Whether the host sends parts of files. */
  private isPartial = true;
  /** The time when the first file was fetched. */
  private since = 0;

  constructor(
    private readonly base: string,
    private readonly load: Load,
  ) {}

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
    return this.keep(path, async (path) => {
      const shard = await this.read(path, readShard);
      for (const [record, named] of shard.names ?? []) {
        if (!isNamed(named)) throw new Damaged("a name is invalid");
        const key = `${folder}/${record}`;
        // A card contains more names.
        if (!this.named.has(key)) this.named.set(key, named);
      }
      return shard;
    });
  }

  /**
   * Returns a list of spelling words. In `s` lists, words have their normal spelling. In `e` lists, the characters of
   * each word are reversed.
   */
  words({ folder }: Entry, kind: "s" | "e", { hash }: Ranges, index: number): Promise<WordList> {
    const path = `${folder}/${kind}${index}.${hash[index] ?? ""}.bin`;
    return this.keep(path, (path) => this.read(path, readWords));
  }

  /** Returns all records with their names. If the names aren't in a single file, returns `null`. */
  async allNames(entry: Entry, manifest: Manifest): Promise<[record: number, named: Named][] | null> {
    if (manifest.names.cards !== undefined) return null;
    const blocks = await this.nameFile(entry, manifest);
    return blocks.flatMap((records, index) =>
      records.map((named, place): [number, Named] => [(index << block) + place, named]),
    );
  }

  /** Returns the names of a record if a loaded file contains them or if all names are in one file. */
  async knownNames(entry: Entry, manifest: Manifest, record: number): Promise<Named | undefined> {
    if (manifest.names.cards !== undefined) return this.named.get(`${entry.folder}/${record}`);
    return (await this.nameFile(entry, manifest))[record >> block]?.[record & (2 ** block - 1)];
  }

  /** Returns the names of a record and, unless the sections' names are in the text files, of its sections. */
  async names(entry: Entry, manifest: Manifest, record: number): Promise<Named> {
    const known = await this.knownNames(entry, manifest, record);
    if (known) return known;
    if (manifest.names.cards === undefined) throw new Damaged("a name is missing");
    return (await this.content(entry, manifest, record)).named;
  }

  private async nameFile({ folder }: Entry, { names }: Manifest): Promise<Named[][]> {
    if (names.all) return names.all;
    return this.keep(`${folder}/n.${names.file}.bin`, async (path) => {
      const data = await this.read(path, json);
      if (!isNames(data)) throw new Damaged("a file with names is invalid");
      return data;
    });
  }

  /** Returns the names of a record and all its sections, and the text of each section. */
  async content(entry: Entry, manifest: Manifest, record: number): Promise<{ named: Named; texts: string[] }> {
    if (manifest.names.cards !== undefined) {
      const [href, title, passages] = await this.card(entry, manifest, record);
      return contentOf(href, title, passages);
    }
    const [named, own] = await Promise.all([this.names(entry, manifest, record), this.texts(entry, manifest, record)]);
    if (manifest.names.sections) return { named, texts: own as string[] };
    return contentOf(named[0], named[1], own as Passage[]);
  }

  private async texts({ folder }: Entry, { names, texts, shift, dictionary }: Manifest, record: number) {
    const file = record >> shift;
    const isValid = names.sections ? isRecordTexts : isPassages;
    const all = await this.keep(`${folder}/${texts}/${file}.bin`, async (path) => {
      const data = unpack(await this.bytes(path, "no-cache"), dictionary, json);
      if (!isValid(data)) throw new Damaged("a text file is invalid");
      return data as (string | Passage)[][];
    });
    const own = all[record - (file << shift)];
    if (!own) throw new Damaged("a text is missing");
    return own;
  }

  /** Returns a card. If the host sends parts of files, fetches only the part with the card. */
  private card({ folder }: Entry, { names, texts, shift, dictionary }: Manifest, record: number): Promise<Whole> {
    const file = record >> shift;
    const path = `${folder}/${texts}/${file}.bin`;
    const sizeAt = (record: number) => sizeOf((names.cards?.charCodeAt(record) ?? 0) - firstSize);
    let start = 0;
    for (let other = file << shift; other < record; other++) start += sizeAt(other);
    const end = start + sizeAt(record);
    return this.keep(`${path}#${record}`, async () => {
      const bytes =
        (await this.part(path, start, end)) ?? (await this.keep(path, (path) => this.bytes(path, "no-cache")));
      const card = bytes.length === end - start ? bytes : bytes.subarray(start, end);
      const data = readCard(card, dictionary);
      this.named.set(`${folder}/${record}`, contentOf(...data).named);
      return data;
    });
  }

  /** Returns a part of a file, or `undefined` if the host doesn't send parts or if the whole file has been fetched. */
  private async part(path: string, start: number, end: number): Promise<Uint8Array | undefined> {
    if (!this.isPartial || this.known.has(path)) return undefined;
    const response = await this.fetch(path, "no-cache", { range: `bytes=${start}-${end - 1}` });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 206) return bytes;
    this.isPartial = false;
    this.known.set(path, Promise.resolve(bytes));
    return undefined;
  }

  /** Drops all files so that the next query fetches them again. */
  forget(): void {
    this.known.clear();
    this.named.clear();
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

  private async read<T>(path: string, read: (plain: Uint8Array) => T): Promise<T> {
    return unpack(await this.bytes(path, "default"), undefined, read);
  }

  /**
   * Returns the bytes of a file. When text changes, the name of a text file stays the same. Therefore, text files are
   * revalidated regardless of the host's headers.
   */
  private async bytes(path: string, cache: RequestCache): Promise<Uint8Array> {
    return new Uint8Array(await (await this.fetch(path, cache)).arrayBuffer());
  }

  private async fetch(path: string, cache: RequestCache, headers: HeadersInit = {}): Promise<Response> {
    const response = await this.load(this.base + path, { cache, headers, signal: AbortSignal.timeout(patience) });
    if ([404, 410, 416].includes(response.status)) throw new Gone(`${path} is gone`);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response;
  }
}
