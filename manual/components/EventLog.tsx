"use client";

import { useEffect, useState } from "react";

/** The number of events to show. */
const SHOWN = 5;

/** Shows the latest events on this page. */
export default function EventLog() {
  const [events, setEvents] = useState<string[]>([]);
  useEffect(() => {
    const add = (event: Event) => {
      const text = JSON.stringify((event as CustomEvent).detail);
      setEvents((known) => [text, ...known].slice(0, SHOWN));
    };
    addEventListener("docgen:track", add);
    return () => removeEventListener("docgen:track", add);
  }, []);
  if (events.length === 0) return <p>No events yet.</p>;
  return (
    <ol role="log">
      {events.map((text, at) => (
        <li key={events.length - at}>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
