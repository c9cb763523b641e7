import { useEffect, useState } from "react";
import { essence } from "../send/classify.ts";
import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

/** Returns a blob as a `data:` URL, which browsers never open as a page on this site. */
function useDataUrl(blob: Blob | null, type: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const reader = new FileReader();
    reader.onload = () => setAddress(String(reader.result));
    reader.readAsDataURL(blob.slice(0, blob.size, type));
    return () => reader.abort();
  }, [blob, type]);
  return address;
}

/**
 * An SVG image. The image has a `data:` URL. If it had an object URL and someone opened that URL, scripts in the image
 * could run.
 */
function Drawing({ blob }: { blob: Blob | null }) {
  const address = useDataUrl(blob, "image/svg+xml");
  return address && <Picture address={address} />;
}

function Picture({ address }: { address: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="response-note">{t("media_failed")}</p>;
  return <img className="response-image" src={address} alt={t("image")} onError={() => setFailed(true)} />;
}

function Played({ blob, type, kind }: { blob: Blob | null; type: string; kind: "image" | "audio" | "video" }) {
  const address = useObjectUrl(blob, type);
  if (!address) return null;
  if (kind === "image") return <Picture address={address} />;
  const Player = kind;
  return <Player className="response-player" src={address} controls aria-label={t("media")} />;
}

/** An image, audio, or video. */
export function Media({ answer, kind }: { answer: Answer; kind: "image" | "audio" | "video" }) {
  const type = essence(answer.mediaType);
  return (
    <div className="response-media">
      {type === "image/svg+xml" ? (
        <Drawing blob={answer.blob} />
      ) : (
        <Played blob={answer.blob} type={type} kind={kind} />
      )}
    </div>
  );
}

/** A PDF document, in the browser's own viewer. */
export function Paper({ answer }: { answer: Answer }) {
  const address = useObjectUrl(answer.blob, "application/pdf");
  if (!navigator.pdfViewerEnabled) return <p className="response-note">{t("pdf_download")}</p>;
  return address && <iframe className="response-page" title={t("pdf")} src={address} />;
}
