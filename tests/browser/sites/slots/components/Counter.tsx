"use client";
import { useState } from "react";

export default function Counter({ name, children }: { name: string; children?: React.ReactNode }) {
  const [count, setCount] = useState(0);
  return (
    <div>
      <button type="button" onClick={() => setCount(count + 1)}>
        {name} {count}
      </button>
      {children}
    </div>
  );
}
