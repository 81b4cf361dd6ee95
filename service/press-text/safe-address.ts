import { telephoneAddress } from "../floor/web/telephone-address.ts";

/** Longest address that the renderer links to, in characters. */
const addressCharactersMax = 2_048;
/** What mail programs and networks add to addresses to follow whoever clicks. */
const trackingPattern =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|mc_[ce]id|igshid|yclid|twclid|ttclid|_hs(?:enc|mi)|mkt_tok|vero_id|li_fat_id|wt_mc|ref_src)$/i;

/** An address of http, https, mailto or tel without what follows readers and without a space; null for any other. */
export function safeAddress(target: string): string | null {
  const text = target.trim();
  if (text.length > addressCharactersMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === "tel:") {
    // What follows is an extension, which no telephone dials by itself (RFC 3966, 3).
    const [number = ""] = url.pathname.replaceAll("%20", "").split(";");
    return telephoneAddress(number);
  }
  if (url.protocol === "mailto:") return url.pathname === "" ? null : url.href.replaceAll(" ", "%20");
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return untracked(unwrapped(url)).href;
}

/** Outlook and Google put their own address around that of the link. */
function unwrapped(url: URL): URL {
  const isGoogle = /^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) && url.pathname === "/url";
  const isOutlook = url.hostname.endsWith(".safelinks.protection.outlook.com");
  if (!isGoogle && !isOutlook) return url;
  const inner = url.searchParams.get("q") ?? url.searchParams.get("url") ?? "";
  return URL.canParse(inner) && /^https?:/i.test(inner) ? new URL(inner) : url;
}

function untracked(url: URL): URL {
  const tracking = [...url.searchParams.keys()].filter((name) => trackingPattern.test(name));
  // Only where there is one: writing parameters anew may spell the others otherwise.
  for (const name of tracking) url.searchParams.delete(name);
  return url;
}
