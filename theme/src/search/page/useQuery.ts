import { useEffect, useRef, useState } from "react";
import { fieldLimit, wholeOf } from "../pasted.ts";

/** The length of a pause in typing before the query is sent, in milliseconds. */
const pause = 300;

/**
 * Returns the typed text and the query, which is longer than the field if it comes from the URL or was pasted. After a
 * pause, the text becomes the query. If the reader submits the text, it becomes the query immediately. After a
 * navigation, `asked` returns the query. Calls `changed` when the reader types.
 */
export function useQuery(asked: () => string, changed: (text: string) => void) {
  const [query, setQuery] = useState(asked);
  const [typed, setTyped] = useState(() => query.slice(0, fieldLimit));
  const timer = useRef(0);

  const send = (text: string) => {
    clearTimeout(timer.current);
    setQuery(wholeOf(text));
  };
  const show = (text: string) => {
    setTyped(text.slice(0, fieldLimit));
    send(text);
  };
  const type = (text: string) => {
    const whole = wholeOf(text);
    setTyped(text);
    changed(whole);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setQuery, pause, whole);
  };
  useEffect(() => {
    const arrive = () => {
      const text = asked();
      clearTimeout(timer.current);
      setTyped(text.slice(0, fieldLimit));
      setQuery(text);
    };
    addEventListener("docgen:navigated", arrive);
    return () => {
      removeEventListener("docgen:navigated", arrive);
      clearTimeout(timer.current);
    };
  }, [asked]);
  return { typed, query, type, send, show };
}
