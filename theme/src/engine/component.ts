/**
 * Runs React in docgen's own script engine to render pages that use components. docgen evaluates this script once per
 * thread, in a frozen realm that all pages share. In addition, each page gets its own realm.
 */

import * as React from "react";
import * as runtime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";
import renderer from "../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { WAITS } from "../client/facts.ts";
import { type Context, clientDocgen, docgen } from "./component/docgen.ts";
import { describe, isWaiting, noted } from "./component/errors.ts";
import { begin, caught, contextReaders, found, guard, kept, replaced, running, start } from "./component/failures.ts";
import { freeze, overridable } from "./component/freeze.ts";
import { imported } from "./component/imported.ts";
import { marked, refuse } from "./component/internal.ts";
import { islands } from "./component/islands.ts";
import { missing } from "./component/missing.ts";
import { loading, type Realm, sandbox, sharedGlobals } from "./component/sandbox.ts";
import { traced } from "./component/trace.ts";

/** The input for rendering a page. */
interface Input extends Context {
  prefix: string;
  /** Whether to record where elements are created, to locate errors. */
  trace: boolean;
  /** The definition locations of the components and expressions to replace. */
  stubs: string[];
}

/** Handles an error that occurs while React renders. Can return a digest for the browser. */
let report: ((error: unknown) => string | undefined) | undefined;
Object.assign(renderer, { begin, caught, replaced });
renderer.onError = (error, { node }) => report?.(isWaiting(error) ? error : noted(error, node));

/** Returns the exports of a module that components can use. */
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
  "docgen/internal": { guard, imported, loading, marked, missing, refuse },
};

/**
 * Renders with one of React's functions. Every problem that React reports is an error. The only exception is a
 * suspended `Suspense` boundary whose content the browser renders.
 */
function rendered(render: () => string, inBrowser = false): string {
  let failure: { error: unknown } | undefined;
  report = (error) => {
    if (inBrowser && isWaiting(error)) return WAITS;
    failure ??= { error };
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

/** Returns React's modules with functions that record where elements are created. */
function tracedModules({ createElement, runtime }: ReturnType<typeof traced>) {
  const own = { ...react, createElement };
  return { react: { ...own, default: own }, "react/jsx-runtime": { Fragment, ...runtime } };
}

/** Prepares a page's realm and returns the realm's modules and the functions that docgen calls. */
function open(realm: Realm, text: string, load: (module: string) => Record<string, unknown>) {
  const input = realm.JSON.parse(text) as Input;
  sandbox(realm);
  const trace = input.trace ? traced() : undefined;
  start(input.stubs, trace);
  const own = docgen(input);
  const { module: client, facts } = clientDocgen(own, input);
  const { prefix } = input;
  const prerender = (component: React.ElementType, props: object, identifierPrefix: string) =>
    kept(component, () => rendered(() => renderer.renderToString(jsx(component, props), { identifierPrefix }), true));
  const { reference, finish } = islands({
    realm,
    load: (module) => kept(undefined, () => load(module)),
    prerender,
    prefix,
    facts: () => facts,
  });
  return {
    modules: {
      ...shared,
      ...(trace && tracedModules(trace)),
      docgen: own,
      "docgen/client": client,
      "docgen/internal": { ...shared["docgen/internal"], reference },
    },
    describe: (error: unknown) => describe(error, trace?.last(), running()),
    caught: found,
    render: (page: React.ComponentType) =>
      finish(rendered(() => renderer.renderToStaticMarkup(jsx(page, {}), { identifierPrefix: prefix }))),
  };
}

for (const type of [React.Component, React.PureComponent, Date]) overridable(type.prototype);
freeze([shared, sharedGlobals, open], missing);
Object.defineProperty(globalThis, "open", { value: open });
Object.freeze(globalThis);
