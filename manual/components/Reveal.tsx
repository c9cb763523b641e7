"use client";

import { useState } from "react";
import "./steeping.css";

interface Props {
  question: string;
  children: React.ReactNode;
}

export default function Reveal({ question, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="reveal">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {question}
      </button>
      {isOpen && children}
    </div>
  );
}
