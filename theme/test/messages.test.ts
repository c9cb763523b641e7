/** Checks that interface texts agree with the numbers in them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const texts: Record<string, string> = JSON.parse(readFileSync(new URL("../messages/en.json", import.meta.url), "utf8"));

/** Texts with a number that's never 1. */
const several = [
  "request_events_shown",
  "request_failure_timeout",
  "request_sending_limit",
  "request_problem_one_of",
  "search_all",
];

test("a number before a noun in the plural is never 1", () => {
  const counted = /\{(?:count|least|most|minutes|seconds|shown)\}(?: [a-z]+)*? [a-z]+s\b/;
  const wrong = Object.entries(texts).filter(([key, text]) => {
    const isOnlyMany = key.endsWith("_many") || key.endsWith("_between") || `${key}_one` in texts;
    return !isOnlyMany && !several.includes(key) && counted.test(text);
  });
  expect(wrong).toEqual([]);
  const pairs = Object.keys(texts).filter((key) => key.endsWith("_many"));
  expect(pairs.filter((key) => !(key.replace(/_many$/, "_one") in texts))).toEqual([]);
});
