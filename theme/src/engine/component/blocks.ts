/**
 * docgen's own components. Each component writes its props and content between tokens. docgen converts the tokens to
 * directives.
 */

import { isValidElement, type ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { Refusal } from "./errors.ts";

/** The name of each component and the name of its directive. docgen provides these names. */
declare const BLOCKS: [component: string, directive: string][];

/** The tokens of a directive: before the description, before the title, before the content, and at the end. */
const [START, TITLE, CONTENT, END] = ["\u{fde0}", "\u{fde1}", "\u{fde2}", "\u{fde3}"] as const;
/** The first character of a token for a Markdown leaf. */
const LEAF = "\u{fdd0}";

/** The name that components for code use instead of a directive name. */
const CODE = "code";
/** The inline directives, which have no room for a description. */
const INLINE = ["badge", "icon", "tooltip"];

type Props = Record<string, unknown>;

/** Whether a value is content rather than plain text. */
const isContent = (value: unknown): boolean =>
  isValidElement(value) ||
  (typeof value === "string" && value.includes(LEAF)) ||
  (Array.isArray(value) && value.some(isContent));

/** Returns the text of an element, where there's only room for text. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join("");
  if (isValidElement<Props>(value)) {
    const { children, alt, title } = value.props;
    return [children, alt, title].map(plain).find((text) => text !== "") ?? "";
  }
  return (typeof value === "string" && !value.includes(LEAF)) || typeof value === "number" ? String(value) : "";
}

/** Converts a property to the value of an attribute. If the property can't be an attribute, returns `undefined`. */
function attribute(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
      return String(value);
    case "boolean":
      return value ? "" : undefined;
    case "object":
      if (value === null || isContent(value)) return undefined;
      return JSON.stringify(value, (_, part) => (isValidElement(part) ? plain(part) || undefined : part));
    default:
      return undefined;
  }
}

/** Returns the text of a component's children. */
function textOf(children: unknown): string {
  if (Array.isArray(children)) return children.map(textOf).join("");
  if (children === null || children === undefined || typeof children === "boolean") return "";
  if (typeof children === "object" || isContent(children)) {
    throw new Refusal("the content of this component must be text", "specify the code as a string, such as {`a = 1`}");
  }
  return String(children);
}

/** Returns the paragraph before the content, if a component has both content and a description. */
function introOf(description: unknown): ReactNode {
  return description ? jsxs(Fragment, { children: [jsx("p", { children: description as ReactNode }), "\n"] }) : null;
}

/** Returns a component that renders as a directive. */
function block(component: string, directive: string) {
  return ({ children, description, code, type, ...props }: Props) => {
    const isCode = directive === CODE;
    const own = { ...(directive && { type }), ...(isCode && { code: code ?? textOf(children) }), ...props };
    const titled = Object.keys(props).find((name) => isContent(props[name]));
    const attributes = Object.entries(own).map(([name, value]) => [name, attribute(value)]);
    const head = JSON.stringify({
      component,
      directive: directive || (typeof type === "string" ? type : "note"),
      attributes: attributes.filter(([, value]) => value !== undefined),
      title: titled ?? null,
    });
    const title = titled === undefined ? null : (props[titled] as ReactNode);
    const text = directive === "badge" ? props.text : undefined;
    const content = isCode ? null : ((children ?? description ?? text) as ReactNode);
    const intro = isCode || INLINE.includes(directive) || content === description ? null : introOf(description);
    return jsxs(Fragment, { children: [START + head + TITLE, title, CONTENT, intro, content, END] });
  };
}

/** The components. */
export const blocks = Object.fromEntries(
  BLOCKS.map(([component, directive]) => [component, block(component, directive)]),
);
