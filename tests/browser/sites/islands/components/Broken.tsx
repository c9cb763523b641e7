"use client";

import { useState } from "react";

let attempts = 0;

/** Fails after a click, until it's retried. */
export default function Broken() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken && attempts++ < 2) throw new Error("The spout is blocked");
  return (
    <button type="button" onClick={() => setBroken(true)}>
      {isBroken ? "Fixed" : "Break"}
    </button>
  );
}
