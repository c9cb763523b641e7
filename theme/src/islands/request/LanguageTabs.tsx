import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { revealTab } from "../../hooks/strip.ts";
import type { SampleTab } from "./samples/tabs.ts";
import { t } from "./text.ts";

interface LanguageTabsProps {
  tabs: readonly SampleTab[];
  chosen: string;
  /** The ID of the panel. */
  panel: string;
  choose(id: string): void;
}

/** Returns the index of the tab that a key moves the focus to. For other keys, returns `undefined`. */
function target(key: string, at: number, count: number, rightToLeft: boolean): number | undefined {
  const forward = rightToLeft ? -1 : 1;
  const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: count - 1 }[key];
  return to === undefined ? undefined : (to + count) % count;
}

/**
 * A scrolling strip with all languages. A menu is at the end of the strip, because not all languages fit on the strip.
 */
export function LanguageTabs({ tabs, chosen, panel, choose }: LanguageTabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [list, tab] = [strip.current, document.getElementById(`${panel}-${chosen}`)];
    if (list && tab) revealTab(list, tab);
  }, [panel, chosen]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = all.indexOf(event.target as HTMLElement);
    const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const to = at < 0 ? undefined : target(event.key, at, all.length, rightToLeft);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <div className="samples-bar">
      <div role="tablist" aria-label={t("languages")} className="samples-tabs" ref={strip} onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${panel}-${id}`}
            className="samples-tab"
            aria-selected={id === chosen}
            aria-controls={panel}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <label className="samples-all">
        <span className="request-hidden">{t("all_languages")}</span>
        <select value={chosen} onChange={({ target: { value } }) => choose(value)}>
          {tabs.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
