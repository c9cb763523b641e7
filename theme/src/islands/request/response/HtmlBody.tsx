import { type Answer, SHOWN_BYTES } from "../send/exchange.ts";
import { t } from "../text.ts";
import { TextBody } from "./AnswerBody.tsx";
import { Views } from "./Views.tsx";

/** The start of the frame's document. The frame only displays the page. The page can't run scripts or load anything. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="referrer" content="no-referrer">`;

/** An HTML response, which is shown as an inert page or as text. */
export function HtmlBody({ answer }: { answer: Answer }) {
  return (
    <Views label={t("view_page")} answer={answer}>
      {answer.size > SHOWN_BYTES ? (
        <TextBody answer={answer} />
      ) : (
        <iframe
          className="response-page"
          title={t("view_page_label")}
          sandbox=""
          srcDoc={POLICY + answer.text}
          referrerPolicy="no-referrer"
        />
      )}
    </Views>
  );
}
