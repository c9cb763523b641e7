import "../../../shared.ts";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useCell } from "../../../hooks/cell.ts";
import { track } from "../../../track.ts";
import { serverAddress } from "../address.ts";
import { credentialsOf } from "../credentials.ts";
import { describe, hasCredentials, hidden } from "../describe.ts";
import { remember } from "../history.ts";
import type { JsonText, RequestDescriptor, RequestModel, RequestValues } from "../model.ts";
import { afterRenewal } from "../oauth/renewal.ts";
import { ResponsePanel } from "../response/ResponsePanel.tsx";
import { plain } from "../samples/code.ts";
import { generate as curlOf } from "../samples/curl.ts";
import { type Exchange, exchange } from "../send/exchange.ts";
import { prepare, refusal, withheld } from "../send/prepare.ts";
import { type Changes, changeValues, valuesOf } from "../store.ts";
import { t } from "../text.ts";
import { AuthSection } from "./AuthSection.tsx";
import { BodySection } from "./BodySection.tsx";
import { EnvironmentSection } from "./EnvironmentSection.tsx";
import { climbers, missing, unchosen } from "./form.ts";
import { History } from "./History.tsx";
import { ParameterSections } from "./ParameterSections.tsx";
import { bodyProblems, parameterProblems } from "./problems.ts";
import { Section } from "./Section.tsx";
import { SendBar } from "./SendBar.tsx";
import { ServerSection } from "./ServerSection.tsx";
import { useSchemas } from "./useSchemas.ts";

interface ConsoleProps {
  model: RequestModel;
  /** The reader's input, except credentials. */
  values: RequestValues;
  /** The input with the environment's variables filled in. */
  filled: RequestValues;
  /** The key of the active environment's server and credentials. */
  scope: string;
  place: number;
}

type Report = (exchange: Exchange) => void;

/** Sends one request at a time. If the reader leaves the page, cancels the pending request. */
function useExchange() {
  const [state, setState] = useState<Exchange>({ state: "idle" });
  const running = useRef({ cancel: () => {}, current: 0 });
  const begin = useCallback((start: (report: Report) => () => void) => {
    running.current.cancel();
    running.current.current += 1;
    const turn = running.current.current;
    // Ignore updates from earlier requests.
    running.current.cancel = start((next) => turn === running.current.current && setState(next));
  }, []);
  const cancel = useCallback(() => running.current.cancel(), []);
  useEffect(() => cancel, [cancel]);
  return { state, begin, cancel };
}

/** The form that sends a request, and the response. */
export function Console({ model, values, filled, scope, place }: ConsoleProps) {
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState<RequestDescriptor | null>(null);
  const { state, begin, cancel } = useExchange();
  const form = useRef<HTMLFormElement>(null);
  const schemas = useSchemas(model.schemas);
  const address = serverAddress(model, filled);
  const credentials = credentialsOf(scope, address);
  const { secrets } = useCell(credentials.cell);
  const own = valuesOf(model);
  const change = (changes: Changes) => changeValues(own, changes);
  const prefix = `request-${place}`;

  const whole = { ...filled, credentials: secrets };
  const request = describe(model, whole, "send");
  const empty = missing(model, filled);
  const files = unchosen(model, filled);
  const climbing = climbers(model, filled);
  const notes = useMemo(() => parameterProblems(model, filled, schemas), [model, filled, schemas]);
  const problems = useMemo(() => bodyProblems(model, filled, schemas), [model, filled, schemas]);
  const errors: Record<string, string | undefined> = { ...notes };
  for (const key of climbing) errors[key] = t("field_climbs");
  if (asked) {
    for (const key of empty) errors[key] = t("field_required");
    for (const key of files) errors[key] = t("file_wanted");
  }

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (state.state === "sending") return;
    const [first] = [...empty, ...files, ...climbing];
    if (first !== undefined) {
      setAsked(true);
      reveal(form.current, `${prefix}-${first}`);
      return;
    }
    setAsked(false);
    begin((report) => {
      const failure = refusal(request, location.protocol, model.proxy);
      if (failure) {
        report({ state: "failed", failure });
        return () => {};
      }
      const { document, method, path } = model;
      track("request", { method, path });
      const shown = describe(model, { ...filled, credentials: hidden(secrets) }, "send");
      setSent(shown);
      const curl = plain(curlOf(shown));
      const page = location.pathname + (model.part ? `#${model.part}` : "");
      const note = remember(document, { at: Date.now(), page, method, path, url: shown.url, curl, values: own.get() });
      const listen: Report = (next) => {
        report(next);
        if (next.state === "failed" || next.state === "cancelled") note({ status: 0 });
        else if (next.state === "answered" && next.answer.state !== "arriving")
          note({ status: next.answer.status, time: next.answer.time });
      };
      const start = (renewed: typeof secrets) => {
        const current = describe(model, { ...filled, credentials: renewed }, "send");
        return exchange(prepare(current, model.proxy, hasCredentials(model, whole)), listen);
      };
      report({ state: "sending" });
      const schemes = (model.security[filled.security ?? 0] ?? []).map((use) => use.scheme);
      return afterRenewal(credentials, schemes, start, () => listen({ state: "cancelled", time: 0 }));
    });
  };

  return (
    <>
      <form className="request-form" noValidate onSubmit={send} ref={form} aria-label={t("try")}>
        <EnvironmentSection document={model.document} prefix={prefix} />
        <ServerSection model={model} values={values} scope={scope} prefix={prefix} address={address} errors={errors} />
        {model.security.length > 0 && (
          <AuthSection
            model={model}
            values={values}
            scope={scope}
            prefix={prefix}
            address={address}
            choose={(security) => change({ security })}
          />
        )}
        <ParameterSections
          model={model}
          values={values}
          prefix={prefix}
          errors={errors}
          change={(key: string, value: JsonText) => change({ parameters: { ...own.get().parameters, [key]: value } })}
        />
        <BodySection
          model={model}
          values={values}
          prefix={prefix}
          errors={errors}
          problems={problems}
          change={change}
        />
        {model.accepts.length > 1 && (
          <Section title={t("accept")}>
            <select
              className="request-input"
              aria-label={t("accept")}
              value={values.accept ?? model.accepts[0]}
              onChange={({ target }) => change({ accept: target.value })}
            >
              {model.accepts.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </Section>
        )}
        <SendBar state={state} cancel={cancel} withheld={withheld(request)} proxy={model.proxy} />
      </form>
      <ResponsePanel state={state} panel={`samples-${place}`} sent={sent} />
      <History model={model} />
    </>
  );
}

/** Opens everything that hides a control, and focuses the control. */
function reveal(form: HTMLFormElement | null, id: string): void {
  const control = form?.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  control?.closest("details")?.setAttribute("open", "");
  control?.focus();
}

export default Console;
