declare global {
  interface Window {
    /** What the islands have done so far. */
    log?: string[];
  }
}

export function log(entry: string): void {
  window.log ??= [];
  window.log.push(entry);
}
