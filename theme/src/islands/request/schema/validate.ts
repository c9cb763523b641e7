/**
 * Validates a value against JSON Schema 2020-12 with an interpreter, because the site's content security policy doesn't
 * allow generated code. The value and the schema are JSON with exact numbers. `$ref` is a JSON pointer into the same
 * document. The amount of work is limited. If a check takes too long, it returns the problems that were found so far.
 */

import type { Json } from "../json.ts";
import type { Path } from "../jsonText.ts";
import { assert, type Fault } from "./assertions.ts";
import { compare } from "./decimal.ts";
import { fits } from "./pattern.ts";
import { entriesOf, itemsOf, numberOf, textOf } from "./schema.ts";

export interface Problem extends Fault {
  path: Path;
}

const MOST_STEPS = 20_000;
/** The total work limit for all patterns. */
const MOST_MATCHING = 2_000_000;
const DEEPEST = 200;
const MOST_PROBLEMS = 20;

/**
 * The parts of an object or a list that a schema has evaluated. `unevaluated…` keywords apply to the remaining parts.
 */
interface Seen {
  names: Set<string>;
  items: Set<number>;
}

interface Place {
  value: Json;
  path: Path;
  depth: number;
}

class Exhausted extends Error {}

class Check {
  private steps = 0;
  private readonly work = { left: MOST_MATCHING };
  /**
   * For each reference's target, the values that are being checked. This record prevents endless checks of circular
   * references.
   */
  private readonly open = new Map<Json, Set<Json>>();

  constructor(private readonly root: Json) {}

  evaluate(schema: Json, place: Place, problems: Problem[]): Seen {
    this.steps += 1;
    if (this.steps > MOST_STEPS || place.depth > DEEPEST) throw new Exhausted();
    const seen: Seen = { names: new Set(), items: new Set() };
    const say = (what: Fault["what"], values: Record<string, string> = {}, path = place.path) => {
      if (problems.length < MOST_PROBLEMS) problems.push({ what, values, path });
    };
    if (schema.kind !== "object") {
      if (schema.source === "false") say("false");
      return seen;
    }
    const keywords = entriesOf(schema);
    assert(keywords, place.value, say, this.work);
    this.combine(keywords, place, problems, seen);
    if (place.value.kind === "object") this.properties(keywords, place.value, place, problems, seen);
    if (place.value.kind === "array") this.items(keywords, place.value.items, place, problems, seen);
    return seen;
  }

  /** Checks the keywords that apply other schemas to the same value. */
  private combine(keywords: ReadonlyMap<string, Json>, place: Place, problems: Problem[], seen: Seen): void {
    const deeper = { ...place, depth: place.depth + 1 };
    const ask = (schema: Json, into: Problem[]) => {
      const other = this.evaluate(schema, deeper, into);
      return () => {
        for (const name of other.names) seen.names.add(name);
        for (const item of other.items) seen.items.add(item);
      };
    };
    const must = (schema: Json) => ask(schema, problems)();
    const holds = (schema: Json): boolean => {
      const trial: Problem[] = [];
      const note = ask(schema, trial);
      if (trial.length === 0) note();
      return trial.length === 0;
    };
    const target = this.target(textOf(keywords.get("$ref")) ?? textOf(keywords.get("$dynamicRef")));
    if (target) this.once(target, place.value, () => must(target));
    for (const schema of itemsOf(keywords.get("allOf"))) must(schema);
    for (const name of ["anyOf", "oneOf"] as const) {
      const schemas = itemsOf(keywords.get(name));
      if (schemas.length > 0) this.choose(name, schemas, keywords.get("discriminator"), place, problems, ask);
    }
    const not = keywords.get("not");
    if (not && this.isValid(not, deeper)) problems.push({ what: "not", values: {}, path: place.path });
    const condition = keywords.get("if");
    const then = condition && keywords.get(holds(condition) ? "then" : "else");
    if (then) must(then);
    for (const [name, schema] of entriesOf(keywords.get("dependentSchemas"))) {
      if (entriesOf(place.value).has(name)) must(schema);
    }
  }

  private once(schema: Json, value: Json, check: () => void): void {
    const values = this.open.get(schema) ?? new Set();
    if (values.has(value)) return;
    this.open.set(schema, values.add(value));
    check();
    values.delete(value);
  }

  private isValid(schema: Json, place: Place): boolean {
    const trial: Problem[] = [];
    this.evaluate(schema, place, trial);
    return trial.length === 0;
  }

  private choose(
    name: "anyOf" | "oneOf",
    schemas: readonly Json[],
    discriminator: Json | undefined,
    place: Place,
    problems: Problem[],
    ask: (schema: Json, into: Problem[]) => () => void,
  ): void {
    const trials = schemas.map((schema) => {
      const found: Problem[] = [];
      return { schema, found, note: ask(schema, found) };
    });
    const fitting = trials.filter(({ found }) => found.length === 0);
    for (const { note } of fitting) note();
    const say = (what: Fault["what"], values: Record<string, string>) =>
      problems.push({ what, values, path: place.path });
    if (fitting.length > 1 && name === "oneOf") say("one_of", { count: String(fitting.length) });
    if (fitting.length > 0) return;
    const meant = trials.find(({ schema }) => schema === meantBy(discriminator, schemas, place.value));
    if (meant) {
      problems.push(...meant.found);
      return;
    }
    // If there's no discriminator, assume that the reader intended the alternative with the fewest and deepest
    // problems.
    const weight = ({ found }: { found: Problem[] }) =>
      found.reduce((sum, { what, path }) => {
        const early = path.length === place.path.length && ["type", "const", "enum", "false"].includes(what);
        return sum + (early ? 1000 : what === "const" || what === "enum" ? 100 : 1);
      }, 0);
    const sorted = trials.map((trial) => ({ ...trial, weight: weight(trial) })).sort((a, b) => a.weight - b.weight);
    const [best, second] = sorted;
    if (best && (!second || (best.weight < second.weight && best.weight < 1000))) problems.push(...best.found);
    else say("choice", { count: String(schemas.length) });
  }

