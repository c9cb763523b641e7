import { useEffect, useState } from "react";
import { readSchemas, type Schemas } from "./problems.ts";

const loading = new Map<string, Promise<Schemas>>();

async function load(address: string): Promise<Schemas> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} responded with status ${response.status}`);
  return readSchemas(await response.text());
}

/**
 * Returns the schemas that the input is checked against. Until the schemas are loaded, returns `null`, and nothing is
 * checked.
 */
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
        // Allow another attempt.
        loading.delete(address);
        console.warn("docgen: the schemas can't be loaded, so the input isn't checked.", error);
      },
    );
    return () => {
      current = false;
    };
  }, [address]);
  return schemas;
}
