import { useRef } from "react";
import type { FileValue } from "../model.ts";
import { t } from "../text.ts";
import type { ControlProps } from "./Control.tsx";
import { sizeText } from "./measure.ts";

/**
 * A control for one or more files. The files are stored with the other values, because the browser's own control would
 * lose the files when the page changes.
 */
export function FileControl({ id, label, input, value, invalid, describedBy, change }: ControlProps) {
  const picker = useRef<HTMLInputElement>(null);
  const files: readonly FileValue[] = typeof value === "string" || value === undefined ? [] : value;
  const several = input.type === "array";
  return (
    <div className="request-files">
      <input
        ref={picker}
        id={id}
        aria-label={label}
        className="request-file"
        type="file"
        multiple={several}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])].map((blob) => ({ name: blob.name, type: blob.type, blob }));
          // A file without content is an example, which the reader's files replace.
          const before = several ? files.filter(({ blob }) => blob) : [];
          if (picked.length > 0) change([...before, ...picked]);
          // Reset the control so that the reader can remove a file and then select the same file again.
          target.value = "";
        }}
      />
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position can be the only difference between two files.
        <p key={at} className="request-item request-picked">
          <span className="request-name">{file.name}</span>
          <span className="request-type">{file.blob ? sizeText(file.blob.size) : t("example")}</span>
          <button
            type="button"
            className="request-icon"
            data-icon="remove"
            aria-label={t("file_remove", { name: file.name })}
            onClick={() => {
              change(files.filter((_, place) => place !== at));
              picker.current?.focus();
            }}
          />
        </p>
      ))}
    </div>
  );
}
