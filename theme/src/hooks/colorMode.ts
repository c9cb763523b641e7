/**
 * The color mode: the reader's choice and the resulting mode. The inline script in the head applies the mode before the
 * first paint (`head.ts`), and this module keeps it up to date. The mode is in a store instead of a context. A changed
 * context would reach the sidebar's boundary before the sidebar's data does, and React would drop the prerendered
 * nodes.
 */

import { useSyncExternalStore } from "react";
import { slot } from "./storage.ts";

export type Mode = "light" | "dark";
export type Choice = Mode | "system";

export interface ColorConfig {
  defaultMode: Mode;
  respectPrefersColorScheme: boolean;
  disableSwitch: boolean;
}

const theme = slot("theme");
const prefersDark = "(prefers-color-scheme: dark)";
let config: ColorConfig = { defaultMode: "light", respectPrefersColorScheme: false, disableSwitch: false };

/** The reader's choice on this page. Used if access to storage is denied. */
let unsaved: Mode | null = null;
const listeners = new Set<() => void>();

function choice(): Choice {
  const stored = config.disableSwitch ? null : (theme.get() ?? unsaved);
  if (stored !== null) return stored === "dark" ? "dark" : "light";
  return config.respectPrefersColorScheme ? "system" : config.defaultMode;
}

function mode(): Mode {
  const chosen = choice();
  if (chosen !== "system") return chosen;
  return matchMedia(prefersDark).matches ? "dark" : "light";
}

function apply(): void {
  const { dataset } = document.documentElement;
  dataset.theme = mode();
  dataset.themeChoice = choice();
  colorBrowser();
}

/**
 * Sets the color of the browser's interface to the page's background color. The prerendered colors are the theme's own,
 * but the site's styles can change them.
 */
function colorBrowser(): void {
  const color = getComputedStyle(document.documentElement).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-mode]")) {
    const shown = meta.dataset.mode === mode();
    meta.media = shown ? "" : "not all";
    if (shown) meta.content = color;
  }
}

function listen(changed: () => void): () => void {
  const system = matchMedia(prefersDark);
  const stop = theme.listen(changed);
  system.addEventListener("change", changed);
  listeners.add(changed);
  return () => {
    stop();
    listeners.delete(changed);
    system.removeEventListener("change", changed);
  };
}

/**
 * Applies the reader's choice and the system's preference, now and after every change. Call this function only once.
 */
export function startColorMode(of: ColorConfig): void {
  config = of;
  if (config.disableSwitch) theme.delete();
  apply();
  listen(apply);
}

/**
 * Selects the next choice. The choices are system, light, and dark, or only light and dark if the site ignores the
 * system preference.
 */
export function cycleColorMode(): void {
  const now = choice();
  const next = now === "light" ? "dark" : now === "dark" && config.respectPrefersColorScheme ? null : "light";
  if (next) theme.set(next);
  else theme.delete();
  unsaved = theme.get() === next ? null : next;
  for (const changed of listeners) changed();
}

export function useColorChoice(): Choice | null {
  return useSyncExternalStore<Choice | null>(listen, choice, () => null);
}

export function useColorMode(): Mode {
  return useSyncExternalStore(listen, mode, () => "light");
}
