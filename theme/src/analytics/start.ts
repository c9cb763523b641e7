/**
 * Reports page views and events to the site's analytics provider. Only pages of sites with analytics load this file.
 * The file shares no code with the app, so it doesn't have to wait for the app.
 */

import type { Tracked } from "../track.ts";
import { type Data, type Options, type Provider, providerOf } from "./providers.ts";

/** The calls to make when the provider's script has loaded, or `null` if the script has already loaded. */
let waiting: (() => void)[] | null = [];

function call(then: () => void): void {
  if (waiting) waiting.push(then);
  else then();
}

function load({ script: src }: Options, { attributes = {} }: Provider): void {
  const script = Object.assign(document.createElement("script"), { src, async: true });
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.addEventListener("load", () => {
    const calls = waiting ?? [];
    waiting = null;
    for (const each of calls) each();
  });
  document.head.append(script);
}

function reportLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
  // The right button opens a menu, not the link.
  if (!link || event.button > 1 || !/^https?:$/.test(link.protocol) || link.host === location.host) return;
  const data: Tracked["outbound"] = { url: link.href };
  dispatchEvent(new CustomEvent("docgen:track", { detail: { name: "outbound", ...data } }));
}

export function start(options: Options): void {
  const provider = providerOf(options);
  if (!provider) return;
  if (provider.queued) waiting = null;
  let last: { path: string; url: string } | undefined;
  const view = () => {
    const { pathname: path, href: url } = location;
    // A jump to a heading isn't a page view, and neither is a change to the query.
    if (last?.path === path) return;
    const seen = { url, title: document.title, referrer: last?.url ?? document.referrer, first: !last };
    last = { path, url };
    call(() => provider.view(seen));
  };
  call(() => provider.start?.());
  view();
  addEventListener("docgen:navigated", view);
  addEventListener("docgen:track", (event) => {
    const { name, ...data } = (event as CustomEvent<Data & { name: string }>).detail;
    call(() => provider.event(name, data));
  });
  document.addEventListener("click", reportLinks, { capture: true });
  document.addEventListener("auxclick", reportLinks, { capture: true });
  load(options, provider);
}
