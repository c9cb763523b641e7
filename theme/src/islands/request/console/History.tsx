import { write } from "../../../body/copy.ts";
import { useCell } from "../../../hooks/cell.ts";
import { hrefTo } from "../../../hooks/hash.ts";
import { fillAgain, historyOf, type Sent, setHistory } from "../history.ts";
import { agree, consentOf } from "../kept.ts";
import type { RequestModel } from "../model.ts";
import { statusLine, toneOf } from "../send/status.ts";
import { t } from "../text.ts";
import { Check } from "./Check.tsx";
import { timeText } from "./measure.ts";

const clock = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeStyle: "medium" }).format(at);

function outcome({ status, time }: Sent): string {
  if (status === undefined) return t("sending");
  if (status === 0) return t("history_failed");
  return [statusLine(status, ""), time !== undefined && timeText(time)].filter(Boolean).join(" · ");
}

function Entry({ model, sent }: { model: RequestModel; sent: Sent }) {
  const { method, path, page, url, at, status } = sent;
  const isHere = method === model.method && path === model.path;
  const fill = () => fillAgain(model.document, sent);
  return (
    <li>
      <p className="request-sent" dir="ltr">
        <b>{method}</b> {url}
      </p>
      <p className="request-sent-facts">
        <span className="request-sent-status" data-tone={status ? toneOf(status) : "danger"}>
          {outcome(sent)}
        </span>
        <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
        {isHere ? (
          <button type="button" className="request-link" onClick={fill}>
            {t("history_again")}
          </button>
        ) : (
          <a className="request-link" href={hrefTo(page, "try-it")} onClick={fill}>
            {t("history_again")}
          </a>
        )}
        <button type="button" className="request-link" onClick={() => void write(sent.curl)}>
          {t("history_curl")}
        </button>
      </p>
    </li>
  );
}

/** The requests that the reader sent, and whether the tab keeps them. */
export function History({ model }: { model: RequestModel }) {
  const history = useCell(historyOf(model.document));
  const consent = useCell(consentOf(model.document));
  return (
    <details className="request-more request-history">
      <summary>{t("history", { count: history.length })}</summary>
      <Check checked={consent} change={(next) => agree(model.document, next)}>
        {t("history_keep")}
      </Check>
      {history.length > 0 && (
        <>
          <ol className="request-history-list">
            {history.map((sent) => (
              <Entry key={sent.id} model={model} sent={sent} />
            ))}
          </ol>
          <div className="request-actions">
            <button
              type="button"
              className="request-link"
              onClick={() =>
                void write(
                  history
                    .map(({ curl }) => curl)
                    .toReversed()
                    .join("\n\n"),
                )
              }
            >
              {t("history_curl_all")}
            </button>
            <button type="button" className="request-link" onClick={() => setHistory(model.document, [])}>
              {t("history_clear")}
            </button>
          </div>
        </>
      )}
    </details>
  );
}
