import { useEffect, useRef } from "react";
import { Runs } from "../CodeBlock.tsx";
import { faultOf, pretty } from "../jsonText.ts";
import type { StreamEvent } from "../send/events.ts";
import { type Answer, SHOWN_EVENTS } from "../send/exchange.ts";
import { t } from "../text.ts";

/** The maximum length of an event's data. Longer data is truncated and isn't formatted. */
const LONGEST = 10_000;

function Data({ text }: { text: string }) {
  const short = text.length <= LONGEST;
  if (short && /^\s*[{[]/.test(text) && faultOf(text) < 0) return <Runs code={pretty(text)} />;
  return short ? text : `${text.slice(0, LONGEST)}…`;
}

function Event({ event }: { event: StreamEvent }) {
  return (
    <li>
      <p className="response-event">
        <span>{event.number}</span>
        {event.type && <code>{event.type}</code>}
        {event.id && <span className="request-type">id {event.id}</span>}
      </p>
      <pre>
        <Data text={event.data} />
      </pre>
    </li>
  );
}

/** Whether a list is scrolled to its end, with a tolerance of about one line. */
const atEnd = (list: Element): boolean => list.scrollHeight - list.scrollTop - list.clientHeight < 40;

/** The events of a stream. Unless the reader has scrolled away, the latest event stays visible. */
export function EventList({ answer }: { answer: Answer }) {
  const list = useRef<HTMLOListElement>(null);
  const following = useRef(true);
  const { events, eventCount, state } = answer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means a new end to scroll to.
  useEffect(() => {
    if (list.current && following.current) list.current.scrollTop = list.current.scrollHeight;
  }, [eventCount]);
  return (
    <>
      <p className="response-note">
        {eventCount > events.length
          ? t("events_shown", { shown: SHOWN_EVENTS, count: eventCount })
          : t("events", { count: eventCount })}
        {state === "arriving" && ` ${t("events_open")}`}
      </p>
      <ol
        className="response-events"
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list must be scrollable with a keyboard.
        tabIndex={0}
        aria-label={t("events_label")}
        onScroll={({ currentTarget }) => {
          following.current = atEnd(currentTarget);
        }}
      >
        {events.map((event) => (
          <Event key={event.number} event={event} />
        ))}
      </ol>
    </>
  );
}
