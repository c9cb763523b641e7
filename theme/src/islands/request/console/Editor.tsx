import { type KeyboardEvent, useRef } from "react";
import { Runs } from "../CodeBlock.tsx";
import { coloured, pretty } from "../jsonText.ts";
import { plain } from "../samples/code.ts";
import { t } from "../text.ts";

interface EditorProps {
  id: string;
  label: string;
  text: string;
  json: boolean;
  /** The text that Tab inserts. The default is two spaces. */
  tab?: string | undefined;
  required: boolean;
  invalid: boolean;
  /** Whether the text has problems but can still be sent. */
  warned: boolean;
  describedBy: string | undefined;
  change(text: string): void;
  /** Restores the example. Absent if the editor already contains the example. */
  reset: (() => void) | undefined;
}

const INDENT = "  ";
/**
 * The maximum length of text that has colors and line numbers. The limit exists because colors and line numbers are
 * updated on every key press.
 */
const MOST_COLOURED = 50_000;

/** Replaces the selection in a way that the reader can undo. */
function insert(area: HTMLTextAreaElement, text: string): void {
  // The command is deprecated, but it's the only way to support the browser's undo feature.
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Returns the indentation of the line where the selection starts, and the text before the selection on that line. */
function lineStart(area: HTMLTextAreaElement): { indent: string; before: string } {
  const before = area.value.slice(area.value.lastIndexOf("\n", area.selectionStart - 1) + 1, area.selectionStart);
  return { indent: /^[ \t]*/.exec(before)?.[0] ?? "", before };
}

/**
 * A text editor with colors and line numbers. Tab indents. After the reader presses Escape, Tab moves the focus
 * instead, until the editor loses focus.
 */
export function Editor(props: EditorProps) {
  const { id, label, text, json, tab = INDENT, required, invalid, warned, describedBy, change, reset } = props;
  const released = useRef(false);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const area = event.currentTarget;
    const bare = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey && !event.nativeEvent.isComposing;
    if (event.key === "Escape") released.current = true;
    else if (event.key === "Tab" && bare && !released.current) {
      event.preventDefault();
      insert(area, tab);
    } else if (event.key === "Enter" && bare) {
      event.preventDefault();
      const { indent, before } = lineStart(area);
      insert(area, `\n${indent}${/[{[]\s*$/.test(before) ? INDENT : ""}`);
    }
  };
  const colours = json && text.length <= MOST_COLOURED;
  return (
    <div className="request-editor" data-plain={colours ? undefined : ""} data-warned={warned ? "" : undefined}>
      <div className="request-editor-tools">
        {json && (
          <button type="button" className="request-link" onClick={() => change(plain(pretty(text)))}>
            {t("format")}
          </button>
        )}
        {reset && (
          <button type="button" className="request-link" onClick={reset}>
            {t("reset")}
          </button>
        )}
      </div>
      <div className="request-editor-text">
        {colours && (
          <div className="request-editor-lines" aria-hidden="true">
            {text.split("\n").map((_, at) => `${at + 1}\n`)}
          </div>
        )}
        <div className="request-editor-stack">
          {colours && (
            <pre aria-hidden="true">
              <Runs code={coloured(text)} />
              {"\n"}
            </pre>
          )}
          <textarea
            id={id}
            aria-label={label}
            value={text}
            wrap="off"
            rows={colours ? 1 : 12}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-required={required || undefined}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={({ target }) => change(target.value)}
            onKeyDown={press}
            onFocus={() => {
              released.current = false;
            }}
          />
        </div>
      </div>
    </div>
  );
}
