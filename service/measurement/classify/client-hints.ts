import type { BrowserClaim } from "./browser-claim.ts";

/** Longest `Sec-CH-UA` read, in UTF-16 units: four brands with long names; what is longer is not looked at. */
const hintLengthMax = 512;

/** Whether a brand list names a headless browser. */
export function namesHeadless(hint: string | null): boolean {
  return hint !== null && /headless/i.test(hint.slice(0, hintLengthMax));
}

/**
 * Whether the client hints name another browser than the user agent does: hints of an engine that sends none, another major
 * version of Chromium, or another system. A missing hint contradicts nothing.
 */
export function contradictsClaim(claim: BrowserClaim, header: (name: string) => string | null): boolean {
  const hint = header("sec-ch-ua")?.slice(0, hintLengthMax) ?? null;
  if (hint === null || hint.trim() === "") return false;
  if (claim.engine !== "chromium") return true;
  const version = /"Chromium";\s?v="(\d{1,4})/.exec(hint)?.[1];
  if (version !== undefined && Number(version) !== claim.version) return true;
  return contradictsPlatform(claim, header("sec-ch-ua-platform"));
}

/** Only the systems that a desktop's user agent tells apart: televisions and "desktop pages" on phones name others. */
function contradictsPlatform({ platform }: BrowserClaim, hint: string | null): boolean {
  const named = hint?.trim().replaceAll('"', "") ?? "";
  if (platform === "Windows" || platform === "macOS")
    return ["Windows", "macOS", "Linux", "Android", "iOS", "Chrome OS"].includes(named) && named !== platform;
  return platform === "Linux" && (named === "Windows" || named === "macOS");
}
