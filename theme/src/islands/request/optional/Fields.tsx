import "../../../shared.ts";
import { useEffect, useMemo } from "react";
import { prefixOf, type RequestParts, requestParts } from "../../../hooks/linked.ts";
import type { RequestModel, RequestValues } from "../model.ts";
import { changeValues, presetsOf, valuesOf } from "../store.ts";
import { t } from "../text.ts";
import { bodyOf, chosenIn, isSent, type Part, partsOf, withParts, withVariant } from "./changes.ts";

/** The parameter of the URL that keeps the choice. */
const queryOf = ({ part }: RequestModel): string => `${prefixOf(part)}fields`;

const KINDS = ["example", "required", "all"] as const;
type Kind = (typeof KINDS)[number];

/** The kinds that the URL can choose. The example is the default. */
const CHOICES = new Map<string | null, boolean>([
  ["required", false],
  ["all", true],
]);

function setQuery(model: RequestModel, kind?: Kind): void {
  const url = new URL(location.href);
  if (kind && CHOICES.has(kind)) url.searchParams.set(queryOf(model), kind);
  else url.searchParams.delete(queryOf(model));
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

const labelOf = (part: Part): string => ("in" in part ? part.name : part.filter((step) => step !== 0).join("."));

interface FieldsProps {
  model: RequestModel;
  /** The reader's input. */
  values: RequestValues;
}

/** Adds or removes all optional parts, unless the reader has already entered something. */
function applyQuery(model: RequestModel): void {
  const asked = CHOICES.get(new URLSearchParams(location.search).get(queryOf(model)));
  const of = valuesOf(model);
  const values = of.get();
  if (asked === undefined || values.parameters || values.text !== undefined || values.fields) return;
  const all = partsOf(model, bodyOf(model, values)).map((part) => [part, asked] as const);
  changeValues(of, withParts(model, values, all));
}

/** Returns the parts of a request, and what to do with them. */
function partsFor(model: RequestModel, values: RequestValues): RequestParts {
  const body = bodyOf(model, values);
  const chosen = body ? chosenIn(body) : [];
  const of = valuesOf(model);
  return {
    mediaType: body?.body.mediaType ?? "",
    whole: body?.whole ?? "",
    parts: partsOf(model, body).map((part) => {
      const is = isSent(part, values, body);
      return {
        at: "in" in part ? `${part.in}:${part.in === "header" ? part.name.toLowerCase() : part.name}` : part,
        label: t("include", { name: labelOf(part) }),
        isSent: is,
        toggle: () => {
          setQuery(model);
          changeValues(of, withParts(model, values, [[part, !is]]));
        },
      };
    }),
    choices: (body?.choices ?? []).map(([path, texts], at) => ({
      at: path,
      count: texts.length,
      chosen: chosen[at] ?? 0,
      choose: (variant) => changeValues(of, withVariant(model, values, at, variant)),
    })),
  };
}

/** Returns the values before the reader changes the request. */
function pristine(model: RequestModel, { text, fields, ...values }: RequestValues): RequestValues {
  return { ...values, parameters: presetsOf(model) };
}

/** The switch between the example, only the required fields, and all fields. Also serves the page's rows. */
export function Fields({ model, values }: FieldsProps) {
  const parts = useMemo(() => partsFor(model, values), [model, values]);
  useEffect(() => applyQuery(model), [model]);
  const shown = requestParts(model.part ?? "");
  useEffect(() => shown.set(parts), [shown, parts]);
  useEffect(() => () => shown.set(null), [shown]);
  const all = parts.parts;
  if (all.length === 0) return null;
  const first = pristine(model, values);
  const body = bodyOf(model, first);
  const optional = partsOf(model, bodyOf(model, values));
  const isWanted = (kind: Kind, part: Part) => CHOICES.get(kind) ?? isSent(part, first, body);
  const isShown = (kind: Kind) => optional.every((part, at) => all[at]?.isSent === isWanted(kind, part));
  // The example can be one of the other kinds.
  const hasOwn = KINDS.slice(1).every((kind) =>
    optional.some((part) => isWanted(kind, part) !== isWanted("example", part)),
  );
  const choose = (wanted: Kind) => {
    setQuery(model, wanted);
    const changes = optional.map((part) => [part, isWanted(wanted, part)] as const);
    changeValues(valuesOf(model), withParts(model, values, changes));
  };
  return (
    <fieldset className="samples-fields">
      <legend className="request-hidden">{t("fields")}</legend>
      {KINDS.slice(hasOwn ? 0 : 1).map((one) => (
        <button key={one} type="button" aria-pressed={isShown(one)} onClick={() => choose(one)}>
          {t(one === "example" ? one : `fields_${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

export default Fields;
