"use client";

import { lazy, Suspense } from "react";

const Counter = lazy(() => import("./Counter"));

export default function Lazy() {
  return (
    <Suspense fallback={<p>Soon.</p>}>
      <Counter name="Lazy" />
    </Suspense>
  );
}
