import { useEffect, useRef, useState } from "react";
import { isAddress } from "../address.ts";
import type { FlowModel } from "../model.ts";
import { authorize, type FlowResult, redirectUri } from "../oauth/flow.ts";
import { canProve } from "../oauth/pkce.ts";
import { t } from "../text.ts";
import { Field } from "./Field.tsx";
import type { SchemeFieldsProps } from "./SchemeFields.tsx";

/** Returns one of a flow's URLs as an absolute URL. If a browser can't open the URL, returns `null`. */
function resolve(url: string | undefined, address: string): string | null {
  const base = isAddress(address) ? `${address}/` : undefined;
  const whole = url !== undefined && URL.canParse(url, base) ? new URL(url, base).href : "";
  return isAddress(whole) ? whole : null;
}

function resultText(result: FlowResult): string {
  if ("token" in result) {
    if (result.expires === undefined) return t("oauth_done");
    return t("oauth_expires", { minutes: Math.max(1, Math.round(result.expires / 60)) });
  }
  if (result.error === "refused") return t("oauth_refused", { message: result.message });
  return t(`oauth_${result.error}`);
}

function Scopes(props: { flow: FlowModel; chosen: readonly string[]; change(scopes: readonly string[]): void }) {
  const { flow, chosen, change } = props;
  const names = [...new Set([...chosen, ...Object.keys(flow.scopes)])];
  if (names.length === 0) return null;
  return (
    <details className="request-more">
      <summary>{t("oauth_scopes", { count: chosen.length })}</summary>
      {names.map((name) => (
        <label key={name} className="request-check">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              change(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          <span>
            <span className="request-name">{name}</span> {flow.scopes[name]}
          </span>
        </label>
      ))}
    </details>
  );
}

/** The fields for the authorization code flow with PKCE, which uses the reader's own client. */
export function OAuthFields(props: SchemeFieldsProps & { flow: FlowModel }) {
  const { id, flow, scopes: needed, address, client, change, changeClient } = props;
  const [scopes, setScopes] = useState(needed);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [result, setResult] = useState<FlowResult | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const authorizationUrl = resolve(flow.authorizationUrl, address);
  const tokenUrl = resolve(flow.tokenUrl, address);
  if (!authorizationUrl || !tokenUrl || !canProve()) {
    return <p className="request-hint">{t(canProve() ? "oauth_address" : "oauth_insecure")}</p>;
  }
  const start = async () => {
    const controller = new AbortController();
    current.current = controller;
    setRunning(controller);
    setResult(null);
    const request = { authorizationUrl, tokenUrl, clientId: client.trim(), scopes };
    const outcome = await authorize(request, controller.signal).catch(
      (error: unknown): FlowResult => ({ error: "refused", message: String(error) }),
    );
    if ("token" in outcome) change(outcome.token);
    setRunning(null);
    setResult(outcome);
  };
  return (
    <div className="request-oauth">
      <Field
        id={`${id}-client`}
        name={t("oauth_client")}
        word
        row
        hint={t("oauth_redirect", { address: redirectUri() })}
      >
        <input
          id={`${id}-client`}
          className="request-input"
          autoComplete="off"
          spellCheck={false}
          value={client}
          aria-describedby={`${id}-client-hint`}
          onChange={({ target }) => changeClient(target.value)}
        />
      </Field>
      <Scopes flow={flow} chosen={scopes} change={setScopes} />
      <div className="request-actions">
        <button
          type="button"
          className="request-button"
          disabled={running !== null || client.trim() === ""}
          onClick={() => void start()}
        >
          {running ? t("oauth_waiting") : t("oauth_authorize", { host: new URL(authorizationUrl).host })}
        </button>
        {running && (
          <button type="button" className="request-button" onClick={() => running.abort()}>
            {t("cancel")}
          </button>
        )}
      </div>
      <p className="request-hint" role="status">
        {result && resultText(result)}
      </p>
    </div>
  );
}
