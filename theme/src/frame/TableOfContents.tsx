import { useEffect, useRef, useState } from "react";
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

/** The table of contents next to the article. It highlights the heading that the reader has reached. */
export function TableOfContents({ data }: { data: TocData }) {
  const nav = useRef<HTMLElement>(null);
  useScrollSpy(nav);
  return (
    <nav className="toc" aria-label={t("table_of_contents")} ref={nav}>
      <p className="toc-title">{t("table_of_contents")}</p>
      <ul className="toc-list">
        <TocItems items={data.items} />
      </ul>
    </nav>
  );
}

/** The table of contents above the article on narrow screens: a button that opens the list. */
export function MobileTableOfContents({ data }: { data: TocData }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const close = () => setOpen(false);
    addEventListener("docgen:navigated", close);
    return () => removeEventListener("docgen:navigated", close);
  }, []);
  const chosen = (event: React.MouseEvent) => {
    if ((event.target as Element).closest("a")) setOpen(false);
  };
  return (
    <div className="toc-mobile" data-open={open}>
      <button type="button" className="toc-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("table_of_contents")}
      </button>
      {open ? (
        <ul className="toc-list" onClickCapture={chosen}>
          <TocItems items={data.items} />
        </ul>
      ) : null}
    </div>
  );
}
