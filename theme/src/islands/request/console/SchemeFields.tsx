import type { Renewal } from "../credentials.ts";
import type { SchemeModel } from "../model.ts";
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
  /** What the reader entered to get a token. */
  inputs: Readonly<Record<string, string>>;
  /** Sets the secret and, for a token that expires, how to renew it. */
  change(secret: string, renewal?: Renewal): void;
  changeInputs(inputs: Readonly<Record<string, string>>): void;
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
    case "mutualTLS":
      return t("auth_certificate");
    default:
      return undefined;
  }
}

/** The inputs of one security scheme. */
export function SchemeFields(props: SchemeFieldsProps) {
  const { id, name, scheme, secret, change } = props;
  if (!scheme) return <p className="request-hint">{t("auth_unknown", { name })}</p>;
  const hint = hintOf(scheme);
  if (scheme.type === "mutualTLS") return <p className="request-hint">{hint}</p>;
  if (scheme.type === "http" && scheme.scheme.toLowerCase() === "basic") return <BasicFields {...props} />;
  const oauth = scheme.type === "oauth2" || scheme.type === "openIdConnect" ? scheme : undefined;
  const type = scheme.type === "apiKey" ? t("api_key") : scheme.type === "http" ? scheme.scheme : t("token");
  return (
    <>
      {oauth && <OAuthFields {...props} scheme={oauth} />}
      <Field id={id} name={name} type={type} hint={hint} row>
        <SecretInput
          id={id}
          label={name}
          value={secret}
          describedBy={describedBy(id, undefined, hint)}
          change={(text) => change(text)}
        />
      </Field>
    </>
  );
}
