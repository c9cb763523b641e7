import type { ReactNode } from "react";

/** A titled section of the form. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="request-section">
      <legend>{title}</legend>
      {aside && <div className="request-aside">{aside}</div>}
      {children}
    </fieldset>
  );
}
