/** Finished HTML. The only user of `dangerouslySetInnerHTML`. */

import type { Ref } from "react";
import type { Html } from "../frame/data.ts";

interface ProseProps {
  as?: "div" | "span";
  className?: string;
  html: Html;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Writes finished HTML from docgen or the site's owner. React leaves the elements inside alone until the HTML changes.
 */
export function Prose({ as: Tag = "div", className, html, ref }: ProseProps) {
  return (
    <Tag
      className={className}
      ref={ref as Ref<HTMLDivElement & HTMLSpanElement>}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only this component inserts finished HTML.
      dangerouslySetInnerHTML={{ __html: html as unknown as string }}
    />
  );
}
