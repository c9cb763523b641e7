import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while prerendering and hydrating, true after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
