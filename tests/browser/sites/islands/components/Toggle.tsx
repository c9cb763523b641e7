"use client";

import { useState } from "react";

export default function Toggle() {
  const [isOn, setOn] = useState(false);
  return (
    <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      {isOn ? "on" : "off"}
    </button>
  );
}
