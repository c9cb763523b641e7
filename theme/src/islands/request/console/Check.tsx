import type { ReactNode } from "react";

/** A labeled checkbox. */
export function Check(props: { checked: boolean; change(checked: boolean): void; children: ReactNode }) {
  const { checked, change, children } = props;
  return (
    <label className="request-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => change(target.checked)} />
      <span>{children}</span>
    </label>
  );
}
