/** An interactive component on the page, with its own React root. */

import type { ComponentType, ReactNode } from "react";
import { createRoot, hydrateRoot, type Root as ReactRoot } from "react-dom/client";
import { loadPart, loadPartAgain } from "../parts.ts";
import { PartFailure } from "../ui/Part.tsx";
import { WAITS } from "./facts.ts";
import { reportMismatch, watchMismatches } from "./mismatch.ts";
import { factsOf, PageFacts } from "./page.ts";
import { readProps } from "./props.ts";
import { Root } from "./Root.tsx";
import { replay, restore } from "./replay.ts";
import { Slot } from "./Slot.tsx";
import { whenNeeded } from "./when.ts";

if (process.env.NODE_ENV !== "production") {
  Object.assign(Root, { displayName: "Island" });
  watchMismatches();
}

/** The selector for island elements. */
export const ISLANDS = "slot[data-client]";

type Exports = Record<string, unknown>;

/** Returns the island that contains an element. */
export const islandAround = (element: Element | null | undefined) => element?.closest<HTMLElement>(ISLANDS) ?? null;

/** Returns the HTML of an island's slots, by slot number. Removes the slots that the component doesn't show yet. */
function takeSlots(island: Element): Map<number, string> {
  const slots = new Map<number, string>();
  for (const slot of island.querySelectorAll<HTMLElement>("slot[data-slot],template[data-slot]")) {
    if (islandAround(slot.parentElement) !== island) continue;
    slots.set(Number(slot.dataset.slot), slot.innerHTML);
    if (slot.matches("template")) slot.remove();
  }
  return slots;
}

/** The callbacks for changes to the HTML in an island, which can contain other islands. */
interface Follower {
  /** Called with an element in which HTML has appeared, or with an island that has become interactive. */
  shown(element: Element): void;
  /** Called when HTML might have disappeared. */
  hidden(): void;
}

export class Island {
  /** Whether the component is interactive. */
  isReady = false;
  private root: ReactRoot | undefined;
  private state: "waiting" | "loading" | "left" = "waiting";
  private readonly stopWaiting: () => void;
  /** Removes the message that the component can't be loaded, if there is one. */
  private forgetFailure = () => {};
  private readonly load = () => import(this.element.dataset.module as string) as Promise<Exports>;

  constructor(
    readonly element: HTMLElement,
    private readonly follower: Follower,
  ) {
    this.stopWaiting = whenNeeded(element.dataset.client, element, () => this.activate());
  }

  /** Loads the component and makes it interactive. */
  activate(): void {
    if (this.state !== "waiting") return;
    this.state = "loading";
    this.stopWaiting?.();
    void this.arrive(loadPart(this.load, this.element.dataset.module));
  }

  /**
   * Removes the component but keeps its HTML, because the HTML can contain other islands and is removed from the
   * document as a whole.
   */
  leave(): void {
    this.state = "left";
    this.stopWaiting();
    this.element.removeChild = (child) => child;
    this.root?.unmount();
    this.forgetFailure();
  }

  private async arrive(loading: Promise<Exports>): Promise<void> {
    try {
      const exports = await loading;
      if (this.state !== "left") this.show(exports);
    } catch (error) {
      if (this.state !== "left") this.fail(error);
    }
  }

  private show(exports: Exports): void {
    const { element } = this;
    const { module, export: name = "default", prefix = "", props = "{}", client } = element.dataset;
    const found = name.split(".").reduce((from: unknown, key) => Reflect.get(Object(from), key), exports);
    const Shown = found as ComponentType<Record<string, unknown>>;
    const slots = takeSlots(element);
    // When the source of a slot changes, the development server sends the slot's new HTML.
    element.addEventListener("docgen:slots", (event) => {
      for (const slot of (event as CustomEvent<typeof slots>).detail) slots.set(...slot);
    });
    restore(element);
    const given = readProps(props, globalThis, (number) => (
      <Slot key={number} number={number} slots={slots} {...this.follower} />
    ));
    const ready = () => {
      this.isReady = true;
      element.dataset.ready = "";
      this.follower.shown(element);
      // React hasn't finished yet.
      queueMicrotask(() => replay(element));
    };
    // A new deployment might have replaced a module that the component loads later.
    const failed = (error: unknown) => loadPart(() => Promise.reject(error), module).catch(() => {});
    const tree = (
      <Root ready={ready} failed={failed} slot={given.children as ReactNode}>
        <PageFacts value={factsOf(prefix)}>
          <Shown {...given} />
        </PageFacts>
      </Root>
    );
    const options = { identifierPrefix: prefix, onRecoverableError: (error: unknown) => this.reportRecovered(error) };
    if (client === "only") {
      this.root = createRoot(element, options);
      this.root.render(tree);
    } else {
      this.root = hydrateRoot(element, tree, options);
    }
  }

  /**
   * Reports an error that React recovered from, unless the error was to be expected: docgen left the content of a
   * `Suspense` boundary to the browser, or the component was removed before React hydrated it.
   */
  private reportRecovered(error: unknown): void {
    if (this.state === "left" || (error as { digest?: string }).digest === WAITS) return;
    if (process.env.NODE_ENV === "production") reportError(error);
    else void reportMismatch((error as Error).message);
  }

  /** Shows, after the prerendered content, a message that the component can't be loaded. */
  private fail(error: unknown): void {
    const { element } = this;
    element.dataset.ready = "";
    replay(element);
    const place = document.createElement("div");
    element.after(place);
    const root = createRoot(place);
    this.forgetFailure = () => {
      root.unmount();
      place.remove();
    };
    const retry = () => {
      this.forgetFailure();
      void this.arrive(loadPartAgain(this.load));
    };
    root.render(<PartFailure error={error} retry={retry} />);
  }
}
