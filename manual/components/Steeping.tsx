"use client";

import { useState } from "react";
import "./steeping.css";

interface Props {
  tea: string;
  minutes?: number;
}

export default function Steeping({ tea, minutes = 3 }: Props) {
  const [time, setTime] = useState(minutes);
  return (
    <p className="steeping">
      <span>
        {tea}: {time} min
      </span>
      <button type="button" onClick={() => setTime(time + 1)}>
        Stronger
      </button>
      <button type="button" disabled={time < 2} onClick={() => setTime(time - 1)}>
        Milder
      </button>
    </p>
  );
}
