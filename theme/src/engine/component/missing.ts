/** The value that replaces anything that's missing on a page because of a problem that is reported elsewhere. */

/** An error about the use of a missing value. It's a consequence of another problem, so it isn't reported. */
export class Consequence extends Error {}

function refuse(): never {
  throw new Consequence();
}

/** The properties that React reads to name a component. */
const NAMES = new Map<PropertyKey, unknown>([
  ["$$typeof", undefined],
  ["defaultProps", undefined],
  ["displayName", "missing"],
]);

/**
 * Replaces anything that's missing on a page. As a component, this value renders its children, and so do its parts,
 * such as `Tabs.Item`. Any other use throws a `Consequence`.
 */
export const missing: unknown = new Proxy(
  Object.freeze(() => undefined),
  {
    apply: refuse,
    construct: refuse,
    has: refuse,
    ownKeys: refuse,
    set: refuse,
    get(_, key, self) {
      if (typeof key === "string" && /^[A-Z]/.test(key)) return self;
      return NAMES.has(key) ? NAMES.get(key) : refuse();
    },
  },
);
