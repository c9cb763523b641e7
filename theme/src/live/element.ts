/** Creates elements for the parts of the page that only the development server shows. */

export type Child = Node | string;

export function element<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
