/** Longer than any browser's; what is longer is read as if it were not there. */
const acceptLengthMax = 1_000;

/** True for a browser: it names HTML, and wants JSON no more than that. Source: RFC 9110 section 12.5.1. */
export function prefersHtml(headers: Headers): boolean {
  const accept = acceptOf(headers);
  const html = weightOf(accept, "text/html");
  return html > 0 && html >= weightOf(accept, "application/json");
}

/** True for a program that names Markdown and wants HTML no more than that. Browsers never name it: their star means HTML. */
export function prefersMarkdown(headers: Headers): boolean {
  const accept = acceptOf(headers);
  if (!accept.includes("markdown")) return false;
  const markdown = weightOf(accept, "text/markdown");
  return markdown > 0 && markdown >= weightOf(accept, "text/html");
}

function acceptOf(headers: Headers): string {
  const accept = headers.get("accept") ?? "";
  return accept.length > acceptLengthMax ? "" : accept.toLowerCase();
}

function weightOf(accept: string, mediaType: string): number {
  const item = accept
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .find(([name]) => name === mediaType);
  if (item === undefined) return 0;
  const weight = Number(item.find((part) => part.startsWith("q="))?.slice("q=".length) ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}
