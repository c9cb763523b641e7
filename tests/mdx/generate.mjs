// Writes `expected.jsonl`, which contains each document's text and structure. If docgen reads a document differently,
// the file also contains the reason. After you change `cases.mjs`, run `npm ci && npm run generate` and review the
// diff.
//
// `node generate.mjs --mutations <count> <seed> <file>` writes random documents, for
// `DOCGEN_MDX=<file> cargo test --lib mdx::differential -- --nocapture`.

import { writeFileSync } from "node:fs";
import { canonical } from "./canonical.mjs";
import { cases, EXCLUDED, mutations } from "./cases.mjs";

const [flag, count, seed, file] = process.argv.slice(2);
const documents = flag === "--mutations" ? mutations(Number(count), Number(seed)) : cases();
const lines = documents.map((text) => {
  const expected = canonical(text);
  const reason = EXCLUDED.get(text);
  // Messages aren't compared.
  const structure = "error" in expected ? { error: true } : expected;
  return JSON.stringify(reason === undefined ? [text, structure] : [text, structure, reason]);
});
// A message can contain a lone surrogate, but a structure can't.
writeFileSync(file ?? new URL("expected.jsonl", import.meta.url), `${lines.join("\n")}\n`);
