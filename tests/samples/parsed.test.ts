/**
 * Parses samples in languages that can't be run here. Checks that there are no syntax errors, that nothing inside a
 * string would be evaluated, and that each value in the request has a literal that represents exactly this value.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import { plain } from "../../theme/src/islands/request/samples/code.ts";
import { type Generator, loadGenerator } from "../../theme/src/islands/request/samples/languages.ts";
import { PARSED } from "./grammars/table.ts";
import { ALL, QUICK } from "./requests.ts";

const requests = process.env.SAMPLES === "full" ? ALL : QUICK;
const moduleOf = (wasm: string): string => fileURLToPath(new URL(`node_modules/${wasm}`, import.meta.url));
const wanted = process.env.SAMPLES_IN?.split(",");

test("each grammar exists", () => {
  for (const { wasm } of PARSED) expect(existsSync(moduleOf(wasm)), wasm).toBe(true);
});

for (const grammar of PARSED.filter(({ id }) => !wanted || wanted.includes(id))) {
  describe(grammar.id, () => {
    const parser = new Promise<Parser>((resolve) => {
      resolve(
        Parser.init()
          .then(() => Language.load(moduleOf(grammar.wasm)))
          .then((language) => new Parser().setLanguage(language)),
      );
    });
    let generate: Generator;
    beforeAll(async () => {
      generate = await loadGenerator(grammar.id);
    });

    test.each(requests)("$name", async (request) => {
      const described = request.to("http://127.0.0.1:8080/parsed");
      const source = `${plain(generate(described))}\n`;
      const tree = (await parser).parse(source);
      if (!tree) throw new Error("nothing was parsed");
      const wrong: string[] = [];
      const found: string[] = [];
      const visit = (node: Node): void => {
        if (node.isError || node.isMissing || grammar.forbidden.includes(node.type))
          wrong.push(`${node.type}: ${node.text}`);
        const text = grammar.decode(node);
        if (text !== undefined) found.push(text);
        else for (const child of node.children) if (child) visit(child);
      };
      visit(tree.rootNode);
      expect(wrong, source).toEqual([]);
      for (const value of grammar.values(described)) expect(found, source).toContain(value);
    });
  });
}
