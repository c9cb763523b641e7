import type { FlowModel, SchemeModel } from "../model.ts";
import { t } from "../text.ts";
import { describedBy, Field } from "./Field.tsx";
import { OAuthFields } from "./OAuthFields.tsx";
import { SecretInput } from "./SecretInput.tsx";

export interface SchemeFieldsProps {
  id: string;
  name: string;
  /** Absent if the document doesn't define the scheme. */
  scheme: SchemeModel | undefined;
  scopes: readonly string[];
  /** The base for the scheme's relative URLs. */
  address: string;
  secret: string;
  /** The reader's OAuth client. */
  client: string;
  change(secret: string): void;
  changeClient(client: string): void;
}

/** Splits `user:password` at the first colon. A username can't contain a colon. */
function parts(secret: string): [user: string, password: string] {
  const colon = secret.indexOf(":");
  return colon < 0 ? [secret, ""] : [secret.slice(0, colon), secret.slice(colon + 1)];
}

function BasicFields({ id, secret, change }: SchemeFieldsProps) {
  const [user, password] = parts(secret);
  const set = (name: string, word: string) => change(name === "" && word === "" ? "" : `${name}:${word}`);
  return (
    <div className="request-pair">
      <Field id={id} name={t("user")} word>
        <input
          id={id}
          className="request-input"
          autoComplete="off"
          spellCheck={false}
          value={user}
          onChange={({ target }) => set(target.value.replaceAll(":", ""), password)}
        />
      </Field>
      <Field id={`${id}-password`} name={t("password")} word>
        <SecretInput id={`${id}-password`} label={t("password")} value={password} change={(word) => set(user, word)} />
      </Field>
    </div>
  );
}

/** Describes how a scheme's credentials are sent, or why they can't be sent. */
function hintOf(scheme: SchemeModel): string | undefined {
  switch (scheme.type) {
    case "apiKey":
      if (scheme.in === "cookie") return t("auth_cookie", { name: scheme.name });
      return t(scheme.in === "header" ? "auth_header" : "auth_query", { name: scheme.name });
    case "openIdConnect":
      return t("auth_open_id");
    case "oauth2":
      return scheme.flows.some(({ kind }) => kind === "authorizationCode") ? undefined : flowHint(scheme.flows);
    case "mutualTLS":
      return t("auth_certificate");
    default:
      return undefined;
  }
}

/** Returns the hint for flows that need a secret or the reader's password. A page shouldn't request either of these. */
const flowHint = (flows: readonly FlowModel[]): string =>
  t("auth_flow", { flows: flows.map(({ kind }) => kind).join(", ") || "OAuth 2.0" });

/** The inputs of one security scheme. */
export function SchemeFields(props: SchemeFieldsProps) {
  const { id, name, scheme, secret, change } = props;
  if (!scheme) return <p className="request-hint">{t("auth_unknown", { name })}</p>;
  const hint = hintOf(scheme);
  if (scheme.type === "mutualTLS") return <p className="request-hint">{hint}</p>;
  if (scheme.type === "http" && scheme.scheme.toLowerCase() === "basic") return <BasicFields {...props} />;
  const code = scheme.type === "oauth2" ? scheme.flows.find(({ kind }) => kind === "authorizationCode") : undefined;
  const type = scheme.type === "apiKey" ? t("api_key") : scheme.type === "http" ? scheme.scheme : t("token");
  return (
    <>
      {code && <OAuthFields {...props} flow={code} />}
      <Field id={id} name={name} type={type} hint={hint} row>
        <SecretInput
          id={id}
          label={name}
          value={secret}
          describedBy={describedBy(id, undefined, hint)}
          change={change}
        />
      </Field>
    </>
  );
}
