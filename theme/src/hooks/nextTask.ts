/** Lets the browser attend to the reader before the work goes on. Unlike a timer it is as quick on a page out of sight. */
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
