/**
 * Named sets of a server, credentials, and variables. A reader switches between them, such as between staging and
 * production, or between two accounts. Variables fill in `{{name}}` in the reader's input.
 */

import { cells, useCell } from "../../hooks/cell.ts";
import { keep, kept } from "./kept.ts";
import type { RequestValues } from "./model.ts";

export interface Variable {
  name: string;
  value: string;
}

export interface Environment {
  /** A number that is unique in the document. The first environment, which always exists, has the number 0. */
  id: number;
  /** The name that the reader chose. Empty for the first environment. */
  name: string;
  variables: readonly Variable[];
}

export interface Environments {
  active: number;
  list: readonly [Environment, ...Environment[]];
}

const FIRST: Environment = { id: 0, name: "", variables: [] };
const NAME = "environments";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const items = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((item) => Object(item) as Record<string, unknown>) : [];

/** Parses a stored value, which might be from another version of the page. */
export function parseEnvironments(value: unknown): Environments {
  const { active, list } = Object(value) as Record<string, unknown>;
  const found = items(list)
    .filter(({ id }) => Number.isInteger(id))
    .map(({ id, name, variables }) => ({
      id: Number(id),
      name: text(name),
      variables: items(variables).map((one) => ({ name: text(one.name), value: text(one.value) })),
    }));
  const first = found.find(({ id }) => id === 0) ?? FIRST;
  const others = found.filter(({ id }) => id !== 0);
  return { active: found.some(({ id }) => id === active) ? Number(active) : 0, list: [first, ...others] };
}

const known = cells<Environments>((document) => parseEnvironments(kept(document, NAME)));

export const environmentsOf = (document: string) => known(document);

export function setEnvironments(document: string, next: Environments): void {
  keep(document, NAME, next);
  known(document).set(next);
}

export const activeIn = ({ active, list }: Environments): Environment =>
  list.find(({ id }) => id === active) ?? list[0];

/** Adds an environment with a name, and makes it the active one. */
export function addEnvironment(document: string, name: string): void {
  const { list } = environmentsOf(document).get();
  const id = Math.max(...list.map((one) => one.id)) + 1;
  setEnvironments(document, { active: id, list: [...list, { id, name, variables: [] }] });
}

export function changeEnvironment(document: string, changes: Partial<Omit<Environment, "id">>): void {
  const { active, list } = environmentsOf(document).get();
  const [first, ...others] = list.map((one) => (one.id === active ? { ...one, ...changes } : one));
  setEnvironments(document, { active, list: [first ?? FIRST, ...others] });
}

/** Removes the active environment, unless it's the first one. */
export function removeEnvironment(document: string): void {
  const { active, list } = environmentsOf(document).get();
  const [first, ...others] = list;
  setEnvironments(document, { active: 0, list: [first, ...others.filter(({ id }) => id !== active)] });
}

/** Returns the key of the active environment's server and credentials. */
export function useScope(document: string): string {
  const { active } = useCell(environmentsOf(document));
  return active === 0 ? document : `${document}#${active}`;
}

/** Fills in the variables in a text. Unknown variables stay as they are. */
export function fillIn(text: string, variables: readonly Variable[]): string {
  if (!text.includes("{{")) return text;
  const value = (name: string) => variables.find((one) => one.name.trim() === name && name !== "")?.value;
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => value(name.trim()) ?? whole);
}

/** Fills in the variables in the reader's input. */
export function withVariables(values: RequestValues, variables: readonly Variable[]): RequestValues {
  if (variables.length === 0) return values;
  const fill = (text: string) => fillIn(text, variables);
  const all = <Value>(texts: Readonly<Record<string, Value>>) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, value]) => [key, typeof value === "string" ? fill(value) : value]),
    ) as Record<string, Value>;
  return {
    ...values,
    ...(values.baseUrl !== undefined && { baseUrl: fill(values.baseUrl) }),
    ...(values.variables && { variables: all(values.variables) }),
    ...(values.parameters && { parameters: all(values.parameters) }),
    ...(values.fields && { fields: all(values.fields) }),
    ...(values.text !== undefined && { text: fill(values.text) }),
  };
}
