import { useLayoutEffect } from "react";
import { t } from "../messages.ts";
import styles from "../styles/load-error.css?text";

/** The screen that is shown if a page can't be loaded. Its styles are part of this code, because it's rare. */
export function LoadFailure({ error, retry }: { error: unknown; retry(): void }) {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@layer frame{${styles}}`);
    document.adoptedStyleSheets.push(sheet);
  }, []);
  return (
    <div className="load-error" role="alert">
      <p>{String(error)}</p>
      <button type="button" onClick={retry}>
        {t("retry")}
      </button>
    </div>
  );
}
