import { type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useCell } from "../../hooks/cell.ts";
import { formOpen, hearChosen, shownVariant, tellChosen } from "../../hooks/linked.ts";
import { createPart, PartBoundary } from "../../ui/Part.tsx";
import { serverAddress } from "./address.ts";
import type { RequestModel, RequestValues } from "./model.ts";
import { Samples } from "./Samples.tsx";
import { chooseVariant, serverChoiceOf, valuesOf } from "./store.ts";
import { t } from "./text.ts";

const load = () => import("./console/Console.tsx");
const form = createPart(load);

/** Returns the reader's selections and input, except credentials. */
function useValues(model: RequestModel): RequestValues {
  const own = useCell(valuesOf(model));
  const { server, baseUrl, variables } = useCell(serverChoiceOf(model.document));
  return useMemo(
    () => ({
      ...own,
      // This operation might have fewer servers than the document's other operations.
      server: server < model.servers.length ? server : 0,
      ...(baseUrl !== undefined && { baseUrl }),
      variables,
    }),
    [own, server, baseUrl, variables, model.servers.length],
  );
}

/** Shows the selected server in the page's `[data-request-server]` elements. */
function useShownServer(address: string): void {
  // Run after every render, because the page might have new elements.
  useLayoutEffect(() => {
    for (const element of document.querySelectorAll("[data-request-server]")) {
      if (element.textContent !== address) element.textContent = address;
    }
  });
}

const link = (body: number): string => `body-${body}`;

/** Synchronizes the body variants with the selection in the page's `data-link` elements. */
function useVariants(model: RequestModel, variants: RequestValues["variants"]): void {
  useEffect(() => {
    const choose = (body: number, variant: string | undefined) =>
      variant !== undefined && chooseVariant(model, body, Number(variant));
    for (const [body] of model.bodies.entries()) {
      // Apply the selection that the reader made before the island loaded, unless there's a selection from an earlier
      // visit.
      if (valuesOf(model).get().variants?.[body] === undefined) choose(body, shownVariant(link(body)));
    }
    return hearChosen((chosen) => {
      const body = model.bodies.findIndex((_, at) => link(at) === chosen.link);
      if (body >= 0) choose(body, chosen.variant);
    });
  }, [model]);
  useEffect(() => {
    for (const [body, variant] of Object.entries(variants ?? {})) {
      tellChosen({ link: link(Number(body)), variant: String(variant) });
    }
  }, [variants]);
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
      document.querySelector(".api-try")?.toggleAttribute("data-away", shown.size > 0);
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
  const values = useValues(model);
  const open = useCell(formOpen) && model.console;
  useShownServer(serverAddress(model, values));
  useVariants(model, values.variants);
  const panel = useRef<HTMLDivElement>(null);
  useBar(panel);
  const id = `request-form-${place}`;
  return (
    <div className="request" ref={panel}>
      <div className="request-card">
        <Samples model={model} values={values} place={place} />
        {model.console && (
          <button
            type="button"
            className="request-toggle"
            aria-expanded={open}
            aria-controls={id}
            onPointerEnter={() => void load().catch(() => {})}
            onFocus={() => void load().catch(() => {})}
            onClick={() => formOpen.set(!open)}
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
                <form.Component model={model} values={values} place={place} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      )}
    </div>
  );
}
