import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

class FakeStorageEvent extends Event {
  readonly key: string | null;
  constructor(type: string, init: { key: string | null }) {
    super(type);
    this.key = init.key;
  }
}

let values: Map<string, string>;
let denied: boolean;

/** Imports a fresh module, because storage is checked only once per page view. */
async function slotOf(key: string) {
  vi.resetModules();
  const { slot } = await import("../src/hooks/storage.ts");
  return slot(key);
}

beforeEach(() => {
  values = new Map();
  denied = false;
  const events = new EventTarget();
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value === "too long") throw new Error("quota");
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  };
  vi.stubGlobal("window", {
    get localStorage() {
      if (denied) throw new Error("denied");
      return localStorage;
    },
  });
  vi.stubGlobal("StorageEvent", FakeStorageEvent);
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const) {
    vi.stubGlobal(name, events[name].bind(events));
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a slot", () => {
  test("keeps its value, and reports each change once", async () => {
    const theme = await slotOf("theme");
    const changed = vi.fn();
    const stop = theme.listen(changed);
    theme.set("dark");
    theme.set("dark");
    expect(theme.get()).toBe("dark");
    expect(changed).toHaveBeenCalledTimes(1);
    theme.delete();
    theme.delete();
    expect(theme.get()).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
    theme.set("light");
    expect(changed).toHaveBeenCalledTimes(2);
  });

  test("reacts to its own key and to cleared storage, but not to other keys", async () => {
    const theme = await slotOf("theme");
    const changed = vi.fn();
    theme.listen(changed);
    dispatchEvent(new FakeStorageEvent("storage", { key: "other" }));
    expect(changed).not.toHaveBeenCalled();
    dispatchEvent(new FakeStorageEvent("storage", { key: null }));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test("survives a single failing operation, and reports it", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const theme = await slotOf("theme");
    theme.set("dark");
    theme.set("too long");
    expect(theme.get()).toBe("dark");
    expect(error).toHaveBeenCalledTimes(1);
  });

  test("does nothing if storage is denied, after one warning", async () => {
    denied = true;
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const theme = await slotOf("theme");
    theme.set("dark");
    expect(theme.get()).toBeNull();
    theme.delete();
    expect(warn.mock.calls).toEqual([["docgen: storage is unavailable, so choices won't be saved."]]);
  });
});
