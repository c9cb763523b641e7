/** A value that several parts of a page share and that still exists after those parts are removed. */

import { useSyncExternalStore } from "react";

export interface Cell<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `changed` on every change. Returns a function that unsubscribes. */
  listen(changed: () => void): () => void;
}

export function cell<Value>(first: Value): Cell<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of [...listeners]) changed();
    },
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** Returns a function that returns the cell for a key. The function creates a cell when its key is first used. */
export function cells<Value>(first: (key: string) => Value): (key: string) => Cell<Value> {
  const made = new Map<string, Cell<Value>>();
  return (key) => {
    let found = made.get(key);
    if (!found) {
      found = cell(first(key));
      made.set(key, found);
    }
    return found;
  };
}

export function useCell<Value>(of: Cell<Value>): Value {
  return useSyncExternalStore(of.listen, of.get);
}
