import { useId, useState } from "react";
import { type Answer, SHOWN_BYTES } from "../send/exchange.ts";
import { t } from "../text.ts";
import { TextBody } from "./AnswerBody.tsx";
import { Tabs } from "./Tabs.tsx";

/** The start of the frame's document. The frame only displays the page. The page can't run scripts or load anything. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="referrer" content="no-referrer">`;

/** An HTML response, which is shown as an inert page or as text. */
export function HtmlBody({ answer }: { answer: Answer }) {
  const [view, setView] = useState<"page" | "source">("page");
  const id = useId();
  const cut = answer.size > SHOWN_BYTES;
  return (
    <>
      <Tabs
        id={id}
        label={t("view")}
        chosen={view}
        choose={setView}
        tabs={[
          { value: "page", label: t("view_page") },
          { value: "source", label: t("view_source") },
        ]}
      />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {view === "source" || cut ? (
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
      </div>
    </>
  );
}
