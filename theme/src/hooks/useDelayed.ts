import { useEffect, useState } from "react";

/** Whether something has been going on for a while: what is quickly over should not flash. */
export function useDelayed(active: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, milliseconds]);
  return active && late;
}
