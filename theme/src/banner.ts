/**
 * The home page's inline script, which shows a banner if the site's files can't be loaded, for example because of a
 * wrong base URL. The script checks whether the app has started. The site's styles hide the banner, so the banner is
 * never visible if the styles load.
 */

import { base_url_banner as english } from "../messages/en.json";
import type { SiteData } from "./chunk.ts";

addEventListener("DOMContentLoaded", () => {
  // The app is a module, so it runs before this event unless the module can't be fetched.
  if ("docgen" in window) return;
  const site = JSON.parse(document.getElementById("docgen-site")?.textContent ?? "{}") as Partial<SiteData>;
  const banner = document.createElement("div");
  banner.id = "docgen-base-url-banner";
  banner.style.cssText =
    "border:thick solid red;background:#ffe6b3;color:#000;margin:20px;padding:20px;font:20px sans-serif";
  banner.textContent = (site.messages?.base_url_banner ?? english)
    .replace("{base}", site.baseUrl ?? "/")
    .replace("{suggestion}", location.pathname.replace(/\/?$/, "/"));
  document.body.prepend(banner);
});
