/**
 * Matches regular expressions with a limit on work. The browser's own engine backtracks without a limit. For example,
 * matching `^(a|a){40}$` against 38 `a`s hangs the tab. Therefore, the engine only determines whether an expression is
 * valid and which characters a class contains. The expression is compiled to a program, and this module searches the
 * paths through the program. The search doesn't retry a state that failed at an offset, unless the expression has a
 * backreference. For an expression with a backreference, only the limit stops a long search.
 * `src/openapi/pattern/matching.rs` implements the same algorithm in Rust.
 */

/** The remaining work, which the checks of many strings share. */
export interface Work {
  left: number;
}

const MOST_STEPS = 100_000;
const LONGEST_PROGRAM = 10_000;
const LONGEST_PATTERN = 4_000;
const DEEPEST = 60;

/** Thrown if the result can't be determined. */
class Unknown extends Error {}

type Fits = (character: string) => boolean;

type Piece =
  | { is: "one"; fits: Fits }
  | { is: "start" | "end" }
  | { is: "boundary"; wanted: boolean }
  | { is: "again"; capture: number | string }
  | { is: "group"; inner: Piece[][]; capture?: number }
  | { is: "look"; inner: Piece[][]; behind: boolean; negated: boolean }
  | { is: "repeat"; inner: Piece; min: number; max: number; lazy: boolean };

interface Tree {
  alternatives: Piece[][];
  captures: number;
  names: Map<string, number>;
  refers: boolean;
}

/** A character, an escape, or a class. */
const ONE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const COUNT = /\{(\d+)(?:(,)(\d*))?\}|[*+?]/y;
const OPEN = /\((?:\?(?::|<?[=!]|<([^>]+)>))?/y;

class Parser {
  private at = 0;
  private depth = 0;
  readonly tree: Tree = { alternatives: [], captures: 0, names: new Map(), refers: false };
  private readonly known = new Map<string, Fits>();

  constructor(
    private readonly pattern: string,
    private readonly flags: string,
  ) {
    this.tree.alternatives = this.alternatives();
    if (this.at < pattern.length) throw new Unknown();
  }

  private alternatives(): Piece[][] {
    const all: Piece[][] = [];
    do all.push(this.sequence());
    while (this.take(/\|/y));
    return all;
  }

  private take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern);
    if (found) this.at += found[0].length;
    return found;
  }

  private sequence(): Piece[] {
    const pieces: Piece[] = [];
    while (this.at < this.pattern.length && !"|)".includes(this.pattern.charAt(this.at))) {
      pieces.push(this.repeated(this.piece()));
    }
    return pieces;
  }

  private piece(): Piece {
    const open = this.take(OPEN);
    if (open) return this.group(open[0], open[1]);
    const text = this.take(ONE)?.[0];
    if (text === undefined) throw new Unknown();
    if (text === "^") return { is: "start" };
    if (text === "$") return { is: "end" };
    if (text === "\\b" || text === "\\B") return { is: "boundary", wanted: text === "\\b" };
    if (/^\\[1-9]/.test(text)) {
      const number = Number(text.charAt(1) + (this.take(/\d*/y)?.[0] ?? ""));
      return this.again(number - 1);
    }
    if (text === "\\k") return this.again(this.take(/<([^>]+)>/y)?.[1] ?? -1);
    return { is: "one", fits: this.one(text) };
  }

  private again(capture: number | string): Piece {
    this.tree.refers = true;
    return { is: "again", capture };
  }

  /**
   * Returns a test for the characters that an atom matches. The test uses the browser's engine, which is safe for a
   * single character.
   */
  private one(atom: string): Fits {
    const known = this.known.get(atom);
    if (known) return known;
    const expression = new RegExp(`^(?:${atom})$`, this.flags);
    const answers = new Map<string, boolean>();
    const fits = (character: string) => {
      const answer = answers.get(character) ?? expression.test(character);
      answers.set(character, answer);
      return answer;
    };
    this.known.set(atom, fits);
    return fits;
  }

  private group(open: string, name: string | undefined): Piece {
    this.depth += 1;
    // Reject groups that set flags, because they aren't supported.
    if (this.depth > DEEPEST || (open === "(" && this.pattern.charAt(this.at) === "?")) throw new Unknown();
    const capture = open === "(" || name ? this.tree.captures++ : undefined;
    if (name && capture !== undefined) this.tree.names.set(name, capture);
    const inner = this.alternatives();
    if (!this.take(/\)/y)) throw new Unknown();
    this.depth -= 1;
    if (capture !== undefined || open === "(?:")
      return { is: "group", inner, ...(capture !== undefined && { capture }) };
    return { is: "look", inner, behind: open.includes("<"), negated: open.endsWith("!") };
  }

  private repeated(inner: Piece): Piece {
    const found = this.take(COUNT);
    if (!found) return inner;
    const [sign, least, comma, most] = found;
    const min = sign === "+" ? 1 : Number(least ?? 0);
    const max = sign === "?" ? 1 : least === undefined || (comma && !most) ? Infinity : Number(most || least);
    return { is: "repeat", inner, min, max, lazy: this.take(/\?/y) !== null };
  }
}

