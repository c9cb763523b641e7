/**
 * React for docgen's own script engine, which renders pages that use components. docgen evaluates this script once per
 * thread, in a realm that all pages share and nobody can change. Each page then gets a realm of its own.
 */

import * as React from "react";
import * as runtime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";
import renderer from "../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { type Context, docgen } from "./component/docgen.ts";
import { describe, noted } from "./component/errors.ts";
import { begin, caught, contextReaders, found, guard, replaced, running, start } from "./component/failures.ts";
import { freeze, overridable } from "./component/freeze.ts";
import { imported } from "./component/imported.ts";
import { marked } from "./component/internal.ts";
import { missing } from "./component/missing.ts";
import { loading, type Realm, sandbox, sharedGlobals } from "./component/sandbox.ts";
import { traced } from "./component/trace.ts";

/** What a page is rendered with. */
interface Input extends Context {
  prefix: string;
  /** Whether elements record where they're created, to find the place of an error. */
  trace: boolean;
  /** The components and expressions to replace, by where they're defined. */
  stubs: string[];
}

/** The error that stops the current page, of which only the first matters. */
let report: ((error: unknown) => void) | undefined;
Object.assign(renderer, { begin, caught, replaced });
renderer.onError = (error, { node }) => report?.(noted(error, node));

/** Returns what a module exports, without what isn't for components. */
function publicOf(module: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(module).filter(([name]) => !/^(?:default$|experimental_|__)/.test(name)));
}

const react = { ...publicOf(React), ...contextReaders };
const dom = publicOf(ReactDOM);
const { Fragment, jsx, jsxs } = runtime;

const shared = {
  react: { ...react, default: react },
  "react-dom": { ...dom, default: dom },
  "react/jsx-runtime": { Fragment, jsx, jsxs },
  "docgen/internal": { guard, imported, loading, marked, missing },
};

/** Returns the modules of React whose elements record where they're created. */
function tracedModules({ createElement, runtime }: ReturnType<typeof traced>) {
  const own = { ...react, createElement };
  return { react: { ...own, default: own }, "react/jsx-runtime": { Fragment, ...runtime } };
}

/** Prepares the realm of a page, and returns its modules and the functions that docgen calls. */
function open(realm: Realm, text: string) {
  const input = realm.JSON.parse(text) as Input;
  sandbox(realm);
  const trace = input.trace ? traced() : undefined;
  start(input.stubs, trace);
  return {
    modules: {
      ...shared,
      ...(trace && tracedModules(trace)),
      docgen: docgen(input),
    },
    describe: (error: unknown) => describe(error, trace?.last(), running()),
    caught: found,
    render(page: React.ComponentType) {
      let failure: { error: unknown } | undefined;
      report = (error) => {
        failure ??= { error };
      };
      try {
        return renderer.renderToStaticMarkup(jsx(page, {}), { identifierPrefix: input.prefix });
      } catch (error) {
        throw failure ? failure.error : error;
      } finally {
        report = undefined;
      }
    },
  };
}

for (const type of [React.Component, React.PureComponent, Date]) overridable(type.prototype);
freeze([shared, sharedGlobals, open], missing);
Object.defineProperty(globalThis, "open", { value: open });
Object.freeze(globalThis);
