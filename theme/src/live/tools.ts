/** A panel about the open page: its words, headings, links, and images, and its other versions, languages, and modes. */

import type { Chunk, SiteData } from "../chunk.ts";
import { slot } from "../hooks/storage.ts";
import { t } from "../messages.ts";
import { mainDocs, versionsOf } from "../versions.ts";
import { firstLine, open as openInEditor } from "./editor.ts";
import { element } from "./element.ts";
import type { Source } from "./state.ts";

const styles = `
  :host { all: initial; position: fixed; inset: auto auto 1rem 1rem; z-index: 2147483645; color-scheme: dark; }
  * { box-sizing: border-box; }
  button, section { font: 14px/1.5 system-ui, sans-serif; color: #f3f1ee; background: #1d1b1a; }
  button, select { font: inherit; color: inherit; background: #383432; border: 1px solid #6e6763; border-radius: 6px;
    padding: .25rem .75rem; cursor: pointer; max-inline-size: 100%; }
  .open { font: 14px/1.5 system-ui, sans-serif; background: #1d1b1a; border-radius: 999px; }
  :focus-visible { outline: 2px solid #8cc8ff; outline-offset: 2px; }
  section { inline-size: min(22rem, calc(100vw - 2rem)); max-block-size: 70vh; overflow: auto; padding: 1rem;
    border: 1px solid #6e6763; border-radius: 8px; box-shadow: 0 4px 24px #0006; }
  header { display: flex; gap: .5rem; align-items: center; }
  h2 { flex: 1; margin: 0; font-size: 1rem; }
  p, details { margin: .5rem 0 0; }
  summary { cursor: pointer; }
  ul { margin: .25rem 0 0; padding-inline-start: 1rem; list-style: none; }
  li { overflow-wrap: anywhere; padding-block: .125rem; }
  a { color: #8cc8ff; }
  .wrong { color: #f2c879; }
  label { display: flex; justify-content: space-between; gap: 1rem; margin-block-start: .5rem; align-items: center; }
  @media print { :host { display: none; } }
`;

interface Choice {
  label: string;
  value: string;
  current: boolean;
}

/** Returns the number of words in a text. In a language without spaces, a word is what the browser takes for one. */
export function countWords(text: string, language: string): number {
  const words = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  return [...words].filter(({ isWordLike }) => isWordLike).length;
}

/** Returns the page in the reader's language and version as choices, and in the others. */
export function choicesOf(site: SiteData, page: Chunk): { versions: Choice[]; locales: Choice[] } {
  const docs = page.docs ?? mainDocs;
  const versions = page.version === undefined ? [] : versionsOf(site, docs);
  return {
    versions: versions.map(({ name, label, href }) => ({
      label,
      value: page.versions?.[name] ?? href,
      current: name === page.version,
    })),
    locales: site.locales.map(({ code, label, href }) => ({
      label,
      value: page.locales?.[code] ?? href,
      current: code === site.locale.code,
    })),
  };
}

function select(label: string, choices: Choice[], choose: (value: string) => void): Node[] {
  if (choices.length < 2) return [];
  const options = choices.map(({ label, value }) => element("option", { value }, label));
  const made = element("select", {}, ...options);
  made.selectedIndex = choices.findIndex(({ current }) => current);
  made.addEventListener("change", () => choose(made.value));
  return [element("label", {}, label, made)];
}

function list(summary: string, items: Node[]): HTMLElement {
  if (items.length === 0) return element("p", {}, summary);
  const rows = items.map((item) => element("li", {}, item));
  return element("details", {}, element("summary", {}, summary), element("ul", {}, ...rows));
}