type Operation =
  | { is: "one"; fits: Fits }
  | { is: "many"; fits: Fits; min: number; max: number; lazy: boolean }
  | { is: "start" }
  | { is: "end" }
  | { is: "done" }
  | { is: "boundary"; wanted: boolean }
  /** Continues with the first operation. If the first operation fails, continues with the second operation. */
  | { is: "split"; first: number; second: number }
  | { is: "jump"; to: number }
  | { is: "open"; slot: number }
  | { is: "close"; slot: number }
  /** Fails if no character has been matched since this slot was opened. */
  | { is: "progress"; slot: number }
  /** Starts an iteration of a repetition and clears its captures. */
  | { is: "forget"; from: number; to: number }
  | { is: "again"; slot: number }
  /** The operations between this operation and `next` are a separate program. */
  | { is: "look"; behind: boolean; negated: boolean; next: number };

/** Operations that continue with the next operation or fail. */
type Simple = Exclude<Operation, { is: "done" | "jump" | "many" | "split" | "look" }>;

/** Returns the numbers of the first and last capture within a piece. */
function captures(piece: Piece): [number, number] | null {
  if (piece.is === "repeat") return captures(piece.inner);
  if (piece.is !== "group" && piece.is !== "look") return null;
  const own = piece.is === "group" ? piece.capture : undefined;
  let all: [number, number] | null = own === undefined ? null : [own, own];
  for (const sequence of piece.inner) {
    for (const more of sequence.map(captures)) {
      if (more) all = all ? [Math.min(all[0], more[0]), Math.max(all[1], more[1])] : more;
    }
  }
  return all;
}

class Program {
  readonly operations: Operation[] = [];
  slots: number;

  constructor(
    private readonly tree: Tree,
    /** The length of the text, which limits the number of iterations that can match a character. */
    private readonly length: number,
  ) {
    this.slots = tree.captures;
    this.alternatives(tree.alternatives);
    this.push({ is: "done" });
  }

  private push(operation: Operation): number {
    if (this.operations.push(operation) > LONGEST_PROGRAM) throw new Unknown();
    return this.operations.length - 1;
  }

  private alternatives(alternatives: Piece[][]): void {
    const jumps: { to: number }[] = [];
    for (const [at, sequence] of alternatives.entries()) {
      const isLast = at + 1 === alternatives.length;
      const split = { is: "split" as const, first: this.operations.length + 1, second: 0 };
      if (!isLast) this.push(split);
      for (const piece of sequence) this.piece(piece);
      if (isLast) break;
      const jump = { is: "jump" as const, to: 0 };
      jumps.push(jump);
      this.push(jump);
      split.second = this.operations.length;
    }
    for (const jump of jumps) jump.to = this.operations.length;
  }

