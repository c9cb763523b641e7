import { useEffect, useRef, useState } from "react";
import { isAddress } from "../address.ts";
import type { FlowModel, SchemeModel } from "../model.ts";
import { redirectUri } from "../oauth/authorization.ts";
import type { DeviceCode } from "../oauth/device.ts";
import { discover } from "../oauth/discovery.ts";
import { type Endpoint, FLOWS, type FlowRequest, type Input, requestAccess } from "../oauth/flow.ts";
import { canProve } from "../oauth/pkce.ts";
import { renewalOf } from "../oauth/renewal.ts";
import { FlowFailure, type FlowResult } from "../oauth/token.ts";
import { type RequestText, t } from "../text.ts";
import { Check } from "./Check.tsx";
import { Field } from "./Field.tsx";
import type { SchemeFieldsProps } from "./SchemeFields.tsx";
import { SecretInput } from "./SecretInput.tsx";

type OAuthScheme = Extract<SchemeModel, { type: "oauth2" | "openIdConnect" }>;

/** Returns one of a scheme's URLs as an absolute URL. If a browser can't open the URL, returns an empty string. */
function resolve(url: string | undefined, address: string): string {
  const base = isAddress(address) ? `${address}/` : undefined;
  const whole = url !== undefined && URL.canParse(url, base) ? new URL(url, base).href : "";
  return isAddress(whole) ? whole : "";
}

function resultText(result: FlowResult): string {
  if ("token" in result) {
    if (result.expires === undefined) return t("oauth_done");
    return t("oauth_expires", { minutes: Math.max(1, Math.round(result.expires / 60)) });
  }
  if (result.error === "refused") return t("oauth_refused", { message: result.message });
  return t(`oauth_${result.error}`);
}

const FLOW_NAMES: Readonly<Record<FlowModel["kind"], RequestText>> = {
  authorizationCode: "flow_code",
  deviceAuthorization: "flow_device",
  clientCredentials: "flow_client",
  password: "flow_password",
  implicit: "flow_implicit",
};

/** The reader's inputs: their labels, and whether they're hidden. */
const INPUTS: Readonly<Record<Input, { label: RequestText; secret?: boolean }>> = {
  username: { label: "user" },
  password: { label: "password", secret: true },
  clientId: { label: "oauth_client" },
  clientSecret: { label: "oauth_secret", secret: true },
};

function Scopes(props: { flow: FlowModel; chosen: readonly string[]; change(scopes: readonly string[]): void }) {
  const { flow, chosen, change } = props;
  const names = [...new Set([...chosen, ...Object.keys(flow.scopes)])];
  if (names.length === 0) return null;
  return (
    <details className="request-more">
      <summary>{t("oauth_scopes", { count: chosen.length })}</summary>
      {names.map((name) => (
        <Check
          key={name}
          checked={chosen.includes(name)}
          change={(isChosen) => change(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name))}
        >
          <span className="request-name">{name}</span> {flow.scopes[name]}
        </Check>
      ))}
    </details>
  );
}

/** One task at a time that the reader can cancel, and that ends when the reader leaves the page. */
function useTask() {
  const [running, setRunning] = useState<AbortController | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const start = async (task: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController();
    current.current = controller;
    setRunning(controller);
    await task(controller.signal);
    setRunning(null);
  };
  return { running, start };
}

/** The result of a failed task. */
const failureOf = (error: unknown): FlowResult => {
  if (error instanceof FlowFailure) return error.result;
  return error instanceof TypeError ? { error: "unreachable" } : { error: "refused", message: String(error) };
};

