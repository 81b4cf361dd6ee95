import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { type HeaderReader, headerLookup } from "./classify/header-reader.ts";
import type { DeviceType } from "./vocabulary.ts";

/** Televisions, set-top boxes, consoles, cars, headsets, watches. */
const otherDevices =
  /smart-?tv|\btv\b|hbbtv|appletv|apple tv|googletv|bravia|web0s|webos(?:tv)?\b|netcast|viera|vidaa|\bcrkey\b|roku|\baft[a-z]{1,6}\b|playstation|xbox|nintendo|\btesla\b|qtcarbrowser|oculusbrowser|\bwatch\b/i;
/** An Android that doesn't say `Mobile` anywhere is a tablet; apps may name `Android` a second time behind it. */
const tablets =
  /ipad|\btablet\b|\bkf[a-z]{3,6}\b|kindle|playbook|\bsm-[tx]\d{3}|^(?!.*(?:\bmobile\b|opera mini|opera mobi)).*(?:android|\bsilk\b)/i;
const phones =
  /iphone|ipod|\bmobile\b|windows phone|blackberry|\bbb10\b|opera mini|opera mobi|kaios|symbian|\bandroid\b/i;
const desktops = /windows nt|macintosh|\bx11\b|\bcros\b|linux x86_64|linux i686/i;

/** Longest user agent looked at, in UTF-16 units; the platform stands at the front. */
const userAgentLengthMax = 1024;

/** User agents whose device is kept in memory, 2 MB at worst. */
const knownAgentsMax = 2_048;

/**
 * Kind of device: `Sec-CH-UA-Mobile: ?1` is believed first, then the user agent; `other` where neither says.
 * An iPad that asks for desktop pages sends a Mac's user agent and counts as `desktop`: no header tells them apart.
 */
export function deviceType(userAgent: string | null | undefined, headers: HeaderReader): DeviceType {
  const header = headerLookup(headers);
  const isMobileHint = header("sec-ch-ua-mobile")?.trim();
  if (isMobileHint === "?1") return "mobile";
  const named = deviceNamedBy(userAgent?.slice(0, userAgentLengthMax) ?? "");
  if (isMobileHint !== "?0" || named === "tablet" || named === "other") return named ?? "other";
  return /android/i.test(header("sec-ch-ua-platform") ?? "") ? "tablet" : "desktop";
}

/** What the user agent alone says; null where it names no device. */
const deviceNamedBy = boundedCache(knownAgentsMax, (agent): DeviceType | null => {
  if (otherDevices.test(agent)) return "other";
  if (tablets.test(agent)) return "tablet";
  if (phones.test(agent)) return "mobile";
  return desktops.test(agent) ? "desktop" : null;
});
