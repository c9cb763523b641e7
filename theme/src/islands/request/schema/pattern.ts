/**
 * Regular expressions of a document, run on what a reader typed. The engine backtracks, and a pattern may be made so that
 * it never ends; what looks like one of those is not run.
 */

const LONGEST = 500;
/** How long a text may be by how many times the pattern repeats something without end. */
const REACH = [100_000, 100_000, 2_000, 300, 100];

interface Group {
  repeats: boolean;
  chooses: boolean;
}

/** The parts of a pattern that count: groups, choices, repetitions without end. */
const PARTS = /\(|\)|\||[*+]|\{\d*,\d*\}|\{\d{3,}\}/g;

/** How many unbounded repetitions a pattern has; `null` where one holds another, or a choice. */
function repetitions(pattern: string): number | null {
  const groups: Group[] = [{ repeats: false, chooses: false }];
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  let count = 0;
  /** The group that has just ended, and where. */
  let closed: Group & { end: number } = { repeats: false, chooses: false, end: -1 };
  for (const { 0: part, index } of plain.matchAll(PARTS)) {
    if (part === "(") groups.push({ repeats: false, chooses: false });
    else if (part === ")") closed = { ...(groups.pop() ?? closed), end: index + 1 };
    else if (part === "|") for (const group of groups) group.chooses = true;
    else {
      if (closed.end === index && (closed.repeats || closed.chooses)) return null;
      for (const group of groups) group.repeats = true;
      count += 1;
    }
  }
  return count;
}

const known = new Map<string, { expression: RegExp | null; reach: number }>();

function compile(pattern: string): { expression: RegExp | null; reach: number } {
  const count = pattern.length > LONGEST ? null : repetitions(pattern);
  if (count === null) return { expression: null, reach: 0 };
  const reach = REACH[count] ?? 60;
  for (const flags of ["u", ""]) {
    try {
      return { expression: new RegExp(pattern, flags), reach };
    } catch {
      // Patterns of other dialects may be none here, or only without the flag.
    }
  }
  return { expression: null, reach: 0 };
}

/** Whether a text fits a pattern; `undefined` where that is not tried. */
export function fits(text: string, pattern: string): boolean | undefined {
  let entry = known.get(pattern);
  if (!entry) {
    entry = compile(pattern);
    known.set(pattern, entry);
  }
  return entry.expression && text.length <= entry.reach ? entry.expression.test(text) : undefined;
}
