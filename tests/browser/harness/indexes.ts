/**
 * The indexes of a hosted service, which contain the pushed records in the service's format. Accepted tasks are carried
 * out later.
 */

import type { SiteRecord } from "./records.ts";

/** A pushed record. */
export type Pushed = Omit<SiteRecord, "tags" | "searched"> & {
  language: string;
  docusaurus_tag: string;
  kind: string;
  keywords?: string;
  code?: string;
};

export interface Index {
  records: Map<string, Pushed>;
  settings: Record<string, unknown>;
  synonyms: Map<string, { objectID: string }>;
  rules: Map<string, { objectID: string }>;
}

interface Batch {
  requests: { action: string; body: Pushed }[];
}

interface Operation {
  operation: "copy" | "move";
  destination: string;
  scope?: ("settings" | "synonyms" | "rules")[];
}

export interface Answer {
  status: number;
  body: unknown;
}

export const emptyIndex = (): Index => ({
  records: new Map(),
  settings: {},
  synonyms: new Map(),
  rules: new Map(),
});

/** Returns the records of an index in searchable form. */
export const recordsOf = ({ records }: Index): SiteRecord[] =>
  [...records.values()].map(({ language, docusaurus_tag, kind, keywords = "", code = "", ...record }) => ({
    ...record,
    searched: `${keywords} ${code}`,
    tags: [`language:${language}`, `docusaurus_tag:${docusaurus_tag}`, `kind:${kind}`],
  }));

export function indexes() {
  const all = new Map<string, Index>();
  const open: { task: number; work: () => void; polls: number }[] = [];
  let tasks = 0;

  const of = (name: string) => {
    const index = all.get(name) ?? emptyIndex();
    all.set(name, index);
    return index;
  };
  const later = (work: () => void): Answer => {
    tasks += 1;
    open.push({ task: tasks, work, polls: 0 });
    return { status: 200, body: { taskID: tasks, updatedAt: "2026-01-01T00:00:00Z", deletedAt: "", objectIDs: [] } };
  };
  const missing = { status: 404, body: { message: "Index does not exist", status: 404 } };

  const task = (number: number): Answer => {
    const at = open.findIndex((each) => each.task === number);
    const found = open[at];
    if (found) found.polls += 1;
    const done = !found || found.polls > 1;
    if (done) for (const each of open.splice(0, at + 1)) each.work();
    return { status: 200, body: { status: done ? "published" : "notPublished", pendingTask: !done } };
  };

  const operate = (name: string, { operation, destination, scope }: Operation) =>
    later(() => {
      const from = all.get(name);
      if (!from) return;
      if (operation === "move") {
        all.delete(name);
        all.set(destination, from);
        return;
      }
      const to = of(destination);
      if (scope?.includes("settings")) to.settings = { ...from.settings };
      if (scope?.includes("synonyms")) to.synonyms = new Map(from.synonyms);
      if (scope?.includes("rules")) to.rules = new Map(from.rules);
    });

  /** Carries out a request and returns the response, or `null` if the request is a query. */
  function answer(method: string, path: string, body: unknown): Answer | null {
    const [name = "", ...rest] = path
      .replace(/^\/1\/indexes\//, "")
      .split("/")
      .map(decodeURIComponent);
    const index = all.get(name);
    switch (`${method} ${rest.join("/").replace(/\d+$/, "")}`) {
      case "GET settings":
        return index ? { status: 200, body: index.settings } : missing;
      case "GET task/":
        return task(Number(rest[1]));
      case "PUT settings":
        return later(() => Object.assign(of(name).settings, body));
      case "POST synonyms/search": {
        const hits = [...(index?.synonyms.values() ?? [])];
        return { status: 200, body: { hits, nbHits: hits.length } };
      }
      case "POST synonyms/batch":
        return later(() => {
          for (const group of body as { objectID: string }[]) of(name).synonyms.set(group.objectID, group);
        });
      case "POST batch":
        return later(() => {
          for (const { body: record } of (body as Batch).requests) of(name).records.set(record.objectID, record);
        });
      case "POST operation":
        return operate(name, body as Operation);
      case "DELETE ":
        return later(() => all.delete(name));
      default:
        return null;
    }
  }

  return { all, answer };
}
