import { useRef } from "react";
import { Later } from "../body/Later.tsx";
import { loadClient } from "../client/load.ts";
import { Prose } from "../ui/Prose.tsx";
import type { Html, Maybe } from "./data.ts";
import { when } from "./when.ts";

function Filled({ html, className }: { html: Html; className: string }) {
  const ref = useRef<HTMLDivElement>(null);
  return (
    <>
      <Prose className={`slot ${className}`} html={html} ref={ref} />
      <Later root={ref} html={html} selector="slot[data-client]" load={loadClient} />
    </>
  );
}

/** A frame slot that one of the site's components can fill. */
export function FrameSlot({ html, className }: { html: Maybe<Html>; className: string }) {
  return when(html, (html) => <Filled className={className} html={html} />);
}
