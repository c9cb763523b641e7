import { useEffect, useState } from "react";
import { readSchemas, type Schemas } from "./problems.ts";

const loading = new Map<string, Promise<Schemas>>();

async function load(address: string): Promise<Schemas> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return readSchemas(await response.text());
}

/** The schemas to check input with, `null` as long as there are none. Without them nothing is checked, and all else works. */
export function useSchemas(address: string | undefined): Schemas | null {
  const [schemas, setSchemas] = useState<Schemas | null>(null);
  useEffect(() => {
    if (address === undefined) return;
    let promise = loading.get(address);
    if (!promise) {
      promise = load(address);
      loading.set(address, promise);
    }
    let current = true;
    promise.then(
      (loaded) => current && setSchemas(loaded),
      (error: unknown) => {
        // Another time it may be there.
        loading.delete(address);
        console.warn("docgen: input is not checked, its schemas did not load.", error);
      },
    );
    return () => {
      current = false;
    };
  }, [address]);
  return schemas;
}
