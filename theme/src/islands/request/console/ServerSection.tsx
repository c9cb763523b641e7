import { useCell } from "../../../hooks/cell.ts";
import { baseOf, isAddress, serverOf } from "../address.ts";
import type { RequestModel, RequestValues, ServerModel } from "../model.ts";
import { chooseServer, type ServerChoice, serverChoiceOf } from "../store.ts";
import { t } from "../text.ts";
import { describedBy, Field } from "./Field.tsx";
import { BASE_URL, variableKey } from "./form.ts";
import { Section } from "./Section.tsx";

interface ServerSectionProps {
  model: RequestModel;
  values: RequestValues;
  /** The key of the active environment's server. */
  scope: string;
  /** The prefix for the IDs of the form's controls. */
  prefix: string;
  /** The server's URL, with the values of all variables filled in. */
  address: string;
  errors: Readonly<Record<string, string | undefined>>;
}

const OWN = "own";

/**
 * The field for a server's URL. If only the host's URL is missing from a server's URL, the field is for the host's URL.
 */
function UrlField(props: {
  id: string;
  name: string;
  hint?: string | undefined;
  value: string;
  /** Whether the reader has tried to send the request although the URL is missing. */
  missing: boolean;
  change(value: string): void;
}) {
  const { id, name, hint, value, missing, change } = props;
  const blank = value.trim() === "";
  const wrong = blank ? missing : !isAddress(value) && (missing || !isBeginning(value));
  const error = wrong ? t(blank ? "field_required" : "address_wanted") : undefined;
  return (
    <Field id={id} name={name} word required error={error} hint={hint}>
      <input
        id={id}
        aria-label={name}
        className="request-input"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder="https://api.example.com"
        aria-required
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy(id, error, hint)}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
}

/** Whether text might become an HTTP or HTTPS URL if the reader continues to type. */
const isBeginning = (text: string): boolean =>
  /^\s*(?:h|ht|htt|https?|https?:|https?:\/|https?:\/\/[^/]*)$/i.test(text);

function Variable(props: {
  id: string;
  variable: ServerModel["variables"][number];
  value: string;
  error: string | undefined;
  change(value: string): void;
}) {
  const { id, variable, value, error, change } = props;
  const { name, values, description, default: standard } = variable;
  const required = standard === undefined;
  return (
    <Field id={id} name={name} hint={description} required={required} error={error} row>
      {values && values.length > 0 ? (
        <select
          id={id}
          aria-label={name}
          className="request-input"
          value={value || standard}
          aria-describedby={describedBy(id, undefined, description)}
          onChange={({ target }) => change(target.value)}
        >
          {[...new Set([...values, standard ?? ""])].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          aria-label={name}
          className="request-input"
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder={standard}
          aria-required={required || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, error, description)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

/** The request's server: one of the document's servers, with its variables, or the reader's own URL. */
export function ServerSection({ model, values, scope, prefix, address, errors }: ServerSectionProps) {
  const choice = useCell(serverChoiceOf(scope));
  const set = (changes: Partial<ServerChoice>) => chooseServer(scope, { ...choice, ...changes });
  const server = serverOf(model, values);
  const base = baseOf(server);
  const pick = (value: string) => {
    const { variables } = choice;
    if (value === OWN) return set({ baseUrl: "" });
    // When the server changes, keep only the host's URL, because several servers can share the variable for the host's
    // URL.
    const next = model.servers[Number(value)];
    const kept = Object.entries(variables).filter(([name]) => next === server || (next && name === baseOf(next)));
    chooseServer(scope, { server: Number(value), variables: Object.fromEntries(kept) });
  };
  const own = choice.baseUrl !== undefined;
  const [select, input] = [`${prefix}-server`, `${prefix}-${BASE_URL}`];
  // If the only server is a placeholder for the entire URL, there's nothing to choose.
  const chosen = model.servers.length > 1 || server.url !== `{${base}}`;
  // Whether to show the URL below, because the list of servers doesn't show it.
  const filled = own || server.variables.length > 0 || server.url.replace(/\/$/, "") !== address;
  return (
    <Section title={t("base_url")}>
      {chosen && (
        <select
          id={select}
          className="request-input"
          aria-label={t("base_url")}
          value={own ? OWN : String(model.servers.indexOf(server))}
          onChange={({ target }) => pick(target.value)}
        >
          {model.servers.map(({ url, description }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a server is identified by its position.
            <option key={index} value={index} dir="auto">
              {description ? `${description} — ${url}` : url}
            </option>
          ))}
          <option value={OWN}>{t("own_address")}</option>
        </select>
      )}
      {own ? (
        <UrlField
          id={input}
          name={t("own_address")}
          value={choice.baseUrl ?? ""}
          missing={errors[BASE_URL] !== undefined}
          change={(baseUrl) => set({ baseUrl })}
        />
      ) : (
        server.variables.map((variable) => {
          const { name } = variable;
          const key = variableKey(name);
          const shared = {
            id: `${prefix}-${key}`,
            value: choice.variables[name] ?? "",
            change: (value: string) => set({ variables: { ...choice.variables, [name]: value } }),
          };
          if (name !== base || variable.default !== undefined)
            return <Variable key={name} {...shared} variable={variable} error={errors[key]} />;
          const hint = variable.description ?? t("base_url_hint");
          return (
            <UrlField key={name} {...shared} name={t("base_url")} hint={hint} missing={errors[key] !== undefined} />
          );
        })
      )}
      {filled && isAddress(address) && <p className="request-hint request-address">{address}</p>}
    </Section>
  );
}
