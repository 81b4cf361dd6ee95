import { safeAddress } from "../../../press-text/safe-address.ts";

/** What somebody typed as the target of a link, as an address; null where it is none that readers may follow. */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\/(?![/\\])/.test(text)) return text;
  const isBare = /^(?:www\.|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:]|$))/iu.test(text);
  return safeAddress(isBare ? `https://${text}` : text);
}
