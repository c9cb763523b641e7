import { useEffect, useState } from "react";

/** Returns a URL for a blob with the `type` media type. The URL is valid as long as the component shows the blob. */
export function useObjectUrl(blob: Blob | null, type: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob.slice(0, blob.size, type));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, type]);
  return blob && address;
}
