import "../../../shared.ts";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useCell } from "../../../hooks/cell.ts";
import { track } from "../../../track.ts";
import { serverAddress } from "../address.ts";
import { credentialsOf } from "../credentials.ts";
import { describe, hasCredentials } from "../describe.ts";
import type { JsonText, RequestModel, RequestValues } from "../model.ts";
import { ResponsePanel } from "../response/ResponsePanel.tsx";
import { type Exchange, exchange } from "../send/exchange.ts";
import { prepare, refusal, withheld } from "../send/prepare.ts";
import { type Changes, changeValues, valuesOf } from "../store.ts";
import { t } from "../text.ts";
import { AuthSection } from "./AuthSection.tsx";
import { BodySection } from "./BodySection.tsx";
import { climbers, missing } from "./form.ts";
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
export function Console({ model, values, place }: ConsoleProps) {
  const [asked, setAsked] = useState(false);
  const { state, begin, cancel } = useExchange();
  const form = useRef<HTMLFormElement>(null);
  const schemas = useSchemas(model.schemas);
  const address = serverAddress(model, values);
  const { secrets } = useCell(credentialsOf(model.document, address).cell);
  const own = valuesOf(model);
  const change = (changes: Changes) => changeValues(own, changes);
  const prefix = `request-${place}`;

  const whole = { ...values, credentials: secrets };
  const request = describe(model, whole, "send");
  const empty = missing(model, values);
  const climbing = climbers(model, values);
  const notes = useMemo(() => parameterProblems(model, values, schemas), [model, values, schemas]);
  const problems = useMemo(() => bodyProblems(model, values, schemas), [model, values, schemas]);
  const errors: Record<string, string | undefined> = { ...notes };
  for (const key of climbing) errors[key] = t("field_climbs");
  if (asked) for (const key of empty) errors[key] = t("field_required");

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (state.state === "sending") return;
    const [first] = [...empty, ...climbing];
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
      track("request", { method: model.method, path: model.path });
      return exchange(prepare(request, model.proxy, hasCredentials(model, whole)), report);
    });
  };

  return (
    <>
      <form className="request-form" noValidate onSubmit={send} ref={form} aria-label={t("try")}>
        <ServerSection model={model} values={values} prefix={prefix} address={address} errors={errors} />
        {model.security.length > 0 && (
          <AuthSection
            model={model}
            values={values}
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
      <ResponsePanel state={state} panel={`samples-${place}`} method={model.method} />
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
