/** Longer than any browser's; what is longer is read as if it were not there. */
const acceptLengthMax = 1_000;

/** True for a browser: it names HTML, and wants JSON no more than that. Source: RFC 9110 section 12.5.1. */
export function prefersHtml(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "";
  if (accept.length > acceptLengthMax) return false;
  const html = weightOf(accept, "text/html");
  return html > 0 && html >= weightOf(accept, "application/json");
}

function weightOf(accept: string, mediaType: string): number {
  const item = accept
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .find(([name]) => name === mediaType);
  if (item === undefined) return 0;
  const weight = Number(item.find((part) => part.startsWith("q="))?.slice("q=".length) ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}
