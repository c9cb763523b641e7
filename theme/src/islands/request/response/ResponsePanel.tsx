import { useEffect, useRef } from "react";
import { timeText } from "../console/measure.ts";
import type { RequestDescriptor } from "../model.ts";
import type { Exchange } from "../send/exchange.ts";
import { t } from "../text.ts";
import { AnswerView, summaryOf } from "./AnswerView.tsx";
import { FailureView } from "./FailureView.tsx";

interface ResponsePanelProps {
  state: Exchange;
  /** The ID of the samples panel. */
  panel: string;
  /** The latest request, with placeholders for credentials. */
  sent: RequestDescriptor | null;
}

/** Returns the message for screen readers. */
function announcement(state: Exchange): string {
  switch (state.state) {
    case "idle":
      return "";
    case "sending":
      return t("sending");
    case "cancelled":
      return t("cancelled", { time: timeText(state.time) });
    // A failure is already an alert.
    case "failed":
      return "";
    case "answered":
      return state.answer.state === "arriving" ? "" : summaryOf(state.answer);
  }
}

/** The result of the request. */
export function ResponsePanel({ state, panel, sent }: ResponsePanelProps) {
  const root = useRef<HTMLDivElement>(null);
  const there = state.state === "failed" || state.state === "answered";
  useEffect(() => {
    if (there) root.current?.scrollIntoView({ block: "nearest" });
  }, [there]);
  return (
    <div className="response" ref={root}>
      <p className="request-hidden" role="status">
        {announcement(state)}
      </p>
      {state.state === "cancelled" && (
        <p className="request-hint response-note">{t("cancelled", { time: timeText(state.time) })}</p>
      )}
      {state.state === "failed" && <FailureView failure={state.failure} panel={panel} />}
      {state.state === "answered" && sent && <AnswerView answer={state.answer} request={sent} />}
    </div>
  );
}
