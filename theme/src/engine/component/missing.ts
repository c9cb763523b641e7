/** What stands for the values that a page lacks because of a problem that is reported elsewhere. */

/** The use of a value that the page lacks. It's the consequence of another problem, so it isn't reported. */
export class Consequence extends Error {}

function refuse(): never {
  throw new Consequence();
}

/** What React reads of a component to name it. */
const NAMES = new Map<PropertyKey, unknown>([
  ["$$typeof", undefined],
  ["defaultProps", undefined],
  ["displayName", "missing"],
]);

/**
 * Stands for everything that a page lacks. As a component, it renders its children, and so do its parts, such as
 * `Tabs.Item`. Every other use fails as a consequence.
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
