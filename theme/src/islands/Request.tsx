import "../shared.ts";
import type { RequestModel } from "./request/model.ts";
import { RequestPanel } from "./request/RequestPanel.tsx";

export interface RequestProps extends RequestModel {
  /** The number of this island on the page. */
  place: number;
}

/** An operation's samples and the form that sends the request. */
export default function Request({ place, ...model }: RequestProps) {
  return <RequestPanel model={model} place={place} />;
}

export { fillRequest } from "./request/fill.ts";
