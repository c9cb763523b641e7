"use client";

import { useState } from "react";

interface Props {
  title: string;
  children: React.ReactNode;
}

export default function Fold({ title, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="fold">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
      </button>
      {isOpen && children}
    </section>
  );
}
