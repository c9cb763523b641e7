/**
 * Reports page views and events to each analytics provider. The URLs of the providers' scripts are in
 * `src/config/analytics.rs`.
 */

export interface Options {
  provider: string;
  id: string;
  /** The provider's URL, without a trailing slash. */
  host: string;
  script: string;
}

export interface View {
  url: string;
  title: string;
  referrer: string;
  /** Whether the document was loaded for this page view. */
  first: boolean;
}

export type Data = Record<string, string | number>;

export interface Provider {
  /** The attributes of the provider's script. */
  attributes?: Record<string, string>;
  /** Whether the functions below fill a queue that the script reads. Otherwise, the script must load first. */
  queued?: true;
  /** Sets up the provider. Called once, before all other functions. */
  start?(): void;
  view(view: View): void;
  event(name: string, data: Data): void;
}

interface Globals {
  dataLayer?: unknown[];
  _paq?: unknown[][];
  fathom?: { trackPageview(view: { url: string; referrer: string }): void; trackEvent(name: string): void };
  plausible?(name: string, options: { u?: string; props?: Data }): void;
  posthog?: { init(id: string, options: object): void; capture(name: string, data: object): void };
  umami?: { track(name: string | ((data: object) => object), data?: Data): void };
}

const globals = window as Window & Globals;

function layer(): unknown[] {
  globals.dataLayer ??= [];
  return globals.dataLayer;
}

/**
 * Removes URL changes from Google's queue. If the property has the default settings, Google's script queues each change
 * and then counts it as a page view, even if only the query changes. No setting on the page turns off this behavior.
 */
function ignoreHistory(queue: unknown[]): void {
  let push = queue.push;
  Object.defineProperty(queue, "push", {
    // Google's script replaces the function with its own, which calls the previous function.
    get: () => {
      const next = push;
      const isOther = (entry: unknown) => (entry as { event?: unknown } | null)?.event !== "gtm.historyChange-v2";
      return (...entries: unknown[]) => next.apply(queue, entries.filter(isOther));
    },
    set: (own: typeof push) => {
      push = own;
    },
  });
}

function matomo(...command: unknown[]): void {
  globals._paq ??= [];
  globals._paq.push(command);
}

const providers: Record<string, (options: Options) => Provider> = {
  fathom: ({ id }) => ({
    attributes: { "data-site": id, "data-auto": "false" },
    view: ({ url, referrer }) => globals.fathom?.trackPageview({ url, referrer }),
    event: (name) => globals.fathom?.trackEvent(name),
  }),
  ga4({ id }) {
    // Google's script requires `arguments` objects.
    function gtag(..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: in this queue, an array has a different meaning.
      layer().push(arguments);
    }
    return {
      queued: true,
      start() {
        ignoreHistory(layer());
        gtag("js", new Date());
        gtag("config", id, { send_page_view: false });
      },
      view: ({ url, title, referrer }) =>
        gtag("event", "page_view", { page_title: title, page_location: url, page_referrer: referrer }),
      event: (name, data) => gtag("event", name, data),
    };
  },
  gtm: () => ({
    queued: true,
    start: () => layer().push({ "gtm.start": Date.now(), event: "gtm.js" }),
    view({ url, title, first }) {
      // The container has its own trigger for the first page view.
      if (!first) layer().push({ event: "page_view", page_title: title, page_location: url });
    },
    event: (name, data) => layer().push({ event: name, ...data }),
  }),
  matomo: ({ id, host }) => ({
    queued: true,
    start() {
      matomo("setTrackerUrl", `${host}/matomo.php`);
      matomo("setSiteId", id);
    },
    view({ url, title, referrer }) {
      matomo("setReferrerUrl", referrer);
      matomo("setCustomUrl", url);
      matomo("setDocumentTitle", title);
      matomo("trackPageView");
    },
    event(name, { query, results, ...data }) {
      if (name === "search") matomo("trackSiteSearch", query, false, results);
      else matomo("trackEvent", "docgen", name, Object.values(data).join(" "));
    },
  }),
  plausible: ({ id, host }) => ({
    attributes: { "data-domain": id, "data-api": `${host}/api/event` },
    view: ({ url }) => globals.plausible?.("pageview", { u: url }),
    event: (name, props) => globals.plausible?.(name, { props }),
  }),
  posthog: ({ id, host }) => ({
    start: () => globals.posthog?.init(id, { api_host: host, capture_pageview: false }),
    view: ({ url, title, referrer }) =>
      globals.posthog?.capture("$pageview", { $current_url: url, title, $referrer: referrer }),
    event: (name, data) => globals.posthog?.capture(name, data),
  }),
  umami: ({ id, host }) => ({
    attributes: { "data-website-id": id, "data-host-url": host, "data-auto-track": "false" },
    view: ({ url, title, referrer }) => globals.umami?.track((data) => ({ ...data, url, title, referrer })),
    event: (name, data) => globals.umami?.track(name, data),
  }),
};

/** Returns the provider that the options specify, or `undefined` if the provider is unknown. */
export const providerOf = (options: Options): Provider | undefined => providers[options.provider]?.(options);
