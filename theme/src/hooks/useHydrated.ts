import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether hydration is complete. False during prerendering. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
