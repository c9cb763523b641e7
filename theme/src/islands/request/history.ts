/** The requests that the reader sent for a document, newest first. */

import { type Cell, cells } from "../../hooks/cell.ts";
import { keep, kept } from "./kept.ts";
import { changeValues, type OwnValues, parseOwnValues, valuesOf, withoutFiles } from "./store.ts";

/** The maximum number of requests in the history. */
export const LONGEST = 50;

export interface Sent {
  id: number;
  /** When the request was sent, in milliseconds since 1970. */
  at: number;
  /** The URL of the operation on this site, without the origin. */
  page: string;
  method: string;
  path: string;
  url: string;
  /** The request as a curl command, with placeholders for credentials. */
  curl: string;
  /** The input, to fill in the form again. */
  values: OwnValues;
  /** The response's status, or 0 if there was no response. Absent while the request is being sent. */
  status?: number;
  /** The time until the end of the response, in milliseconds. */
  time?: number;
}

const NAME = "history";

/** Parses a stored value, which might be from another version of the page. */
export function parseHistory(value: unknown): Sent[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, LONGEST).flatMap((item): Sent[] => {
    const { id, at, page, method, path, url, curl, values, status, time } = Object(item) as Record<string, unknown>;
    const texts = [page, method, path, url, curl];
    if (!texts.every((text) => typeof text === "string") || !Number.isInteger(id) || !Number.isFinite(at)) return [];
    return [
      {
        ...({ id, at, page, method, path, url, curl } as Omit<Sent, "values">),
        values: parseOwnValues(values),
        // The page was closed before the response arrived.
        status: Number.isInteger(status) ? Number(status) : 0,
        ...(typeof time === "number" && { time }),
      },
    ];
  });
}

const histories = cells<readonly Sent[]>((document) => parseHistory(kept(document, NAME)));

export const historyOf = (document: string): Cell<readonly Sent[]> => histories(document);

export function setHistory(document: string, next: readonly Sent[]): void {
  keep(document, NAME, next);
  histories(document).set(next);
}

/** Adds a request. Returns a function that adds what happened to it. */
export function remember(
  document: string,
  sent: Omit<Sent, "id">,
): (outcome: { status: number; time?: number }) => void {
  const before = historyOf(document).get();
  const id = Math.max(0, ...before.map((one) => one.id)) + 1;
  setHistory(document, [{ ...sent, values: withoutFiles(sent.values), id }, ...before].slice(0, LONGEST));
  return (outcome) => {
    const now = historyOf(document).get();
    setHistory(
      document,
      now.map((one) => (one.id === id ? { ...one, ...outcome } : one)),
    );
  };
}

/** Fills in the form of a request's operation with the request's input. */
export function fillAgain(document: string, { method, path, values }: Pick<Sent, "method" | "path" | "values">): void {
  const own = valuesOf({ document, method, path });
  const cleared = Object.fromEntries(Object.keys(own.get()).map((name) => [name, undefined]));
  changeValues(own, { ...cleared, ...values });
}
