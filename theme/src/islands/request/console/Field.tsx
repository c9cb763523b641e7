import type { ReactNode } from "react";
import type { InputModel } from "../model.ts";
import { t } from "../text.ts";

/** A type in a few words, as the page's schema rows write it. */
export function typeOf({ type, format, items, enum: choices }: InputModel): string {
  if (type === "array") return items ? `${typeOf(items)}[]` : "array";
  return choices ? "enum" : (format ?? (type === "any" ? "" : type));
}

interface FieldProps {
  /** The id of the control. */
  id: string;
  name: string;
  /** The name is the interface's word, and not the document's. */
  word?: boolean;
  required?: boolean;
  deprecated?: boolean;
  type?: string;
  /** Why what is in it will not do. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Several controls, which the name is a heading of. */
  group?: boolean;
  /** The control is of one line, and the name stands beside it. */
  row?: boolean;
  children: ReactNode;
}

/** The ids of what describes a control, where there is any. */
export const describedBy = (id: string, error: string | undefined, hint?: unknown): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;

/** A labelled control with what is wrong with it. */
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
