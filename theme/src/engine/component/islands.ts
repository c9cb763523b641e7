/**
 * Interactive components on a page. In the static tree, a reference to an interactive component writes tokens around
 * the component's slots. After the page is rendered, each island is rendered in the same way as in the browser. The
 * result replaces the island's tokens.
 */

import { type ElementType, Fragment, isValidElement, type ReactNode } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import type { Facts } from "../../client/facts.ts";
import { readProps, type Slot } from "../../client/props.ts";
import { Refusal } from "./errors.ts";
import { Unserializable, writeProps } from "./props.ts";
import type { Realm } from "./sandbox.ts";

/**
 * The tokens in the static HTML: around an island's number, around each of the island's slots, and at the end of the
 * island.
 */
const [OPEN, OPENED, SLOT, SLOTTED, CLOSE] = ["\u{fdd8}", "\u{fdd9}", "\u{fdda}", "\u{fddb}", "\u{fddc}"] as const;
/** The tokens around HTML in which docgen doesn't resolve URLs, because React sets the same URLs in the browser. */
const [LITERAL, RESOLVED] = ["\u{fddd}", "\u{fdde}"] as const;
/** The token that is replaced with the facts about the page. */
const FACTS = "\u{fddf}";
/** The first character of a token for a Markdown leaf. */
const LEAF = "\u{fdd0}";

const MODES = ["visible", "load", "idle", "only"] as const;

/** An island in the static tree. */
interface Island {
  module: string;
  name: string;
  mode: (typeof MODES)[number];
  /** The props as given. */
  given: Record<string, unknown>;
  props: string;
  /** The slot that contains the fallback of an island that isn't prerendered. */
  fallback: Slot | undefined;
}

/** The values and functions that a page's islands need. */
export interface Host {
  realm: Realm;
  /** Returns the exports of a module. If the module fails, returns `undefined`. */
  load(module: string): Record<string, unknown> | undefined;
  /**
   * Renders a component in its own root. Returns HTML that React can hydrate. If the component fails, returns
   * `undefined`.
   */
  prerender(component: ElementType, props: object, prefix: string): string | undefined;
  /** The prefix of all IDs on the page. */
  prefix: string;
  /**
   * Returns the facts about the page that the page's islands use. The facts are complete after all islands are
   * rendered.
   */
  facts(): Facts;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const attribute = (name: string, value: string) => (value ? ` data-${name}="${escaped(value)}"` : "");

/**
 * Whether a value becomes part of the page's HTML instead of data. A list that contains Markdown becomes HTML, because
 * a tag can open in one leaf and close in another.
 */
function isSlot(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === "string" && isSlot(item));
  return typeof value === "string" ? value.includes(LEAF) : isValidElement(value);
}

/** Returns a component's name as it appears in the code of a page. */
function title(module: string, name: string): string {
  return name === "default" ? (/([^/.]*)\.[^/]*$/.exec(module)?.[1] ?? name) : name.replace(/^default\./, "");
}

function serialized(of: string, props: Record<string, unknown>, slot: (value: unknown) => Slot | undefined): string {
  try {
    return writeProps(props, slot);
  } catch (error) {
    if (!(error instanceof Unserializable)) throw error;
    const hint =
      error.what === "a function"
        ? "define the function in the interactive component; a page can pass data and elements to it"
        : "pass data that can be written as text: strings, numbers, lists, and plain objects";
    throw new Refusal(`the prop \`${error.place}\` of \`${of}\` is ${error.what}`, hint);
  }
}

