/** C: libcurl. libcurl's easy interface supports every request. */

import type { DescriptorPart, MultipartBody, RequestDescriptor } from "../model.ts";
import { cString, cText } from "./cfamily.ts";
import { blank, type Code, lines, template } from "./code.ts";
import { hasDots, headerLines, libcurlPart } from "./request.ts";

const c = template({ keywords: "int void struct static const char long return if sizeof", comment: "//" });

export function generate(request: RequestDescriptor): Code {
  const { method, url, body } = request;
  const headers = headerLines(request);
  const form = body?.kind === "multipart" ? body : undefined;
  const extra = form?.parts.some((part) => libcurlPart(part, form).headers.length > 0);
  return lines(
    c`#include <stdio.h>`,
    c`#include <curl/curl.h>`,
    blank,
    c`int main(void)`,
    c`{`,
    c`    CURL *curl = curl_easy_init();`,
    c`    curl_easy_setopt(curl, CURLOPT_URL, ${cString(url)});`,
    hasDots(url) && c`    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);`,
    method === "HEAD" && !body
      ? c`    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);`
      : (method !== "GET" || body) && c`    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ${cString(method)});`,
    headers.length > 0 && [
      blank,
      c`    struct curl_slist *headers = NULL;`,
      ...headers.map((header) => c`    headers = curl_slist_append(headers, ${cString(header)});`),
      c`    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);`,
    ],
    body?.kind === "text" && [
      blank,
      c`    static const char body[] =${cText(body.text, "        ")};`,
      c`    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);`,
      c`    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)(sizeof body - 1));`,
    ],
    body?.kind === "file" && [
      blank,
      c`    FILE *file = fopen(${cString(body.file.name)}, "rb");`,
      c`    if (file == NULL) {`,
      c`        return 1;`,
      c`    }`,
      c`    fseek(file, 0, SEEK_END);`,
      c`    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);`,
      c`    curl_easy_setopt(curl, CURLOPT_READDATA, file);`,
      c`    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)ftell(file));`,
      c`    rewind(file);`,
    ],
    form && [
      blank,
      c`    curl_mime *form = curl_mime_init(curl);`,
      ...(form.parts.length > 0 ? [c`    curl_mimepart *part;`] : []),
      ...(extra ? [c`    struct curl_slist *more;`] : []),
      ...form.parts.map((each) => part(each, form)),
      c`    curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);`,
    ],
    blank,
    c`    CURLcode code = curl_easy_perform(curl);`,
    c`    if (code != CURLE_OK) {`,
    c`        fprintf(stderr, "%s\\n", curl_easy_strerror(code));`,
    c`    }`,
    body?.kind === "file" && c`    fclose(file);`,
    form && c`    curl_mime_free(form);`,
    headers.length > 0 && c`    curl_slist_free_all(headers);`,
    c`    curl_easy_cleanup(curl);`,
    c`    return code == CURLE_OK ? 0 : 1;`,
    c`}`,
  );
}

function part(part: DescriptorPart, form: MultipartBody): Code {
  const { name, headers } = libcurlPart(part, form);
  const text = "text" in part ? part.text : "";
  const length = text.includes("\0") ? c`sizeof ${cString(text)} - 1` : c`CURL_ZERO_TERMINATED`;
  return lines(
    c`    part = curl_mime_addpart(form);`,
    (name !== "" || form.mediaType === undefined) && c`    curl_mime_name(part, ${cString(name)});`,
    "text" in part
      ? c`    curl_mime_data(part, ${cString(text)}, ${length});`
      : c`    curl_mime_filedata(part, ${cString(part.file.name)});`,
    part.contentType !== undefined && c`    curl_mime_type(part, ${cString(part.contentType)});`,
    headers.map((header, at) => c`    more = curl_slist_append(${at === 0 ? c`NULL` : c`more`}, ${cString(header)});`),
    headers.length > 0 && c`    curl_mime_headers(part, more, 1);`,
  );
}