/** The code of a device flow, with a link to the page on which the reader enters it. */
function Code({ code: { code, url, filled } }: { code: DeviceCode }) {
  return (
    <p className="request-code">
      {t("oauth_code")} <output>{code}</output>{" "}
      <a href={filled ?? url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    </p>
  );
}

/** The inputs of one flow, and the button that requests a token. */
function FlowFields(props: SchemeFieldsProps & { flow: FlowModel }) {
  const { id, flow, scopes: needed, address, inputs, change, changeInputs } = props;
  const [scopes, setScopes] = useState(needed);
  const [result, setResult] = useState<FlowResult | null>(null);
  const [code, setCode] = useState<DeviceCode | null>(null);
  const { running, start } = useTask();
  const { endpoints, inputs: wanted, redirects } = FLOWS[flow.kind];
  const url = (name: Endpoint) => resolve(flow[name], address);
  if (endpoints.some((name) => url(name) === "")) return <p className="request-hint">{t("oauth_address")}</p>;
  if (redirects && !canProve()) return <p className="request-hint">{t("oauth_insecure")}</p>;
  const value = (name: Input) => inputs[name] ?? "";
  const names = (Object.keys(INPUTS) as Input[]).filter((name) => wanted[name] !== undefined);
  const isComplete = names.every((name) => !wanted[name] || value(name).trim() !== "");
  const request: FlowRequest = {
    kind: flow.kind,
    authorizationUrl: url("authorizationUrl"),
    tokenUrl: url("tokenUrl"),
    deviceAuthorizationUrl: url("deviceAuthorizationUrl"),
    clientId: value("clientId").trim(),
    clientSecret: wanted.clientSecret === undefined ? "" : value("clientSecret"),
    username: value("username"),
    password: value("password"),
    scopes,
  };
  const begin = () =>
    start(async (signal) => {
      setResult(null);
      const outcome = await requestAccess(request, signal, setCode).catch(failureOf);
      const refreshUrl = resolve(flow.refreshUrl, address) || request.tokenUrl;
      if ("token" in outcome) change(outcome.token, renewalOf(outcome, refreshUrl));
      setCode(null);
      setResult(outcome);
    });
  const host = new URL(url(endpoints[0])).host;
  const isSignIn = redirects || flow.kind === "deviceAuthorization";
  return (
    <>
      {names.map((name) => {
        const { label, secret } = INPUTS[name];
        const hint = name === "clientId" && redirects ? t("oauth_redirect", { address: redirectUri() }) : undefined;
        const shared = {
          id: `${id}-${name}`,
          value: value(name),
          change: (text: string) => changeInputs({ ...inputs, [name]: text }),
        };
        const text = wanted[name] ? t(label) : t("oauth_optional", { name: t(label) });
        return (
          <Field key={name} id={shared.id} name={text} word row hint={hint}>
            {secret ? (
              <SecretInput {...shared} label={text} />
            ) : (
              <input
                id={shared.id}
                className="request-input"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={shared.value}
                aria-describedby={hint && `${shared.id}-hint`}
                onChange={({ target }) => shared.change(target.value)}
              />
            )}
          </Field>
        );
      })}
      <Scopes flow={flow} chosen={scopes} change={setScopes} />
      <div className="request-actions">
        <button
          type="button"
          className="request-button"
          disabled={running !== null || !isComplete}
          onClick={() => void begin()}
        >
          {running
            ? t(redirects ? "oauth_waiting" : "oauth_asking")
            : t(isSignIn ? "oauth_authorize" : "oauth_get", { host })}
        </button>
        {running && (
          <button type="button" className="request-button" onClick={() => running.abort()}>
            {t("cancel")}
          </button>
        )}
      </div>
      <div role="status">
        {code && <Code code={code} />}
        {result && <p className="request-hint">{resultText(result)}</p>}
      </div>
    </>
  );
}

/** The button that fetches a server's flows. */
function Discovery({ url, found }: { url: string; found(flows: readonly FlowModel[]): void }) {
  const [failure, setFailure] = useState<FlowResult | null>(null);
  const { running, start } = useTask();
  const begin = () =>
    start(async (signal) => {
      setFailure(null);
      await discover(url, signal).then(found, (error: unknown) => setFailure(failureOf(error)));
    });
  const error = failure && "error" in failure ? failure : null;
  return (
    <>
      <p className="request-hint">{t("auth_open_id")}</p>
      <div className="request-actions">
        <button type="button" className="request-button" disabled={running !== null} onClick={() => void begin()}>
          {t("oauth_discover", { host: new URL(url).host })}
        </button>
      </div>
      <p className="request-hint" role="status">
        {error && t("oauth_undiscovered", { message: error.error === "refused" ? error.message : resultText(error) })}
      </p>
    </>
  );
}

/** The fields that get a token: a choice of flows, or a button that fetches them from the authorization server. */
export function OAuthFields(props: Omit<SchemeFieldsProps, "scheme"> & { scheme: OAuthScheme }) {
  const { id, name, scheme, address } = props;
  const [discovered, setDiscovered] = useState<readonly FlowModel[]>([]);
  const [chosen, setChosen] = useState<string>();
  const metadata = resolve(scheme.type === "openIdConnect" ? scheme.url : scheme.metadataUrl, address);
  const flows = [...(scheme.type === "oauth2" ? scheme.flows : []), ...discovered];
  const flow = flows.find(({ kind }) => kind === chosen) ?? flows[0];
  if (!flow) {
    if (metadata === "") return <p className="request-hint">{t("oauth_address")}</p>;
    return <Discovery url={metadata} found={setDiscovered} />;
  }
  return (
    <div className="request-oauth">
      {flows.length > 1 && (
        <select
          className="request-input"
          aria-label={t("oauth_flow", { name })}
          value={flow.kind}
          onChange={({ target }) => setChosen(target.value)}
        >
          {flows.map(({ kind }) => (
            <option key={kind} value={kind}>
              {t(FLOW_NAMES[kind])}
            </option>
          ))}
        </select>
      )}
      <FlowFields key={flow.kind} {...props} id={`${id}-${flow.kind}`} flow={flow} />
    </div>
  );
}
