import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while prerendering and hydrating, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
