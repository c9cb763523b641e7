"use client";

import { useEffect, useId, useState } from "react";
import { log } from "./lib/log";

interface Props {
  name?: string;
  start?: number;
  children?: React.ReactNode;
}

export default function Counter({ name = "Counter", start = 0, children }: Props) {
  const [count, setCount] = useState(start);
  const id = useId();
  useEffect(() => {
    log(`${name} on`);
    return () => log(`${name} off`);
  }, [name]);
  return (
    <div className="counter" id={id}>
      <button type="button" aria-describedby={id} onClick={() => setCount(count + 1)}>
        {name} {count}
      </button>
      {children}
    </div>
  );
}
