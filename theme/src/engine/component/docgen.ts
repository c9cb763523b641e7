/** The "docgen" module, which pages and components import. */

import type { ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { type Facts, question } from "../../client/facts.ts";
import { blocks } from "./blocks.ts";
import { Refusal } from "./errors.ts";
import { LimitedDate } from "./sandbox.ts";

/**
 * docgen's functions for formatting values. Each function takes a request in JSON. If a function fails, it throws a
 * message.
 */
declare const formatted: Record<"formatDate" | "formatNumber", (request: string) => string>;

/** Keep docgen's functions, and delete the global variables so that pages can't access them. */
const { formatDate: hostDate, formatNumber: hostNumber } = globalThis as unknown as typeof formatted;
for (const name of ["formatDate", "formatNumber"]) Reflect.deleteProperty(globalThis, name);

/** Returns a token for a place in the HTML where docgen writes a URL. */
const token = (target: string) => `\u{fdd2}${target}\u{fdd3}`;

/**
 * Returns a token for the URL of a link. A URL that is already a token stays unchanged. Encodes quotes and backslashes,
 * because they would break the JSON in interactive components' props. URLs can't contain these characters anyway.
 */
function url(to: unknown): string {
  if (typeof to !== "string") {
    throw new Refusal(`\`url\`: expected a path or URL as a string, found ${to === null ? "null" : typeof to}`);
  }
  return to.includes("\u{fdd2}") ? to : token(`link:${to.replace(/["\\]/g, encodeURIComponent)}`);
}

function Link({ to, href = to, ...rest }: { to?: unknown; href?: unknown }) {
  if (typeof href !== "string") throw new Refusal("`Link` needs the prop `to`", 'use `<Link to="./page.md">`');
  return jsx("a", { href: url(href), ...rest });
}

function BrowserOnly(): never {
  const hint = 'use it in a component whose file starts with `"use client"`';
  throw new Refusal("`BrowserOnly` needs a browser, but this component is static", hint);
}

type Options = Record<string, unknown>;

/** Formats a value. Reports an error at the location of the caller. */
function format(host: (request: string) => string, locale: string, value: unknown, options: Options = {}): string {
  try {
    return host(JSON.stringify({ locale, value, options }));
  } catch (error) {
    throw new Refusal(String(error));
  }
}

/** The values that the "docgen" module depends on. */
export interface Context {
  page: unknown;
  site: unknown;
  locale: string;
  /** The time of the build in seconds since 1970, if it's known. */
  buildTime: number | null;
}

/** Reports a use of `usePage` in the frame. */
function noPage(): never {
  const hint = "use `useSite`, or move it to a slot on pages; to list the slots, run `docgen theme slots`";
  throw new Refusal("`usePage` needs a page, but this component is in the frame, which all pages share", hint);
}

const infoOf = (page: unknown) => ({ ...(page as object), url: token("page:") });

/** Returns the "docgen" module for a page. */
export function docgen({ page, site, locale, buildTime }: Context) {
  const info = infoOf(page);
  return {
    ...blocks,
    BrowserOnly,
    Link,
    buildDate: buildTime === null ? null : new LimitedDate(1000 * buildTime).toISOString().slice(0, 10),
    formatDate(value: unknown, options?: Options) {
      const isDate = value instanceof LimitedDate;
      if (!isDate && typeof value !== "string" && typeof value !== "number") {
        throw new Refusal("`formatDate`: expected a date", "use a date such as `2026-01-31`");
      }
      const date = isDate ? value : new LimitedDate(value);
      if (Number.isNaN(date.getTime())) {
        throw new Refusal(`\`${isDate ? "Invalid Date" : value}\` isn't a date`, "use a date such as `2026-01-31`");
      }
      const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
      return format(hostDate, locale, [...day, ...time], options);
    },
    formatNumber(value: unknown, options?: Options) {
      const isNumber = (typeof value === "number" && Number.isFinite(value)) || typeof value === "bigint";
      if (!isNumber) throw new Refusal(`\`formatNumber\`: expected a number, found \`${String(value)}\``);
      return format(hostNumber, locale, String(value), options);
    },
    url,
    useLocale: () => locale,
    usePage: page === null ? noPage : () => info,
    useSite: () => site,
  };
}

/**
 * Returns the "docgen" module for client code, and the facts that the browser needs to get the same results. The facts
 * include only what the client code imports, because docgen reads an export only if a module imports it.
 */
export function clientDocgen(own: ReturnType<typeof docgen>, { page, site, locale }: Context) {
  const answers: Record<string, string> = {};
  const facts: Facts = {};
  const answered =
    (name: string, ask: (value: unknown, options?: Options) => string) => (value: unknown, options?: Options) => {
      const answer = ask(value, options);
      facts.answers = answers;
      answers[question(name, value, options)] = answer;
      return answer;
    };
  const clientUrl = answered("url", own.url);
  const { useLocale, usePage, useSite } = own;
  const inLocale = <Value>(value: Value): Value => {
    facts.locale = locale;
    return value;
  };
  const module = {
    BrowserOnly: ({ fallback = null }: { fallback?: ReactNode }) => fallback,
    get buildDate() {
      if (own.buildDate) facts.buildDate = own.buildDate;
      return own.buildDate;
    },
    url: clientUrl,
    Link: ({ to, href = to, ...rest }: { to?: unknown; href?: unknown }) =>
      own.Link({ href: typeof href === "string" ? clientUrl(href) : href, ...rest }),
    get formatDate() {
      return inLocale(answered("formatDate", own.formatDate));
    },
    get formatNumber() {
      return inLocale(answered("formatNumber", own.formatNumber));
    },
    get useLocale() {
      return inLocale(useLocale);
    },
    get usePage() {
      if (page !== null) facts.page = infoOf(page);
      return usePage;
    },
    get useSite() {
      facts.site = site;
      return useSite;
    },
  };
  return { module, facts };
}
