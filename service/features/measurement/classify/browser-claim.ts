/** What a user agent says of its browser, and what such a version then sends with each navigation. */
export interface BrowserClaim {
  engine: "chromium" | "gecko" | "webkit" | "other";
  /** Major version of the engine's own numbering; 0 where the user agent gives none. */
  version: number;
  platform: "Windows" | "macOS" | "Android" | "iOS" | "Linux" | "Chrome OS" | null;
  /** Points where the origin is secure and `Sec-Fetch-*` is missing; 0 where it never sends them. */
  fetchMetadataPoints: number;
  sendsClientHints: boolean;
  /** Whether its navigations name image types in `Accept`. */
  acceptsImages: boolean;
  sendsUpgradeRequest: boolean;
}

/** First versions that send a header with every navigation (the compatibility tables of MDN). */
const firstChromium = { fetchMetadata: 80, clientHints: 89, images: 32, upgradeRequest: 44 } as const;
const firstGecko = { fetchMetadata: 90, upgradeRequest: 48 } as const;
const firstWebKitFetchMetadata = 16.4;

/** As much as all other small signs together: a script that copies the headers of 2019 has nothing else to betray it. */
const certainPoints = 3;
/** Less for WebKit: several of its ports and proxies on phones leave fetch metadata out. */
const likelyPoints = 2;

/** Forks that carry a newer Firefox's number than the engine that they are built on. */
const oldGecko = /Goanna|PaleMoon|SeaMonkey|Waterfox|KAIOS|Basilisk|K-Meleon|Camino/i;
const olderEngines = /\bMSIE |Trident\/|Edge\/1\d|Presto\/|^Opera[/ ]|Opera Mini|NetFront|Goanna/;

/** Reads what the user agent claims; the caller remembers the answer. */
export function readBrowserClaim(userAgent: string): BrowserClaim {
  const platform = platformOf(userAgent);
  if (olderEngines.test(userAgent)) return plainClaim("other", platform);
  const gecko = numberIn(userAgent, /\bFirefox\/(\d{1,4})/);
  if (gecko > 0) return geckoClaim(userAgent, gecko, platform);
  const chromium = numberIn(userAgent, /\b(?:Chrome|Chromium)\/(\d{1,4})/);
  if (chromium > 0) return chromiumClaim(chromium, platform);
  return userAgent.includes("AppleWebKit/")
    ? webKitClaim(userAgent, platform)
    : plainClaim("other", platform);
}

function plainClaim(engine: BrowserClaim["engine"], platform: BrowserClaim["platform"]): BrowserClaim {
  return {
    engine,
    version: 0,
    platform,
    fetchMetadataPoints: 0,
    sendsClientHints: false,
    acceptsImages: false,
    sendsUpgradeRequest: false,
  };
}

function geckoClaim(userAgent: string, version: number, platform: BrowserClaim["platform"]): BrowserClaim {
  if (oldGecko.test(userAgent)) return { ...plainClaim("gecko", platform), version };
  return {
    ...plainClaim("gecko", platform),
    version,
    fetchMetadataPoints: version >= firstGecko.fetchMetadata ? certainPoints : 0,
    sendsUpgradeRequest: version >= firstGecko.upgradeRequest,
  };
}

function chromiumClaim(version: number, platform: BrowserClaim["platform"]): BrowserClaim {
  return {
    engine: "chromium",
    version,
    platform,
    fetchMetadataPoints: version >= firstChromium.fetchMetadata ? certainPoints : 0,
    sendsClientHints: version >= firstChromium.clientHints,
    acceptsImages: version >= firstChromium.images,
    sendsUpgradeRequest: version >= firstChromium.upgradeRequest,
  };
}

function webKitClaim(userAgent: string, platform: BrowserClaim["platform"]): BrowserClaim {
  // An in-app browser names the system only; a Mac's system version is frozen, so there Safari's own counts.
  const named = platform === "iOS" ? /\bOS (\d{1,3})_(\d{1,2})/ : /\bVersion\/(\d{1,3})\.(\d{1,2})/;
  const [, major = "0", minor = "0"] = named.exec(userAgent) ?? [];
  const isRecent = Number(major) + Number(minor) / 10 >= firstWebKitFetchMetadata && platform !== "Android";
  return {
    ...plainClaim("webkit", platform),
    version: Number(major),
    fetchMetadataPoints: isRecent ? likelyPoints : 0,
  };
}

function platformOf(userAgent: string): BrowserClaim["platform"] {
  if (/Windows NT/.test(userAgent)) return "Windows";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "iOS";
  if (/Android/.test(userAgent)) return "Android";
  if (/CrOS/.test(userAgent)) return "Chrome OS";
  if (/Macintosh/.test(userAgent)) return "macOS";
  return /Linux|X11/.test(userAgent) ? "Linux" : null;
}

function numberIn(userAgent: string, expression: RegExp): number {
  return Number(expression.exec(userAgent)?.[1] ?? 0);
}
