/** Prevents pages from affecting one another by freezing everything that they share. */

import * as React from "react";
import { jsx } from "react/jsx-runtime";
import renderer from "../../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";

/** Returns the objects that code can access only through syntax or methods, not by name. */
function hidden(): unknown[] {
  const iterators = [
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ""[Symbol.iterator](),
    // This expression returns an iterator helper.
    (""[Symbol.iterator]() as unknown as unknown[]).map((value) => value),
    /a/g[Symbol.matchAll](""),
    (Reflect.get(globalThis, "Iterator") as typeof Array).from({ next: () => ({ done: true }) } as never),
  ];
  const functions = [function* () {}, async () => {}, async function* () {}];
  return [...iterators, ...functions, (function* () {})(), (async function* () {})()].map(Object.getPrototypeOf);
}

/** Returns the objects that React passes to every component. */
function given(): unknown[] {
  const found: unknown[] = [];
  class Probe extends React.Component {
    override render() {
      const { context, refs, updater } = this as unknown as Record<string, unknown>;
      found.push(context, refs, updater);
      return null;
    }
  }
  function Hooks() {
    found.push(React.useTransition()[1], React.useOptimistic(0)[1]);
    found.push(React.useEffectEvent(() => {}));
    try {
      React.use(new Promise(() => {}));
    } catch (suspension) {
      found.push(suspension);
    }
    return null;
  }
  new Probe({}).render();
  renderer.renderToStaticMarkup(jsx(Probe, {}));
  renderer.renderToStaticMarkup(jsx(Hooks, {}));
  return found;
}

/**
 * Lets objects override inherited properties after their prototype is frozen. By default, JavaScript doesn't allow code
 * to set a property that has the same name as a frozen inherited property. However, older classes set their constructor
 * in this way.
 */
export function overridable(prototype: object): void {
  for (const [name, { value, writable, enumerable = false }] of Object.entries(
    Object.getOwnPropertyDescriptors(prototype),
  )) {
    if (!writable) continue;
    const set = function (this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`\`${name}\` can't be changed, because all pages share it`);
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    };
    Object.defineProperty(prototype, name, { get: () => value, set, enumerable, configurable: true });
  }
}

/**
 * Freezes this realm's built-in objects, the objects that React passes to components, and `roots`. Skips the objects in
 * `unchangeable`, which can't be changed anyway.
 */
export function freeze(roots: unknown[], unchangeable: unknown): void {
  const forbidden = () => {
    throw new TypeError("code from text can't run here");
  };
  // Code that a page creates from text would run in this realm and could declare variables that persist.
  for (const one of [() => {}, function* () {}, async () => {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(one), "constructor", { value: forbidden });
  }
  for (const name of ["eval", "Function"]) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(Math, "random");
  Error.stackTraceLimit = 50;
  const queue: unknown[] = [...Object.values(Object.getOwnPropertyDescriptors(globalThis)), ...hidden(), ...given()];
  queue.push(...roots);
  const seen = new Set<unknown>([globalThis, unchangeable]);
  for (let next = queue.pop(); queue.length > 0 || next !== undefined; next = queue.pop()) {
    if ((typeof next !== "object" && typeof next !== "function") || next === null || seen.has(next)) continue;
    seen.add(next);
    queue.push(Object.getPrototypeOf(next), ...Reflect.ownKeys(next).flatMap((key) => values(next as object, key)));
    Object.freeze(next);
  }
}

/** Returns the values of a property. */
function values(object: object, key: PropertyKey): unknown[] {
  const { get, set, value } = Object.getOwnPropertyDescriptor(object, key) ?? {};
  return [get, set, value].filter((one) => one !== undefined);
}
