/** Checks that UI strings use the right form for the numbers in them. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messageGroup, setMessages } from "../src/messages.ts";

const texts: Record<string, string> = JSON.parse(readFileSync(new URL("../messages/en.json", import.meta.url), "utf8"));

/** Strings with a number that's never 1. */
const several = [
  "request_events_shown",
  "request_failure_timeout",
  "request_sending_limit",
  "request_problem_one_of",
  "request_rows_shown",
  "search_all",
];

test("a number before a noun in the plural is never 1", () => {
  const counted = /\{(?:count|least|most|minutes|seconds|shown)\}(?: [a-z]+)*? [a-z]+s\b/;
  const wrong = Object.entries(texts).filter(([key, text]) => {
    const isOnlyMany = key.endsWith("_other") || key.endsWith("_between") || `${key}_one` in texts;
    return !isOnlyMany && !several.includes(key) && counted.test(text);
  });
  expect(wrong).toEqual([]);
  const pairs = Object.keys(texts).filter((key) => key.endsWith("_other"));
  expect(pairs.filter((key) => !(key.replace(/_other$/, "_one") in texts))).toEqual([]);
});

test("in every language, the label of the search button contains its text", () => {
  const folder = new URL("../messages/", import.meta.url);
  const wrong = readdirSync(folder).filter((file) => {
    const { search = "", open_search = "" } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    return !search || !open_search.includes(search);
  });
  expect(wrong).toEqual([]);
});

test("a count has the form of its language, and English forms aren't mixed with others", () => {
  const t = messageGroup<string>({ found_one: "1 page", found_other: "{count} pages" });
  const forms = (own: Record<string, string>, language: string) => {
    setMessages(own, language);
    return [1, 2, 5].map((count) => t("found_other", { count }));
  };
  expect(forms({}, "ru")).toEqual(["1 page", "2 pages", "5 pages"]);
  expect(forms({ found_few: "{count} страницы", found_other: "{count} стр." }, "ru")).toEqual([
    "1 стр.",
    "2 страницы",
    "5 стр.",
  ]);
  expect(forms({ found_other: "{count} صفحه" }, "fa")).toEqual(["۱ صفحه", "۲ صفحه", "۵ صفحه"]);
  expect(forms({ found_few: "x" }, "ru")).toEqual(["1 page", "2 pages", "5 pages"]);
  expect(forms({ found_one: "Just one" }, "en")).toEqual(["Just one", "2 pages", "5 pages"]);
});
