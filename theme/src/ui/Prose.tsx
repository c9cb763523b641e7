/** Finished HTML. In the app, only this module uses `dangerouslySetInnerHTML`. */

import type { Ref } from "react";
import type { Html } from "../frame/data.ts";

interface ProseProps {
  as?: "div" | "span";
  className?: string;
  html: Html;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Inserts finished HTML from docgen or the site's owner. React doesn't touch the inserted elements until the HTML
 * changes.
 */
export function Prose({ as: Tag = "div", className, html, ref }: ProseProps) {
  return (
    <Tag
      className={className}
      ref={ref as Ref<HTMLDivElement & HTMLSpanElement>}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: in the app, only this component inserts finished HTML.
      dangerouslySetInnerHTML={{ __html: html as unknown as string }}
    />
  );
}
