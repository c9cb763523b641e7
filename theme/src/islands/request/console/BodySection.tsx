import { bodyAt, bodyFile, chosenBody, formContent, formFields, membersOf, variantAt } from "../body.ts";
import type { BodyModel, FieldModel, JsonText, RequestModel, RequestValues } from "../model.ts";
import { type Changes, chooseBody, chooseVariant } from "../store.ts";
import { t } from "../text.ts";
import { Editor } from "./Editor.tsx";
import { describedBy, Field } from "./Field.tsx";
import { Fields } from "./Fields.tsx";
import { FileControl } from "./FileControl.tsx";
import { BODY, bodyText, fieldKey } from "./form.ts";
import { ProblemList } from "./ProblemList.tsx";
import type { Found } from "./problems.ts";
import { Section } from "./Section.tsx";

interface BodySectionProps {
  model: RequestModel;
  values: RequestValues;
  prefix: string;
  errors: Readonly<Record<string, string | undefined>>;
  /** The problems that the schema check found in the text. */
  problems: readonly Found[];
  change(changes: Changes): void;
}

export const isJson = (mediaType: string): boolean => /^(?:application|text)\/(?:json|.*\+json)\b/i.test(mediaType);

/**
 * Returns the label for a field. The label is the field's name or, for a part without a name, text such as "Part 1".
 */
function labelOf({ name, place }: FieldModel, all: readonly FieldModel[]): string {
  if (place === undefined) return name;
  return place === "one" ? t("part", { number: name }) : t(all.length > 1 ? "parts_further" : "parts");
}

/** Describes the fixed headers of a part. */
const headersOf = ({ headers }: FieldModel): string | undefined =>
  headers && t("part_headers", { headers: headers.map(([name, value]) => `${name}: ${value}`).join(", ") });

function FormFields({ body, values, prefix, errors, change }: BodySectionProps & { body: BodyModel }) {
  const example = membersOf(body.examples[0]?.text ?? "", body.fields ?? []);
  const given = new Map<string, JsonText>(example.map(([name, value]) => [name, value.source]));
  const content = formContent(body, values);
  const all = formFields(body, content);
  const rows = all.map((field) => ({
    key: fieldKey(field.name),
    name: labelOf(field, all),
    word: field.place !== undefined,
    required: field.required,
    input: field.input,
    example: given.get(field.name),
    hint: headersOf(field),
  }));
  const keyed = Object.fromEntries([...content].map(([name, value]) => [fieldKey(name), value]));
  return (
    <Fields
      prefix={prefix}
      rows={rows}
      values={keyed}
      errors={errors}
      change={(key, value) => {
        const name = key.slice(fieldKey("").length);
        change({ fields: { ...Object.fromEntries(content), [name]: value } });
      }}
    />
  );
}

function TextBody({ model, body, values, prefix, errors, problems, change }: BodySectionProps & { body: BodyModel }) {
  const id = `${prefix}-${BODY}`;
  const text = bodyText(body, values);
  const error = errors[BODY];
  const shown = body.examples.findIndex((example) => example.text === text);
  const first = body.examples[0]?.text ?? "";
  const set = (next: string) => change({ text: next });
  return (
    <>
      {body.examples.length > 1 && (
        <Field id={`${id}-example`} name={t("example")} word row>
          <select
            id={`${id}-example`}
            className="request-input"
            value={shown}
            onChange={({ target }) => set(body.examples[Number(target.value)]?.text ?? "")}
          >
            {shown < 0 && <option value={-1}>{t("example_edited")}</option>}
            {body.examples.map(({ name, title }, at) => (
              <option key={name} value={at}>
                {title || name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Editor
        id={id}
        label={t("body")}
        text={text}
        json={isJson(body.mediaType)}
        tab={/^text\/tab-separated-values\b/i.test(body.mediaType) ? "\t" : undefined}
        required={model.bodyRequired}
        invalid={error !== undefined}
        warned={problems.length > 0}
        describedBy={describedBy(id, error, true)}
        change={set}
        reset={text === first ? undefined : () => set(first)}
      />
      {error && (
        <p id={`${id}-error`} className="request-error">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="request-hint">
        {t(model.bodyRequired ? "editor_hint" : "editor_hint_optional")}
      </p>
      <ProblemList id={`${id}-problems`} problems={problems} editor={id} />
    </>
  );
}

/** The request's body: form fields, a file, or a text editor. */
export function BodySection(props: BodySectionProps) {
  const { model, values, prefix, errors, change } = props;
  const body = chosenBody(model, values);
  if (!body) return null;
  const id = `${prefix}-${BODY}`;
  const at = bodyAt(model, values);
  const file = bodyFile(values);
  return (
    <Section title={t("body")} aside={model.bodies.length === 1 && <code>{body.mediaType}</code>}>
      {model.bodies.length > 1 && (
        <select
          className="request-input"
          aria-label={t("media_type")}
          value={at}
          onChange={({ target }) => chooseBody(model, Number(target.value))}
        >
          {model.bodies.map(({ mediaType }, index) => (
            <option key={mediaType} value={index}>
              {mediaType}
            </option>
          ))}
        </select>
      )}
      {body.variants && (
        <Field id={`${id}-variant`} name={t("variant")} word row>
          <select
            id={`${id}-variant`}
            className="request-input"
            value={variantAt(model, values, at)}
            onChange={({ target }) => chooseVariant(model, at, Number(target.value))}
          >
            {body.variants.map(({ label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a variant is identified by its position.
              <option key={index} value={index}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      )}
      {body.fields ? (
        <FormFields {...props} body={body} />
      ) : body.file ? (
        <Field id={id} name={t("file")} word required={model.bodyRequired} error={errors[BODY]}>
          <FileControl
            id={id}
            label={t("file")}
            input={{ type: "file" }}
            value={file ? [file] : []}
            required={model.bodyRequired}
            invalid={errors[BODY] !== undefined}
            describedBy={describedBy(id, errors[BODY])}
            change={(files) => change({ file: typeof files === "string" ? null : (files[0] ?? null) })}
          />
        </Field>
      ) : (
        <TextBody {...props} body={body} />
      )}
    </Section>
  );
}
