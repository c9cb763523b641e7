import { Component } from "react";

interface SlotProps {
  number: number;
  /** The HTML of all slots of the component. */
  slots: ReadonlyMap<number, string>;
  /** Called when the HTML has appeared. */
  shown(element: Element): void;
  /** Called when the HTML is about to disappear. */
  hidden(): void;
}

/**
 * The prerendered HTML for an element in the props of an interactive component. React never changes this HTML. The
 * `<slot>` around the HTML has `display: contents` in every browser's default style sheet.
 */
export class Slot extends Component<SlotProps> {
  override shouldComponentUpdate(): boolean {
    return false;
  }

  override render() {
    const { number, slots, shown, hidden } = this.props;
    return (
      <slot
        data-slot={number}
        ref={(element) => {
          shown(element as Element);
          return hidden;
        }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: docgen wrote the HTML.
        dangerouslySetInnerHTML={{ __html: slots.get(number) ?? "" }}
      />
    );
  }
}
