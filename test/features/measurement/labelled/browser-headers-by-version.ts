/** What a browser sends with a top-level navigation, worked out from its user agent, apart from the code under test. */
export type Transport = "https" | "http";
type Headers = Record<string, string>;

const german = "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7";
const xmlFirst = "text/html,application/xhtml+xml,application/xml;q=0.9";

/** The headers of `userAgent`'s browser in the version that it names; in-app browsers send those of their engine. */
export function headersOfBrowser(userAgent: string, transport: Transport, language = german): Headers {
  const version = (pattern: RegExp) => Number(pattern.exec(userAgent)?.[1] ?? 0);
  const firefox = version(/\bFirefox\/(\d+)/);
  const chrome = version(/\b(?:Chrome|Chromium|HeadlessChrome)\/(\d+)/);
  if (/\bEdge\/1\d|Trident|MSIE/.test(userAgent)) return ofMicrosoft(userAgent, language);
  if (/Presto|Opera\//.test(userAgent)) return ofPresto(language);
  if (firefox > 0) return ofFirefox(firefox, transport, language);
  if (chrome > 0) return ofChromium(userAgent, chrome, transport, language);
  return ofWebKit(userAgent, transport, language);
}

function ofChromium(userAgent: string, version: number, transport: Transport, language: string): Headers {
  const isSecure = transport === "https";
  return {
    accept: chromiumAccept(version),
    "accept-encoding": `gzip, deflate${isSecure && version >= 50 ? ", br" : ""}${isSecure && version >= 123 ? ", zstd" : ""}`,
    "accept-language": language,
    ...(version >= 44 ? { "upgrade-insecure-requests": "1" } : {}),
    ...(isSecure && version >= 76 ? fetchMetadata(version >= 80) : {}),
    ...(isSecure && version >= 89 ? clientHints(userAgent, version) : {}),
  };
}

function chromiumAccept(version: number): string {
  if (version < 32) return `${xmlFirst},*/*;q=0.8`;
  const images = `${version >= 85 ? "image/avif," : ""}image/webp,${version >= 59 ? "image/apng," : ""}`;
  const exchange =
    version >= 73 ? `,application/signed-exchange;v=b3${version >= 107 ? ";q=0.7" : ";q=0.9"}` : "";
  return `${xmlFirst},${images}*/*;q=0.8${exchange}`;
}

function fetchMetadata(withDestination: boolean): Headers {
  return {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-user": "?1",
    ...(withDestination ? { "sec-fetch-dest": "document" } : {}),
  };
}

/** The brand that each of the larger browsers puts beside `Chromium`. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Microsoft Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/YaBrowser/, "YaBrowser"],
  [/; wv\)/, "Android WebView"],
  [
    /^Mozilla\/5\.0 \([^)]*\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/[\d.]+ (?:Mobile )?Safari\/537\.36$/,
    "Google Chrome",
  ],
];

function clientHints(userAgent: string, version: number): Headers {
  const brand = brands.find(([pattern]) => pattern.test(userAgent))?.[1];
  const named = brand === undefined ? "" : `, "${brand}";v="${version}"`;
  return {
    "sec-ch-ua": `"Chromium";v="${version}"${named}, "Not_A Brand";v="99"`,
    "sec-ch-ua-mobile": /\bMobile\b/.test(userAgent) ? "?1" : "?0",
    ...(version >= 93 ? { "sec-ch-ua-platform": `"${platformOf(userAgent)}"` } : {}),
  };
}

function platformOf(userAgent: string): string {
  if (/Android/.test(userAgent)) return "Android";
  if (/Windows/.test(userAgent)) return "Windows";
  if (/CrOS/.test(userAgent)) return "Chrome OS";
  return /Mac OS X/.test(userAgent) ? "macOS" : "Linux";
}

function ofFirefox(version: number, transport: Transport, language: string): Headers {
  const isSecure = transport === "https";
  let images = "";
  if (version >= 66 && version < 92) images = "image/webp,";
  if (version >= 92 && version < 128) images = "image/avif,image/webp,";
  if (version >= 128 && version < 132) images = "image/avif,image/webp,image/png,image/svg+xml,";
  return {
    accept: `${xmlFirst},${images}*/*;q=0.8`,
    "accept-encoding": `gzip, deflate${isSecure && version >= 44 ? ", br" : ""}${isSecure && version >= 126 ? ", zstd" : ""}`,
    "accept-language": language,
    ...(version >= 48 ? { "upgrade-insecure-requests": "1" } : {}),
    ...(isSecure && version >= 90 ? fetchMetadata(true) : {}),
  };
}

function ofWebKit(userAgent: string, transport: Transport, language: string): Headers {
  const found = /\b(?:Version\/|OS )(\d+)[._](\d+)/.exec(userAgent);
  const version = Number(found?.[1] ?? 0) * 100 + Number(found?.[2] ?? 0);
  const isSecure = transport === "https";
  const sendsMetadata =
    isSecure && version >= 1604 && !/Mac OS X 10[._]/.test(userAgent.replace("10_15_7", ""));
  return {
    accept: /AppleWebKit\/53[0-4]/.test(userAgent)
      ? "application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5"
      : `${xmlFirst},*/*;q=0.8`,
    "accept-encoding": isSecure && version >= 1100 ? "gzip, deflate, br" : "gzip, deflate",
    "accept-language": language,
    ...(sendsMetadata
      ? { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none" }
      : {}),
  };
}

function ofMicrosoft(userAgent: string, language: string): Headers {
  let accept = "image/gif, image/jpeg, image/pjpeg, application/x-ms-application, */*";
  if (/Trident\/[67]/.test(userAgent)) accept = "text/html, application/xhtml+xml, image/jxr, */*";
  if (/Edge\//.test(userAgent))
    accept = "text/html, application/xhtml+xml, application/xml; q=0.9, */*; q=0.8";
  return {
    accept,
    "accept-encoding": "gzip, deflate",
    "accept-language": language.split(",")[0] ?? language,
  };
}

function ofPresto(language: string): Headers {
  return {
    accept:
      "text/html, application/xml;q=0.9, application/xhtml+xml, image/png, image/webp, image/jpeg, image/gif, image/x-xbitmap, */*;q=0.1",
    "accept-encoding": "gzip, deflate",
    "accept-language": language,
  };
}
