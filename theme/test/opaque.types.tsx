/** What must not type-check over staged data; `npm run check` fails where one of these lines compiles. */
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

// @ts-expect-error A staged value may not be tested for truth.
export const conditional = maybe ? 1 : 2;
// @ts-expect-error Nor by &&.
export const and = maybe && <b />;
// @ts-expect-error What is inside an optional value is reached through `when`.
export const inside = maybe.label;
// @ts-expect-error A text is a token when staged.
export const text_ = text ? 1 : 2;
// @ts-expect-error So is an attribute.
export const attr_ = attr ? 1 : 2;
// @ts-expect-error A staged list has no length.
export const length = list.length;
