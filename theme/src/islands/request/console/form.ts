/** What a form asks for and whether it has it. Takes the model and the values; knows nothing of how a form looks. */

import { climbing, isAddress, serverOf, variableValue } from "../address.ts";
import { chosenBody } from "../body.ts";
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

/** A field's place in the form, as the end of its element's id. */
export const fieldKey = (name: string): string => `field:${name}`;
export const variableKey = (name: string): string => `variable:${name}`;
export const BODY = "body";
export const BASE_URL = "base-url";

/** The text that the editor of a body holds. */
export const bodyText = (body: BodyModel, values: RequestValues): string => values.text ?? body.examples[0]?.text ?? "";

const isBlank = (value: string | readonly FileValue[] | undefined): boolean =>
  value === undefined || value.length === 0;

/** What must be filled in before a request makes sense, in the order of the form. */
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
    const fields = values.fields ?? {};
    // A form that may be left out altogether may also be left empty.
    const wanted = model.bodyRequired || Object.values(fields).some((value) => !isBlank(value));
    for (const { name, required } of body.fields) {
      if (wanted && required && isBlank(fields[name])) found.push(fieldKey(name));
    }
  } else if (model.bodyRequired && (body.file ? !values.file : bodyText(body, values).trim() === "")) found.push(BODY);
  return found;
}

/** The parameters whose values a browser would take for steps in the path, in the order of the form. */
export function climbers(model: RequestModel, values: RequestValues): string[] {
  const names = climbing(model, (parameter) => parameterValue(parameter, values, "send"));
  return model.parameters.filter(({ in: place, name }) => place === "path" && names.includes(name)).map(parameterKey);
}

/** The text of a value as a control shows it: a string without its quotes. */
export function plainText(value: JsonText | undefined): string {
  const json = value === undefined ? undefined : readJson(value);
  return json?.kind === "scalar" ? json.text : (json?.source ?? value ?? "");
}

/** What was typed, as the value that a schema is asked about. */
export function typedJson(text: string, input: InputModel): Json {
  const json = readJson(text);
  switch (input.type) {
    case "string":
    case "file":
      return textValue(text);
    case "any":
      return json ?? textValue(text);
    default:
      // A quoted number is a string, and as wrong here as it looks.
      return json && json.kind !== "null" && !json.source.startsWith('"') ? json : textValue(text);
  }
}

/** The items of a list's text; `null` where it is no list of plain values. */
export function listItems(text: string): string[] | null {
  if (text === "") return [];
  const json = readJson(text);
  if (json?.kind !== "array") return null;
  const items = json.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : []));
  return items.length === json.items.length ? items : null;
}

/** A list's text of its items; the empty text for none. */
export function listText(items: readonly string[], input: InputModel | undefined): string {
  if (items.length === 0) return "";
  const plain = input && ["integer", "number", "boolean"].includes(input.type);
  const texts = items.map((item) => {
    const json = plain ? readJson(item) : undefined;
    return json?.kind === "scalar" && !json.source.startsWith('"') ? json.source : JSON.stringify(item);
  });
  return `[${texts.join(",")}]`;
}
