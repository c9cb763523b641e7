/**
 * The "docgen" module for interactive components. If the page contains the result of a call, the function returns that
 * result. Otherwise, it uses the browser's own functions.
 */

import "../shared.ts";
import { type ComponentProps, type ReactNode, use, useSyncExternalStore } from "react";
import { question } from "./facts.ts";
import { answers, PageFacts, shared } from "./page.ts";

export { buildDate } from "./page.ts";

type Options = Record<string, unknown>;

/** Returns the result that the page contains for a call. If there's no such result, calls `ask`. */
const answer = (name: string, value: unknown, ask: () => string, options?: Options) =>
  answers[question(name, value, options)] ?? ask();

const { baseUrl } = JSON.parse(document.getElementById("docgen-site")?.textContent ?? "null") as { baseUrl: string };

/** Returns the URL of a page or file on the site. */
export function url(to: string): string {
  return answer("url", to, () => {
    if (!to.startsWith("/") || to.startsWith("//") || to.startsWith(baseUrl)) return to;
    return baseUrl + to.slice(1);
  });
}

/** A link to a page or file on the site. */
export function Link({ to, href = to, ...rest }: ComponentProps<"a"> & { to?: string }) {
  return <a href={href === undefined ? undefined : url(href)} {...rest} />;
}

export function formatNumber(value: number | bigint, options?: Options): string {
  return answer("formatNumber", value, () => new Intl.NumberFormat(shared.locale, options).format(value), options);
}

export function formatDate(value: Date | string | number, options?: Options): string {
  return answer(
    "formatDate",
    value,
    () => {
      const style = options?.dateStyle || options?.timeStyle ? options : { dateStyle: "long" };
      return new Intl.DateTimeFormat(shared.locale, { ...style, timeZone: "UTC" } as Intl.DateTimeFormatOptions).format(
        new Date(value),
      );
    },
    options,
  );
}

export const usePage = () => use(PageFacts).page;
export const useSite = () => shared.site;
export const useLocale = () => shared.locale;

/** Shows content that needs a browser. The content appears as soon as the component is interactive. */
export function BrowserOnly({ children, fallback }: { children(): ReactNode; fallback?: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isBrowser ? children() : fallback;
}
