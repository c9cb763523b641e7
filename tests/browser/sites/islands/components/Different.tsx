"use client";

function Inner() {
  return <i>{typeof window === "undefined" ? "build" : "browser"}</i>;
}

export default function Different() {
  return (
    <p>
      <Inner />
    </p>
  );
}
