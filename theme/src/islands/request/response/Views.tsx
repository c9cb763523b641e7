import { type ReactNode, useId, useState } from "react";
import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";
import { TextBody } from "./AnswerBody.tsx";
import { Tabs } from "./Tabs.tsx";

/** A response with its own view, such as a table, which can also be shown as text. */
export function Views({ label, answer, children }: { label: string; answer: Answer; children: ReactNode }) {
  const [view, setView] = useState<"own" | "source">("own");
  const id = useId();
  return (
    <>
      <Tabs
        id={id}
        label={t("view")}
        chosen={view}
        choose={setView}
        tabs={[
          { value: "own", label },
          { value: "source", label: t("view_source") },
        ]}
      />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {view === "source" ? <TextBody answer={answer} /> : children}
      </div>
    </>
  );
}
