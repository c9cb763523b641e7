"use client";

import { useEffect, useState } from "react";

export default function LocalTime() {
  const [now, setNow] = useState(new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p>Your clock says {now.toLocaleTimeString()}.</p>;
}
