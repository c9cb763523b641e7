/**
 * React for docgen's own script engine, which renders pages that use components. docgen evaluates this script once per
 * thread, in a realm that all pages share and nobody can change. Each page then gets a realm of its own.
 */

import * as React from "react";
import * as runtime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";
import renderer from "../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { WAITS } from "../client/facts.ts";
import { clientDocgen, docgen } from "./component/docgen.ts";
import { describe, isWaiting, noted } from "./component/errors.ts";
import { freeze } from "./component/freeze.ts";
import { marked, unknown } from "./component/internal.ts";
import { islands } from "./component/islands.ts";
import { type Realm, sandbox, sharedGlobals } from "./component/sandbox.ts";
import { traced } from "./component/trace.ts";

/** What a page is rendered with. */
interface Input {
  page: unknown;
  site: unknown;
  locale: string;
  prefix: string;
  /** Whether elements record where they're created, to find the place of an error. */
  trace: boolean;
}

/** Handles an error while React renders; can return a digest for the browser. */
let report: ((error: unknown, level: { parent: unknown; type: unknown } | null) => string | undefined) | undefined;
renderer.onError = (error, { node }) => report?.(error, node);

/** Returns the public exports of a module. */
function exportsOf(module: object): Record<string, unknown> {
  const isPublic = ([name]: [string, unknown]) => !/^(?:default$|unstable_(?!batched)|experimental_|__)/.test(name);
  const exports = Object.fromEntries(Object.entries(module).filter(isPublic));
  return { ...exports, default: exports };
}

const { Fragment, jsx, jsxs } = runtime;

const shared = {
  react: exportsOf(React),
  "react-dom": exportsOf(ReactDOM),
  "react/jsx-runtime": { Fragment, jsx, jsxs },
  "docgen/internal": { marked, unknown },
};

/**
 * Renders with a function of React. Everything that React reports is an error, unless the browser shows what's inside a
 * `Suspense` that waits.
 */
function rendered(render: () => string, inBrowser = false): string {
  let failure: { error: unknown } | undefined;
  report = (error, level) => {
    if (inBrowser && isWaiting(error)) return WAITS;
    failure ??= { error: noted(error, level) };
    return undefined;
  };
  try {
    const html = render();
    if (failure) throw (failure as { error: unknown }).error;
    return html;
  } catch (error) {
    throw failure ? (failure as { error: unknown }).error : error;
  } finally {
    report = undefined;
  }
}

/** Prepares the realm of a page, and returns its modules and the functions that docgen calls. */
function open(realm: Realm, text: string, load: (module: string) => Record<string, unknown>) {
  const input = realm.JSON.parse(text) as Input;
  sandbox(realm);
  const trace = input.trace ? traced(jsx, jsxs) : undefined;
  const own = docgen(input);
  const { module: client, facts } = clientDocgen(own, input);
  const { prefix } = input;
  const prerender = (element: React.ReactNode, identifierPrefix: string) =>
    rendered(() => renderer.renderToString(element, { identifierPrefix }), true);
  const { reference, finish } = islands({ realm, load, prerender, prefix, facts: () => facts });
  return {
    modules: {
      ...shared,
      ...(trace && { "react/jsx-runtime": { Fragment, ...trace.runtime } }),
      docgen: own,
      "docgen/client": client,
      "docgen/internal": { ...shared["docgen/internal"], reference },
    },
    describe: (error: unknown) => describe(error, trace?.last()),
    render: (page: React.ComponentType) =>
      finish(rendered(() => renderer.renderToStaticMarkup(jsx(page, {}), { identifierPrefix: prefix }))),
  };
}

freeze([shared, sharedGlobals, open]);
Object.defineProperty(globalThis, "open", { value: open });
Object.freeze(globalThis);
