/**
 * A site contains only the code for the kinds of diagrams on its pages. These tests check that this code is sufficient
 * for a site that has only one diagram.
 */

import { expect, test } from "vitest";
import { diagrams } from "./harness/diagrams.ts";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const more = {
  abnf: 'railroad-abnf-beta\n  tea = "leaf" "water";',
  architecture: "architecture-beta\n  service kettle(server)[Kettle]\n  service pot(disk)[Pot]\n  kettle:R -- L:pot",
  c4: 'C4Context\n  Person(me, "Me")\n  System(pot, "Pot")\n  Rel(me, pot, "fills")',
  class2: "classDiagram-v2\n  Pot <|-- Teapot",
  cynefin: 'cynefin-beta\n  clear\n    "Boil"',
  ebnf: 'railroad-ebnf-beta\n  tea = "leaf", "water";',
  elk: "flowchart-elk LR\n  kettle --> pot",
  event: "eventmodeling\n  tf 01 ui Kettle",
  graph: "---\ntitle: Tea\nconfig:\n  layout: swimlane\n---\ngraph LR\n  kettle --> pot",
  info: "info",
  ishikawa: "ishikawa-beta\n  Cold tea\n    Kettle\n      Broken",
  math: '%%{init: {}}%%\nflowchart LR\n  a["$$x^2$$"] --> b',
  peg: 'railroad-peg-beta\n  tea <- "leaf" "water";',
  railroad: 'railroad-beta\n  tea = sequence(terminal("leaf"), terminal("water")) ;',
  state1: "stateDiagram\n  [*] --> Hot",
  swimlane: "swimlane-beta LR\n  subgraph Kitchen\n    kettle --> pot\n  end",
  tree: 'treeView-beta\n  "tea"\n    "green"',
  venn: "venn-beta\n  set A\n  set B\n  union A,B",
  wardley: "wardley-beta\ntitle Tea\ncomponent Cup [0.7, 0.6]\ncomponent Kettle [0.4, 0.5]\nCup -> Kettle",
};

for (const [kind, source] of Object.entries({ ...diagrams, ...more })) {
  test(`a site with one diagram draws it: ${kind}`, async () => {
    const page = `---\ntitle: Drawn\n---\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`;
    const { page: shown, open } = await read(await site("files", { files: { "content/docs/drawn.md": page } }));
    await open("/docs/drawn");
    await shown.locator(".diagram svg, .part-failed").first().waitFor();
    expect(await shown.locator(".part-failed").allTextContents()).toEqual([]);
  });
}

test("transitions don't change how a diagram is drawn", async () => {
  const flow = `---\ntitle: Drawn\n---\n\n\`\`\`mermaid\n${diagrams.flow}\n\`\`\`\n`;
  const files = { "content/docs/drawn.md": flow };
  const calm = await site("files", { files });
  const moving = await site("files", { files: { ...files, "overrides/custom.css": "* { transition: all 1s }" } });
  const sizes = new Set();
  for (const [host, reducedMotion] of [
    [calm, "no-preference"],
    [calm, "reduce"],
    [moving, "no-preference"],
  ] as const) {
    const { page, open } = await read(host, { reducedMotion });
    await open("/docs/drawn");
    const drawing = page.locator(".diagram svg");
    await drawing.waitFor();
    sizes.add(await drawing.getAttribute("viewBox"));
  }
  expect(sizes.size).toBe(1);
});
