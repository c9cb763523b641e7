/**
 * The index files. Each file is fetched at most once. A failed request is retried the next time the file is needed. If
 * a file is missing, the site has probably been redeployed, so the header is fetched again, and the query is repeated.
 */

import { isNames, isPassages, isTexts as isRecordTexts, type Named, type Passage } from "./hits.ts";
import { Damaged, readShard, readWords, type Shard, type WordList } from "./shard.ts";
import { unpack } from "./unpack.ts";

const format = 4;

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
  /** All names, or their files. If `sections` is false, the sections' names are in the text files. */
  names: { shift: number; hash: string[]; all?: Named[][]; sections: boolean };
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
    const { shift, hash, all = [], sections } = (one ?? {}) as Partial<Manifest["names"]>;
    const isFiles = isNumber(shift) && shift >= block && shift <= 28 && isTexts(hash) && isNames(all);
    return isFiles && typeof sections === "boolean";
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

const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));

/** The index files at a URL. */
export class Files {
  private readonly known = new Map<string, Promise<unknown>>();
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

  /** Returns all records with their names. If the names aren't in a single file, returns `null`. */
  async allNames(entry: Entry, manifest: Manifest): Promise<[record: number, named: Named][] | null> {
    if (!manifest.names.all && manifest.names.hash.length !== 1) return null;
    const blocks = await this.nameFile(entry, manifest, 0);
    return blocks.flatMap((records, index) =>
      records.map((named, place): [number, Named] => [(index << block) + place, named]),
    );
  }

  /** Returns the names of a record and, unless the sections' names are in the text files, of its sections. */
  async names(entry: Entry, manifest: Manifest, record: number): Promise<Named> {
    const { shift } = manifest.names;
    const file = record >> shift;
    const blocks = await this.nameFile(entry, manifest, file);
    const named = blocks[(record >> block) - (file << (shift - block))]?.[record & (2 ** block - 1)];
    if (!named) throw new Damaged("a name is missing");
    return named;
  }

  private async nameFile({ folder }: Entry, { names }: Manifest, file: number): Promise<Named[][]> {
    if (names.all) return names.all;
    return this.keep(`${folder}/n${file}.${names.hash[file] ?? ""}.bin`, async (path) => {
      const data = await this.read(path, json);
      if (!isNames(data)) throw new Damaged("a file with names is invalid");
      return data;
    });
  }

  /** Returns the names of a record and all its sections, and the text of each section. */
  async content(entry: Entry, manifest: Manifest, record: number): Promise<{ named: Named; texts: string[] }> {
    const [named, own] = await Promise.all([this.names(entry, manifest, record), this.texts(entry, manifest, record)]);
    if (own.every((one) => typeof one === "string")) return { named, texts: own };
    const passages = own as Passage[];
    const sections = passages.map(([level, anchor, heading, text]): Named[2][number] => {
      return [level, anchor, heading, Number(text !== "")];
    });
    return { named: [named[0], named[1], sections], texts: passages.map(([, , , text]) => text) };
  }

  private async texts({ folder }: Entry, { names, texts, shift, dictionary }: Manifest, record: number) {
    const file = record >> shift;
    const isValid = names.sections ? isRecordTexts : isPassages;
    const all = await this.keep(`${folder}/${texts}/${file}.bin`, async (path) => {
      // When text changes, the file's name stays the same. Therefore, revalidate the file regardless of the host's
      // headers.
      const data = await this.read(path, json, dictionary, "no-cache");
      if (!isValid(data)) throw new Damaged("a text file is invalid");
      return data as (string | Passage)[][];
    });
    const own = all[record - (file << shift)];
    if (!own) throw new Damaged("a text is missing");
    return own;
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
    const response = await this.load(this.base + path, { cache, signal: AbortSignal.timeout(patience) });
    if (response.status === 404 || response.status === 410) throw new Gone(`${path} is gone`);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response;
  }
}
