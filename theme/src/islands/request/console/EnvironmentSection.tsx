import { useCell } from "../../../hooks/cell.ts";
import {
  activeIn,
  addEnvironment,
  changeEnvironment,
  type Environment,
  environmentsOf,
  removeEnvironment,
  setEnvironments,
  type Variable,
} from "../environments.ts";
import { t } from "../text.ts";
import { Field } from "./Field.tsx";

const NEW = "new";

/** One input without a visible label. */
function Text(props: { label: string; value: string; placeholder?: string; change(value: string): void }) {
  const { label, value, placeholder, change } = props;
  return (
    <input
      className="request-input"
      aria-label={label}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** A list of variables, each with a name and a value. */
function Variables(props: { variables: readonly Variable[]; change(variables: readonly Variable[]): void }) {
  const { variables, change } = props;
  const set = (at: number, changes: Partial<Variable>) =>
    change(variables.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <>
      <p className="request-title">{t("variables")}</p>
      <p className="request-hint">{t("variables_hint", { example: "{{name}}" })}</p>
      {variables.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable is identified by its position.
        <div key={at} className="request-item">
          <Text
            label={t("variable_name", { number: at + 1 })}
            value={name}
            placeholder={t("name")}
            change={(next) => set(at, { name: next })}
          />
          <Text
            label={t("variable_value", { number: at + 1 })}
            value={value}
            placeholder={t("value")}
            change={(next) => set(at, { value: next })}
          />
          <button
            type="button"
            className="request-icon"
            data-icon="remove"
            aria-label={t("variable_remove", { number: at + 1 })}
            onClick={() => change(variables.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <button type="button" className="request-link" onClick={() => change([...variables, { name: "", value: "" }])}>
        {t("variable_add")}
      </button>
    </>
  );
}

const nameOf = ({ id, name }: Environment): string => (id === 0 ? t("environment_first") : name);

/** The choice of an environment, and its variables. */
export function EnvironmentSection({ document, prefix }: { document: string; prefix: string }) {
  const all = useCell(environmentsOf(document));
  const active = activeIn(all);
  const id = `${prefix}-environment`;
  const pick = (value: string) => {
    if (value === NEW) addEnvironment(document, t("environment_number", { number: all.list.length + 1 }));
    else setEnvironments(document, { ...all, active: Number(value) });
  };
  return (
    <details className="request-more request-environment">
      <summary>{t("environment_active", { name: nameOf(active) })}</summary>
      <select
        className="request-input"
        aria-label={t("environment")}
        value={active.id}
        onChange={({ target }) => pick(target.value)}
      >
        {all.list.map((one) => (
          <option key={one.id} value={one.id} dir="auto">
            {nameOf(one)}
          </option>
        ))}
        <option value={NEW}>{t("environment_new")}</option>
      </select>
      {active.id !== 0 && (
        <Field id={id} name={t("name")} word row>
          <div className="request-item">
            <input
              id={id}
              className="request-input"
              autoComplete="off"
              value={active.name}
              onChange={({ target }) => changeEnvironment(document, { name: target.value })}
            />
            <button
              type="button"
              className="request-icon"
              data-icon="remove"
              aria-label={t("environment_remove", { name: active.name })}
              onClick={() => removeEnvironment(document)}
            />
          </div>
        </Field>
      )}
      <Variables variables={active.variables} change={(variables) => changeEnvironment(document, { variables })} />
    </details>
  );
}
