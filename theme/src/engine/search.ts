/**
 * The embedded search as a script for docgen's own engine. `docgen search query` calls `search` with a request in JSON.
 */

import "./web.ts";
import { searchWhole } from "../search/complete.ts";
import { createProvider } from "../search/embedded/index.ts";
import type { SearchRequest } from "../search/provider.ts";

const provider = createProvider({ base: "" });
const signal = AbortSignal.timeout(0);

async function search(request: string): Promise<string> {
  return JSON.stringify(await searchWhole(provider, JSON.parse(request) as SearchRequest, signal));
}

Object.assign(globalThis, { search });
