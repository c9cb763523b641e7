/**
 * Compares the console's own matcher with V8's matcher, and runs the same cases as the Rust tests
 * (`fixtures/patterns*.json`).
 */

import { describe, expect, test } from "vitest";
import { matcher } from "../../src/islands/request/schema/matcher.ts";
import cases from "../fixtures/patterns.json" with { type: "json" };

interface Case {
  pattern: string;
  yes?: string[];
  no?: string[];
  unknown?: string[];
}

describe("cases that Rust shares", () => {
  test.each(cases as Case[])("$pattern", ({ pattern, yes = [], no = [], unknown = [] }) => {
    const read = matcher(pattern);
    for (const text of yes) expect(read?.matches(text), text).toBe(true);
    for (const text of no) expect(read?.matches(text), text).toBe(false);
    for (const text of unknown) expect(read?.matches(text), text).toBeUndefined();
  });
});

/** Generates pseudorandom numbers that are the same on every run (xorshift). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const PIECES = ["a", "b", "[ab]", "[^a]", "\\d", "\\w", ".", "-", "\\1", "\\2"];
const ASSERTIONS = ["^", "$", "\\b", "\\B", ""];
const REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}", "{2,3}?", "{0}"];
const GROUPS = ["(", "(?:", "(", "(?=", "(?!", "(?<=", "(?<!"];

function pattern(below: (limit: number) => number, depth: number): string {
  const of = (list: readonly string[]) => list[below(list.length)] ?? "";
  const sequence = () => {
    let out = "";
    for (let count = below(4); count > 0; count -= 1) {
      if (below(5) === 0) out += of(ASSERTIONS);
      else {
        const open = depth > 0 && below(3) === 0 ? of(GROUPS) : "";
        out += open ? `${open}${pattern(below, depth - 1)})` : of(PIECES);
        if (!/[=!]/.test(open) && below(2) === 0) out += of(REPEATS);
      }
    }
    return out;
  };
  return below(3) === 0 ? `${sequence()}|${sequence()}` : sequence();
}

function text(below: (limit: number) => number): string {
  return Array.from({ length: below(7) }, () => "ab1-\n".charAt(below(5))).join("");
}

test("the matcher finds the same matches as the browser", async () => {
  const below = numbers(0x5eed);
  const kept: Case[] = [];
  let known = 0;
  for (let count = 0; count < 10_000; count += 1) {
    const source = pattern(below, 3);
    let native: RegExp;
    try {
      native = new RegExp(source, "u");
    } catch {
      continue;
    }
    const read = matcher(source);
    const found: Required<Omit<Case, "unknown">> = { pattern: source, yes: [], no: [] };
    for (const each of [text(below), text(below), text(below)]) {
      const answer = read?.matches(each);
      if (answer === undefined) continue;
      known += 1;
      expect(answer, JSON.stringify([source, each])).toBe(native.test(each));
      found[answer ? "yes" : "no"].push(each);
    }
    if (kept.length < 600 && source.length > 4) kept.push(found);
  }
  expect(known).toBeGreaterThan(15_000);
  const lines = kept.map((each) => `  ${JSON.stringify(each)}`).join(",\n");
  await expect(`[\n${lines}\n]\n`).toMatchFileSnapshot("../fixtures/patterns-of-v8.json");
});

test("no expression takes a long time", () => {
  const below = numbers(0xacce);
  const started = { left: Number.POSITIVE_INFINITY };
  const longer = ["{1000000}", "{0,1000000}", "{99}", "{9,}", "{30,60}"];
  for (let count = 0; count < 3_000; count += 1) {
    const source = pattern(below, 4).replace(/\{2\}|\?\?|\{0\}/g, () => longer[below(longer.length)] ?? "");
    const work = { ...started, left: 1_000_000 };
    matcher(source)?.matches(count % 20 ? `${"a".repeat(50)}!` : "ab-".repeat(200), work);
    expect(work.left, source).toBeGreaterThan(700_000);
  }
});
