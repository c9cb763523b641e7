import type { JsonText, ParameterModel, ParameterPlace, RequestModel, RequestValues } from "../model.ts";
import { type RequestText, t } from "../text.ts";
import { Fields } from "./Fields.tsx";
import { parameterKey } from "./form.ts";
import { Section } from "./Section.tsx";

const PLACES: readonly (readonly [title: RequestText, ...places: ParameterPlace[]])[] = [
  ["path", "path"],
  ["query", "query", "querystring"],
  ["header", "header"],
  ["cookie", "cookie"],
];

/** Returns the hint for a parameter. A page can't set a request's cookies. Only the browser can. */
function hintOf({ in: place, required, allowEmpty }: ParameterModel): string | undefined {
  if (place === "cookie") return t("cookie_withheld");
  return required && allowEmpty ? t("empty_allowed") : undefined;
}

interface ParameterSectionsProps {
  model: RequestModel;
  values: RequestValues;
  prefix: string;
  errors: Readonly<Record<string, string | undefined>>;
  change(key: string, value: JsonText): void;
}

/** The parameters by location. */
export function ParameterSections({ model, values, prefix, errors, change }: ParameterSectionsProps) {
  return PLACES.map(([title, ...places]) => {
    const parameters = model.parameters.filter((parameter) => places.includes(parameter.in));
    if (parameters.length === 0) return null;
    const rows = parameters.map((parameter) => ({
      key: parameterKey(parameter),
      name: parameter.name,
      required: parameter.required,
      deprecated: parameter.deprecated ?? false,
      input: parameter.input,
      example: parameter.example,
      hint: hintOf(parameter),
    }));
    return (
      <Section key={title} title={t(title)}>
        <Fields
          prefix={prefix}
          rows={rows}
          values={values.parameters ?? {}}
          errors={errors}
          change={(key, value) => change(key, typeof value === "string" ? value : "")}
        />
      </Section>
    );
  });
}
