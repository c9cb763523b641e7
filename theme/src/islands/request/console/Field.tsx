import type { ReactNode } from "react";
import type { InputModel } from "../model.ts";
import { t } from "../text.ts";

/** Returns a short form of a type, as in the schema rows on the page. */
export function typeOf({ type, format, items, enum: choices }: InputModel): string {
  if (type === "array") return items ? `${typeOf(items)}[]` : "array";
  return choices ? "enum" : (format ?? (type === "any" ? "" : type));
}

interface FieldProps {
  /** The ID of the control. */
  id: string;
  name: string;
  /** Whether the label is a UI string instead of a name in the document. */
  word?: boolean;
  required?: boolean;
  deprecated?: boolean;
  type?: string;
  /** The problem with the field's value. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Whether the field is a group of several controls that share one label. */
  group?: boolean;
  /** Whether the field has a one-line control, with the label next to it. */
  row?: boolean;
  children: ReactNode;
}

/** Returns the IDs of a control's descriptions, if there are any. */
export const describedBy = (id: string, error: string | undefined, hint?: unknown): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;

/** A labeled control, with a hint and an error if there are any. */
export function Field({ id, name, word, required, deprecated, type, error, hint, group, row, children }: FieldProps) {
  const title = (
    <>
      <span className={word ? "request-word" : "request-name"}>{name}</span>
      {required && (
        <span className="request-required" title={t("required_short")}>
          {t("required_short")}
        </span>
      )}
      {deprecated && <span className="request-deprecated">{t("deprecated")}</span>}
    </>
  );
  return (
    <div
      className="request-field"
      data-row={row ? "" : undefined}
      {...(group && { role: "group", "aria-labelledby": `${id}-label` })}
    >
      <div className="request-label">
        {group ? (
          <span id={`${id}-label`} className="request-title">
            {title}
          </span>
        ) : (
          <label htmlFor={id} className="request-title">
            {title}
          </label>
        )}
        {type && <span className="request-type">{type}</span>}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className="request-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="request-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
