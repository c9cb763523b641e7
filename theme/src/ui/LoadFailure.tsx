import { t } from "../messages.ts";

/** The screen that is shown if a page can't be loaded. */
export function LoadFailure({ error, retry }: { error: unknown; retry(): void }) {
  return (
    <div className="load-error" role="alert">
      <p>{String(error)}</p>
      <button type="button" onClick={retry}>
        {t("retry")}
      </button>
    </div>
  );
}
