/** The result of `import()`: a promise for a module that is already loaded, so no code has to wait. */

type Callback<Value> = ((value: Value) => unknown) | null | undefined;

/** A settled promise that calls its callbacks immediately. */
interface Settled {
  then(fulfilled?: Callback<never>, rejected?: Callback<unknown>): unknown;
  catch(rejected?: Callback<unknown>): unknown;
  finally(settled?: (() => void) | null): unknown;
}

const isThenable = (value: unknown) => typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";

function settled(value: unknown, isRejected: boolean): Settled {
  const call = (callback: Callback<never> | Callback<unknown>): unknown => {
    if (typeof callback !== "function") return settled(value, isRejected);
    try {
      const result = callback(value as never);
      return isThenable(result) ? result : settled(result, false);
    } catch (error) {
      return settled(error, true);
    }
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it's a promise
    then: (fulfilled, rejected) => call(isRejected ? rejected : fulfilled),
    catch: (rejected) => call(isRejected ? rejected : undefined),
    finally(callback) {
      callback?.();
      return settled(value, isRejected);
    },
  };
}

/** Returns a fulfilled promise for a module. */
export const imported = (module: unknown): Settled => settled(module, false);
