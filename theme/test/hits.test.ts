import { expect, test } from "vitest";
import { gathered } from "../src/search/hits.ts";

const hit = (name: string) => {
  const [lvl0 = "", lvl1 = ""] = name;
  return { hierarchy: { lvl0, lvl1, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null } };
};
const names = (hits: ReturnType<typeof hit>[]) => hits.map(({ hierarchy: { lvl0, lvl1 } }) => `${lvl0}${lvl1}`);

test("hits of a section are together, and no hit moves up by more than four places", () => {
  const order = (text: string) => names(gathered(text.split(" ").map(hit))).join(" ");
  expect(order("a1 b1 a2 b2 c1 a3")).toBe("a1 a2 b1 b2 c1 a3");
  expect(order("a1 b1 c1 d1 a2 b2")).toBe("a1 a2 b1 b2 c1 d1");
  expect(order("a1 b1 c1 d1 e1 a2")).toBe("a1 b1 c1 d1 e1 a2");
  expect(gathered([])).toEqual([]);
});
