/**
 * Values of parameters and fields: what the reader has typed, else what the document says. Takes texts, gives values; knows
 * nothing of how a request writes them.
 */

import { wellFormed } from "./encode.ts";
import { type Json, readJson, textValue } from "./json.ts";
import type { InputModel, ParameterModel, RequestValues } from "./model.ts";

/** A sample fills in for what the reader has not typed; what is sent holds only what was typed, and the body's example. */
export type Purpose = "sample" | "send";

/** A typed text as a value: a list or an object is typed as JSON, all else as it is. */
export function typedValue(text: string, input: InputModel): Json {
  if (input.type === "array" || input.type === "object" || input.type === "any") {
    const json = readJson(text);
    if (json?.kind === "array" || json?.kind === "object") return json;
  }
  return textValue(wellFormed(text));
}

/** A parameter's value in the request, if it has one. */
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

/** What stands for the value of a required parameter that has no example. */
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

const isJson = (mediaType: string): boolean => /^application\/json\b|\+json\b/i.test(mediaType);

/** A typed text in a media type. For JSON a string may be typed without its quotes. */
function contentValue(typed: string, mediaType: string, input: InputModel): Json {
  if (!isJson(mediaType)) return typedValue(typed, { ...input, type: "any" });
  const json = input.type === "string" ? textValue(wellFormed(typed)) : readJson(typed);
  const text = json?.source ?? wellFormed(typed);
  return { kind: "scalar", text, source: text };
}
