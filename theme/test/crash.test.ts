import { expect, test } from "vitest";
import { causeChain } from "../src/ui/Crash.tsx";

test("an error is shown with all its causes", () => {
  const root = new Error("disk full");
  const error = new Error("no page", { cause: new Error("no chunk", { cause: root }) });
  expect(causeChain(error)).toBe("no page\n\nCause:\nno chunk\n\nCause:\ndisk full");
});

test("a cause that isn't an error is shown unchanged", () => {
  expect(causeChain(new Error("no page", { cause: 404 }))).toBe("no page\n\nCause:\n404");
});

test("a circle of causes is shown once", () => {
  const error = new Error("a");
  error.cause = new Error("b", { cause: error });
  expect(causeChain(error)).toBe("a\n\nCause:\nb");
});

test("a long chain is cut at twenty", () => {
  let error = new Error("0");
  for (let index = 1; index < 30; index += 1) error = new Error(String(index), { cause: error });
  expect(causeChain(error).split("Cause:")).toHaveLength(20);
});
