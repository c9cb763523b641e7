import "../shared.ts";
import { type FormEvent, useId, useState } from "react";
import { slot, useSlot } from "../hooks/storage.ts";
import styles from "../styles/feedback.css?text";
import { track } from "../track.ts";
import { t } from "./feedback/text.ts";

/** Only sites with feedback load these styles. A security policy can forbid `<style>` elements, but not this sheet. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);
document.adoptedStyleSheets.push(sheet);

export interface FeedbackProps {
  /** The URL to send answers to. */
  url?: string;
  /** The URL for a new issue about the page. */
  issue?: string;
}

type Answer = "yes" | "no";
type State = "idle" | "sent" | "failed";

const answers: readonly Answer[] = ["yes", "no"];

/** Sends an answer. A comment is sent in a second request, which has the same ID as the first request. */
async function send(url: string, id: string, answer: string, text?: string): Promise<void> {
  const page = { url: location.origin + location.pathname, title: document.title, lang: document.documentElement.lang };
  const body = JSON.stringify({ id, answer, text, ...page });
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body, keepalive: true });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
}

const createId = () => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), "");

/**
 * Asks whether the page was helpful. The buttons keep focus and stay in place, so readers can change their answer.
 * After an answer, readers can add a comment.
 */
export default function Feedback({ url, issue }: FeedbackProps) {
  const [kept] = useState(() => slot(`docgen.feedback.${location.pathname}`));
  const answer = useSlot(kept);
  const [id] = useState(createId);
  const [state, setState] = useState<State>("idle");
  const [asks, setAsks] = useState(false);
  const [text, setText] = useState("");
  const question = useId();
  const field = useId();

  const post = (chosen: string, comment?: string) => {
    if (!url) return setState("sent");
    return send(url, id, chosen, comment).then(
      () => setState("sent"),
      (error: unknown) => {
        console.error("docgen: the feedback wasn't sent.", error);
        setState("failed");
      },
    );
  };
  const choose = (chosen: Answer) => {
    if (chosen === answer) return;
    kept.set(chosen);
    setAsks(url !== undefined);
    track("feedback", { answer: chosen });
    void post(chosen);
  };
  const comment = (event: FormEvent) => {
    event.preventDefault();
    if (!answer || !text.trim()) return;
    void post(answer, text.trim())?.then(() => setAsks(false));
  };
  return (
    <div className="feedback-box" role="group" aria-labelledby={question}>
      <div className="feedback-question">
        <p id={question}>{t("question")}</p>
        {answers.map((each) => (
          <button key={each} type="button" aria-pressed={answer === each} onClick={() => choose(each)}>
            {t(each)}
          </button>
        ))}
      </div>
      {asks && answer ? (
        <form className="feedback-form" onSubmit={comment}>
          <label htmlFor={field}>{t(answer === "yes" ? "text_yes" : "text_no")}</label>
          <textarea
            id={field}
            rows={3}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit">{t("send")}</button>
        </form>
      ) : null}
      <p role="status">{state === "failed" ? t("failed") : answer ? t("thanks") : ""}</p>
      {issue && answer ? (
        <p>
          <a href={issue} target="_blank" rel="noopener noreferrer">
            {t("issue")}
          </a>
        </p>
      ) : null}
    </div>
  );
}
