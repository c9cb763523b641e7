import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { write } from "./harness/writer.ts";
test("probe", async () => {
  const writer = await write("islands");
  writer.write("content/docs/index.mdx", "---\ntitle: Start\n---\n\n<Different client=\"load\" />\n");
  const reader = await read(writer);
  await reader.open("/docs/");
  await new Promise(r => setTimeout(r, 2500));
  console.log(reader.said().join("\n----\n"));
});
