"use client";

import { formatDate, formatNumber, Link, url, useLocale, usePage, useSite } from "docgen";
import { useState } from "react";
import { ping } from "./lib/ping";
import data from "../data/teas.json";
import classes from "./facts.module.css";
import leaf from "./leaf.svg";
import text from "./lib/note.txt?raw";
import "./facts.css";

export default function Facts() {
  const [count, setCount] = useState(1234.5);
  const page = usePage();
  return (
    <div className={`facts ${classes.small}`}>
      <p className="plain">
        {formatNumber(count)} {formatDate("2026-01-31")} {page.title} {useSite().title} {useLocale()} {data.teas[0]} {text.trim()}{" "}
        {ping(3)}
      </p>
      <p>
        <Link to="./nested.mdx">Nested</Link> <a href={url("./modes.mdx")}>Modes</a> <a href={page.url}>Here</a>
      </p>
      <img src={leaf} alt="" width="10" height="10" />
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
    </div>
  );
}
