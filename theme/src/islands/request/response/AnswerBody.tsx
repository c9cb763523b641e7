import { useMemo } from "react";
import { CodeBlock } from "../CodeBlock.tsx";
import { sizeText } from "../console/measure.ts";
import { faultOf, pretty } from "../jsonText.ts";
import { type Code, run } from "../samples/code.ts";
import { type Answer, SHOWN_BYTES } from "../send/exchange.ts";
import { t } from "../text.ts";
import { BinaryBody } from "./BinaryBody.tsx";
import { EventList } from "./EventList.tsx";
import { HtmlBody } from "./HtmlBody.tsx";
import { Media, Paper } from "./Media.tsx";
import { TableBody } from "./TableBody.tsx";
import { xmlCode } from "./xml.ts";

/** Formats JSON with one line for each value. An incomplete response counts as JSON if it starts like JSON. */
export function jsonCode(text: string, whole: boolean): { code: Code; broken: boolean } {
  const broken = whole ? faultOf(text) >= 0 : !/^\s*[{["]/.test(text);
  return { code: broken ? run(text) : pretty(text), broken };
}

/** The text of a response, as it is unless it's in a known format. If the text is too long, only its start is shown. */
export function TextBody({ answer, format }: { answer: Answer; format?: "json" | "xml" }) {
  const whole = answer.size <= SHOWN_BYTES;
  const { code, broken } = useMemo(() => {
    if (format === "json") return jsonCode(answer.text, whole);
    return { code: format === "xml" ? xmlCode(answer.text) : run(answer.text), broken: false };
  }, [answer.text, format, whole]);
  return (
    <>
      {broken && (
        <p className="response-note" data-tone="warning">
          {t("json_broken")}
        </p>
      )}
      <CodeBlock code={code} />
      {!whole && (
        <p className="response-note">{t("shown", { shown: sizeText(SHOWN_BYTES), size: sizeText(answer.size) })}</p>
      )}
    </>
  );
}

/** The body of a response. The media type determines how the body is shown. */
export function AnswerBody({ answer, method }: { answer: Answer; method: string }) {
  const { kind, state } = answer;
  if (kind === "events" || kind === "lines") return <EventList answer={answer} />;
  if (state === "arriving")
    return <p className="response-note">{t("arriving_size", { size: sizeText(answer.size) })}</p>;
  switch (kind) {
    case "empty":
      return <p className="response-note">{t(method === "HEAD" ? "empty_head" : "empty")}</p>;
    case "json":
    case "xml":
      return <TextBody answer={answer} format={kind} />;
    case "text":
      return <TextBody answer={answer} />;
    case "table":
      return <TableBody answer={answer} />;
    case "pdf":
      return <Paper answer={answer} />;
    case "html":
      return <HtmlBody answer={answer} />;
    case "image":
    case "audio":
    case "video":
      return <Media answer={answer} kind={kind} />;
    case "binary":
      return <BinaryBody answer={answer} />;
  }
}
