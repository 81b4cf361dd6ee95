import { toNormalForm } from "../strings/normal-form.ts";

/** Files that a browser saves instead of showing them. */

const types = {
  conf: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  pdf: "application/pdf",
  svg: "image/svg+xml",
  tsr: "application/timestamp-reply",
  zip: "application/zip",
} as const;

/** The headers of a file that is saved under this name; what it is stands in the name's ending. */
export function downloadHeaders(fileName: `${string}.${keyof typeof types}`): {
  "content-type": string;
  "content-disposition": string;
} {
  const ending = fileName.slice(fileName.lastIndexOf(".") + 1) as keyof typeof types;
  return {
    "content-type": types[ending],
    "content-disposition": contentDisposition("attachment", fileName),
  };
}

/**
 * `attachment; filename="…"`, and `filename*=UTF-8''…` beside it where the name is not ASCII: the first is for old programs.
 * Source: RFC 6266 appendix D.
 */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const ascii = toNormalForm(fileName.replaceAll("ß", "ss"), "NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9._ -]+/g, "_");
  if (ascii === fileName) return `${kind}; filename="${ascii}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