/** Creates the functions that write the islands of a page. */
export function islands(host: Host) {
  const all: Island[] = [];

  function write(module: string, name: string, given: Record<string, unknown>): ReactNode {
    const { client = "visible", ...props } = given;
    const mode = MODES.find((known) => known === client);
    if (!mode) {
      const known = MODES.map((one) => `\`${one}\``).join(", ");
      throw new Refusal(`unknown value \`${String(client)}\` for \`client\``, `use one of ${known}`);
    }
    const slots: ReactNode[] = [];
    const { fallback, ...rest } = props;
    const isOnly = mode === "only";
    const slot = (value: unknown) => (isSlot(value) ? slots.push(value as ReactNode) - 1 : undefined);
    const number = all.push({
      module,
      name,
      mode,
      given: props,
      props: serialized(title(module, name), isOnly ? rest : props, slot),
      fallback: isOnly && fallback !== undefined ? slots.push(fallback as ReactNode) - 1 : undefined,
    });
    const content = slots.flatMap((node, index) => [SLOT, jsx(Fragment, { children: node }, index), SLOTTED]);
    return jsxs(Fragment, { children: [`${OPEN}${number - 1}${OPENED}`, ...content, CLOSE] });
  }

  /**
   * Returns the value that static code gets for an export of a client module: a component, or a value that reports an
   * error when code uses the value.
   */
  function reference(module: string, name: string): unknown {
    const refuse = (): never => {
      const hint = 'move it to a module without `"use client"`, which both kinds of code can import';
      throw new Refusal(`\`${name}\` is part of an interactive module, and a page can use only its components`, hint);
    };
    if (!/(?:^default|\.default|(?:^|\.)[A-Z][^.]*)$/.test(name)) return new Proxy(refuse, { get: refuse });
    const parts = new Map<string, unknown>();
    return new Proxy((props: Record<string, unknown>) => write(module, name, props), {
      get(target, key) {
        if (typeof key !== "string" || !/^[A-Z]/.test(key)) return Reflect.get(target, key);
        if (!parts.has(key)) parts.set(key, reference(module, `${name}.${key}`));
        return parts.get(key);
      },
    });
  }

  /** Renders a component. If its module or the component itself fails, renders the children in its place. */
  function renderOrChildren(component: ElementType | undefined, props: Record<string, unknown>, prefix: string) {
    const { children } = props;
    const html = component && host.prerender(component, props, prefix);
    return html ?? host.prerender(Fragment, { children }, prefix) ?? "";
  }

  /** Returns the HTML of an island, including its content. */
  function complete({ module, name, mode, given, props, fallback }: Island, slots: string[], index: number): string {
    const prefix = `${host.prefix}-${index}-`;
    const shown = new Set(fallback === undefined ? [] : [fallback]);
    let content = fallback === undefined ? "" : RESOLVED + slots[fallback] + LITERAL;
    let markdown = "";
    if (mode !== "only") {
      const loaded = host.load(`${module}?client`);
      const exports = loaded ?? {};
      const place = (slot: Slot) =>
        jsx("slot", { "data-slot": slot, dangerouslySetInnerHTML: { __html: SLOT + slot + SLOTTED } }, slot);
      const component = name.split(".").reduce((from: unknown, key) => Reflect.get(Object(from), key), exports);
      const input = readProps(props, host.realm, place);
      content = renderOrChildren(loaded && (component as ElementType), input, prefix).replace(
        /\u{fdda}(\d+)\u{fddb}/gu,
        (_, slot) => {
          shown.add(Number(slot));
          return RESOLVED + slots[slot] + LITERAL;
        },
      );
      markdown = name === "default" ? markdownOf(exports, given) : "";
    }
    const hidden = slots.map((html, slot) =>
      shown.has(slot) ? "" : `<template data-slot="${slot}">${RESOLVED}${html}${LITERAL}</template>`,
    );
    const start = [
      attribute("client", mode),
      ` data-module="\u{fdd2}module:${module}\u{fdd3}"`,
      attribute("export", name === "default" ? "" : name),
      attribute("props", props === "{}" ? "" : props),
      attribute("prefix", prefix),
      index === 0 ? FACTS : "",
    ];
    const island = `<slot${start.join("")}>${LITERAL}${content}${hidden.join("")}${RESOLVED}</slot>`;
    return markdown ? `\u{fdd4}${escaped(markdown)}\u{fdd5}${island}\u{fdd6}` : island;
  }

  /** Inserts the islands into the page's static HTML. */
  function finish(html: string): string {
    if (all.length === 0) return html;
    const parts = html.split(/([\u{fdd8}-\u{fddc}])/u);
    let at = 0;
    let count = 0;
    const until = (end?: string): string => {
      let out = "";
      for (; at < parts.length && parts[at] !== end; at += 1) out += parts[at] === OPEN ? island() : parts[at];
      return out;
    };
    const island = (): string => {
      const own = all[Number(parts[at + 1])] as Island;
      const index = count;
      count += 1;
      const slots: string[] = [];
      for (at += 3; parts[at] !== CLOSE; at += 1) {
        if (parts[at] !== SLOT) continue;
        at += 1;
        slots.push(until(SLOTTED));
      }
      return complete(own, slots, index);
    };
    const finished = until();
    return finished.replace(FACTS, () => attribute("facts", JSON.stringify(host.facts()).replace(/^\{\}$/, "")));
  }

  return { reference, finish };
}

/**
 * Returns the Markdown form of a component. If the component doesn't define a Markdown form, returns an empty string.
 */
function markdownOf({ toMarkdown }: Record<string, unknown>, props: Record<string, unknown>): string {
  const text: unknown = typeof toMarkdown === "function" ? toMarkdown(props) : undefined;
  return String(text ?? "").replace(/[\u{fdd4}-\u{fdd6}]/gu, "\u{fffd}");
}
