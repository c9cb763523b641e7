"use client";

export default function Untitled() {
  return <p title={typeof window === "undefined" ? "build" : "browser"}>Words</p>;
}
