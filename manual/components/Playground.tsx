"use client";

import { useEffect, useId, useState } from "react";
import "./playground.css";

/** A CSS custom property that the playground changes. */
interface Setting {
  label: string;
  property: string;
  unit: string;
  least: number;
  most: number;
  step: number;
  initial: number;
}

const settings: Setting[] = [
  { label: "Corners", property: "--radius", unit: "rem", least: 0, most: 1.5, step: 0.125, initial: 0.5 },
  { label: "Text size", property: "--text-body", unit: "rem", least: 0.875, most: 1.25, step: 0.0625, initial: 1 },
  { label: "Width of text", property: "--measure", unit: "rem", least: 30, most: 45, step: 1, initial: 38 },
  { label: "Sidebar", property: "--sidebar-width", unit: "rem", least: 13, most: 22, step: 1, initial: 17 },
  { label: "Navbar", property: "--navbar-height", unit: "rem", least: 3, most: 5, step: 0.25, initial: 3.5 },
];

const accents = ["#86348f", "#2255cc", "#0a7d5a", "#c2410c", "#be123c", "#475569"];

/** Sets custom properties on the page while the playground is shown. */
function useProperties(properties: Record<string, string>): void {
  const all = JSON.stringify(properties);
  useEffect(() => {
    const { style } = document.documentElement;
    const entries = Object.entries(JSON.parse(all) as Record<string, string>);
    const before = entries.map(([name]) => [name, style.getPropertyValue(name)] as const);
    for (const [name, value] of entries) style.setProperty(name, value);
    return () => {
      for (const [name, value] of before) style.setProperty(name, value);
    };
  }, [all]);
}

/** Shows a file for the reader to copy. */
function File({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="playground-file">
      <p>
        {name}
        <button type="button" onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      </p>
      <pre>{text}</pre>
    </div>
  );
}

/** Shows controls that change the look of the page, and the settings that reproduce this look. */
export default function Playground() {
  const id = useId();
  const [accent, setAccent] = useState(accents[0]);
  const [values, setValues] = useState<Record<string, number>>({});
  const changed = settings.filter(({ property, initial }) => (values[property] ?? initial) !== initial);
  const declared = changed.map(({ property, unit }) => [property, `${values[property]}${unit}`] as const);
  useProperties({ ...(accent !== accents[0] && { "--docgen-accent": accent }), ...Object.fromEntries(declared) });
  const lines = declared.map(([property, value]) => `  ${property}: ${value};\n`);
  return (
    <section className="playground" aria-label="Theme playground">
      <div className="playground-controls">
        <fieldset>
          <legend>Accent</legend>
          {accents.map((color) => (
            <button
              key={color}
              type="button"
              className="playground-color"
              aria-label={color}
              aria-pressed={color === accent}
              style={{ background: color }}
              onClick={() => setAccent(color)}
            />
          ))}
          <input type="color" aria-label="Another color" value={accent} onChange={(event) => setAccent(event.target.value)} />
        </fieldset>
        {settings.map(({ label, property, unit, least, most, step, initial }) => (
          <label key={property} htmlFor={`${id}${property}`}>
            <span>{label}</span>
            <input
              id={`${id}${property}`}
              type="range"
              min={least}
              max={most}
              step={step}
              value={values[property] ?? initial}
              onChange={(event) => setValues({ ...values, [property]: Number(event.target.value) })}
            />
            <output htmlFor={`${id}${property}`}>
              {values[property] ?? initial} {unit}
            </output>
          </label>
        ))}
        <button
          type="button"
          onClick={() => {
            setAccent(accents[0]);
            setValues({});
          }}
        >
          Reset
        </button>
      </div>
      <File name="docgen.toml" text={`[site]\naccent = "${accent}"`} />
      {lines.length > 0 && <File name="overrides/custom.css" text={`:root {\n${lines.join("")}}`} />}
    </section>
  );
}
