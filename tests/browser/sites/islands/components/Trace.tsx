"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { log } from "./lib/log";

/** Returns where an element is: in its page, elsewhere in the document, or nowhere. */
function placeOf(element: Element): string {
  if (!element.isConnected) return "detached";
  return `in ${element.closest(".article")?.querySelector("h1")?.textContent ?? "the document"}`;
}

interface Props {
  name: string;
  closed?: boolean;
  children?: React.ReactNode;
}

/** Records where its element is when its layout effect starts and when the effect is cleaned up. */
export default function Trace({ name, closed = false, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(!closed);
  const [isBroken, setBroken] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current as Element;
    log(`${name} on`);
    return () => log(`${name} off, ${placeOf(element)}`);
  }, [name]);
  if (isBroken) throw new Error(`${name} is broken`);
  return (
    <div ref={ref}>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Fold {name}
      </button>
      <button type="button" onClick={() => setBroken(true)}>
        Break {name}
      </button>
      {isOpen && children}
    </div>
  );
}
