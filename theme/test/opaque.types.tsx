/** Code with staged data that must not pass the type check. `npm run check` fails if one of these lines compiles. */
import type { Attr, List, Maybe, Text } from "../src/frame/data.ts";

declare const text: Text;
declare const maybe: Maybe<{ label: Text }>;
declare const list: List<Text>;
declare const attr: Attr<"page">;

export const allowed = (
  <a href={text} aria-current={attr}>
    {text}
    {list.map((item) => (
      <b key={item}>{item}</b>
    ))}
  </a>
);

// @ts-expect-error A staged value can't be tested for truthiness.
export const conditional = maybe ? 1 : 2;
// @ts-expect-error The same applies to `&&`.
export const and = maybe && <b />;
// @ts-expect-error The content of an optional value is accessible only through `when`.
export const inside = maybe.label;
// @ts-expect-error A staged text is a token.
export const text_ = text ? 1 : 2;
// @ts-expect-error A staged attribute is a token.
export const attr_ = attr ? 1 : 2;
// @ts-expect-error A staged list has no length.
export const length = list.length;