  private properties(
    keywords: ReadonlyMap<string, Json>,
    value: Json & { kind: "object" },
    place: Place,
    problems: Problem[],
    seen: Seen,
  ): void {
    const own = new Set<string>();
    const visit = (schema: Json, name: string, item: Json) => {
      own.add(name);
      seen.names.add(name);
      if (schema.source === "false") {
        problems.push({ what: "additional", values: { name }, path: [...place.path, name] });
      } else this.evaluate(schema, { value: item, path: [...place.path, name], depth: place.depth + 1 }, problems);
    };
    const declared = entriesOf(keywords.get("properties"));
    const patterns = [...entriesOf(keywords.get("patternProperties"))];
    const names = keywords.get("propertyNames");
    for (const [name, item] of entriesOf(value)) {
      const schema = declared.get(name);
      if (schema) visit(schema, name, item);
      for (const [pattern, other] of patterns) if (fits(name, pattern, this.work)) visit(other, name, item);
      const spelled: Json = { kind: "scalar", text: name, source: JSON.stringify(name) };
      const deeper = { value: spelled, path: [...place.path, name], depth: place.depth + 1 };
      if (names) this.evaluate(names, deeper, problems);
    }
    const others = keywords.get("additionalProperties");
    const rest = keywords.get("unevaluatedProperties");
    for (const [name, item] of entriesOf(value)) if (others && !own.has(name)) visit(others, name, item);
    for (const [name, item] of entriesOf(value)) if (rest && !seen.names.has(name)) visit(rest, name, item);
  }

  private items(
    keywords: ReadonlyMap<string, Json>,
    items: readonly Json[],
    place: Place,
    problems: Problem[],
    seen: Seen,
  ): void {
    const below = (value: Json, at: number) => ({ value, path: [...place.path, at], depth: place.depth + 1 });
    const visit = (schema: Json, item: Json, at: number) => {
      seen.items.add(at);
      this.evaluate(schema, below(item, at), problems);
    };
    const first = itemsOf(keywords.get("prefixItems"));
    const others = keywords.get("items");
    const contains = keywords.get("contains");
    for (const [at, item] of items.entries()) {
      const schema = first[at] ?? others;
      if (schema) visit(schema, item, at);
    }
    if (contains) this.contains(keywords, contains, items, place, problems, seen);
    const rest = keywords.get("unevaluatedItems");
    for (const [at, item] of items.entries()) if (rest && !seen.items.has(at)) visit(rest, item, at);
  }

  private contains(
    keywords: ReadonlyMap<string, Json>,
    schema: Json,
    items: readonly Json[],
    place: Place,
    problems: Problem[],
    seen: Seen,
  ): void {
    const fitting = items.flatMap((value, at) =>
      this.isValid(schema, { value, path: [...place.path, at], depth: place.depth + 1 }) ? [at] : [],
    );
    for (const at of fitting) seen.items.add(at);
    const least = numberOf(keywords.get("minContains")) ?? "1";
    const most = numberOf(keywords.get("maxContains"));
    const count = String(fitting.length);
    if (compare(count, least) < 0) problems.push({ what: "contains", values: { least }, path: place.path });
    if (most !== undefined && compare(count, most) > 0) {
      problems.push({ what: "contains_most", values: { most }, path: place.path });
    }
  }

  /** Resolves a `$ref`. A broken reference allows any value. */
  private target(pointer: string | undefined): Json | undefined {
    if (!pointer?.startsWith("#")) return undefined;
    let at: Json | undefined = this.root;
    for (const part of pointer.slice(1).split("/").slice(1)) {
      const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
      at = at?.kind === "array" ? at.items[Number(name)] : entriesOf(at).get(name);
    }
    return at;
  }
}

/** Returns the alternative that an OpenAPI discriminator selects for a value. */
function meantBy(discriminator: Json | undefined, schemas: readonly Json[], value: Json): Json | undefined {
  const rules = entriesOf(discriminator);
  const name = textOf(entriesOf(value).get(textOf(rules.get("propertyName")) ?? ""));
  const pointer = name === undefined ? undefined : textOf(entriesOf(rules.get("mapping")).get(name));
  if (pointer === undefined) return undefined;
  return schemas.find((schema) => textOf(entriesOf(schema).get("$ref")) === pointer);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns at most 20 problems in a value, without duplicates. `$ref`s point into `root`. */
export function validate(schema: Json, value: Json, root: Json = schema): Problem[] {
  const problems: Problem[] = [];
  try {
    new Check(root).evaluate(schema, { value, path: [], depth: 0 }, problems);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
  }
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...unique.values()].slice(0, MOST_PROBLEMS);
}
