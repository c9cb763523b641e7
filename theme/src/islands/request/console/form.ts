/**
 * Determines which inputs a form requires and whether the form is complete. The result depends on the model and the
 * values, but not on the form's appearance.
 */

import { climbing, isAddress, serverOf, variableValue } from "../address.ts";
import { bodyFile, chosenBody, formContent, isFormSent } from "../body.ts";
import type { Json } from "../json.ts";
import { readJson, textValue } from "../json.ts";
import type {
  BodyModel,
  FileValue,
  InputModel,
  JsonText,
  ParameterModel,
  RequestModel,
  RequestValues,
} from "../model.ts";
import { parameterValue } from "../values.ts";

export const parameterKey = ({ in: place, name }: Pick<ParameterModel, "in" | "name">): string => `${place}:${name}`;

/** Returns the key of a field in the form. The ID of the field's element ends with this key. */
export const fieldKey = (name: string): string => `field:${name}`;
export const variableKey = (name: string): string => `variable:${name}`;
export const BODY = "body";
export const BASE_URL = "base-url";

/** Returns the text in the body's editor. */
export const bodyText = (body: BodyModel, values: RequestValues): string => values.text ?? body.examples[0]?.text ?? "";

const isBlank = (value: string | readonly FileValue[] | undefined): boolean =>
  value === undefined || value.length === 0;

/** Returns the keys of the missing required inputs, in the order of the form. */
export function missing(model: RequestModel, values: RequestValues): string[] {
  const found: string[] = [];
  if (values.baseUrl === undefined) {
    const server = serverOf(model, values);
    const open = server.variables.filter(({ name }) => variableValue(server, name, values) === undefined);
    found.push(...open.map(({ name }) => variableKey(name)));
  } else if (!isAddress(values.baseUrl)) found.push(BASE_URL);
  for (const parameter of model.parameters) {
    const key = parameterKey(parameter);
    if (parameter.required && !parameter.allowEmpty && isBlank(values.parameters?.[key])) found.push(key);
  }
  const body = chosenBody(model, values);
  if (!body) return found;
  if (body.fields) {
    const content = formContent(body, values);
    const isWanted = isFormSent(model, content);
    for (const { name, required } of body.fields) {
      if (isWanted && required && isBlank(content.get(name))) found.push(fieldKey(name));
    }
  } else if (model.bodyRequired && (body.file ? !bodyFile(values) : bodyText(body, values).trim() === "")) {
    found.push(BODY);
  }
  return found;
}

/** Returns the keys of the inputs with files that have only a name, because they're from an example. */
export function unchosen(model: RequestModel, values: RequestValues): string[] {
  const body = chosenBody(model, values);
  const isExample = (files: string | readonly FileValue[]) =>
    typeof files !== "string" && files.some(({ blob }) => blob === undefined);
  if (body?.fields) {
    const found = [...formContent(body, values)].filter(([, files]) => isExample(files));
    return found.map(([name]) => fieldKey(name));
  }
  const file = body?.file ? bodyFile(values) : null;
  return file && isExample([file]) ? [BODY] : [];
}

/**
 * Returns the keys of path parameters whose values a browser would resolve as `.` or `..`, in the order of the form.
 */
export function climbers(model: RequestModel, values: RequestValues): string[] {
  const names = climbing(model, (parameter) => parameterValue(parameter, values, "send"));
  return model.parameters.filter(({ in: place, name }) => place === "path" && names.includes(name)).map(parameterKey);
}

/** Returns the text that a control shows for a value. Strings have no quotes. */
export function plainText(value: JsonText | undefined): string {
  const json = value === undefined ? undefined : readJson(value);
  return json?.kind === "scalar" ? json.text : (json?.source ?? value ?? "");
}

/** Converts typed text to a value for the schema check. */
export function typedJson(text: string, input: InputModel): Json {
  const json = readJson(text);
  switch (input.type) {
    case "string":
    case "file":
      return textValue(text);
    case "any":
      return json ?? textValue(text);
    default:
      // A quoted number is a string, and a string isn't valid here.
      return json && json.kind !== "null" && !json.source.startsWith('"') ? json : textValue(text);
  }
}

/** Returns the items in a list's text. If the text isn't a list of simple values, returns `null`. */
export function listItems(text: string): string[] | null {
  if (text === "") return [];
  const json = readJson(text);
  if (json?.kind !== "array") return null;
  const items = json.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : []));
  return items.length === json.items.length ? items : null;
}

/** Returns the text of a list. If there are no items, the text is empty. */
export function listText(items: readonly string[], input: InputModel | undefined): string {
  if (items.length === 0) return "";
  const plain = input && ["integer", "number", "boolean"].includes(input.type);
  const texts = items.map((item) => {
    const json = plain ? readJson(item) : undefined;
    return json?.kind === "scalar" && !json.source.startsWith('"') ? json.source : JSON.stringify(item);
  });
  return `[${texts.join(",")}]`;
}
