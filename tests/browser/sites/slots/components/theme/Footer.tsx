"use client";
import { Link, useSite } from "docgen";
import { useState } from "react";

export default function Footer({ site }: { site: { locale: string } }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <footer>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Less" : "More"} about {useSite().title}
      </button>
      {isOpen && <Link to="/docs">Start in {site.locale}</Link>}
    </footer>
  );
}
