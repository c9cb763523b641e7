/** Describes how the reader's input violates the schemas. The schemas load when the form opens. */

import { bodyAt, chosenBody } from "../body.ts";
import { type Json, readJson } from "../json.ts";
import { faultOf, lineOf, type Path, placeOf } from "../jsonText.ts";
import type { RequestModel, RequestValues } from "../model.ts";
import { entriesOf, itemsOf } from "../schema/schema.ts";
import { type Problem, validate } from "../schema/validate.ts";
import { type RequestText, t } from "../text.ts";
import { bodyText, parameterKey, typedJson } from "./form.ts";

/** A problem in the reader's text. */
export interface Found {
  /** The path of the invalid value, such as `customer.emails[0]`. Empty if the value is the entire text. */
  where: string;
  message: string;
  line: number;
  /** The offset of the first character of the value, or of the syntax error. */
  place: number;
}

const pathText = (path: Path): string =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at > 0 ? `.${step}` : step)).join("");

const messageOf = ({ what, values }: Problem): string => {
  const sized = what === "size_least" || what === "size_most";
  const key: RequestText = sized ? `problem_${what}_${sizeOf(values.of)}` : `problem_${what}`;
  return t(key, values);
};

const sizeOf = (of: string | undefined) => (of === "items" || of === "properties" ? of : "length");

/**
 * Returns the problems in a body. If there's a JSON syntax error, returns only the first such error. Otherwise, returns
 * the violations of the schema.
 */
export function problemsIn(text: string, schema: Json | undefined, root: Json | undefined): Found[] {
  if (text.trim() === "") return [];
  const fault = faultOf(text);
  if (fault >= 0) {
    const rest = text.slice(fault, fault + 1);
    const message = rest === "" ? t("json_ends") : t("json_fault", { text: rest });
    return [{ where: "", message, line: lineOf(text, fault), place: fault }];
  }
  const value = readJson(text);
  if (!value || !schema) return [];
  return validate(schema, value, root).map((problem) => {
    const place = placeOf(text, problem.path);
    return { where: pathText(problem.path), message: messageOf(problem), line: lineOf(text, place), place };
  });
}

/** The schemas for a request: one for each parameter, by key, and one for each body, in the order of the model. */
export interface Schemas {
  root: Json;
  parameters: ReadonlyMap<string, Json>;
  bodies: readonly Json[];
}

export function readSchemas(text: string): Schemas {
  const root = readJson(text);
  if (!root) throw new SyntaxError("the schemas aren't valid JSON");
  const parts = entriesOf(root);
  return { root, parameters: entriesOf(parts.get("parameters")), bodies: itemsOf(parts.get("bodies")) };
}

/** Returns the first problem with each parameter that has a value, by key. */
export function parameterProblems(
  model: RequestModel,
  values: RequestValues,
  schemas: Schemas | null,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const parameter of model.parameters) {
    const key = parameterKey(parameter);
    const [schema, text] = [schemas?.parameters.get(key), values.parameters?.[key]];
    if (!schema || !text) continue;
    const [problem] = validate(schema, typedJson(text, parameter.input), schemas?.root);
    if (problem) found[key] = [pathText(problem.path), messageOf(problem)].filter(Boolean).join(": ");
  }
  return found;
}

/** Returns the problems with the body, if the body is JSON. */
export function bodyProblems(model: RequestModel, values: RequestValues, schemas: Schemas | null): Found[] {
  const body = chosenBody(model, values);
  if (!body || body.fields || body.file || !/json\b/i.test(body.mediaType)) return [];
  return problemsIn(bodyText(body, values), schemas?.bodies[bodyAt(model, values)], schemas?.root);
}
