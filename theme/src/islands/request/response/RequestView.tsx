import { sizeText, timeText } from "../console/measure.ts";
import type { RequestDescriptor } from "../model.ts";
import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";
import { Pairs } from "./Headers.tsx";

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns the size of a body in bytes. Returns `null` if the size isn't known, because the browser adds boundaries. */
function bodySize({ body }: RequestDescriptor): number | null {
  if (!body) return 0;
  if (body.kind === "text") return bytesOf(body.text);
  return body.kind === "file" ? (body.file.blob?.size ?? 0) : null;
}

/** The request that was sent, with placeholders for credentials, and how long each part of the exchange took. */
export function RequestView({ request, answer }: { request: RequestDescriptor; answer: Answer }) {
  const size = bodySize(request);
  const facts: [string, string][] = [
    [request.method, request.url],
    ...request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(size ? [[t("body"), sizeText(size)] as [string, string]] : []),
    [t("time_waiting"), timeText(answer.headTime)],
    [t("time_receiving"), timeText(Math.max(0, answer.time - answer.headTime))],
  ];
  return (
    <>
      <Pairs pairs={facts} />
      <p className="response-note">{t("request_hidden")}</p>
    </>
  );
}
