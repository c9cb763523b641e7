/**
 * Defines staged leaves, which are values in the frame's data that render as template tokens. Also converts React's
 * output for these values to minijinja templates.
 *
 * A token for text or for an attribute's value is a string between two private-use characters, which React neither
 * escapes nor merges. A token between nodes (a condition or a loop) is an `<x-mark>` element. If such a token were a
 * string next to text, React would add a separator, which the output for real data doesn't have.
 */

import { createElement, Fragment, type ReactNode } from "react";
import type { Attr, Html, List, Maybe, Text } from "../src/frame/data.ts";
import type { Values } from "../src/messages.ts";

const open = "\uE000";
const close = "\uE001";

function token(kind: "text" | "html" | "attr", expression: string): string {
  return `${open}${kind}:${expression}${close}`;
}

function mark(template: string): ReactNode {
  return createElement("x-mark", { template });
}

export function text(expression: string): Text {
  return token("text", expression) as Text;
}

export function html(expression: string): Html {
  return token("html", expression) as unknown as Html;
}

/** Stages an attribute. If the attribute's value is absent, the entire `name="value"` is omitted. */
export function attr<Value extends string>(expression: string): Attr<Value> {
  return token("attr", expression) as Attr<Value>;
}

/** Stages an optional value. `make` stages its content. */
export function maybe<Value>(expression: string, make: (expression: string) => Value): Maybe<Value> {
  const rendered = (render: (value: Value) => ReactNode) =>
    createElement(Fragment, null, mark(`{% if ${expression} %}`), render(make(expression)), mark("{% endif %}"));
  return rendered as unknown as Maybe<Value>;
}

export function flag(expression: string): Maybe<true> {
  return maybe(expression, () => true as const);
}

/**
 * Stages a list as a loop with `variable`. If the items contain lists of the same kind, set `recursive` (see `again`).
 */
export function list<Item>(
  expression: string,
  variable: string,
  make: (variable: string) => Item,
  recursive = false,
): List<Item> {
  const loop = `{% for ${variable} in ${expression}${recursive ? " recursive" : ""} %}`;
  return {
    map: (render) => createElement(Fragment, null, mark(loop), render(make(variable)), mark("{% endfor %}")),
  };
}

/** Stages a list inside an item of a recursive list, as the same loop over other items. */
export function again<Item>(expression: string): List<Item> {
  return { map: () => mark(`{{ loop(${expression}) }}`) };
}

/** Stages a message that is filled with the expressions of other tokens. */
export function message(key: string, values: Values): string {
  const filled = Object.entries(values).map(([name, value]) => {
    const inner = new RegExp(`^${open}text:(.*)${close}$`).exec(String(value))?.[1];
    if (inner === undefined) throw new Error(`the message ${key} is filled with a value that isn't staged`);
    return `${name}=${inner}`;
  });
  return text(filled.length > 0 ? `t.${key}|fill(${filled.join(", ")})` : `t.${key}`);
}

export function cut(name: string, children: ReactNode): ReactNode {
  return createElement(Fragment, null, mark(`{cut ${name}}`), children, mark(`{end ${name}}`));
}

/**
 * Converts React's output for staged data to templates: one for the frame and, by name, one for each part that is cut
 * out of the frame.
 */
export function templates(output: string): { frame: string; cuts: Record<string, string> } {
  const marks = /<x-mark template="([^"]*)"><\/x-mark>/g;
  // If optional text follows other text, React's separator between them depends on the data.
  const bare = output.replace(marks, (_, template: string) => (template.startsWith("{% end") ? "<x-end>" : "<x-mark>"));
  const beside = /[^>]<x-(mark|end)>[^<]|<x-end>[^<]/.exec(bare);
  if (beside) {
    const near = bare.slice(Math.max(0, beside.index - 80), beside.index + 80);
    throw new Error(`text on both sides of optional content; put it in its own element: ${near}`);
  }
  const template = output
    .replace(marks, "$1")
    .replace(new RegExp(` ([\\w-]+)="${open}attr:([^${close}]*)${close}"`, "g"), '{% if $2 %} $1="{{ $2 }}"{% endif %}')
    .replace(new RegExp(`${open}text:([^${close}]*)${close}`, "g"), "{{ $1 }}")
    .replace(new RegExp(`${open}html:([^${close}]*)${close}`, "g"), "{{ $1|safe }}");
  if (template.includes(open)) throw new Error("a staged attribute is used as text");
  const cuts: Record<string, string> = {};
  const frame = template.replace(/\{cut (\w+)\}(.*)\{end \1\}/s, (_, name: string, inside: string) => {
    cuts[name] = inside;
    return `{{ ${name}_html|safe }}`;
  });
  return { frame, cuts };
}
