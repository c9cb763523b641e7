/** Finished HTML. In the app, only this module uses `dangerouslySetInnerHTML`. */

import type { Ref } from "react";
import type { Html } from "../frame/data.ts";

interface ProseProps {
  as?: "div" | "span";
  className?: string;
  /** With `auto`, the text's own language determines the direction. */
  dir?: "auto";
  html: Html;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Inserts finished HTML from docgen or the site's owner. React doesn't touch the inserted elements until the HTML
 * changes.
 */
export function Prose({ as: Tag = "div", className, dir, html, ref }: ProseProps) {
  return (
    <Tag
      className={className}
      dir={dir}
      ref={ref as Ref<HTMLDivElement & HTMLSpanElement>}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: in the app, only this component inserts finished HTML.
      dangerouslySetInnerHTML={{ __html: html as unknown as string }}
    />
  );
}
