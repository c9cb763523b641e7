/**
 * React for docgen's own script engine, which renders pages that use components. docgen evaluates this script once per
 * thread, in a realm that all pages share. A page then gets its own realm.
 */

import * as React from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "../../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";

/** What a page is rendered with. */
interface Input {
  page: Record<string, unknown>;
  site: unknown;
  locale: string;
  prefix: string;
}

/** Ends what React writes in front of the page. */
const START = "\u{fdd7}";

const token = (target: string) => `\u{fdd2}${target}\u{fdd3}`;

/** Returns the module "docgen" of a page. */
function docgen({ page, site, locale }: Input) {
  const own = { ...page, url: token("page:") };
  const url = (to: string) => token(`link:${to}`);
  return {
    url,
    Link: ({ to, ...rest }: { to: string }) => React.createElement("a", { href: url(to), ...rest }),
    usePage: () => own,
    useLocale: () => locale,
    useSite: () => site,
    buildDate: (site as { buildDate?: string } | null)?.buildDate ?? null,
  };
}

/** Prepares the realm of a page, and returns its modules and the function that renders it. */
function open(_realm: unknown, text: string) {
  const input = JSON.parse(text) as Input;
  const { default: _, ...react } = React as typeof React & { default?: unknown };
  return {
    modules: { react: { ...react, default: react }, "react/jsx-runtime": { ...runtime }, docgen: docgen(input) },
    render(page: React.ComponentType) {
      const children = [START, React.createElement(page, { key: "page" })];
      const html = renderToStaticMarkup(React.createElement(React.Fragment, null, children), {
        identifierPrefix: input.prefix,
      });
      return html.slice(html.indexOf(START) + START.length);
    },
  };
}

Object.assign(globalThis, { open });
