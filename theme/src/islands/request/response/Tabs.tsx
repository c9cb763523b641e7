import type { KeyboardEvent } from "react";

interface TabsProps<Value extends string> {
  /** The prefix for the IDs of the tabs and the panel. The panel's ID ends in `-panel`. */
  id: string;
  label: string;
  tabs: readonly { value: NoInfer<Value>; label: string }[];
  chosen: Value;
  choose: (value: NoInfer<Value>) => void;
}

/** A few tabs above one panel. Arrow keys move the focus. Enter or a click selects a tab. */
export function Tabs<Value extends string>({ id, label, tabs, chosen, choose }: TabsProps<Value>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    all.at((all.indexOf(event.target as HTMLElement) + step) % all.length)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="response-tabs" onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          className="samples-tab"
          aria-selected={tab.value === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === chosen ? 0 : -1}
          onClick={() => choose(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