  private piece(piece: Piece): void {
    if (piece.is === "repeat") this.repeat(piece);
    else if (piece.is === "again") {
      const slot = typeof piece.capture === "string" ? this.tree.names.get(piece.capture) : piece.capture;
      // Without the `u` flag, `\8` is a character if the expression has fewer than eight groups.
      if (slot === undefined || slot < 0 || slot >= this.tree.captures) throw new Unknown();
      this.push({ is: "again", slot });
    } else if (piece.is === "look") {
      // In lookbehinds, groups capture from right to left. This order isn't supported, but matters only for
      // backreferences.
      if (piece.behind && this.tree.refers) throw new Unknown();
      const look = { is: "look" as const, behind: piece.behind, negated: piece.negated, next: 0 };
      this.push(look);
      this.alternatives(piece.inner);
      look.next = this.push({ is: "done" }) + 1;
    } else if (piece.is === "group") {
      const slot = this.tree.refers ? piece.capture : undefined;
      if (slot !== undefined) this.push({ is: "open", slot });
      this.alternatives(piece.inner);
      if (slot !== undefined) this.push({ is: "close", slot });
    } else this.push(piece);
  }

  private repeat({ inner, min, max, lazy }: Piece & { is: "repeat" }): void {
    if (inner.is === "one") {
      this.push({ is: "many", fits: inner.fits, min, max, lazy });
      return;
    }
    for (let turn = 0; turn < min; turn += 1) {
      const before = this.operations.length;
      this.once(inner);
      // If one iteration doesn't add any operations, more iterations don't add any either.
      if (this.operations.length === before) break;
    }
    const splits: { first: number; second: number }[] = [];
    const split = () => {
      const start = this.push({ is: "split", first: this.operations.length + 1, second: 0 });
      splits.push(this.operations[start] as { first: number; second: number });
      return start;
    };
    if (max - min > this.length) {
      const start = split();
      const slot = this.slots;
      if (this.tree.refers) {
        this.slots += 1;
        this.push({ is: "open", slot });
      }
      this.once(inner);
      if (this.tree.refers) this.push({ is: "progress", slot });
      this.push({ is: "jump", to: start });
    } else {
      for (let turn = min; turn < max; turn += 1) {
        split();
        this.once(inner);
      }
    }
    for (const each of splits) {
      each.second = this.operations.length;
      if (lazy) [each.first, each.second] = [each.second, each.first];
    }
  }

  private once(inner: Piece): void {
    const within = this.tree.refers ? captures(inner) : null;
    if (within) this.push({ is: "forget", from: within[0], to: within[1] });
    this.piece(inner);
  }
}

/** The start and end of each capture. The positions are kept only if the expression refers to captures. */
type Slots = readonly (readonly [start: number, end: number | null] | null)[];

interface Way {
  operation: number;
  at: number;
  slots: Slots;
}

const WORD = /^\w$/;

class Run {
  private readonly operations: readonly Operation[];
  private readonly looks = new Map<number, boolean>();

  constructor(
    private readonly characters: readonly string[],
    program: Program,
    private readonly refers: boolean,
    private readonly work: Work,
  ) {
    this.operations = program.operations;
  }

  private spend(steps: number): void {
    this.work.left -= steps;
    if (this.work.left < 0) throw new Unknown();
  }

  /** Returns the captures on a path from an offset to the end of a program. If there's no such path, returns `null`. */
  reaches(operation: number, at: number, slots: Slots, until: number | null, failed: Set<number>): Slots | null {
    const ways: Way[] = [{ operation, at, slots }];
    for (let way = ways.pop(); way; way = ways.pop()) {
      for (let goesOn = true; goesOn; ) {
        this.spend(1 + way.slots.length / 8);
        const step = this.operations[way.operation];
        if (step?.is === "done" && (until === null || until === way.at)) return way.slots;
        goesOn = step !== undefined && this.step(step, way, ways, failed);
      }
    }
    return null;
  }

  /** Takes one step along a path. Returns whether the path continues. */
  private step(step: Operation, way: Way, ways: Way[], failed: Set<number>): boolean {
    switch (step.is) {
      case "done":
        return false;
      case "jump":
        way.operation = step.to;
        return true;
      case "many":
        if (this.isNew(way, failed)) this.many(step, way, ways);
        return false;
      case "split":
        if (!this.isNew(way, failed)) return false;
        ways.push({ ...way, operation: step.second });
        way.operation = step.first;
        return true;
      case "look":
        return this.look(step, way);
      default:
        way.operation += 1;
        return this.takes(step, way);
    }
  }

  private isNew({ operation, at }: Way, failed: Set<number>): boolean {
    const size = failed.size;
    return this.refers || failed.add(operation * (this.characters.length + 1) + at).size > size;
  }

