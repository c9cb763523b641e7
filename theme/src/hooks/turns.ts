/** Yields to the browser between two pieces of work. */

/** Continues in a new task. Unlike a timer, a task isn't throttled on a hidden page. */
export function nextTask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/**
 * Continues when the browser is idle or after 200 ms, whichever comes first. The limit is necessary because, after a
 * click, headless Chromium no longer reports that it's idle.
 */
export function idle(): Promise<unknown> {
  if (!("requestIdleCallback" in window)) return nextTask();
  return new Promise((done) => requestIdleCallback(done, { timeout: 200 }));
}
