import { type ReactNode, use, useDeferredValue, useLayoutEffect, useMemo } from "react";
import { shownRequest } from "../../hooks/linked.ts";
import { slot, useSlot } from "../../hooks/storage.ts";
import { loadPart, loadPartAgain } from "../../parts.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { PartFailure } from "../../ui/Part.tsx";
import { chosenBody } from "./body.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { describe } from "./describe.ts";
import { LanguageTabs } from "./LanguageTabs.tsx";
import type { RequestDescriptor, RequestModel, RequestValues } from "./model.ts";
import { run } from "./samples/code.ts";
import { generate as curl } from "./samples/curl.ts";
import { type Generator, loadGenerator } from "./samples/languages.ts";
import { type SampleTab, sampleTabs } from "./samples/tabs.ts";
import { t } from "./text.ts";

/** The language that the reader has selected, on all pages and in all windows. */
export const languageChoice = slot("docgen.tab.code-samples");

const loading = new Map<string, Promise<Generator>>();

/** Returns the generator for a language. The curl generator loads with the page. All others load on demand. */
function useGenerator(id: string): Generator {
  if (id === "curl") return curl;
  let promise = loading.get(id);
  if (!promise) {
    promise = loadPart(() => loadGenerator(id));
    loading.set(id, promise);
  }
  return use(promise);
}

function Generated({ id, request }: { id: string; request: RequestDescriptor }) {
  const code = useGenerator(id)(request);
  return <CodeBlock code={code} language={id} />;
}

function Sample({ tab, request }: { tab: SampleTab; request: RequestDescriptor }) {
  if (tab.own !== undefined) return <CodeBlock code={run(tab.own)} language={tab.id} />;
  return <Generated id={tab.id} request={request} />;
}

interface SamplesProps {
  model: RequestModel;
  values: RequestValues;
  place: number;
  /** The controls between the languages and the code. A sample from the document doesn't have any. */
  children: ReactNode;
}

/**
 * An operation's request in the selected programming language. The code is updated when the reader types in the form.
 */
export function Samples({ model, values, place, children }: SamplesProps) {
  const tabs = useMemo(() => sampleTabs(model), [model]);
  const choice = useSlot(languageChoice);
  const chosen = tabs.find(({ id }) => id === choice) ?? tabs[0];
  // The previous sample stays visible until the next generator loads.
  const shown = useDeferredValue(chosen);
  const request = useMemo(() => describe(model, values), [model, values]);
  useLayoutEffect(() => {
    const shownHere = shownRequest(model.part ?? "");
    shownHere.set({ ...request, path: model.path, mediaType: chosenBody(model, values)?.mediaType });
    return () => shownHere.set(null);
  }, [model, values, request]);
  if (!chosen || !shown) return null;
  const panel = `samples-${place}`;
  const again = (retry: () => void) => () => {
    loading.set(
      shown.id,
      loadPartAgain(() => loadGenerator(shown.id)),
    );
    retry();
  };
  return (
    <>
      <LanguageTabs tabs={tabs} chosen={chosen.id} panel={panel} choose={(id) => languageChoice.set(id)} />
      {chosen.own === undefined ? children : null}
      <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${chosen.id}`} className="samples-panel">
        <ErrorBoundary
          resetKey={shown.id}
          fallback={(error, retry) => (
            <PartFailure text={t("sample_failed", { language: shown.label })} error={error} retry={again(retry)} />
          )}
        >
          <Sample tab={shown} request={request} />
        </ErrorBoundary>
      </div>
    </>
  );
}
