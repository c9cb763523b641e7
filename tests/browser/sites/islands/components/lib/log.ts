declare global {
  interface Window {
    /** The islands' actions so far. */
    log?: string[];
  }
}

export function log(entry: string): void {
  window.log ??= [];
  window.log.push(entry);
}
