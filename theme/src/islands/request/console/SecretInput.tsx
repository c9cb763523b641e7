import { useState } from "react";
import { t } from "../text.ts";

interface SecretInputProps {
  id: string;
  label: string;
  value: string;
  describedBy?: string | undefined;
  change(value: string): void;
}

/** An input for a token or password. The value is hidden unless the reader shows it. */
export function SecretInput({ id, label, value, describedBy, change }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="request-secret">
      <input
        id={id}
        aria-label={label}
        className="request-input"
        type={shown ? "text" : "password"}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        aria-describedby={describedBy}
        onChange={({ target }) => change(target.value)}
      />
      <button
        type="button"
        className="request-icon"
        data-icon={shown ? "hide" : "show"}
        aria-label={t(shown ? "secret_hide" : "secret_show", { name: label })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
