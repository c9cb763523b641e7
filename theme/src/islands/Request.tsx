import "../shared.ts";
import type { RequestModel } from "./request/model.ts";
import { RequestPanel } from "./request/RequestPanel.tsx";

export interface RequestProps extends RequestModel {
  /** Which of the page's islands this is. */
  place: number;
}

/** One operation's samples and the form that sends it. */
export default function Request({ place, ...model }: RequestProps) {
  return <RequestPanel model={model} place={place} />;
}
