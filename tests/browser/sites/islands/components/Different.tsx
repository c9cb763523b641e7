"use client";

function Inner() {
  return <i>{typeof window === "undefined" ? "build" : "browser"}</i>;
}

export default function Different() {
  return (
    <p title={typeof window === "undefined" ? "build" : "browser"}>
      <Inner />
    </p>
  );
}
