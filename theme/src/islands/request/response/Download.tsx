import { fileName } from "../send/classify.ts";
import type { Answer } from "../send/exchange.ts";
import { t } from "../text.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

const OCTETS = "application/octet-stream";

/**
 * A link that saves a response. The link's URL has a generic media type, so nothing in the response can run if someone
 * opens the URL.
 */
export function Download({ answer, children }: { answer: Answer; children?: string }) {
  const address = useObjectUrl(answer.blob, OCTETS);
  const disposition = answer.headers.find(([name]) => name === "content-disposition")?.[1] ?? "";
  if (!address) return null;
  return (
    <a className="request-link" href={address} download={fileName(disposition, answer.url, answer.mediaType)}>
      {children ?? t("download")}
    </a>
  );
}
