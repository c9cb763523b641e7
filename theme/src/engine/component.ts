/**
 * React for docgen's own script engine, which renders pages that use components. docgen evaluates this script once per
 * thread, in a realm that all pages share and nobody can change. Each page then gets a realm of its own.
 */

import * as React from "react";
import * as runtime from "react/jsx-runtime";
import renderer from "../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { docgen } from "./component/docgen.ts";
import { describe, noted } from "./component/errors.ts";
import { freeze } from "./component/freeze.ts";
import { marked, unknown } from "./component/internal.ts";
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

/** The current page's errors, of which only the first matters. */
let report: ((error: unknown, level: { parent: unknown; type: unknown } | null) => void) | undefined;
renderer.onError = (error, { node }) => report?.(error, node);

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: _, ...everything } =
  React as unknown as Record<string, unknown>;
const names = Object.keys(everything).filter((name) => !/^(?:default$|unstable_|experimental_|__)/.test(name));
const react = Object.fromEntries(names.map((name) => [name, everything[name]]));
const { Fragment, jsx, jsxs } = runtime;

const shared = {
  react: { ...react, default: react },
  "react/jsx-runtime": { Fragment, jsx, jsxs },
  "docgen/internal": { marked, unknown },
};

/** Prepares the realm of a page, and returns its modules and the functions that docgen calls. */
function open(realm: Realm, text: string) {
  const input = realm.JSON.parse(text) as Input;
  sandbox(realm);
  const trace = input.trace ? traced(jsx, jsxs) : undefined;
  return {
    modules: {
      ...shared,
      ...(trace && { "react/jsx-runtime": { Fragment, ...trace.runtime } }),
      docgen: docgen(input),
    },
    describe: (error: unknown) => describe(error, trace?.last()),
    render(page: React.ComponentType) {
      let failure: { error: unknown } | undefined;
      report = (error, level) => {
        failure ??= { error: noted(error, level) };
      };
      try {
        const html = renderer.renderToStaticMarkup(jsx(page, {}), { identifierPrefix: input.prefix });
        if (failure) throw (failure as { error: unknown }).error;
        return html;
      } catch (error) {
        throw failure ? (failure as { error: unknown }).error : error;
      } finally {
        report = undefined;
      }
    },
  };
}

freeze([shared, sharedGlobals, open]);
Object.defineProperty(globalThis, "open", { value: open });
Object.freeze(globalThis);
