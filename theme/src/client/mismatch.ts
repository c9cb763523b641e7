/**
 * Reports differences between the prerendered HTML and the HTML that the browser rendered, with the source location of
 * the component. Only the development server uses this code.
 */

import { captureOwnerStack } from "react";

interface Place {
  url: string;
  /** The line number, starting at 0. */
  line: number;
  column: number;
}

/** Returns the innermost location in a stack that belongs to one of the site's components. */
function placeOf(stack: string | null): Place | undefined {
  const [, url, line, column] = /\b(https?:[^\s()]*\/client\/[^\s()]+):(\d+):(\d+)/.exec(stack ?? "") ?? [];
  return url ? { url, line: Number(line) - 1, column: Number(column) - 1 } : undefined;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Reads the numbers in a segment of a source map. */
function numbers(segment: string): number[] {
  const read: number[] = [];
  let [value, shift] = [0, 0];
  for (const char of segment) {
    const digit = DIGITS.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    read.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return read;
}

/** Returns the 1-based line and column in the source that correspond to a location in code with the given mappings. */
function original(mappings: string, place: Place): string | undefined {
  let [line, column] = [0, 0];
  let found: string | undefined;
  for (const [at, segments] of mappings.split(";").entries()) {
    if (at > place.line) break;
    let generated = 0;
    for (const segment of segments.split(",").filter(Boolean)) {
      const [step = 0, , lines = 0, columns = 0] = numbers(segment);
      generated += step;
      line += lines;
      column += columns;
      if (at === place.line && (!found || generated <= place.column)) found = `${line + 1}:${column + 1}`;
    }
  }
  return found;
}

/** Returns a location in the site's code, in the same form as in docgen's own messages. */
async function described(place: Place): Promise<string> {
  const code = await (await fetch(place.url)).text();
  const [, map = ""] = /\/\/# sourceMappingURL=data:[^,]*,(\S+)\s*$/.exec(code) ?? [];
  const { sources, mappings } = JSON.parse(atob(map)) as { sources: string[]; mappings: string };
  return `${sources[0]}:${original(mappings, place)}`;
}

/** Reports a message with the location of the component that React is rendering. */
export async function reportMismatch(message: unknown): Promise<void> {
  const place = placeOf(captureOwnerStack());
  const at = place && (await described(place).catch(() => undefined));
  console.error(at ? `docgen: ${at}: ${message}` : message);
}

/** Adds the location to messages about attributes, because React writes these messages only to the console. */
export function watchMismatches(): void {
  const plain = console.error;
  console.error = (...values: unknown[]) => {
    const [message, ...rest] = values;
    if (typeof message !== "string" || !message.startsWith("A tree hydrated but")) return plain(...values);
    return void reportMismatch(message.replace(/%s/g, () => String(rest.shift())));
  };
}
