import type { ReactNode } from "react";

/** A part of the form under its title. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="request-section">
      <legend>{title}</legend>
      {aside && <div className="request-aside">{aside}</div>}
      {children}
    </fieldset>
  );
}
