"use client";

import { StrictMode } from "react";

export default function Strict({ children }: { children: React.ReactNode }) {
  return (
    <StrictMode>
      <div>{children}</div>
    </StrictMode>
  );
}
