import type { ReactNode } from "react";
import type { FileValue, InputModel, JsonText } from "../model.ts";
import { t } from "../text.ts";
import { Control } from "./Control.tsx";
import { describedBy, Field, typeOf } from "./Field.tsx";

/** A request's input: a parameter, or a field of a form. */
export interface Row {
  key: string;
  name: string;
  /** Whether the label is a UI string instead of a name in the document. */
  word?: boolean;
  required: boolean;
  deprecated?: boolean;
  input: InputModel;
  example?: JsonText | undefined;
  /** Additional information about the input. */
  hint?: string | undefined;
}

interface FieldsProps {
  prefix: string;
  rows: readonly Row[];
  values: Readonly<Record<string, JsonText | readonly FileValue[]>>;
  /** The rows' errors, by key. */
  errors: Readonly<Record<string, string | undefined>>;
  change(key: string, value: JsonText | readonly FileValue[]): void;
}

/**
 * The maximum number of optional inputs that are always visible. If there are more optional inputs, all optional inputs
 * are collapsed.
 */
const FEW = 5;

/** Whether an input fits on one line. Lists, objects, and files need more lines. */
const isRow = ({ input }: Row): boolean => !["array", "object", "file"].includes(input.type);
const isGroup = ({ input }: Row): boolean => input.type === "array" && input.items?.type !== "file";

/** The controls for inputs. Required inputs come first. */
export function Fields({ prefix, rows, values, errors, change }: FieldsProps) {
  const render = (row: Row): ReactNode => {
    const id = `${prefix}-${row.key}`;
    const error = errors[row.key];
    return (
      <Field
        key={row.key}
        id={id}
        name={row.name}
        word={row.word ?? false}
        required={row.required}
        deprecated={row.deprecated ?? false}
        type={typeOf(row.input)}
        error={error}
        hint={row.hint}
        group={isGroup(row)}
        row={isRow(row)}
      >
        <Control
          id={id}
          label={row.name}
          input={row.input}
          value={values[row.key]}
          example={row.example}
          required={row.required}
          invalid={error !== undefined}
          describedBy={describedBy(id, error, row.hint)}
          change={(value) => change(row.key, value)}
        />
      </Field>
    );
  };
  const required = rows.filter((row) => row.required);
  const optional = rows.filter((row) => !row.required);
  if (optional.length <= FEW) return [...required, ...optional].map(render);
  const filled = optional.filter(({ key }) => values[key]?.length);
  return (
    <>
      {required.map(render)}
      <details className="request-more">
        <summary>
          {filled.length === 0
            ? t("optional", { count: optional.length })
            : t("optional_filled", { count: optional.length, filled: filled.length })}
        </summary>
        {optional.map(render)}
      </details>
    </>
  );
}
