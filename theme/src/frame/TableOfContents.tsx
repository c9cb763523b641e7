import { useEffect, useRef } from "react";
import { t } from "../messages.ts";
import { Prose } from "../ui/Prose.tsx";
import type { List, TocData, TocItemData } from "./data.ts";
import { useScrollSpy } from "./useScrollSpy.ts";
import { when } from "./when.ts";

function TocItems({ items }: { items: List<TocItemData> }) {
  return items.map((item) => (
    <li key={item.key}>
      <a className="toc-link" href={item.href}>
        <Prose as="span" html={item.html} />
      </a>
      {when(item.items, (children) => (
        <ul className="toc-list">
          <TocItems items={children} />
        </ul>
      ))}
    </li>
  ));
}

/**
 * The table of contents. On wide screens, it's a column next to the article. On narrow screens, it's a bar below the
 * navbar. The bar names the current section, opens the list, and works without scripts.
 */
export function TableOfContents({ data }: { data: TocData }) {
  const frame = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDetailsElement>(null);
  useScrollSpy(frame);
  useEffect(() => {
    const close = () => {
      if (bar.current) bar.current.open = false;
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !bar.current?.open) return;
      close();
      bar.current.querySelector("summary")?.focus();
    };
    const turned = ({ type, target }: Event) => {
      const inside = frame.current?.contains(target as Element);
      if (!inside || (type === "click" && (target as Element).closest("a"))) close();
    };
    addEventListener("docgen:navigated", close);
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", turned, { capture: true });
    document.addEventListener("focusin", turned);
    return () => {
      removeEventListener("docgen:navigated", close);
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("click", turned, { capture: true });
      document.removeEventListener("focusin", turned);
    };
  }, []);
  return (
    <div className="toc-frame" ref={frame}>
      <details className="toc-bar" ref={bar}>
        <summary className="toc-toggle">
          <span>{t("table_of_contents")}</span>
          <span className="toc-here" />
        </summary>
      </details>
      <nav className="toc" aria-label={t("table_of_contents")}>
        <p className="toc-title">{t("table_of_contents")}</p>
        <ul className="toc-list">
          <TocItems items={data.items} />
        </ul>
      </nav>
    </div>
  );
}
