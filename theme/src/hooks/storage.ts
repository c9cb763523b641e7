/**
 * Browser storage, with one slot for each key. In other windows, the browser fires a `storage` event after a change. In
 * this window, a synthetic event is fired so that code can always listen for the same event. Access to storage can be
 * denied, for example by privacy settings or in sandboxed frames. If access is denied, the reader's choices last only
 * until the page closes, and a single warning is logged.
 */

import { useSyncExternalStore } from "react";

export interface Slot {
  get(): string | null;
  set(value: string): void;
  delete(): void;
  /** Calls `changed` whenever the slot changes, in any window. Returns a function that unsubscribes. */
  listen(changed: () => void): () => void;
}

let available: Storage | null | undefined;

function storage(): Storage | null {
  if (available !== undefined) return available;
  try {
    available = window.localStorage;
    available.getItem("");
  } catch {
    available = null;
    console.warn("docgen: storage is unavailable, so choices won't be saved.");
  }
  return available;
}

function attempt<Result>(operation: (storage: Storage) => Result): Result | null {
  const area = storage();
  if (!area) return null;
  try {
    return operation(area);
  } catch (error) {
    console.error("docgen: a choice wasn't saved.", error);
    return null;
  }
}

export function slot(key: string): Slot {
  const get = () => attempt((area) => area.getItem(key));
  const change = (value: string | null) =>
    attempt((area) => {
      const oldValue = area.getItem(key);
      if (oldValue === value) return;
      if (value === null) area.removeItem(key);
      else area.setItem(key, value);
      dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: value, storageArea: area }));
    });
  return {
    get,
    set: change,
    delete: () => change(null),
    listen(changed) {
      // Clearing the storage fires an event without a key.
      const heard = (event: StorageEvent) => (event.key === key || event.key === null) && changed();
      addEventListener("storage", heard);
      return () => removeEventListener("storage", heard);
    },
  };
}

/** Returns the value of a slot. During prerendering and hydration, returns `null`. */
export function useSlot(of: Slot): string | null {
  return useSyncExternalStore(of.listen, of.get, () => null);
}
