// Gives components that were written for Astro their props, slots, and styles.
import { Children } from "react";

/** Returns a component's props, its slots, and a component that shows a slot or the slot's default content. */
export function astro({ children, ...props }: any) {
  const content = (slot: string) =>
    Children.toArray(children).filter((child: any) => (child.props?.slot ?? "default") === slot);
  const has = (slot: string) =>
    content(slot).some((child) => typeof child !== "string" || child.trim() !== "");
  const Slot = ({ name = "default", children }: any) => (has(name) ? content(name) : children);
  return { props, slots: { has }, Slot };
}

/** Converts CSS declarations to an object. */
export function astroStyle(value: any) {
  if (typeof value !== "string") return value;
  const parts = value.split(";").filter((part) => part.includes(":"));
  return Object.fromEntries(parts.map((part) => part.split(/:(.*)/s, 2).map((side) => side.trim())));
}

/** The environment of the build, which has no variables. */
export const process: { env: Record<string, string | undefined> } = { env: {} };
