// Examines one document at a time: builds a site from the document, inspects the output, and compares the output with
// the document.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { compare } from "./compare.mjs";
import { Site } from "./pages.mjs";
import { load } from "./reader.mjs";
import { titles } from "./titles.mjs";

/**
 * The size, in bytes, above which a document is only built and measured. Comparing a larger document would take hours.
 */
const MOST_COMPARED = 12_000_000;

process.on("message", async ({ file, quick }) => process.send(await examine(file, quick)));

async function examine(file, quick) {
  const loaded = load(file);
  if (!loaded.root && !loaded.unread) return { skipped: true };
  const root = mkdtempSync(join(tmpdir(), "docgen-battery-"));
  try {
    const { diagnostics, ...built } = await build(file, root);
    const site = new Site(join(root, "dist"));
    const result = { bytes: statSync(file).size, ...built, warnings: byCode(diagnostics), ...site.sizes() };
    if (built.failure) return result;
    result.titles = titles(site);
    if (!quick && loaded.root && result.bytes <= MOST_COMPARED) Object.assign(result, compare(loaded, site));
    return result;
  } catch (error) {
    return { failure: `the battery itself failed: ${error.stack}` };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** For each message code, returns the number of messages, the number of distinct messages, and the first message. */
function byCode(diagnostics) {
  const codes = {};
  for (const { code, message } of diagnostics) {
    codes[code] ??= { count: 0, messages: new Set() };
    codes[code].count += 1;
    codes[code].messages.add(message);
  }
  const entries = Object.entries(codes);
  return Object.fromEntries(
    entries.map(([code, { count, messages }]) => [code, { count, distinct: messages.size, first: [...messages][0] }]),
  );
}
