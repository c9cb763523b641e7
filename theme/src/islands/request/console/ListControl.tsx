import { useRef, useState } from "react";
import type { InputModel } from "../model.ts";
import { t } from "../text.ts";
import { Control, type ControlProps } from "./Control.tsx";
import { listItems, listText } from "./form.ts";

/** A list of simple values, with a control for each value and a button that adds a value. */
export function ListControl(props: ControlProps & { value: string }) {
  const { id, label, input, value, example, change, ...rest } = props;
  const root = useRef<HTMLDivElement>(null);
  const item: InputModel = input.items ?? { type: "string" };
  // Empty rows aren't items yet, so there can be more rows than items.
  const [rows, setRows] = useState<readonly string[]>([]);
  const textOf = (all: readonly string[]) =>
    listText(
      all.filter((row) => row !== ""),
      item,
    );
  const known = rows.length > 0 && textOf(rows) === value ? rows : (listItems(value) ?? []);
  const shown = known.length > 0 ? known : [""];
  const set = (next: readonly string[]) => {
    setRows(next);
    change(textOf(next));
  };
  const focus = (at: number) =>
    requestAnimationFrame(() => root.current?.querySelectorAll<HTMLElement>(".request-input")[at]?.focus());
  const examples = example === undefined ? [] : (listItems(example) ?? []);
  return (
    <div className="request-list" ref={root}>
      {shown.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position.
        <div key={at} className="request-item">
          <Control
            {...rest}
            id={at === 0 ? id : `${id}-${at}`}
            label={t("item", { name: label, number: at + 1 })}
            input={item}
            value={text}
            example={examples[at] === undefined ? undefined : JSON.stringify(examples[at])}
            change={(next) => set(shown.map((before, place) => (place === at ? String(next) : before)))}
          />
          {shown.length > 1 && (
            <button
              type="button"
              className="request-icon"
              data-icon="remove"
              aria-label={t("item_remove", { name: label, number: at + 1 })}
              onClick={() => {
                set(shown.filter((_, place) => place !== at));
                focus(Math.max(0, at - 1));
              }}
            />
          )}
        </div>
      ))}
      <button
        type="button"
        className="request-link"
        onClick={() => {
          set([...shown, ""]);
          focus(shown.length);
        }}
      >
        {t("item_add")}
      </button>
    </div>
  );
}
