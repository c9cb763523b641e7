import { t } from "../messages.ts";

/** A page that did not load. */
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
