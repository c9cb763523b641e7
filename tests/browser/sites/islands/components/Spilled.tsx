"use client";

import { type ReactNode, useState } from "react";

/** Shows its content only if it fails, which happens after a click. */
export default function Spilled(_: { children: ReactNode }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error("The pot is empty");
  return (
    <button type="button" onClick={() => setBroken(true)}>
      Spill
    </button>
  );
}
