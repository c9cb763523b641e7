/**
 * Defines the value that replaces anything that's missing on a page. The cause of the missing value is reported
 * elsewhere.
 */

/**
 * An error about the use of a missing value. Such an error is a consequence of another problem, so it isn't reported.
 */
export class Consequence extends Error {}

function refuse(): never {
  throw new Consequence();
}

/** The properties that React reads to get the name of a component. */
const NAMES = new Map<PropertyKey, unknown>([
  ["$$typeof", undefined],
  ["defaultProps", undefined],
  ["displayName", "missing"],
]);

/**
 * Replaces anything that's missing on a page. If it's used as a component, it renders its children. The same applies to
 * its parts, such as `Tabs.Item`. Any other use throws a `Consequence`.
 */
export const missing: unknown = new Proxy(
  // Only a function of this kind can be constructed.
  Object.freeze(function missing() {}),
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
