import { type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useCell } from "../../hooks/cell.ts";
import { type Chosen, formOpen, hearChosen, prefixOf, scopeOf, shownChoice, tellChosen } from "../../hooks/linked.ts";
import { createPart, PartBoundary } from "../../ui/Part.tsx";
import { serverAddress } from "./address.ts";
import { bodyAt, variantAt } from "./body.ts";
import { credentialsOf } from "./credentials.ts";
import { activeIn, environmentsOf, useScope, withVariables } from "./environments.ts";
import type { RequestModel, RequestValues } from "./model.ts";
import { Samples } from "./Samples.tsx";
import { chooseBody, chooseExample, chooseVariant, exampleAt, presetsOf, serverChoiceOf, valuesOf } from "./store.ts";
import { t } from "./text.ts";

const load = () => import("./console/Console.tsx");
const form = createPart(load);
const fields = createPart(() => import("./optional/Fields.tsx"));

/** Returns the reader's selections and input, except credentials. */
function useValues(model: RequestModel, scope: string): RequestValues {
  const own = useCell(valuesOf(model));
  const { server, baseUrl, variables } = useCell(serverChoiceOf(scope));
  return useMemo(
    () => ({
      ...own,
      parameters: { ...presetsOf(model), ...own.parameters },
      // This operation might have fewer servers than the document's other operations.
      server: server < model.servers.length ? server : 0,
      ...(baseUrl !== undefined && { baseUrl }),
      variables,
    }),
    [own, server, baseUrl, variables, model],
  );
}

/** Shows the selected server in the page's `[data-request-server]` elements. */
function useShownServer(address: string, panel: RefObject<HTMLElement | null>): void {
  // Run after every render, because the page might have new elements.
  useLayoutEffect(() => {
    for (const element of scopeOf(panel.current).querySelectorAll("[data-request-server]")) {
      if (element.textContent !== address) element.textContent = address;
    }
  });
}

/** The name of the choice of a media type, and the name of the choices of the body with a media type. */
const mediaOf = ({ part }: RequestModel): string => `${prefixOf(part)}body`;
const linkOf = (model: RequestModel, body: number): string => `${mediaOf(model)}-${body}`;

/** Applies a choice that the reader made in the text. */
function choose(model: RequestModel, { link: name, variant, example }: Chosen): void {
  if (name === mediaOf(model)) chooseBody(model, Number(variant));
  const body = model.bodies.findIndex((_, at) => linkOf(model, at) === name);
  if (body < 0) return;
  chooseVariant(model, body, Number(variant));
  const now = valuesOf(model).get();
  const isShown = bodyAt(model, now) === body && variantAt(model, now, body) === Number(variant);
  if (example !== undefined && isShown) chooseExample(model, Number(example));
}

/** Synchronizes the media type, variant, and example of the body with the page's `data-link` elements. */
function useChoices(model: RequestModel, values: RequestValues): void {
  useEffect(() => {
    // Apply the choices that the reader made before the island loaded, or that the URL contains, unless there are
    // choices from an earlier visit.
    const first = valuesOf(model).get();
    const apply = (name: string) => {
      const shown = shownChoice(name);
      if (shown) choose(model, { link: name, ...shown });
    };
    if (first.body === undefined) apply(mediaOf(model));
    for (const [body] of model.bodies.entries()) {
      const isUntouched = first.text === undefined && first.fields === undefined;
      if (first.variants?.[body] === undefined && isUntouched) apply(linkOf(model, body));
    }
    return hearChosen((chosen) => choose(model, chosen));
  }, [model]);
  const { body, variants, text } = values;
  useEffect(() => {
    if (body !== undefined) tellChosen({ link: mediaOf(model), variant: String(body) });
  }, [model, body]);
  useEffect(() => {
    for (const [at, variant] of Object.entries(variants ?? {})) {
      tellChosen({ link: linkOf(model, Number(at)), variant: String(variant) });
    }
  }, [model, variants]);
  useEffect(() => {
    const now = valuesOf(model).get();
    const [at, example] = [bodyAt(model, now), exampleAt(model, now)];
    if (text === undefined || example < 0) return;
    tellChosen({ link: linkOf(model, at), variant: String(variantAt(model, now, at)), example: String(example) });
  }, [model, text]);
}

/** Hides the bar that leads to the form while the form or its button is in view. */
function useBar(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = new Set<Element>();
    const watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) shown.add(target);
        else shown.delete(target);
      }
      scopeOf(panel.current)
        .querySelector(".api-try")
        ?.toggleAttribute("data-away", shown.size > 0);
    });
    for (const part of panel.current?.querySelectorAll(".request-toggle, .request-console") ?? [])
      watcher.observe(part);
    return () => watcher.disconnect();
  }, [panel]);
}

interface RequestPanelProps {
  model: RequestModel;
  place: number;
}

/** An operation's samples and, below the samples, the form that sends the request. The form loads when it's opened. */
export function RequestPanel({ model, place }: RequestPanelProps) {
  const scope = useScope(model.document);
  const values = useValues(model, scope);
  const { variables } = activeIn(useCell(environmentsOf(model.document)));
  const filled = useMemo(() => withVariables(values, variables), [values, variables]);
  const address = serverAddress(model, filled);
  const { secrets, shown } = useCell(credentialsOf(scope, address).cell);
  const sample = useMemo(() => (shown ? { ...filled, credentials: secrets } : filled), [filled, shown, secrets]);
  const isOpen = formOpen(model.part ?? "");
  const open = useCell(isOpen) && model.console;
  const panel = useRef<HTMLDivElement>(null);
  useShownServer(address, panel);
  useChoices(model, values);
  useBar(panel);
  const id = `request-form-${place}`;
  return (
    <div className="request" ref={panel}>
      <div className="request-card">
        <Samples model={model} values={sample} place={place}>
          {model.optional && (
            <PartBoundary part={fields}>
              <Suspense fallback={<div className="samples-fields" />}>
                <fields.Component model={model} values={values} />
              </Suspense>
            </PartBoundary>
          )}
        </Samples>
        {model.console && (
          <button
            type="button"
            className="request-toggle"
            aria-expanded={open}
            aria-controls={id}
            onPointerEnter={() => void load().catch(() => {})}
            onFocus={() => void load().catch(() => {})}
            onClick={() => isOpen.set(!open)}
          >
            {t("try")}
          </button>
        )}
      </div>
      {model.console && (
        <div id={id} className="request-console" hidden={!open}>
          {open && (
            <PartBoundary part={form}>
              <Suspense fallback={<p className="request-quiet request-waiting">{t("loading")}</p>}>
                <form.Component model={model} values={values} filled={filled} scope={scope} place={place} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      )}
    </div>
  );
}
