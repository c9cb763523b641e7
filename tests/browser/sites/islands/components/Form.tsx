"use client";

import { useState } from "react";

export default function Form() {
  const [name, setName] = useState("");
  const [kind, setKind] = useState("a");
  const [isOn, setOn] = useState(false);
  const [sent, setSent] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(sent + 1);
      }}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <select aria-label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input type="checkbox" aria-label="On" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      <button type="submit">Send</button>
      <output>{`${name}, ${kind}, ${isOn ? "on" : "off"}, sent ${sent}`}</output>
    </form>
  );
}
