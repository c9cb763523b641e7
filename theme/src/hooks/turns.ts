/** Giving the browser its turn between two pieces of work. */

/** The work goes on as a task of its own. Unlike a timer this is as quick on a page out of sight. */
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

/** The work goes on when the browser has nothing to do for the reader, or at last after a second. */
export function idle(): Promise<unknown> {
  if (!("requestIdleCallback" in window)) return nextTask();
  return new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
}
