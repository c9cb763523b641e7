import { useId, useState } from "react";
import { sizeText, timeText } from "../console/measure.ts";
import type { RequestDescriptor } from "../model.ts";
import type { Answer } from "../send/exchange.ts";
import { statusLine, toneOf } from "../send/status.ts";
import { t } from "../text.ts";
import { AnswerBody } from "./AnswerBody.tsx";
import { Download } from "./Download.tsx";
import { Headers } from "./Headers.tsx";
import { RequestView } from "./RequestView.tsx";
import { Tabs } from "./Tabs.tsx";

export const summaryOf = ({ status, statusText, time, size }: Answer): string =>
  t("summary", { status: statusLine(status, statusText), time: timeText(time), size: sizeText(size) });

/** Explains why a response is incomplete. Returns `null` if the response is complete. */
function endOf({ state, size }: Answer): string | null {
  switch (state) {
    case "cancelled":
      return t("answer_cancelled");
    case "cut":
      return t("answer_cut", { size: sizeText(size) });
    case "broken":
      return t("answer_broken");
    case "silent":
      return t("answer_silent");
    default:
      return null;
  }
}

/** A response: its status, time, size, body, and headers, and the request that it's for. */
export function AnswerView({ answer, request }: { answer: Answer; request: RequestDescriptor }) {
  const [tab, setTab] = useState<"body" | "headers" | "request">("body");
  const id = useId();
  const { status, statusText, time, size, headers, state, url, redirected } = answer;
  const end = endOf(answer);
  return (
    <section className="request-card response-card" aria-label={t("response")}>
      <header className="response-head">
        <span className="response-status" data-tone={toneOf(status)}>
          {statusLine(status, statusText)}
        </span>
        <span className="response-fact">{timeText(time)}</span>
        <span className="response-fact">{sizeText(size)}</span>
        {state === "arriving" ? (
          <span className="response-fact response-arriving">{t("arriving")}</span>
        ) : (
          answer.size > 0 && <Download answer={answer} />
        )}
      </header>
      {redirected && <p className="response-note">{t("redirected", { url })}</p>}
      {end && (
        <p className="response-note" data-tone="warning">
          {end}
        </p>
      )}
      <Tabs
        id={id}
        label={t("response")}
        chosen={tab}
        choose={setTab}
        tabs={[
          { value: "body", label: t("body") },
          { value: "headers", label: t("headers", { count: headers.length }) },
          { value: "request", label: t("request") },
        ]}
      />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className="response-panel">
        {tab === "body" && <AnswerBody answer={answer} method={request.method} />}
        {tab === "headers" && <Headers headers={headers} />}
        {tab === "request" && <RequestView request={request} answer={answer} />}
      </div>
    </section>
  );
}