/** Returns the outline of an article. */
function outline(article: HTMLElement): HTMLElement[] {
  // Everything else in the article belongs to the theme.
  const prose = article.querySelector<HTMLElement>(".prose") ?? article;
  const title = article.querySelectorAll<HTMLElement>("h1");
  const headings = [...title, ...prose.querySelectorAll<HTMLElement>("h2[id], h3[id], h4[id], h5[id], h6[id]")];
  const links = [...prose.querySelectorAll<HTMLAnchorElement>("a[href]:not(.hash-link)")];
  const images = [...prose.querySelectorAll("img")];
  const heading = (of: HTMLElement) => {
    const link = element("a", { href: `#${encodeURIComponent(of.id)}` }, of.innerText.trim());
    link.style.paddingInlineStart = `${Number(of.localName[1]) - 1}rem`;
    return link;
  };
  const link = (of: HTMLAnchorElement) => element("a", { href: of.href }, of.getAttribute("href") ?? "");
  const image = (of: HTMLImageElement) => {
    const name = of.getAttribute("src")?.split("/").pop() ?? "";
    const isSilent = !of.alt && of.getAttribute("role") !== "presentation";
    const alt = isSilent ? element("span", { class: "wrong" }, t("live_no_alt")) : of.alt;
    return element("span", {}, name.startsWith("data:") ? "data:" : name, ": ", alt);
  };
  return [
    element("p", {}, t("live_words", { count: countWords(prose.innerText, document.documentElement.lang || "en") })),
    list(t("live_headings", { count: headings.length }), headings.map(heading)),
    list(t("live_links", { count: links.length }), links.map(link)),
    list(t("live_images", { count: images.length }), images.map(image)),
  ];
}

/** Returns the data of the open page. The document has the data of the page that it was loaded with. */
async function data(): Promise<{ site: SiteData; page: Chunk } | null> {
  const response = await fetch(location.href);
  const from = new DOMParser().parseFromString(await response.text(), "text/html");
  const json = (id: string) => JSON.parse(from.getElementById(id)?.textContent ?? "null");
  const [site, page] = [json("docgen-site"), json("docgen-page")];
  return site && page ? { site, page } : null;
}

/** Creates the panel. Returns a function that sets the page's file. */
export function createTools(): (source: Source | null) => void {
  const host = document.createElement("docgen-tools");
  const shadow = host.attachShadow({ mode: "open" });
  const style = element("style", {}, styles);
  const button = element("button", { type: "button", class: "open" }, t("live_tools"));
  const theme = slot("theme");
  let source: Source | null = null;

  const close = () => {
    shadow.replaceChildren(style, button);
    button.focus();
  };
  const modes = (of: SiteData["colorMode"]): Choice[] => {
    const now = document.documentElement.dataset.themeChoice;
    const all = [
      { label: t("live_mode_system"), value: "system" },
      { label: t("live_mode_light"), value: "light" },
      { label: t("live_mode_dark"), value: "dark" },
    ];
    const shown = of.disableSwitch ? [] : all.slice(of.respectPrefersColorScheme ? 0 : 1);
    return shown.map((one) => ({ ...one, current: one.value === now }));
  };
  const draw = async () => {
    const article = document.querySelector<HTMLElement>("#docgen-root .article");
    const loaded = await data().catch(() => null);
    const done = element("button", { type: "button" }, t("live_close"));
    done.addEventListener("click", close);
    const edit = element("button", { type: "button" }, t("live_edit"));
    edit.addEventListener("click", () => source && openInEditor(source, firstLine()));
    const choices = loaded ? choicesOf(loaded.site, loaded.page) : { versions: [], locales: [] };
    const go = (href: string) => location.assign(href);
    const setMode = (mode: string) => (mode === "system" ? theme.delete() : theme.set(mode));
    const panel = element(
      "section",
      { role: "region", "aria-label": t("live_tools") },
      element("header", {}, element("h2", {}, t("live_tools")), ...(source ? [edit] : []), done),
      ...(article ? outline(article) : []),
      ...select(t("live_version"), choices.versions, go),
      ...select(t("live_language"), choices.locales, go),
      ...select(t("live_mode"), loaded ? modes(loaded.site.colorMode) : [], setMode),
    );
    panel.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    shadow.replaceChildren(style, panel);
    done.focus();
  };
  button.addEventListener("click", draw);
  addEventListener("docgen:navigated", () => host.isConnected && shadow.replaceChildren(style, button));
  return (of) => {
    source = of;
    if (!host.isConnected) {
      shadow.replaceChildren(style, button);
      document.body.append(host);
    }
    // The number of problems is in the same corner.
    host.style.insetBlockEnd = document.querySelector("docgen-problems") ? "4rem" : "1rem";
  };
}
