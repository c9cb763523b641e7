import "../shared.ts";
import { t } from "../messages.ts";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import type { RequestModel } from "./request/model.ts";
import { RequestPanel } from "./request/RequestPanel.tsx";
import { t as own } from "./request/text.ts";

export interface RequestProps extends RequestModel {
  /** Which of the page's islands this is. */
  place: number;
}

/** One operation's samples and the form that sends it. It owns its errors: the page around it stays. */
export default function Request({ place, ...model }: RequestProps) {
  return (
    <ErrorBoundary
      resetKey={`${model.document} ${model.method} ${model.path}`}
      fallback={(error, retry) => (
        <div className="request-broken" role="alert">
          <p>{own("broken")}</p>
          <p className="request-quiet">{String(error)}</p>
          <button type="button" className="request-button" onClick={retry}>
            {t("try_again")}
          </button>
        </div>
      )}
    >
      <RequestPanel model={model} place={place} />
    </ErrorBoundary>
  );
}
