import type { FileValue, InputModel, JsonText } from "../model.ts";
import { t } from "../text.ts";
import { FileControl } from "./FileControl.tsx";
import { listItems, plainText } from "./form.ts";
import { ListControl } from "./ListControl.tsx";

export interface ControlProps {
  id: string;
  /** The name of the field. Several controls for one field share the name. */
  label: string;
  input: InputModel;
  value: JsonText | readonly FileValue[] | undefined;
  /** The example from the document. */
  example?: JsonText | undefined;
  required?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  change(value: JsonText | readonly FileValue[]): void;
}

/** The props that all text controls share. */
const plain = { autoComplete: "off", autoCapitalize: "off", autoCorrect: "off", spellCheck: false };

function Choice(props: ControlProps & { value: string; choices: readonly string[] }) {
  const { id, label, input, value, choices, required, invalid, describedBy, change } = props;
  const standard = input.default === undefined ? "" : plainText(input.default);
  return (
    <select
      id={id}
      aria-label={label}
      className="request-input"
      value={value}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => change(target.value)}
    >
      <option value="">{standard === "" ? t("choose") : t("choose_default", { value: standard })}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** Returns a placeholder: the default value or, if there's no default, the example from the document. */
function suggestion(input: InputModel, example: JsonText | undefined): string {
  if (input.default !== undefined) return plainText(input.default);
  return plainText(example);
}

/** A text area for JSON. Used for lists and objects that don't have a simple control. */
function JsonControl({ id, label, input, value, example, required, invalid, describedBy, change }: ControlProps) {
  const text = typeof value === "string" ? value : "";
  const shown = suggestion(input, example) || (input.type === "array" ? "[]" : "{}");
  return (
    <textarea
      {...plain}
      id={id}
      aria-label={label}
      className="request-input request-json"
      rows={Math.min(8, Math.max(2, text.split("\n").length))}
      value={text}
      placeholder={shown}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => change(target.value)}
    />
  );
}

const isPlain = (input: InputModel | undefined): boolean =>
  input !== undefined && !["array", "object", "any", "file"].includes(input.type);

/** The control for a value. Numbers are kept as text so that no digits are lost. */
export function Control(props: ControlProps) {
  const { id, label, input, value, example, required, invalid, describedBy, change } = props;
  if (input.type === "file" || (input.type === "array" && input.items?.type === "file")) {
    return <FileControl {...props} />;
  }
  const text = typeof value === "string" ? value : "";
  if (input.enum || input.type === "boolean") {
    const choices = input.enum?.map(plainText).filter((choice) => choice !== "") ?? ["true", "false"];
    return <Choice {...props} value={text} choices={[...new Set(text === "" ? choices : [...choices, text])]} />;
  }
  if (input.type === "array" && isPlain(input.items) && listItems(text)) return <ListControl {...props} value={text} />;
  if (input.type === "array" || input.type === "object") return <JsonControl {...props} />;
  const numeric = input.type === "integer" || input.type === "number";
  return (
    <input
      {...plain}
      id={id}
      aria-label={label}
      className="request-input"
      type={input.format === "password" ? "password" : "text"}
      inputMode={input.type === "integer" ? "numeric" : numeric ? "decimal" : undefined}
      value={text}
      placeholder={suggestion(input, example)}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => change(target.value)}
    />
  );
}
