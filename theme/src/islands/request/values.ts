/**
 * Determines the values of parameters and fields: either the reader's values or the document's values. The functions
 * take text, return values, and don't depend on how a request represents the values.
 */

import { wellFormed } from "./encode.ts";
import { type Json, readJson, textValue } from "./json.ts";
import type { InputModel, ParameterModel, RequestValues } from "./model.ts";

/**
 * The purpose of a value. A sample fills in what the reader hasn't typed. A sent request contains only what the reader
 * typed and the body's example.
 */
export type Purpose = "sample" | "send";

/** Converts typed text to a value. For lists and objects, the text is JSON. Any other text is the value itself. */
export function typedValue(text: string, input: InputModel): Json {
  if (input.type === "array" || input.type === "object" || input.type === "any") {
    const json = readJson(text);
    if (json?.kind === "array" || json?.kind === "object") return json;
  }
  return textValue(wellFormed(text));
}

/** Returns a parameter's value in the request, if the parameter has a value. */
export function parameterValue(parameter: ParameterModel, values: RequestValues, purpose: Purpose): Json | undefined {
  const typed = values.parameters?.[`${parameter.in}:${parameter.name}`];
  if (typed) {
    if (parameter.content === undefined) return typedValue(typed, parameter.input);
    return contentValue(typed, parameter.content, parameter.input);
  }
  if (purpose === "send") return parameter.required && parameter.allowEmpty ? textValue("") : undefined;
  if (!parameter.required) return undefined;
  if (parameter.in === "path" && !parameter.given) return undefined;
  const example = parameter.example === undefined ? undefined : readJson(parameter.example);
  if (!example) return missing(parameter);
  if (parameter.content === undefined || !isJson(parameter.content)) return example;
  return { kind: "scalar", text: example.source, source: example.source };
}

/** Returns the placeholder for the value of a required parameter without an example. */
function missing(parameter: ParameterModel): Json | undefined {
  switch (parameter.in) {
    case "header":
    case "cookie":
      return textValue(`<${parameter.name}>`);
    case "query":
      return textValue(`:${parameter.name}`);
    default:
      return undefined;
  }
}

/** Whether a media type is an encoded form. `src/openapi/media/format.rs` does the same. */
export const isFormType = (mediaType: string): boolean =>
  /^[^/]*\/x-www-form-urlencoded$/i.test(mediaType.replace(/[;,].*/s, "").trim());

/** Whether a media type is JSON or a range that includes JSON. `src/openapi/media/format.rs` does the same. */
function isJson(mediaType: string): boolean {
  const name = mediaType.replace(/[;,].*/s, "").trim();
  return /^(?:[^/]*\/(?:.*\+)?json|(?:\*|application)\/\*|\*?)$/i.test(name);
}

/** Converts typed text to a value with a media type. In JSON, a string can be typed without its quotes. */
function contentValue(typed: string, mediaType: string, input: InputModel): Json {
  if (!isJson(mediaType)) return typedValue(typed, { ...input, type: "any" });
  const json = input.type === "string" ? textValue(wellFormed(typed)) : readJson(typed);
  const text = json?.source ?? wellFormed(typed);
  return { kind: "scalar", text, source: text };
}