  private takes(step: Simple, way: Way): boolean {
    const { at, slots } = way;
    switch (step.is) {
      case "one":
        way.at += 1;
        return at < this.characters.length && step.fits(this.characters[at] ?? "");
      case "start":
        return at === 0;
      case "end":
        return at === this.characters.length;
      case "boundary":
        return this.isBoundary(at) === step.wanted;
      case "open":
        way.slots = slots.map((old, index) => (index === step.slot ? [at, null] : old));
        return true;
      case "close":
        way.slots = slots.map((old, index) => (index === step.slot && old ? [old[0], at] : old));
        return true;
      case "forget":
        way.slots = slots.map((old, index) => (index < step.from || index > step.to ? old : null));
        return true;
      case "progress":
        return (slots[step.slot]?.[0] ?? at) < at;
      case "again":
        return this.again(step.slot, way);
    }
  }

  private again(slot: number, way: Way): boolean {
    const [begin, end] = way.slots[slot] ?? [0, 0];
    // A backreference to a group without a capture matches the empty string.
    const length = (end ?? begin) - begin;
    this.spend(length);
    const from = way.at;
    way.at += length;
    return this.characters.slice(begin, begin + length).every((each, at) => each === this.characters[from + at]);
  }

  private many({ fits, min, max, lazy }: Operation & { is: "many" }, way: Way, ways: Way[]): void {
    let there = 0;
    const most = Math.min(max, this.characters.length - way.at);
    while (there < most && fits(this.characters[way.at + there] ?? "")) there += 1;
    this.spend(2 * there);
    for (let count = min; count <= there; count += 1) {
      const taken = lazy ? there + min - count : count;
      ways.push({ ...way, operation: way.operation + 1, at: way.at + taken });
    }
  }

  private look({ behind, negated, next }: Operation & { is: "look" }, way: Way): boolean {
    const place = way.operation * (this.characters.length + 1) + way.at;
    const known = this.refers ? undefined : this.looks.get(place);
    const found = known === undefined ? this.found(way, behind) : known ? way.slots : null;
    this.looks.set(place, found !== null);
    way.operation = next;
    if (found) way.slots = found;
    return (found === null) === negated;
  }

  /** Returns the captures of a lookaround. If the lookaround doesn't match, returns `null`. */
  private found({ operation, at, slots }: Way, behind: boolean): Slots | null {
    const failed = new Set<number>();
    for (let start = behind ? 0 : at; start <= at; start += 1) {
      const found = this.reaches(operation + 1, start, slots, behind ? at : null, failed);
      if (found) return found;
    }
    return null;
  }

  private isBoundary(at: number): boolean {
    return WORD.test(this.characters[at - 1] ?? "") !== WORD.test(this.characters[at] ?? "");
  }
}

/** A compiled expression. */
export interface Matcher {
  /** Returns whether the expression matches somewhere in a string. If matching takes too long, returns `undefined`. */
  matches(text: string, work?: Work): boolean | undefined;
}

function known<T>(answer: () => T): T | undefined {
  try {
    return answer();
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** Compiles an expression. If the expression is invalid or unsupported, returns `undefined`. */
export function matcher(pattern: string): Matcher | undefined {
  if (pattern.length > LONGEST_PATTERN) return undefined;
  // Patterns in other dialects can be invalid, or can be valid only without the `u` flag.
  const flags = ["u", ""].find((flags) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return false;
    }
  });
  if (flags === undefined) return undefined;
  const tree = known(() => new Parser(pattern, flags).tree);
  return tree && { matches: (text, work) => known(() => search(tree, flags ? [...text] : text.split(""), work)) };
}

function search(tree: Tree, characters: readonly string[], work: Work = { left: MOST_STEPS }): boolean {
  const own = { left: Math.min(work.left, MOST_STEPS) };
  const before = own.left;
  try {
    const program = new Program(tree, characters.length);
    const run = new Run(characters, program, tree.refers, own);
    const slots: Slots = tree.refers ? Array.from({ length: program.slots }, () => null) : [];
    const failed = new Set<number>();
    return (
      characters.some((_, start) => run.reaches(0, start, slots, null, failed)) ||
      run.reaches(0, characters.length, slots, null, failed) !== null
    );
  } finally {
    work.left -= before - own.left;
  }
}
