import { useCell } from "../../../hooks/cell.ts";
import type { RequestModel, ServerModel } from "../model.ts";
import { chooseServer, type ServerChoice, serverOf } from "../store.ts";
import { t } from "../text.ts";
import { describedBy, Field } from "./Field.tsx";
import { BASE_URL } from "./form.ts";
import { Section } from "./Section.tsx";

interface ServerSectionProps {
  model: RequestModel;
  /** Begins the ids of the form's controls. */
  prefix: string;
  /** The server with everything filled in. */
  address: string;
  /** An address of the reader's own is wanted and not there. */
  invalid: boolean;
}

const OWN = "own";

function Variable(props: {
  id: string;
  variable: ServerModel["variables"][number];
  value: string;
  change(value: string): void;
}) {
  const { id, variable, value, change } = props;
  const { name, values, description, default: standard } = variable;
  return (
    <Field id={id} name={name} hint={description} row>
      {values && values.length > 0 ? (
        <select
          id={id}
          className="request-input"
          value={value || standard}
          aria-describedby={describedBy(id, undefined, description)}
          onChange={({ target }) => change(target.value)}
        >
          {[...new Set([...values, standard])].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="request-input"
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder={standard}
          aria-describedby={describedBy(id, undefined, description)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

/** Which server a request goes to: one of the document's, with its variables, or an address of the reader's own. */
export function ServerSection({ model, prefix, address, invalid }: ServerSectionProps) {
  const choice = useCell(serverOf(model.document));
  const set = (changes: Partial<ServerChoice>) => chooseServer(model.document, { ...choice, ...changes });
  const pick = (value: string) => {
    const { server, variables } = choice;
    if (value === OWN) set({ baseUrl: "" });
    else chooseServer(model.document, { server: Number(value), variables: Number(value) === server ? variables : {} });
  };
  const own = choice.baseUrl !== undefined;
  const at = choice.server < model.servers.length ? choice.server : 0;
  const server = model.servers[at];
  const [select, input] = [`${prefix}-server`, `${prefix}-${BASE_URL}`];
  // Whether the list of servers does not say already where a request goes.
  const filled = own || (server?.variables.length ?? 0) > 0 || server?.url.replace(/\/$/, "") !== address;
  const error = invalid ? t("address_wanted") : undefined;
  return (
    <Section title={t("base_url")}>
      <select
        id={select}
        className="request-input"
        aria-label={t("base_url")}
        value={own ? OWN : String(at)}
        onChange={({ target }) => pick(target.value)}
      >
        {model.servers.map(({ url, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server is chosen by its place.
          <option key={index} value={index}>
            {description ? `${url} — ${description}` : url}
          </option>
        ))}
        <option value={OWN}>{t("own_address")}</option>
      </select>
      {own ? (
        <Field id={input} name={t("own_address")} word error={error}>
          <input
            id={input}
            className="request-input"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={choice.baseUrl}
            placeholder="https://api.example.com"
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy(input, error)}
            onChange={({ target }) => set({ baseUrl: target.value })}
          />
        </Field>
      ) : (
        server?.variables.map((variable) => (
          <Variable
            key={variable.name}
            id={`${prefix}-variable-${variable.name}`}
            variable={variable}
            value={choice.variables[variable.name] ?? ""}
            change={(value) => set({ variables: { ...choice.variables, [variable.name]: value } })}
          />
        ))
      )}
      {filled && !invalid && address !== "" && <p className="request-hint request-address">{address}</p>}
    </Section>
  );
}
