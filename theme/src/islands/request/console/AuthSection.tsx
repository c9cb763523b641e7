import { useCell } from "../../../hooks/cell.ts";
import { isAddress } from "../address.ts";
import { credentialsOf } from "../credentials.ts";
import type { RequestModel, RequestValues } from "../model.ts";
import { withToken } from "../oauth/renewal.ts";
import { t } from "../text.ts";
import { Check } from "./Check.tsx";
import { SchemeFields } from "./SchemeFields.tsx";
import { Section } from "./Section.tsx";

interface AuthSectionProps {
  model: RequestModel;
  values: RequestValues;
  /** The key of the active environment's credentials. */
  scope: string;
  prefix: string;
  /** The server that the credentials are for. */
  address: string;
  choose(security: number): void;
}

/** A request's authorization: one of the alternatives, with fields for each scheme in the alternative. */
export function AuthSection({ model, values, scope, prefix, address, choose }: AuthSectionProps) {
  const { cell, origin, change } = credentialsOf(scope, address);
  const credentials = useCell(cell);
  // If the server is unknown, the reader can't enter credentials.
  const known = isAddress(address);
  const chosen = Math.min(values.security ?? 0, model.security.length - 1);
  const uses = model.security[chosen] ?? [];
  const nameOf = (alternative: RequestModel["security"][number]) =>
    alternative.map(({ scheme }) => scheme).join(" + ") || t("auth_none");
  const typed = [credentials.secrets, ...Object.values(credentials.inputs)];
  const any = typed.some((texts) => Object.values(texts).some((text) => text !== ""));
  return (
    <Section title={t("auth")}>
      {model.security.length > 1 && (
        <select
          className="request-input"
          aria-label={t("auth")}
          value={chosen}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {model.security.map((alternative, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an alternative is identified by its position.
            <option key={at} value={at}>
              {nameOf(alternative)}
            </option>
          ))}
        </select>
      )}
      {known &&
        uses.map(({ scheme: name, scopes }) => (
          <SchemeFields
            key={name}
            id={`${prefix}-auth-${name}`}
            name={name}
            scheme={model.schemes[name]}
            scopes={scopes}
            address={address}
            secret={credentials.secrets[name] ?? ""}
            inputs={credentials.inputs[name] ?? {}}
            change={(secret, renewal) => change(withToken(credentials, name, secret, renewal))}
            changeInputs={(own) => change({ inputs: { ...credentials.inputs, [name]: own } })}
          />
        ))}
      {!known && uses.length > 0 && <p className="request-hint">{t("auth_base_url")}</p>}
      {known && uses.length > 0 && (
        <div className="request-keep">
          <Check checked={credentials.kept} change={(kept) => change({ kept })}>
            {t("auth_keep")}
          </Check>
          <Check checked={credentials.shown} change={(shown) => change({ shown })}>
            {t("auth_show")}
          </Check>
          {any && (
            <button
              type="button"
              className="request-link"
              onClick={() => change({ secrets: {}, inputs: {}, renewals: {} })}
            >
              {t("auth_forget")}
            </button>
          )}
          <p className="request-hint">{t("auth_origin", { origin })}</p>
        </div>
      )}
    </Section>
  );
}
